import { groupsOf, type Groups } from './groups.ts';
import type { HtmlFacts } from './site-view.ts';

/** Sketches that differ in so many of their 64 bits at most are of nearly the same text (Manku, Jain and Das Sarma 2007). */
export const maxDistance = 3;
/** Pages from one mould, with other names in them, differ in some more; in a longer text so few do not by chance. */
export const maxLongDistance = 5;
export const minLongWords = 100;
/** In a shorter text a sketch says little: it is not to be added. */
export const minAlikeWords = 50;
/** With how many sets that it meets in a band a page is compared: where there are more, the first are enough to tell. */
const maxCompared = 24;
/** Pairs of bytes of one half of a sketch: of the bytes that five bits leave alone, two lie in the same half. */
const bands = [
  [0, 8],
  [0, 16],
  [0, 24],
  [8, 16],
  [8, 24],
  [16, 24],
] as const;

/**
 * Groups pages whose sketches differ in a few bits: such two agree in at least one pair of bytes. Texts whose lengths differ by more than a
 * tenth are not compared. The work grows with the number of pages, however similar they are.
 */
export function groupAlike(
  size: number,
  turn: () => Promise<void>,
): { add(number: number, html: HtmlFacts): void; sealed(): Promise<Groups> } {
  const [high, low, words] = [new Uint32Array(size + 1), new Uint32Array(size + 1), new Uint32Array(size + 1)];
  const areAlike = (a: number, b: number) =>
    Math.abs(words[a]! - words[b]!) * 10 <= Math.max(words[a]!, words[b]!) &&
    bitsIn(high[a]! ^ high[b]!) + bitsIn(low[a]! ^ low[b]!) <=
      (Math.min(words[a]!, words[b]!) >= minLongWords ? maxLongDistance : maxDistance);
  /** Bands with their pages, in order. */
  const inBand = (bits: Uint32Array, [one, other]: (typeof bands)[number]) => {
    const found: number[] = [];
    for (let number = 1; number <= size; number++)
      if (words[number] !== 0) found.push((((bits[number]! >>> one) & 0xff) * 256 + ((bits[number]! >>> other) & 0xff)) * 2 ** 32 + number);
    return Float64Array.from(found).toSorted();
  };
  return {
    add(number, html) {
      high[number] = Number.parseInt(html.sketch.slice(0, 8), 16);
      low[number] = Number.parseInt(html.sketch.slice(8, 16), 16);
      words[number] = html.words;
    },
    async sealed() {
      const sets = new Uint32Array(size + 1).map((_, at) => at);
      for (const bits of [high, low]) {
        for (const band of bands) {
          joinNeighbours(inBand(bits, band), sets, areAlike);
          await turn();
        }
      }
      return groupsOf(sets.map((_, number) => (words[number] === 0 ? 0 : rootOf(sets, number))));
    },
  };
}

/** Joins alike pages of a band, comparing each with the first of every set that is met there. */
function joinNeighbours(inBand: Float64Array, sets: Uint32Array, areAlike: (a: number, b: number) => boolean): void {
  let firsts: number[] = [];
  let last = -1;
  for (const entry of inBand) {
    const band = Math.floor(entry / 2 ** 32);
    const number = entry % 2 ** 32;
    if (band !== last) firsts = [];
    last = band;
    const like = firsts.find((first) => areAlike(first, number));
    if (like !== undefined) join(sets, like, number);
    else if (firsts.length < maxCompared) firsts.push(number);
  }
}

/** The lowest number of a set stands for it. */
function join(sets: Uint32Array, a: number, b: number): void {
  const [one, other] = [rootOf(sets, a), rootOf(sets, b)];
  sets[Math.max(one, other)] = Math.min(one, other);
}

function rootOf(sets: Uint32Array, number: number): number {
  let root = number;
  while (sets[root] !== root) {
    sets[root] = sets[sets[root]!]!;
    root = sets[root]!;
  }
  return root;
}

function bitsIn(given: number): number {
  let bits = given - ((given >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
