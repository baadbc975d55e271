import type { MarkdownIt, Token } from 'markdown-it';
import { tidy } from '../language/tokens.ts';

/** A block of visible text, without Markdown syntax. */
export interface BodyBlock {
  kind: 'heading' | 'paragraph' | 'item' | 'cell';
  /** A heading's level; else 0. */
  level: number;
  text: string;
  /** The heading above the block. */
  section: string;
  /** Each paragraph has its own group; the items of a list, or the cells of a table, share one. */
  group: number;
  /** Its inline code, if any. */
  code?: readonly string[];
  /** Only for a table cell. */
  cell?: Cell;
}

export interface Cell {
  /** The same for all cells of a row. */
  row: number;
  /** Counts from 0. */
  column: number;
  isHeader: boolean;
  /** The headings of its row and column; empty for a header. */
  headings: string;
}

export interface BodyLink {
  /** As written, entities decoded. */
  href: string;
  text: string;
}

export interface BodyImage {
  src: string;
  alt: string;
}

export interface Body {
  blocks: BodyBlock[];
  links: BodyLink[];
  images: BodyImage[];
  /** HTML tags and comments in the text, which are shown literally. */
  html: string[];
}

/** Lines of Markdown that contain text, `from` (counted from 0) up to but not including `to`. */
export interface TextLines {
  kind: 'heading' | 'text';
  from: number;
  to: number;
}

/** The `section` of text before the first heading. */
export const introductionSection = 'Introduction';
export const faqSection = 'FAQ';

const htmlTag = /<!--|<\/?[a-z][a-z0-9-]*(?:\s[^<>]{0,200})?\/?>/gi;

let parser: MarkdownIt | undefined;

/** Parses like `renderHtml`, but keeps unsafe links, so that they can be reported. */
export async function parseBody(markdown: string): Promise<Token[]> {
  return (await openParser()).parse(markdown, {});
}

/** Finds headings, paragraphs, lists, tables and code, each with its lines, but does not parse the inline text. */
export async function parseBlocks(markdown: string): Promise<Token[]> {
  const opened = await openParser();
  const tokens: Token[] = [];
  opened.block.parse(markdown.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD'), opened, {}, tokens);
  return tokens;
}

async function openParser(): Promise<MarkdownIt> {
  if (!parser) {
    const { default: Parser } = await import('markdown-it');
    parser = new Parser({ html: false, linkify: false, typographer: false });
    parser.validateLink = () => true;
    parser.normalizeLink = (url: string) => url;
  }
  return parser;
}

/** The lines of headings, paragraphs and table rows; not those of code, rules or reference definitions. */
export function textLines(tokens: readonly Token[]): TextLines[] {
  const lines: TextLines[] = [];
  for (const { type, map } of tokens) {
    const kind = type === 'heading_open' ? 'heading' : type === 'paragraph_open' || type === 'tr_open' ? 'text' : undefined;
    if (kind && map) lines.push({ kind, from: map[0], to: map[1] });
  }
  return lines;
}

/** The visible text, top to bottom: headings, paragraphs, items and cells, with the links and images in them. Code blocks are left out. */
export function readBody(tokens: readonly Token[]): Body {
  const body: Body = { blocks: [], links: [], images: [], html: [] };
  let section = introductionSection;
  let group = 0;
  let level = 0;
  let lists = 0;
  const table = new TableReader();
  for (const { type, tag, children } of tokens) {
    if (/^(?:bullet_list|ordered_list|table)_open$/.test(type) && lists++ === 0) group++;
    else if (/^(?:bullet_list|ordered_list|table)_close$/.test(type)) lists--;
    else if (type === 'heading_open') level = Number(tag.slice(1));
    else if (type === 'heading_close') level = 0;
    else table.read(type);
    if (type !== 'inline') continue;
    const { text, code } = readInline(children ?? [], body);
    if (level > 0) section = text;
    if (lists === 0) group++;
    const cell = table.place(text);
    const kind = level > 0 ? 'heading' : cell ? 'cell' : lists > 0 ? 'item' : 'paragraph';
    if (text) body.blocks.push({ kind, level, text, section, group, ...(code.length > 0 && { code }), ...(cell && { cell }) });
  }
  return body;
}

/** Keeps track of each cell's row and column. */
class TableReader {
  #row = 0;
  #column = -1;
  #kind: 'td' | 'th' | undefined;
  #columns: string[] = [];
  #rowName = '';

  read(type: string): void {
    if (type === 'table_open') this.#columns = [];
    else if (type === 'tr_open') {
      this.#row++;
      this.#column = -1;
      this.#rowName = '';
    } else if (type === 'td_open' || type === 'th_open') {
      this.#kind = type === 'td_open' ? 'td' : 'th';
      this.#column++;
    } else if (type === 'td_close' || type === 'th_close') this.#kind = undefined;
  }

  place(text: string): Cell | undefined {
    if (!this.#kind) return undefined;
    const isHeader = this.#kind === 'th';
    const headings = isHeader ? '' : [this.#rowName, this.#columns[this.#column]].filter(Boolean).join(' ');
    if (isHeader) this.#columns[this.#column] = text;
    else if (this.#column === 0) this.#rowName = text;
    return { row: this.#row, column: this.#column, isHeader, headings };
  }
}

function readInline(children: readonly Token[], body: Body): { text: string; code: string[] } {
  let text = '';
  const code: string[] = [];
  let link: BodyLink | undefined;
  for (const child of children) {
    let piece = '';
    if (child.type === 'link_open') {
      link = { href: String(child.attrGet('href') ?? ''), text: '' };
      body.links.push(link);
    } else if (child.type === 'link_close') link = undefined;
    else if (child.type === 'image') {
      body.images.push({ src: String(child.attrGet('src') ?? ''), alt: tidy(child.content) });
      // The alt text of an image in a link is link text.
      if (link) link.text += child.content;
    } else if (child.type === 'softbreak' || child.type === 'hardbreak') piece = ' ';
    else piece = child.content;
    if (child.type === 'code_inline') code.push(tidy(child.content));
    if (child.type === 'text') body.html.push(...(child.content.match(htmlTag) ?? []));
    text += piece;
    if (link) link.text += piece;
  }
  return { text: tidy(text), code };
}
