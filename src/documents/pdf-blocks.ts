import type { Block, Extraction } from './blocks.ts';
import { linesOf, type Line, type PdfPage } from './pdf-lines.ts';
import { tidy } from '../language/tokens.ts';

/** Headers and footers lie within this share of the page's height and this many lines, and end in a gap, given in font sizes. */
const maxEdgeShare = 0.15;
const maxEdgeLines = 3;
const minEdgeGap = 1.7;
/** Text at the same height on this many pages is a header or footer; each chapter may have its own. */
const minRepeats = 3;
/** A short line larger than the text by this factor is a heading. */
const headingSize = 1.12;
const maxHeadingWords = 16;
/** A paragraph ends where the distance to the next line exceeds the usual one by this factor. */
const paragraphGap = 1.35;

const itemMark = /^\s*(?:[•‣▪◦●○·–]|-(?=\s)|(\d{1,3})[.)](?=\s))\s*/;
const sectionNumber = /^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+\p{Lu}/u;
const endsSentence = /[.!?:;。！？”"')\]]\s*$/u;

interface Paragraph {
  lines: Line[];
  page: number;
}

/** Turns the text of a PDF's pages into a document: drops headers and footers, joins lines into paragraphs, takes large print for headings. */
export function layOut(pages: readonly PdfPage[]): Extraction {
  const lines = withoutFurniture(pages);
  const all = lines.flat();
  const textSize = mostOf(all, sizeOf) ?? 10;
  const leading = usualLeading(lines);
  const paragraphs = lines.flatMap((page, index) => paragraphsOf(page, index, leading));
  const compounds = compoundsIn(all);
  const style = { textSize, headings: headingSizes(paragraphs, textSize), font: mostOf(all, ({ font }) => font) ?? '' };
  const blocks: Block[] = [];
  for (const [index, paragraph] of paragraphs.entries()) {
    const text = textOf(paragraph.lines, compounds);
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    const level = levelOf(paragraph, text, style);
    const last = blocks.at(-1);
    if (level !== undefined) {
      // The second line of a heading.
      const above = paragraphs[index - 1];
      if (last?.kind === 'heading' && last.level === level && above && isBelow(paragraph, above, leading)) last.text += ` ${text}`;
      else blocks.push({ kind: 'heading', level, text });
    } else if (last && last.kind !== 'heading' && goesOn(last.text, text)) last.text = join(last.text, text, compounds);
    else blocks.push(bodyBlock(text));
  }
  // The first block is the title if it has the largest print.
  const [first, ...others] = blocks;
  return first?.kind === 'heading' && first.level === 1 ? { title: first.text, blocks: others } : { title: null, blocks };
}

function bodyBlock(text: string): Block {
  const mark = itemMark.exec(text);
  if (!mark) return { kind: 'paragraph', text };
  return { kind: 'item', text: text.slice(mark[0].length), ...(mark[1] !== undefined && { number: Number(mark[1]) }) };
}

/** Drops page numbers and whatever is repeated at the edges of many pages. */
function withoutFurniture(pages: readonly PdfPage[]): Line[][] {
  const all = pages.map(linesOf);
  const edges = pages.map((page, index) => edgeOf(page, all[index]!));
  const counts = new Map<string, number>();
  for (const lines of edges) {
    for (const key of new Set(Array.from(lines, furnitureKey))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isFurniture = (line: Line) => isPageNumber(line.text) || counts.get(furnitureKey(line))! >= minRepeats;
  return all.map((lines, index) => lines.filter((line) => !(edges[index]!.has(line) && isFurniture(line))));
}

function edgeOf({ bottom, top }: PdfPage, lines: readonly Line[]): Set<Line> {
  const margin = (top - bottom) * maxEdgeShare;
  const downwards = lines.toSorted((one, other) => other.y - one.y);
  const above = beforeGap(downwards).filter((line) => line.y > top - margin);
  const below = beforeGap(downwards.toReversed()).filter((line) => line.y < bottom + margin);
  return new Set([...above, ...below]);
}

/** The first lines, up to the last gap among them. */
function beforeGap(lines: readonly Line[]): readonly Line[] {
  const first = lines.slice(0, maxEdgeLines);
  const last = first.findIndex((line, index) => {
    const next = lines[index + 1];
    return !next || Math.abs(line.y - next.y) > Math.max(line.size, next.size) * minEdgeGap;
  });
  return first.slice(0, last + 1);
}

function furnitureKey({ text, y }: Line): string {
  return `${Math.round(y / 4)} ${tidy(text).toLowerCase().replace(/\d+/g, '#')}`;
}

function isPageNumber(text: string): boolean {
  return /^\W*(?:(?:page|seite|p\.|s\.)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|von|de)\s*\d{1,4})?\W*$/i.test(text);
}

/** The font size, in halves of a point. */
function sizeOf({ size }: Line): number {
  return Math.round(size * 2) / 2;
}

/** The value shared by the most characters. */
function mostOf<Value>(lines: readonly Line[], of: (line: Line) => Value): Value | undefined {
  const counts = new Map<Value, number>();
  for (const line of lines) counts.set(of(line), (counts.get(of(line)) ?? 0) + line.text.length);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

/** The usual distance between two lines, in font sizes. */
function usualLeading(pages: readonly Line[][]): number {
  const distances = pages
    .flatMap((lines) => lines.slice(1).map((line, index) => (lines[index]!.y - line.y) / line.size))
    .filter((distance) => distance > 0.8 && distance < 3)
    .toSorted((one, other) => one - other);
  return distances[Math.floor(distances.length * 0.4)] ?? 1.2;
}

function paragraphsOf(lines: readonly Line[], page: number, leading: number): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before && !startsAnew(line, before, leading)) paragraphs.at(-1)!.lines.push(line);
    else paragraphs.push({ lines: [line], page });
  }
  return paragraphs;
}

