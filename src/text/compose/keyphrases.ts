import { stemOf, stopwordsOf } from '../lexicon.ts';
import { words } from '../tokens.ts';

interface Keyphrase {
  phrase: string;
  /** Share of the sentences that hold it, 0–1. */
  share: number;
  weight: number;
}

const maxLength = 3;

/**
 * The phrases that mark these sentences off: runs of 1–3 content words that recur in them, weighed by how many sentences
 * hold them, how rare their terms are among all passages, and their length.
 */
export function keyphrasesOf(texts: readonly string[], language: string, rarity: ReadonlyMap<string, number>): Keyphrase[] {
  const stopwords = stopwordsOf(language);
  const found = new Map<string, { phrase: string; sentences: Set<number>; rarity: number }>();
  for (const [index, text] of texts.entries()) {
    for (const clause of text.split(/[^\p{L}\p{N}\p{M}\s'’_.-]+|[.'’](?=\s|$)/u)) {
      const run = words(clause);
      for (let start = 0; start < run.length; start++) {
        for (let length = 1; length <= maxLength && start + length <= run.length; length++) {
          const gram = run.slice(start, start + length);
          const last = gram.at(-1)!;
          if (stopwords.has(last.toLowerCase()) || last.length < 3 || /^\d|ly$/.test(last)) break;
          const stems = gram.map((word) => stemOf(word.toLowerCase(), language));
          const key = stems.join(' ');
          const entry = found.get(key) ?? {
            phrase: gram.join(' '),
            sentences: new Set(),
            rarity: mean(stems.map((stem) => rarity.get(stem) ?? 1)),
          };
          entry.sentences.add(index);
          found.set(key, entry);
        }
      }
    }
  }
  return [...found.values()]
    .filter(({ sentences }) => sentences.size >= 2)
    .map(({ phrase, sentences, rarity: rare }) => {
      const length = words(phrase).length;
      return { phrase, share: sentences.size / texts.length, weight: sentences.size * rare * (length === 1 ? 0.5 : 1 + length / 4) };
    })
    .toSorted((a, b) => b.weight - a.weight || (a.phrase < b.phrase ? -1 : 1));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
