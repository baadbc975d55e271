import snowball from 'snowball-stemmers';
import { similarity } from '../../src/language/near-duplicates.ts';
import { normalise, words } from '../../src/language/tokens.ts';

const porter = snowball.newStemmer('porter');

/** Tokens as Google's `rouge-score` makes them: lower case, runs of a–z and 0–9; with `stemmed`, Porter's stems of those longer than three letters. */
function rougeTokens(text: string, stemmed: boolean): string[] {
  const tokens = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return stemmed ? tokens.map((token) => (token.length > 3 ? porter.stem(token) : token)) : tokens;
}

/** ROUGE-1 recall (Lin 2004): the share of the reference's words, each counted as often as it stands there, that the text holds. */
export function rouge1Recall(reference: string, text: string, stemmed: boolean): number {
  const wanted = countOf(rougeTokens(reference, stemmed));
  const held = countOf(rougeTokens(text, stemmed));
  let [found, total] = [0, 0];
  for (const [token, count] of wanted) {
    found += Math.min(count, held.get(token) ?? 0);
    total += count;
  }
  return total === 0 ? 0 : found / total;
}

function countOf(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

/**
 * Heading soft recall (Shao et al. 2024, after Fränti & Mariescu-Istodor 2023): the soft cardinality of what both lists hold, over that of the
 * reference's. Theirs compares headings by sentence embeddings; this compares them by letters (Dice over trigrams), so it sees no synonyms
 * and its figures are lower than, and not comparable with, published ones.
 */
export function headingSoftRecall(reference: readonly string[], headings: readonly string[]): number {
  if (reference.length === 0) return 1;
  const wanted = softCardinality(reference);
  return (wanted + softCardinality(headings) - softCardinality([...reference, ...headings])) / wanted;
}

/** How many different things a list names: each counts one over the sum of its likenesses to all. */
function softCardinality(texts: readonly string[]): number {
  const grams = texts.map(trigramsOf);
  return grams.reduce((sum, own) => sum + 1 / grams.reduce((likeness, other) => likeness + dice(own, other), 0), 0);
}

function trigramsOf(text: string): ReadonlySet<string> {
  const padded = ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
  return new Set(Array.from({ length: Math.max(1, padded.length - 2) }, (_, index) => padded.slice(index, index + 3)));
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const gram of a) if (b.has(gram)) shared++;
  return (2 * shared) / (a.size + b.size);
}

/** The share of the reference's entities that the text names. */
export function entityRecall(entities: readonly string[], text: string): number {
  const lower = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const plain = entities
    .map((entity) =>
      entity
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    )
    .filter(Boolean);
  return plain.length === 0 ? 1 : plain.filter((entity) => lower.includes(` ${entity} `)).length / plain.length;
}

/** Pairs of sentences that say the same in nearly the same words: Sørensen–Dice over words and word pairs at or above the threshold. */
export function nearIdenticalPairs(sentences: readonly string[], threshold: number): number {
  let pairs = 0;
  for (const [index, one] of sentences.entries())
    for (const other of sentences.slice(index + 1)) if (similarity(one, other) >= threshold) pairs++;
  return pairs;
}

/** How many paragraphs hold a word that is left where everything quoted is taken out of them; punctuation and case do not count. */
export function unsourcedCount(paragraphs: readonly string[], quoted: readonly string[]): number {
  const longestFirst = quoted.map(spaced).toSorted((a, b) => b.length - a.length);
  const leftOf = (paragraph: string) => longestFirst.reduce((rest, text) => rest.replace(text, ' '), spaced(paragraph));
  return paragraphs.filter((paragraph) => leftOf(paragraph).trim() !== '').length;
}

function spaced(text: string): string {
  return ` ${words(normalise(text)).join('  ')} `;
}
