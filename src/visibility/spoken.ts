import type { Token } from 'markdown-it';
import { tidy } from '../language/tokens.ts';
import { parseBody } from '../markdown/body.ts';
import { isSourcesHeading } from '../markdown/outline.ts';
import { InlineText, type Pointer, type Span } from './inline-text.ts';
import { numbersOf, opensWithMark } from './marks.ts';

export interface Block extends Span {
  /** Whether a list's item begins with it. */
  opensItem: boolean;
}

/** What an answer says, without what only marks it up. */
export interface Spoken {
  /** Blocks of visible text (paragraphs, items, headings, rows of tables), a line each. Code blocks and lists of sources are left out. */
  text: string;
  blocks: readonly Block[];
  /** Inline code and addresses within the text: nobody is named there. */
  unspoken: readonly Span[];
  pointers: readonly Pointer[];
  /** The sources that the answer lists at its end. */
  listed: readonly Listed[];
}

export interface Listed {
  url: string;
  /** The number that marks in the text call it by. */
  number: number | null;
  title: string | null;
}

/** Reads an answer's Markdown. */
export async function spokenOf(markdown: string): Promise<Spoken> {
  const reader = new SpokenReader();
  for (const token of await parseBody(markdown)) reader.read(token);
  return reader.done();
}

class SpokenReader {
  readonly #texts: string[] = [];
  readonly #blocks: Block[] = [];
  readonly #unspoken: Span[] = [];
  readonly #pointers: Pointer[] = [];
  readonly #listed: Listed[] = [];
  #length = 0;
  #headingLevel = 0;
  #item: number | null = null;
  #opensItem = false;
  /** Of a table: its cells are read into one text. */
  #row: InlineText | undefined;
  #sources: 'none' | 'section' | 'label' = 'none';

  read(token: Token): void {
    const { type, tag, info } = token;
    if (type === 'heading_open') this.#headingLevel = Number(tag.slice(1));
    else if (type === 'heading_close') this.#headingLevel = 0;
    else if (type === 'list_item_open') {
      this.#item = info === '' ? null : Number(info);
      this.#opensItem = true;
    } else if (type === 'list_item_close') this.#item = null;
    else if (type === 'tr_open') this.#row = new InlineText();
    else if (type === 'tr_close') {
      this.#take(this.#row!);
      this.#row = undefined;
    } else if (type === 'inline') this.#inline(token.children ?? []);
  }

  done(): Spoken {
    return {
      text: this.#texts.join('\n'),
      blocks: this.#blocks,
      unspoken: this.#unspoken,
      pointers: this.#pointers,
      listed: this.#listed,
    };
  }

  #inline(children: readonly Token[]): void {
    const text = this.#row ?? new InlineText();
    if (this.#row && !this.#row.isEmpty) this.#row.append(' | ');
    text.read(children);
    if (!this.#row) this.#take(text);
  }

  #take(inline: InlineText): void {
    const { text, unspoken, pointers, links } = inline.done();
    const urls = links.length > 0;
    if (this.#headingLevel > 0) this.#sources = isSourcesHeading(bare(text)) ? 'section' : 'none';
    const label = /^([^:：]{1,40})[:：]/.exec(text)?.[1];
    const isLabel = isSourcesHeading(bare(text)) || (label !== undefined && isSourcesHeading(label.trim()));
    if (this.#headingLevel === 0 && isLabel && this.#sources === 'none') this.#sources = 'label';
    else if (this.#sources === 'label' && !urls) this.#sources = 'none';
    if (this.#sources !== 'none') this.#list(links, inline);
    else if (text !== '' || pointers.length > 0) this.#add(text, unspoken, pointers);
  }

  #list(links: readonly { url: string; text: string }[], inline: InlineText): void {
    const number = links.length === 1 ? (inline.opening ?? this.#item) : null;
    for (const { url, text } of links) {
      const title = tidy(text);
      const isTitle = title !== '' && !/^(?:https?:|www\.)/i.test(title) && !opensWithMark(title);
      this.#listed.push({ url, number: links.length === 1 ? number : (numbersOf(title)?.[0] ?? null), title: isTitle ? title : null });
    }
  }

  #add(text: string, unspoken: readonly Span[], pointers: readonly Pointer[]): void {
    const from = this.#length;
    this.#blocks.push({ start: from, end: from + text.length, opensItem: this.#opensItem });
    this.#opensItem = false;
    for (const { start, end } of unspoken) this.#unspoken.push({ start: from + start, end: from + end });
    for (const { at, to } of pointers) this.#pointers.push({ at: from + at, to });
    this.#texts.push(text);
    this.#length = from + text.length + 1;
  }
}

function bare(text: string): string {
  return text.replace(/\s*[:：]\s*$/, '');
}
