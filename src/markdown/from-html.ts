import { isBoxTitle } from '../documents/blocks.ts';
import { blockTags, isElement, maxDepth, tagOf, textNode, type DomElement } from '../documents/dom.ts';
import { codeTags, codeText, holdersAmong, isNoteMark, maxBarCells, noProse, numberIn } from '../documents/html-blocks.ts';
import { linkEnd, linkOpening, mark as anyMark, markedLink, markedOther } from '../documents/reference-marks.ts';
import { shortOf } from '../documents/reference-names.ts';
import type { References } from '../documents/references.ts';
import { linkAddress } from '../documents/link-schemes.ts';
import { tidy } from '../language/tokens.ts';
import { escapeInline, escapeMarkdown, linkTarget } from './escape.ts';

/** The share of links in what only leads elsewhere. */
const minLinked = 0.6;

interface Known {
  references: References;
  /** Where the page was found. */
  url: string;
  /** Headings that are told apart, and stand in no text. */
  titles: ReadonlySet<string>;
}

/** The text of an element as Markdown. Headings begin at level 2; lists that only lead about the page are left out. */
export function markdownOf(root: DomElement, known: Known): string {
  const elements = [...root.querySelectorAll('*')];
  const headings = elements.filter((element) => /^h[1-6]$/.test(tagOf(element)) && !known.titles.has(headingOf(element, known)));
  const highest = Math.min(...headings.map((element) => Number(tagOf(element)[1])));
  return new Writer(known, holdersAmong(elements), highest - 2).blocks(root, 0).join('\n\n');
}

