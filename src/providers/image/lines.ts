import { widthOf, type Glyph } from './setting.ts';

export interface Room {
  /** Pixels. */
  width: number;
  /** Sizes to try, in pixels, each with its line limit; largest first. */
  sizes: readonly { size: number; lines: number }[];
  /** Added after each glyph, in em. */
  tracking: number;
}

/** In em. Floating-point sums of the same widths may differ by less. */
const rounding = 1e-6;

const words = new Intl.Segmenter('und', { granularity: 'word' });
/** Scripts that write words without spaces between them. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A line may break after these. */
const breakAfter = /^[-‐–—/]$/u;
/** A line never begins with these. */
const neverFirst = /^[\p{Pe}\p{Pf}\p{Po}ー々…]/u;

/** Breaks text into lines at the largest size that fits with whole words. At the smallest size words may be cut, and the last line too. */
export function fitLines(glyphs: readonly Glyph[], { width, sizes, tracking }: Room): { lines: Glyph[][]; size: number } {
  const pieces = breakable(glyphs);
  for (const { size, lines: maxLines } of sizes) {
    const measure = width / size;
    if (pieces.some((piece) => widthOf(trimEnd(piece), tracking) > measure)) continue;
    const lines = fill(pieces, measure, tracking);
    if (lines.length <= maxLines) return { lines: balance(pieces, lines.length, measure, tracking), size };
  }
  const { size, lines: maxLines } = sizes.at(-1)!;
  const measure = width / size;
  const lines = fill(
    pieces.flatMap((piece) => cutWord(piece, measure, tracking)),
    measure,
    tracking,
  );
  return {
    lines: lines.length > maxLines ? [...lines.slice(0, maxLines - 1), endLine(lines[maxLines - 1]!, measure, tracking)] : lines,
    size,
  };
}

/** One line, ending in … if it had to be cut. */
export function fitLine(glyphs: readonly Glyph[], width: number, size: number): Glyph[] {
  return widthOf(glyphs, 0) * size <= width ? [...glyphs] : endLine(glyphs, width / size, 0);
}

/** The unbreakable pieces, each with the space after it. */
function breakable(glyphs: readonly Glyph[]): Glyph[][] {
  const starts = wordStarts(glyphs);
  const pieces: Glyph[][] = [];
  let offset = 0;
  let previous = ' ';
  for (const glyph of glyphs) {
    const afterBreak =
      previous === ' ' || breakAfter.test(previous) || (starts.has(offset) && (unspaced.test(glyph.text) || unspaced.test(previous)));
    if (pieces.length === 0 || (afterBreak && glyph.text !== ' ' && !neverFirst.test(glyph.text))) pieces.push([glyph]);
    else pieces.at(-1)!.push(glyph);
    offset += glyph.text.length;
    previous = glyph.text;
  }
  return pieces;
}

function wordStarts(glyphs: readonly Glyph[]): Set<number> {
  const text = glyphs.map((glyph) => glyph.text).join('');
  return new Set(unspaced.test(text) ? Array.from(words.segment(text), ({ index }) => index) : []);
}

function fill(pieces: readonly Glyph[][], measure: number, tracking: number): Glyph[][] {
  const lines: Glyph[][] = [];
  for (const piece of pieces) {
    const line = lines.at(-1);
    const together = [...(line ?? []), ...piece];
    if (line && widthOf(trimEnd(together), tracking) <= measure) lines[lines.length - 1] = together;
    else lines.push([...piece]);
  }
  return lines.map(trimEnd);
}

interface Way {
  cost: number;
  /** The index of each line's first piece. */
  starts: readonly number[];
}

/** The least ragged way to fill this many lines: minimises the sum of squared free space, as in Knuth and Plass, 1981. */
function balance(pieces: readonly Glyph[][], count: number, measure: number, tracking: number): Glyph[][] {
  const whole = pieces.map((piece) => widthOf(piece, tracking));
  const atEnd = pieces.map((piece) => widthOf(trimEnd(piece), tracking));
  // Indexed by the number of pieces placed; a hundred pieces on four lines are cheap to try.
  let ways: Way[] = [{ cost: 0, starts: [] }];
  for (let line = 0; line < count; line++) {
    const longer: Way[] = [];
    ways.forEach(({ cost, starts }, start) => {
      for (let end = start, before = 0; end < pieces.length; before += whole[end++]!) {
        const free = measure - before - atEnd[end]!;
        if (free < -rounding) break;
        const total = cost + free ** 2;
        if (total < (longer[end + 1]?.cost ?? Infinity)) longer[end + 1] = { cost: total, starts: [...starts, start] };
      }
    });
    ways = longer;
  }
  const { starts } = ways[pieces.length]!;
  return starts.map((start, line) => trimEnd(pieces.slice(start, starts[line + 1]).flat()));
}

function cutWord(piece: readonly Glyph[], measure: number, tracking: number): Glyph[][] {
  const parts: Glyph[][] = [[]];
  for (const glyph of piece) {
    const part = parts.at(-1)!;
    if (part.length > 0 && widthOf(trimEnd([...part, glyph]), tracking) > measure) parts.push([glyph]);
    else part.push(glyph);
  }
  return parts;
}

function endLine(line: readonly Glyph[], measure: number, tracking: number): Glyph[] {
  const kept = [...line];
  const face = kept.map((glyph) => glyph.face).findLast(({ advanceOf }) => advanceOf(0x2026) !== undefined);
  const dots = face ? { text: '…', face, advance: face.advanceOf(0x2026)! } : undefined;
  while (kept.length > 0 && widthOf([...kept, ...(dots ? [dots] : [])], tracking) > measure) kept.pop();
  const end = kept.findLastIndex(({ text }) => !/^[\s\p{P}]$/u.test(text));
  return [...kept.slice(0, end + 1), ...(dots ? [dots] : [])];
}

function trimEnd(glyphs: readonly Glyph[]): Glyph[] {
  return glyphs.slice(0, glyphs.findLastIndex(({ text }) => text !== ' ') + 1);
}