function startsAnew(line: Line, before: Line, leading: number): boolean {
  const distance = (before.y - line.y) / line.size;
  if (Math.abs(line.size - before.size) > line.size * 0.08) return true;
  if (distance > leading * paragraphGap || distance < 0.3) return !isNextColumn(line, before);
  if (itemMark.test(line.text)) return true;
  if (sectionNumber.test(before.text) && before.font !== line.font) return true;
  // Indented after the end of a sentence.
  return line.left > before.left + line.size * 0.8 && endsSentence.test(before.text);
}

/** True if the text continues at the top of the next column. */
function isNextColumn(line: Line, before: Line): boolean {
  return line.y > before.y && line.left > before.left && !endsSentence.test(before.text);
}

function isBelow(paragraph: Paragraph, above: Paragraph, leading: number): boolean {
  const [first, last] = [paragraph.lines[0]!, above.lines.at(-1)!];
  return paragraph.page === above.page && last.y > first.y && (last.y - first.y) / first.size < leading * paragraphGap * 1.3;
}

/** The font sizes of headings, largest first. */
function headingSizes(paragraphs: readonly Paragraph[], textSize: number): number[] {
  const sizes = paragraphs.map(({ lines }) => sizeOf(lines[0]!)).filter((size) => size >= textSize * headingSize);
  return [...new Set(sizes)].toSorted((one, other) => other - one);
}

interface Style {
  textSize: number;
  headings: readonly number[];
  font: string;
}

/** The heading's level, 1–4; undefined if it is not a heading. */
function levelOf({ lines }: Paragraph, text: string, { textSize, headings, font }: Style): number | undefined {
  const { size, font: own } = lines[0]!;
  if (text.split(' ').length > maxHeadingWords || lines.length > 3 || /[.;,]$/.test(text)) return undefined;
  if (size >= textSize * headingSize) return Math.min(headings.indexOf(sizeOf(lines[0]!)) + 1 || 1, 4);
  const number = sectionNumber.exec(text)?.[1];
  if (number !== undefined && own !== font && lines.length === 1) return Math.min(number.split('.').length + 1, 4);
  return undefined;
}

/** True if the end of a page or column split a paragraph here. */
function goesOn(before: string, text: string): boolean {
  return !endsSentence.test(before) && /^\p{Ll}/u.test(text) && !itemMark.test(text);
}

/** Words hyphenated within a line: if a line breaks at their hyphen, it is kept. */
function compoundsIn(lines: readonly Line[]): Set<string> {
  return new Set(lines.flatMap(({ text }) => text.toLowerCase().match(/\p{L}+(?:[-\u2010]\p{L}+)+/gu) ?? []));
}

function textOf(lines: readonly Line[], compounds: ReadonlySet<string>): string {
  return lines.reduce((text, line) => join(text, tidy(withoutLigatures(line.text)), compounds), '');
}

function join(before: string, after: string, compounds: ReadonlySet<string>): string {
  if (before === '') return after;
  const [, start] = /(\p{L}+)[-\u2010]$/u.exec(before) ?? [];
  const [, rest] = /^(\p{Ll}+)/u.exec(after) ?? [];
  if (start === undefined || rest === undefined) return `${before} ${after}`;
  const isCompound = compounds.has(`${start}-${rest}`.toLowerCase());
  return (isCompound ? before : before.slice(0, -1)) + after;
}

/** Resolves ligatures only: normalising other compatibility forms (², ½) would lose meaning. */
function withoutLigatures(text: string): string {
  return text.replace(/[\uFB00-\uFB06]/g, (ligature) => ligature.normalize('NFKC')).replace(/\u00AD\s*$/, '-');
}
