import {
  codeBlock,
  isBoxTitle,
  isNavigation,
  isSymbolLine,
  rowOf,
  withCode,
  withoutReferenceMarks,
  type Block,
  type ListItem,
} from './blocks.ts';
import { markBoldHeadings } from './bold-headings.ts';
import { blockTags, isElement, maxDepth, tagOf, textNode, type DomElement } from './dom.ts';
import { countWords, tidy } from '../language/tokens.ts';

/** What is no text, whatever stands in it. */
export const noProse: ReadonlySet<string> = new Set(
  'script style noscript template iframe object embed svg math canvas audio video picture img figcaption button input select textarea form nav footer dialog menu'.split(
    ' ',
  ),
);
export const codeTags: ReadonlySet<string> = new Set(['code', 'tt', 'kbd', 'samp']);
/** What stands within a line of text. */
export const inlineTags: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var'.split(' '),
);

/** The headings, paragraphs, list items, rows of tables and code of an element, in order. */
export function blocksIn(root: DomElement): Block[] {
  const given = [...root.querySelectorAll('*')];
  return new HtmlReader(holdersAmong(markBoldHeadings(given) ? [...root.querySelectorAll('*')] : given)).read(root);
}

/** Those of a page's elements, in its order, that have blocks in them. */
export function holdersAmong(elements: readonly DomElement[]): Set<DomElement> {
  const holders = new Set<DomElement>();
  // From the innermost out, because looking into each element takes the square of their depth.
  for (const element of elements.toReversed()) {
    const holds = [...element.childNodes].some((node) => isElement(node) && (blockTags.has(tagOf(node)) || holders.has(node)));
    if (holds) holders.add(element);
  }
  return holders;
}

class HtmlReader {
  /** Elements with blocks in them. */
  readonly #holders: ReadonlySet<DomElement>;

  constructor(holders: ReadonlySet<DomElement>) {
    this.#holders = holders;
  }

  read(parent: DomElement, depth = 0): Block[] {
    const blocks: Block[] = [];
    let loose = '';
    let links: string[] = [];
    const flush = () => {
      if (!isRowOfLinks(loose, links)) for (const part of loose.split(/\n\s*\n/)) append(blocks, paragraphOf(part));
      loose = '';
      links = [];
    };
    for (const node of parent.childNodes) {
      if (node.nodeType === textNode) loose += node.textContent ?? '';
      if (!isElement(node)) continue;
      const tag = tagOf(node);
      if (tag === 'br') loose += '\n';
      else if (noProse.has(tag) || depth > maxDepth) continue;
      else if (blockTags.has(tag) || this.#holders.has(node)) {
        flush();
        append(blocks, this.#blocksOf(node, tag, depth));
      } else {
        const { text } = inlineText(node, depth);
        if (tag === 'a') links.push(text);
        loose = withInline(loose, node, tag, text);
      }
    }
    flush();
    return blocks;
  }

  #blocksOf(element: DomElement, tag: string, depth: number): Block[] {
    if (/^h[1-6]$/.test(tag)) return this.#heading(element, Number(tag[1]), depth);
    if (tag === 'pre') return codeBlock(codeText(element));
    if (tag === 'ul' || tag === 'ol') return this.#list(element, tag === 'ol', depth);
    if (tag === 'table') return this.#table(element, depth);
    if (tag === 'dl') return this.#definitions(element, depth);
    return this.read(element, depth + 1);
  }

  /** One that nobody closed has the text below it inside. */
  #heading(element: DomElement, level: number, depth: number): Block[] {
    const [first, ...rest] = this.#holders.has(element) ? this.read(element, depth + 1) : paragraphOf(inlineText(element, depth).text);
    if (first?.kind !== 'paragraph') return first ? [first, ...rest] : [];
    if (isBoxTitle(first.text)) return [first, ...rest];
    return [{ kind: 'heading', level, text: first.text.replaceAll('`', '') }, ...rest];
  }

  #list(list: DomElement, counts: boolean, depth: number): Block[] {
    const blocks: Block[] = [];
    const items: ListItem[] = [];
    let number = numberIn(list, 'start') ?? 1;
    for (const child of list.childNodes) {
      if (!isElement(child) || tagOf(child) !== 'li') continue;
      items.push(asListItem(inlineText(child, depth)));
      number = numberIn(child, 'value') ?? number;
      append(blocks, asItem(this.read(child, depth + 1), '', counts ? number : undefined));
      number++;
    }
    return isNavigation(items) && !blocks.some(({ kind }) => kind === 'code') ? [] : blocks;
  }

  #definitions(list: DomElement, depth: number): Block[] {
    const blocks: Block[] = [];
    let terms: string[] = [];
    for (const child of list.childNodes) {
      if (!isElement(child)) continue;
      const tag = tagOf(child);
      if (tag === 'dt') terms.push(clean(inlineText(child, depth).text));
      else {
        const own = this.read(child, depth + 1);
        append(blocks, tag === 'dd' ? asItem(own, terms.filter(Boolean).join(', ')) : own);
        if (own.length > 0) terms = [];
      }
    }
    return blocks;
  }

  #table(table: DomElement, depth: number): Block[] {
    const cellsIn = (row: DomElement) => [...row.querySelectorAll('td, th')];
    const told = cellsIn(table).filter((cell) => tagOf(cell) === 'td' && /\p{L}/u.test(cell.textContent ?? ''));
    // A box around a warning, with its kind above.
    if (told.length === 1 && told[0]!.querySelector('p')) return this.read(told[0]!, depth + 1);
    if (told.length > 1 && told.length <= maxBarCells && isNavigation(told.map((cell) => asListItem(inlineText(cell, depth))))) return [];
    const heads = table.querySelector('th') !== null;
    if (table.querySelector(heads ? 'table, pre, h1, h2, h3' : 'table, pre, h1, h2, h3, p, ul, ol'))
      return cellsIn(table).flatMap((cell) => (cell.querySelector('td, th') ? [] : this.read(cell, depth + 1)));
    const rows = [...table.querySelectorAll('tr')].map((row) => ({
      cells: cellsIn(row).map((cell) => clean(inlineText(cell, depth).text)),
      isHeader: row.querySelector('td') === null,
      isNamed: row.querySelector('th') !== null,
    }));
    const header = rows.find(({ isHeader }) => isHeader)?.cells ?? [];
    return rows.flatMap(({ cells, isHeader, isNamed }) => {
      if (isHeader) return [];
      if (header.length === 0 && isNamed) return rowOf(cells.slice(0, 1), cells.slice(1));
      return rowOf(cells.length === header.length ? header : [], cells);
    });
  }
}