function headingOf(element: DomElement, { references }: Pick<Known, 'references'>): string {
  return tidy(references.without(element.textContent ?? '')).replace(/\s*[¶§#]$/u, '');
}

class Writer {
  readonly #known: Known;
  readonly #holders: ReadonlySet<DomElement>;
  /** How much higher headings stand here. */
  readonly #up: number;
  /** How addresses within the page begin. */
  readonly #here: string;

  constructor(known: Known, holders: ReadonlySet<DomElement>, up: number) {
    this.#known = known;
    this.#holders = holders;
    this.#up = up;
    this.#here = `${known.url.replace(/#.*$/, '')}#`;
  }

  blocks(parent: DomElement, depth: number): string[] {
    const blocks: string[] = [];
    let loose = '';
    const flush = () => {
      for (const part of loose.split(/\n\s*\n/)) append(blocks, this.#paragraph(part));
      loose = '';
    };
    for (const node of parent.childNodes) {
      if (node.nodeType === textNode) loose += escapeInline(node.textContent ?? '');
      if (!isElement(node)) continue;
      const tag = tagOf(node);
      if (tag === 'br') loose += '\n';
      else if (depth > maxDepth || (noProse.has(tag) && tag !== 'figcaption')) continue;
      else if (blockTags.has(tag) || tag === 'figcaption' || this.#holders.has(node)) {
        flush();
        append(blocks, this.#block(node, tag, depth));
      } else loose += this.#inlineOf(node, tag, depth);
    }
    flush();
    return blocks;
  }

  #block(element: DomElement, tag: string, depth: number): string[] {
    if (/^h[1-6]$/.test(tag)) return this.#heading(element, Number(tag[1]), depth);
    if (tag === 'pre') return this.#code(element);
    if (tag === 'ul' || tag === 'ol') return this.#list(element, tag === 'ol', depth);
    if (tag === 'dl') return this.#definitions(element, depth);
    if (tag === 'table') return this.#table(element, depth);
    if (tag === 'blockquote') return quoted(this.blocks(element, depth + 1));
    if (tag === 'summary' && !this.#holders.has(element)) return this.#paragraph(strong(this.#inline(element, depth)));
    return this.blocks(element, depth + 1);
  }

  #heading(element: DomElement, level: number, depth: number): string[] {
    // One that nobody closed has the text below it inside.
    if (this.#holders.has(element)) return this.blocks(element, depth + 1);
    const text = headingOf(element, this.#known);
    if (!/[\p{L}\p{N}]/u.test(text) || this.#known.titles.has(text)) return this.#pictures(element, depth);
    if (isBoxTitle(text)) return [`**${escapeMarkdown(text)}**`];
    const linked = this.#finished(this.#inline(element, depth).replace(markedOther, ''), { isHeading: true }).replaceAll('\n', ' ');
    return [`${'#'.repeat(Math.min(6, Math.max(2, level - this.#up)))} ${linked}`, ...this.#pictures(element, depth)];
  }

  /** Pictures in a heading stand below it. */
  #pictures(element: DomElement, depth: number): string[] {
    const shown = this.#inline(element, depth).match(markedOther) ?? [];
    return shown.length === 0 ? [] : this.#paragraph(shown.join(' '));
  }

  #code(element: DomElement): string[] {
    const { references } = this.#known;
    const marked = codeText(element);
    const language = (marked.match(markedOther) ?? []).map((one) => references.of(one)).find((one) => one?.kind === 'language');
    const lines = references.without(marked).toWellFormed().replace(/\r\n?/g, '\n').split('\n').map((line) => line.trimEnd()); // prettier-ignore
    const text = lines.join('\n').replace(/^\n+|\n+$/g, '');
    if (!/[\p{L}\p{N}]/u.test(text)) return [];
    const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
    return [`${fence}${language?.kind === 'language' ? language.name : ''}\n${text}\n${fence}`];
  }

  #list(list: DomElement, counts: boolean, depth: number): string[] {
    if (this.#leadsAbout(list)) return [];
    const items: string[] = [];
    let number = numberIn(list, 'start') ?? 1;
    for (const child of list.childNodes) {
      if (!isElement(child)) continue;
      const blocks = tagOf(child) === 'li' ? this.blocks(child, depth + 1) : this.#block(child, tagOf(child), depth + 1);
      if (blocks.length === 0) continue;
      if (tagOf(child) === 'li') items.push(itemOf(counts ? `${number}. ` : '- ', blocks));
      else items.push(indented(blocks.join('\n\n'), 2));
      number++;
    }
    return items.length === 0 ? [] : [items.join('\n')];
  }

  /** A table of contents. */
  #leadsAbout(list: DomElement): boolean {
    const links = this.#known.references.linksIn(list.textContent ?? '');
    return links.length > 0 && links.every((one) => one.startsWith(this.#here)) && this.#isLinked(list);
  }

  #definitions(list: DomElement, depth: number): string[] {
    const items: string[] = [];
    let terms: string[] = [];
    for (const child of list.childNodes) {
      if (!isElement(child)) continue;
      if (tagOf(child) === 'dt') {
        terms.push(...this.blocks(child, depth + 1).map((one) => one.replaceAll('\n', ' ')));
        continue;
      }
      const [first, ...rest] = this.blocks(child, depth + 1);
      if (first === undefined) continue;
      const term = terms.filter(Boolean).map((one) => (/[*`\][]/.test(one) ? one : `**${one}**`)).join(', '); // prettier-ignore
      const isProse = !/^(?:[`>|#-]|\d+\. )/.test(first);
      items.push(itemOf('- ', term === '' ? [first, ...rest] : isProse ? [`${term}: ${first}`, ...rest] : [`${term}:`, first, ...rest]));
      terms = [];
    }
    return items.length === 0 ? [] : [items.join('\n')];
  }

  #table(table: DomElement, depth: number): string[] {
    if (table.querySelector('table')) return this.blocks(table, depth + 1);
    const cellsIn = (row: DomElement) => [...row.querySelectorAll('td, th')];
    const told = cellsIn(table).filter((cell) => tagOf(cell) === 'td' && /[\p{L}\p{N}]/u.test(cell.textContent ?? ''));
    if (told.length > 1 && told.length <= maxBarCells && told.every((cell) => this.#isLinked(cell))) return [];
    const heads = table.querySelector('th') !== null;
    const isLayout = table.querySelector(heads ? 'pre, h1, h2, h3' : 'pre, h1, h2, h3, p, ul, ol') !== null;
    // A box around a warning, its kind beside it.
    const isBox = told.length === 1 || (!heads && [...table.querySelectorAll('tr')].length === 1);
    if (isLayout || isBox) return this.blocks(table, depth + 1);
    const rows = [...table.querySelectorAll('tr')].map((row) => ({
      cells: cellsIn(row).map((cell) => this.#cell(cell, depth)),
      isHeader: row.querySelector('td') === null,
    }));
    const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
    const width = Math.max(0, ...filled.map(({ cells }) => cells.length));
    if (width === 0) return [];
    const header = filled[0]!.isHeader ? filled.shift()!.cells : [];
    const line = (cells: readonly string[]) => `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
    const caption = table.querySelector('caption');
    return [
      ...(caption ? this.#paragraph(this.#inline(caption, depth)) : []),
      [line(header), `|${' --- |'.repeat(width)}`, ...filled.map(({ cells }) => line(cells))].join('\n'),
    ];
  }

  #cell(cell: DomElement, depth: number): string {
    return this.#finished(this.#inline(cell, depth))
      .replace(/\s+/g, ' ')
      .replace(/(?<!\\)\|/g, '\\|');
  }

  /** Mostly links. */
  #isLinked(element: DomElement): boolean {
    const linked = Array.from(element.querySelectorAll('a')).reduce((sum, link) => sum + (link.textContent ?? '').trim().length, 0);
    return linked >= tidy(element.textContent ?? '').length * minLinked;
  }

  #inline(element: DomElement, depth: number): string {
    let text = '';
    for (const node of element.childNodes) {
      if (node.nodeType === textNode) text += escapeInline(node.textContent ?? '');
      if (!isElement(node) || depth > maxDepth) continue;
      const tag = tagOf(node);
      if (tag === 'br') text += '\n';
      else if (tag !== 'pre' && !noProse.has(tag)) text += this.#inlineOf(node, tag, depth + 1);
    }
    return text;
  }

  #inlineOf(element: DomElement, tag: string, depth: number): string {
    if (tag === 'sup' && isNoteMark(element)) return '';
    if (codeTags.has(tag)) return codeSpan(element.textContent ?? '', this.#known.references);
    const inner = this.#inline(element, depth);
    if (tag === 'b' || tag === 'strong') return strong(inner);
    if (tag === 'i' || tag === 'em') return wrapped('*', inner);
    return blockTags.has(tag) ? `\n${inner}\n` : inner;
  }

  #paragraph(marked: string): string[] {
    const text = this.#finished(marked);
    return /[\p{L}\p{N}]|!\[/u.test(text) ? [text] : [];
  }

  /** Without marks: what they stand for is Markdown. A heading is no link to itself. */
  #finished(marked: string, { isHeading = false } = {}): string {
    const { references } = this.#known;
    // Before a link, “!” would make it a picture.
    const linkedText = marked.replace(/!(?=[\u{F0000}-\u{FFFE0}])/gu, '\\!').replace(markedLink, (_, one: string, words: string) => {
      const reference = references.of(one);
      if (reference?.kind !== 'link') return words;
      const { url } = reference;
      const shown = words.trim();
      // A sign beside a heading that links to it.
      if (!/[\p{L}\p{N}\u{100000}-\u{10FFFF}]/u.test(shown) && url.startsWith(this.#here)) return '';
      const target = isHeading && url.startsWith(this.#here) ? null : linkTarget(url, linkAddress);
      if (target === null) return words;
      references.written(reference);
      const said = shown.replace(markedOther, (mark) => this.#other(mark, 'image')).trim();
      return words.replace(shown, () => `[${said || this.#unshown(shown, url)}](${target})`);
    });
    const shown = linkedText.replace(markedOther, (one) => this.#other(one));
    const lines = shown.replace(anyMark, '').split('\n').map((line) => line.replace(/[ \t]+/g, ' ').trim()); // prettier-ignore
    return lines.filter(Boolean).join('\n');
  }

  /** A picture, or a link to what is embedded. Within a link there can be no other. */
  #other(one: string, only?: 'image'): string {
    const { references } = this.#known;
    const reference = references.of(one);
    if (reference?.kind !== 'image' && (reference?.kind !== 'embedded' || only)) return '';
    const target = linkTarget(reference.url, reference.kind === 'image' ? undefined : linkAddress);
    if (target === null) return '';
    references.written(reference);
    return reference.kind === 'image' ? `![${escapeMarkdown(reference.alt)}](${target})` : `[${escapeMarkdown(reference.name)}](${target})`;
  }

  /** The words of a link by what it shows, where that cannot be written. */
  #unshown(marks: string, url: string): string {
    const names = Array.from(marks, (one) => this.#known.references.of(one)).map((one) => (one?.kind === 'image' ? one.alt : ''));
    return escapeMarkdown(names.find(Boolean) ?? shortOf(url));
  }
}

const strong = (text: string) => wrapped('**', text);

function wrapped(mark: string, text: string): string {
  const core = text.trim();
  const isOpen = core.replace(markedLink, '').match(/[\u{F0000}-\u{FFFFF}]/u) !== null;
  if (!/[\p{L}\p{N}]/u.test(core) || core.includes('\n') || core.startsWith('*') || core.endsWith('*') || isOpen) return text;
  return text.replace(core, () => `${mark}${core}${mark}`);
}

/** Code in a line; where a link begins or ends in it, so does one with its span. */
function codeSpan(marked: string, references: References): string {
  const text = tidy(references.without(marked));
  if (text === '') return '';
  const fence = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  const span = `${fence}${pad}${text}${pad}${fence}`;
  return `${linkOpening.exec(marked)?.[0] ?? ''}${span}${linkEnd.exec(marked)?.[0] ?? ''}`;
}

function quoted(blocks: readonly string[]): string[] {
  return blocks.length === 0 ? [] : [blocks.join('\n\n').replace(/^/gm, '> ').replace(/^> $/gm, '>')];
}

function itemOf(sign: string, [first = '', ...rest]: readonly string[]): string {
  const below = rest.map((block) => {
    const isList = /^(?:- |\d+\. )/.test(block);
    return `${isList ? '\n' : '\n\n'}${indented(block, sign.length)}`;
  });
  return `${sign}${indented(first, sign.length).trimStart()}${below.join('')}`;
}

function indented(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by));
}

/** Pushing all at once would exhaust the stack where they are many. */
function append(blocks: string[], more: readonly string[]): void {
  for (const block of more) blocks.push(block);
}
