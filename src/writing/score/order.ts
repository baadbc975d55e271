import { mix } from '../../language/near-duplicates.ts';
import { sentences } from '../../language/sentences.ts';
import { terms, words } from '../../language/tokens.ts';
import { idf } from '../../language/retrieval.ts';
import { cosine, vectorOf, type Vector } from '../../language/vectors.ts';
import type { BodyBlock } from '../../markdown/body.ts';

/**
 * By how many standard deviations the text's own order is better than chance: of its words, of its sentences, and of its paragraphs under
 * their headings. Null where there are too few of them to tell.
 */
export interface Order {
  words: number | null;
  sentences: number | null;
  paragraphs: number | null;
}

/** 0 for an order that chance could give (up to 1 standard deviation), 1 from 3 up and where it cannot be told. */
export function aboveChance(deviations: number | null): number {
  return deviations === null ? 1 : Math.min(1, Math.max(0, (deviations - 1) / 2));
}

interface Ordered {
  /** Paragraphs and items. */
  blocks: readonly BodyBlock[];
  passages: readonly string[];
  language: string;
}

const minWords = 400;
const minSentences = 30;
const minParagraphs = 8;
/** More would take longer and tell no more. */
const maxWords = 1000;
const maxSentences = 150;
const maxParagraphs = 100;
const permutations = 60;
const maxVocabulary = 2 ** 24;

/**
 * Measures a text's order by permutation tests (Fisher 1935) with a fixed seed. In prose, neighbouring sentences share words, and so do
 * neighbouring paragraphs, and paragraphs and their heading (Halliday & Hasan 1976; Hearst 1997; Barzilay & Lapata 2008). Neighbouring
 * sentences also resemble the same passages, in whatever words. Pairs of words recur, in the text and in its sources.
 */
export function orderOf({ blocks, passages, language }: Ordered): Order {
  const paragraphs = blocks.slice(0, maxParagraphs);
  const texts = paragraphs.map(({ text }) => text);
  return {
    words: wordOrder(texts.join('\n'), passages),
    sentences: sentenceOrder(texts.flatMap((text) => sentences(text, language)).slice(0, maxSentences), passages, language),
    paragraphs: paragraphOrder(paragraphs, language),
  };
}

function sentenceOrder(spoken: readonly string[], passages: readonly string[], language: string): number | null {
  const said = spoken.map((sentence) => terms(sentence, language));
  const given = passages.map((passage) => terms(passage, language));
  const [rare, rareGiven] = [rarityOf(said), rarityOf(given)];
  const own = said.map((one) => vectorOf(one, rare));
  const known = given.map((passage) => vectorOf(passage, rareGiven));
  const rested = said.map((one) => resemblance(vectorOf(one, rareGiven), known));
  const near = tableOf(said.length, (one, other) => cosine(own[one]!, own[other]!) + cosine(rested[one]!, rested[other]!));
  return againstChance(said.length, minSentences, (order) => between(order, near));
}

/** How near a text is to each passage. Squared, so that the nearest ones count most. */
function resemblance(text: Vector, passages: readonly Vector[]): Vector {
  const squares = passages.map((passage) => cosine(text, passage) ** 2);
  const length = Math.hypot(...squares) || 1;
  return new Map(squares.flatMap((square, index) => (square > 0 ? [[String(index), square / length] as const] : [])));
}

function paragraphOrder(paragraphs: readonly BodyBlock[], language: string): number | null {
  const said = paragraphs.map(({ text }) => terms(text, language));
  const rare = rarityOf(said);
  const own = said.map((one) => vectorOf(one, rare));
  const headings = paragraphs.map(({ section }) => vectorOf(terms(section, language), rare));
  const near = tableOf(said.length, (one, other) => cosine(own[one]!, own[other]!));
  const under = own.map((one) => headings.map((heading) => cosine(one, heading)));
  return againstChance(said.length, minParagraphs, (order) =>
    order.reduce((sum, paragraph, place) => sum + under[paragraph]![place]!, between(order, near)),
  );
}

/** The nearness of each to each. */
function tableOf(size: number, nearness: (one: number, other: number) => number): number[][] {
  const table = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  for (let one = 0; one < size; one++)
    for (let other = 0; other < one; other++) table[one]![other] = table[other]![one] = nearness(one, other);
  return table;
}

function rarityOf(texts: readonly (readonly string[])[]): Map<string, number> {
  const holders = new Map<string, number>();
  for (const text of texts) for (const term of new Set(text)) holders.set(term, (holders.get(term) ?? 0) + 1);
  for (const [term, count] of holders) holders.set(term, idf(count, texts.length));
  return holders;
}

function between(order: readonly number[], near: readonly (readonly number[])[]): number {
  let sum = 0;
  for (let place = 1; place < order.length; place++) sum += near[order[place - 1]!]![order[place]!]!;
  return sum;
}

/** Counts the pairs of neighbouring words that recur in the text, or that a passage has too. */
function wordOrder(text: string, passages: readonly string[]): number | null {
  const numbers = new Map<string, number>();
  const read = (one: string) => words(one.toLowerCase()).map((word) => numbers.get(word) ?? numbers.set(word, numbers.size).size - 1);
  const pairAt = (all: readonly number[], one: number, other: number) => all[one]! * maxVocabulary + all[other]!;
  const own = read(text).slice(0, maxWords);
  const given = new Set(passages.map(read).flatMap((all) => all.slice(1).map((_, place) => pairAt(all, place, place + 1))));
  return againstChance(own.length, minWords, (order) => {
    const seen = new Set<number>();
    let found = 0;
    for (let place = 1; place < order.length; place++) {
      const pair = pairAt(own, order[place - 1]!, order[place]!);
      if (given.has(pair) || seen.has(pair)) found++;
      seen.add(pair);
    }
    return found;
  });
}

/** The standard score of the given order among random ones; null for fewer than `least`, or where all orders are equal. */
function againstChance(size: number, least: number, measure: (order: readonly number[]) => number): number | null {
  if (size < least) return null;
  const order = Array.from({ length: size }, (_, index) => index);
  const own = measure(order);
  let turn = 0;
  let [sum, squares] = [0, 0];
  for (let round = 0; round < permutations; round++) {
    for (let index = size - 1; index > 0; index--) {
      const other = mix(++turn) % (index + 1);
      [order[index], order[other]] = [order[other]!, order[index]!];
    }
    const value = measure(order) - own;
    sum += value;
    squares += value * value;
  }
  const mean = sum / permutations;
  const deviation = Math.sqrt(Math.max(0, squares / permutations - mean * mean));
  return deviation < 1e-9 ? null : -mean / deviation;
}
