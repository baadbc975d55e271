import { hasUnspaced } from './word-edges.ts';

const word = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*(?:[.'][\p{L}\p{N}][\p{L}\p{N}\p{M}_]*)*/gu;

/** How many words a text has between any two places. */
export class WordCounts {
  /** For each place, how many words begin before it. */
  readonly #before: Uint32Array;

  constructor(text: string) {
    this.#before = new Uint32Array(text.length + 1);
    for (const start of startsOf(text)) this.#before[start + 1] = 1;
    for (let at = 1; at <= text.length; at++) this.#before[at]! += this.#before[at - 1]!;
  }

  between(from: number, to: number): number {
    return this.#before[to]! - this.#before[from]!;
  }
}

function* startsOf(text: string): Generator<number> {
  if (!hasUnspaced.test(text)) {
    for (const { index } of text.matchAll(word)) yield index;
    return;
  }
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  for (const { index, isWordLike } of segmenter.segment(text)) if (isWordLike) yield index;
}
