import { stemOf, stopwordsOf } from './lexicon.ts';
import { words } from './tokens.ts';

export interface Keyphrase {
  phrase: string;
  /** Share of the texts that hold it, 0–1. */
  share: number;
  weight: number;
  /** Indexes of the texts that hold it. */
  holders: ReadonlySet<number>;
}

const maxLength = 3;
/** English words that recur in any text and name nothing. */
const weak = new Set(
  'next last previous following same several many much first second third year years day days week weeks month months time times way ways thing things lot lots people part parts said according including included made'.split(
    ' ',
  ),
);

/**
 * The phrases typical of these texts, weightiest first: runs of 1–3 content words that occur in at least two, weighted by how many texts
 * hold them, how rare their terms are (`rarity`), and their length.
 */
export function keyphrasesOf(texts: readonly string[], language: string, rarity: ReadonlyMap<string, number>): Keyphrase[] {
  const stopwords = stopwordsOf(language);
  const found = new Map<string, { phrase: string; holders: Set<number>; rarity: number }>();
  for (const [index, text] of texts.entries()) {
    for (const clause of text.split(/[^\p{L}\p{N}\p{M}\s'’_.-]+|[.'’](?=\s|$)/u)) {
      const run = words(clause).map(withoutElision);
      for (let start = 0; start < run.length; start++) {
        for (let length = 1; length <= maxLength && start + length <= run.length; length++) {
          const gram = run.slice(start, start + length);
          const last = gram.at(-1)!;
          if (stopwords.has(last.toLowerCase()) || last.length < 3 || /^\d|ly$/.test(last) || weak.has(last.toLowerCase())) break;
          const stems = gram.map((word) => stemOf(word.toLowerCase(), language));
          const key = stems.join(' ');
          const entry = found.get(key) ?? {
            phrase: gram.join(' ').replace(/['’]s$/, ''),
            holders: new Set(),
            rarity: mean(stems.map((stem) => rarity.get(stem) ?? 1)),
          };
          entry.holders.add(index);
          found.set(key, entry);
        }
      }
    }
  }
  const recurring = new Map([...found].filter(([, { holders }]) => holders.size >= 2));
  return [...withoutFragments(recurring).values()]
    .map(({ phrase, holders, rarity: rare }) => {
      const length = words(phrase).length;
      return { phrase, share: holders.size / texts.length, weight: holders.size * rare * (length === 1 ? 0.5 : 1 + length / 4), holders };
    })
    .toSorted((a, b) => b.weight - a.weight || (a.phrase < b.phrase ? -1 : 1));
}

/** Drops "Odisha Chief" if it occurs only in "Odisha Chief Secretary". */
function withoutFragments<Entry extends { holders: ReadonlySet<number> }>(found: ReadonlyMap<string, Entry>): Map<string, Entry> {
  const whole = new Map(found);
  for (const [key, { holders }] of found) {
    for (const part of [key.slice(key.indexOf(' ') + 1), key.slice(0, key.lastIndexOf(' '))])
      if (part !== key && key.includes(' ') && found.get(part)?.holders.size === holders.size) whole.delete(part);
  }
  return whole;
}

const determiners: Record<string, string> = {
  en: "the|a|an|of|its|their|his|her|all|no|each|every|some|any|most|many|several|other|these|those|'s",
  de: 'der|die|das|den|dem|des|ein|eine|einen|einem|einer|eines|kein|keine|jede|jeder|jedes|alle|vom|zum|zur|beim|im|am',
  fr: 'le|la|les|l|un|une|des|du|au|aux|ce|cette|ces|son|sa|ses|leur|leurs|d|de|chaque',
  es: 'el|la|los|las|un|una|unos|unas|del|al|su|sus|este|esta|cada|de',
  pt: 'o|a|os|as|um|uma|do|da|dos|das|no|na|nos|nas|ao|seu|sua|cada|de',
  it: 'il|lo|la|i|gli|le|l|un|uno|una|del|della|dei|delle|nel|nella|al|alla|ogni|di',
  nl: 'de|het|een|van|elke|elk|iedere|zijn|hun|deze|dit',
};

/** Returns a test for nouns: words that follow an article or other determiner somewhere in the texts. In German they must have a capital. */
export function nounsIn(texts: string, language: string): (word: string) => boolean {
  const known = determiners[language];
  if (known === undefined) return () => false;
  const found = new Set<string>();
  const afterDeterminer = new RegExp(`(?<![\\p{L}])(?:${known})[ '’](?=([\\p{L}\\p{N}]{4,})(?![\\p{L}-]))`, 'giu');
  for (const [, word] of texts.matchAll(afterDeterminer)) found.add(word!.toLowerCase());
  return (word) => {
    if (language === 'de' && !/^\p{Lu}/u.test(word)) return false;
    if (language === 'en' && /(?:ed|ing|able|ous|ful|ive|al|ic|less)$/.test(word)) return false;
    return found.has(word.toLowerCase());
  };
}

/** "l’eau" → "eau", "dell’acqua" → "acqua". */
function withoutElision(word: string): string {
  return word.replace(/^(?:[ldjnscmt]|qu|jusqu|lorsqu|puisqu|un|dell|all|nell|sull|dall|quest|quell)['’](?=\p{L}{2})/iu, '');
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