/** In a bar of "Previous", "Up" and "Next"; a larger table of links is content. */
export const maxBarCells = 6;

function asListItem({ text, linkedCharacters }: ListItem): ListItem {
  return { text: clean(text), linkedCharacters };
}

/** A shorter first paragraph of an item is the name of what the others explain. */
const maxNameWords = 5;

/** What stands in an item, after the term it explains: its opening paragraph is the item, and in a numbered or explained one so are those after it. */
function asItem(own: Block[], term: string, number?: number): Block[] {
  const end = own.findIndex(({ kind }) => kind !== 'paragraph');
  const opening = own.slice(0, end === -1 ? undefined : end);
  const before = term && !/[.:]$/.test(term) ? `${term}:` : term;
  if (opening.length === 0) return term && own.length > 0 ? [{ kind: 'paragraph', text: before }, ...own] : own;
  const isNamed = opening.length > 1 && countWords(opening[0]!.text) <= maxNameWords && /[\p{L}\p{N}`)]$/u.test(opening[0]!.text);
  if (isNamed && !term) return asItem(own.slice(1), opening[0]!.text, number);
  const [first, ...rest] = number === undefined && !term ? opening : [{ text: opening.map(({ text }) => text).join(' ') }];
  return [
    { kind: 'item', text: before ? `${before} ${first!.text}` : first!.text, number },
    ...(rest as Block[]),
    ...own.slice(opening.length),
  ];
}

/** Pushing all at once would exhaust the stack where they are many. */
function append(blocks: Block[], more: readonly Block[]): void {
  for (const block of more) blocks.push(block);
}

/** True for a line of links with hardly a word beside them, such as "Languages: de | en | fr". */
function isRowOfLinks(text: string, links: readonly string[]): boolean {
  return links.length >= 3 && !/[.!?。]\s*$/.test(text) && countWords(text) - countWords(links.join(' ')) <= links.length;
}

export function numberIn(element: DomElement, name: string): number | undefined {
  const number = Number(element.getAttribute(name) || Number.NaN);
  return Number.isSafeInteger(number) ? number : undefined;
}

function paragraphOf(raw: string): Block[] {
  const text = clean(raw);
  return /\p{L}/u.test(text) && !isSymbolLine(text) ? [{ kind: 'paragraph', text }] : [];
}

export function codeText(element: DomElement): string {
  let text = '';
  for (const node of element.childNodes) {
    if (!isElement(node)) text += node.nodeType === textNode ? (node.textContent ?? '') : '';
    else text += tagOf(node) === 'br' ? '\n' : codeText(node);
  }
  return text;
}

function inlineText(element: DomElement, depth: number): ListItem {
  let text = '';
  let linkedCharacters = 0;
  for (const node of element.childNodes) {
    if (node.nodeType === textNode) text += node.textContent ?? '';
    if (!isElement(node) || depth > maxDepth) continue;
    const tag = tagOf(node);
    if (tag === 'br') text += '\n';
    if (tag === 'br' || tag === 'pre' || noProse.has(tag)) continue;
    const inner = inlineText(node, depth + 1);
    linkedCharacters += tag === 'a' ? inner.text.trim().length : inner.linkedCharacters;
    text = withInline(text, node, tag, inner.text);
  }
  return { text, linkedCharacters };
}

/** Text with what an element in its line adds to it. */
function withInline(text: string, element: DomElement, tag: string, inner: string): string {
  // A sign beside a heading that links to it, and the mark of a note.
  if ((tag === 'a' && !/[\p{L}\p{N}]/u.test(inner)) || (tag === 'sup' && isNoteMark(element))) return text;
  if (codeTags.has(tag)) return withCode(text, tidy(inner).replaceAll('`', ''));
  return text + (blockTags.has(tag) ? `\n${inner}\n` : inner);
}

export function isNoteMark(element: DomElement): boolean {
  return /^\s*\[?\s*(?:\d{1,3}|[a-z*†‡])\s*\]?\s*$/i.test(element.textContent ?? '') && element.querySelector('a') !== null;
}

function clean(text: string): string {
  return tidy(withoutReferenceMarks(text));
}
