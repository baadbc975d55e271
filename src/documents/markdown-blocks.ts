import type { Token } from 'markdown-it';
import {
  codeBlock,
  isNavigation,
  isSymbolLine,
  isTitleLine,
  minBoldHeadings,
  tagBelow,
  rowOf,
  withCode,
  withoutReferenceMarks,
  type Block,
  type Extraction,
  type ListItem,
} from './blocks.ts';
import { tidy } from '../language/tokens.ts';

const frontMatter = /^\uFEFF?(?:---|\+\+\+)[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\+\+\+|\.\.\.)[ \t]*(?:\r?\n|$)/;
/** A parameter's entry in a manual: "`connections` {number|null} (optional) The maximum …". */
const parameterHead = /^([^{}]{1,80}?)\s+\{[^}]{0,200}\}\s*(?:\(optional\)\s*)?/;

/** Markdown → headings, paragraphs, list items, rows of tables and code. Images, badges, HTML, front matter and lists of links are left out. */
export async function readMarkdown(content: string): Promise<Extraction> {
  const { default: MarkdownIt } = await import('markdown-it');
  const front = frontMatter.exec(content);
  const tokens = new MarkdownIt({ html: true }).parse(front ? content.slice(front[0].length) : content, {});
  markBoldHeadings(tokens);
  const blocks = new MarkdownReader().read(tokens);
  const firstHeading = blocks.findIndex((block) => block.kind === 'heading');
  const opening = blocks[firstHeading];
  const isTitle = opening?.kind === 'heading' && opening.level === 1;
  if (isTitle) blocks.splice(firstHeading, 1);
  const fromFront = /^title\s*[:=]\s*["']?(.+?)["']?\s*$/m.exec(front?.[1] ?? '')?.[1];
  return { title: fromFront ?? (isTitle ? opening.text : null), blocks };
}

/** Makes headings of paragraphs that are one line in bold, in a text that marks no more up than its title. */
function markBoldHeadings(tokens: readonly Token[]): void {
  const [marked, another] = tokens.filter(({ type }) => type === 'heading_open');
  if (another) return;
  const tag = tagBelow(marked?.tag);
  const titles = tokens.flatMap((token, index) => (token.level === 1 && isBoldLine(token) ? [index] : []));
  if (titles.length < minBoldHeadings) return;
  for (const index of titles) {
    Object.assign(tokens[index - 1]!, { type: 'heading_open', tag });
    Object.assign(tokens[index + 1]!, { type: 'heading_close', tag });
  }
}

function isBoldLine({ content, children }: Token): boolean {
  return (
    /^(\*\*|__)(?:(?!\1).)+\1$/s.test(content) && !children?.some(({ type }) => type === 'link_open') && isTitleLine(content.slice(2, -2))
  );
}

interface OpenList {
  firstBlock: number;
  /** The number of the next item of a numbered list. */
  next: number | undefined;
  items: ListItem[];
}

class MarkdownReader {
  readonly #blocks: Block[] = [];
  readonly #lists: OpenList[] = [];
  #itemOpens = false;
  #row: string[] | undefined;
  /** Of the open table, once it has been read. */
  #header: string[] | undefined;
  #headingLevel = 0;

  read(tokens: readonly Token[]): Block[] {
    for (const token of tokens) {
      if (token.type === 'inline') this.#text(token);
      else this.#structure(token);
    }
    return this.#blocks;
  }

  #structure(token: Token): void {
    switch (token.type) {
      case 'heading_open':
        this.#headingLevel = Number(token.tag.slice(1));
        break;
      case 'heading_close':
        this.#headingLevel = 0;
        break;
      case 'bullet_list_open':
      case 'ordered_list_open':
        this.#lists.push({ firstBlock: this.#blocks.length, items: [], next: numberOf(token) });
        break;
      case 'bullet_list_close':
      case 'ordered_list_close':
        this.#closeList();
        break;
      case 'list_item_open':
        this.#itemOpens = true;
        break;
      case 'fence':
      case 'code_block':
        this.#code(token.content);
        break;
      case 'table_open':
        this.#header = undefined;
        break;
      case 'tr_open':
        this.#row = [];
        break;
      case 'tr_close':
        this.#closeRow();
        break;
    }
  }

  #text(token: Token): void {
    const { text, linkedCharacters } = inlineText(token);
    if (this.#row) this.#row.push(text);
    else if (this.#headingLevel > 0) {
      if (text) this.#blocks.push({ kind: 'heading', level: this.#headingLevel, text: text.replaceAll('`', '') });
    } else if (this.#lists.length > 0 && this.#itemOpens) this.#item(text, linkedCharacters);
    else if (text && !isSymbolLine(text) && linkedCharacters < text.length * 0.9) this.#paragraph(text);
    this.#itemOpens = false;
  }

  /** Further paragraphs of a numbered item belong to it. */
  #paragraph(text: string): void {
    const last = this.#blocks.at(-1);
    if (this.#lists.at(-1)?.next !== undefined && last?.kind === 'item') last.text += ` ${text}`;
    else this.#blocks.push({ kind: 'paragraph', text });
  }

  #item(text: string, linkedCharacters: number): void {
    const list = this.#lists.at(-1)!;
    list.items.push({ text, linkedCharacters });
    const number = list.next;
    if (number !== undefined) list.next = number + 1;
    const saysNothing = /^\S+:\s*(?:Default:\s*\S*)?$/.test(text) || isSymbolLine(text) || !/\p{L}/u.test(text);
    if (!saysNothing) this.#blocks.push({ kind: 'item', text, number });
  }

  #closeList(): void {
    const { firstBlock, items } = this.#lists.pop()!;
    if (isNavigation(items)) this.#blocks.length = firstBlock;
    else this.#lists.at(-1)?.items.push({ text: 'a nested list with words of its own', linkedCharacters: 0 });
  }

  #closeRow(): void {
    const cells = this.#row ?? [];
    this.#row = undefined;
    if (this.#header) this.#blocks.push(...rowOf(this.#header, cells));
    else this.#header = cells;
  }

  #code(content: string): void {
    this.#blocks.push(...codeBlock(content));
    // A list of links is navigation; one with code is not.
    this.#lists.at(-1)?.items.push({ text: 'code', linkedCharacters: 0 });
    this.#itemOpens = false;
  }
}

