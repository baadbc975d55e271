import { groupsOf, type Groups } from './groups.ts';
import { setsOf, type Sets } from './sets.ts';
import type { HtmlFacts } from './site-view.ts';

/** Sketches that differ in so many of their 64 bits at most are of nearly the same text: a few sentences of it differ. */
export const maxDistance = 6;
/** In shorter texts as few words weigh more, and chance: their sketches may differ in half as many bits. */
export const minWholeWords = 150;
/** In a shorter text a sketch says little: it is not to be added. */
export const minAlikeWords = 50;
/** With how many sets that it meets in a band a page is compared: where there are more, the first are enough to tell. */
const maxCompared = 24;
/** Of 8 bits each. Where six bits differ, two parts at least are the same. */
const parts = 8;
const bands = Array.from({ length: parts }, (_, one) => Array.from({ length: one }, (_none, other) => [one, other] as const)).flat();

/**
 * Groups pages whose sketches differ in six bits at most: such two agree in one of the 28 bands that two parts of a sketch make. Texts whose
 * lengths differ by more than a tenth are not compared. The work grows with the number of pages, however similar they are.
 */
export function groupAlike(
  size: number,
  turn: () => Promise<void>,
): { add(number: number, html: HtmlFacts): void; sealed(): Promise<Groups> } {
  const [high, low, words] = [new Uint32Array(size + 1), new Uint32Array(size + 1), new Uint32Array(size + 1)];
  const areAlike = (a: number, b: number) => {
    const [shorter, longer] = words[a]! < words[b]! ? [words[a]!, words[b]!] : [words[b]!, words[a]!];
    const most = shorter < minWholeWords ? maxDistance >> 1 : maxDistance;
    return (longer - shorter) * 10 <= longer && bitsIn(high[a]! ^ high[b]!) + bitsIn(low[a]! ^ low[b]!) <= most;
  };
  const partOf = (number: number, part: number) => ((part < 4 ? high : low)[number]! >>> (8 * (part % 4))) & 0xff;
  /** Bands with their pages, in order, in place of those of the band before. */
  const inBand = ([one, other]: readonly [number, number], found: Float64Array) => {
    let count = 0;
    for (let number = 1; number <= size; number++)
      if (words[number] !== 0) found[count++] = (partOf(number, one) * 256 + partOf(number, other)) * 2 ** 32 + number;
    const pages = found.subarray(0, count);
    pages.sort();
    return pages;
  };
  return {
    add(number, html) {
      high[number] = Number.parseInt(html.sketch.slice(0, 8), 16);
      low[number] = Number.parseInt(html.sketch.slice(8, 16), 16);
      words[number] = html.words;
    },
    async sealed() {
      const sets = setsOf(size);
      const found = new Float64Array(size);
      for (const band of bands) {
        joinNeighbours(inBand(band, found), sets, areAlike);
        await turn();
      }
      return groupsOf(words.map((count, number) => (count === 0 ? 0 : sets.rootOf(number))));
    },
  };
}

/** Joins alike pages of a band, comparing each with the first of every set that is met there. */
function joinNeighbours(inBand: Float64Array, sets: Sets, areAlike: (a: number, b: number) => boolean): void {
  let firsts: number[] = [];
  let last = -1;
  for (const entry of inBand) {
    const band = Math.floor(entry / 2 ** 32);
    const number = entry % 2 ** 32;
    if (band !== last) firsts = [];
    last = band;
    const like = firsts.find((first) => areAlike(first, number));
    if (like !== undefined) sets.join(like, number);
    else if (firsts.length < maxCompared) firsts.push(number);
  }
}

function bitsIn(given: number): number {
  let bits = given - ((given >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