function numberOf(token: Token): number | undefined {
  return token.type === 'ordered_list_open' ? Number(token.attrGet('start') ?? 1) : undefined;
}

/** The visible text of inline Markdown. */
function inlineText(token: Token): ListItem {
  const children = (token.children ?? []).filter((child) => child.type !== 'html_inline' && child.type !== 'image');
  let text = '';
  let linkedCharacters = 0;
  let linkDepth = 0;
  const afterLabel = breakAfterLabel(children);
  for (const child of children) {
    if (child.type === 'link_open') linkDepth++;
    else if (child.type === 'link_close') linkDepth--;
    else if (child.type === 'softbreak' || child.type === 'hardbreak') text += child === afterLabel ? ': ' : ' ';
    else if (child.type === 'code_inline') text = withCode(text, tidy(child.content));
    else if (child.type === 'text' || child.type === 'text_special') text += withoutReferenceMarks(child.content);
    if (linkDepth > 0) linkedCharacters += child.content.length;
  }
  const opensWithCode = children.find((child) => child.content !== '')?.type === 'code_inline';
  return { text: plain(opensWithCode ? text.replace(parameterHead, '$1: ') : text), linkedCharacters };
}

/** The break after a first line that is all bold, and so a label for the next line: "**Rate limiting**", then what to do about it. */
function breakAfterLabel(children: readonly Token[]): Token | undefined {
  const [open, label, close, next] = children.filter((child) => child.content !== '' || child.type !== 'text').slice(0, 4);
  const isLabel = open?.type === 'strong_open' && close?.type === 'strong_close' && !/[.:!?]$/.test(label?.content ?? '');
  return isLabel ? next : undefined;
}

const unresolvedReference = /\[((?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])+)\]\[[^[\]]*\]/g;
const unresolvedDefinition = /(?:^|\s)\[(?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])+\]:\s\S+/g;

/** Removes what is markup only by convention: admonition marks, undefined references, braces around types. */
function plain(text: string): string {
  return tidy(
    text
      .replace(/^\s*\[!\w+\]\s*/, '')
      .replace(unresolvedReference, '$1')
      .replace(unresolvedDefinition, ' ')
      .replace(/\{#[\w-]+\}\s*$/, '')
      .replace(/\{([A-Z][\w.]*)\}/g, '$1'),
  );
}
