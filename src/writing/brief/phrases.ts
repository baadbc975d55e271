import { keyphrases, unspaced, type ScoredPhrase } from '../../language/keyphrases.ts';
import { countWords, terms, words } from '../../language/tokens.ts';
import { headingPath } from '../sources/headings.ts';
import type { Topic } from '../sources/topic.ts';
import type { PooledPassage } from './pool.ts';

/** The best passages, in which phrases are looked for. */
const maxRead = 60;
const maxPhrases = 150;
/** A phrase with fewer uses names nothing that recurs. */
const minUses = 2;
/** A single word needs one more for each of so many passages, up to a limit. */
const passagesPerUse = 10;
const maxMinUses = 4;
/** What is written in lower case more often is no name. */
const maxLower = 1 / 5;
/** In characters. */
const minCompound = 10;
const maxCode = 6;
const maxCodeLength = 40;
/** Every so many phrases there is room for one name of code. */
const phrasesPerCode = 3;
const inlineCode = /`([^`\n]+)`/g;

/** What phrases are looked for in: sentences under a heading of a document. */
export interface Told {
  source: Pick<PooledPassage['source'], 'heading' | 'documentTitle'>;
  sentences: readonly string[];
}

export interface TellingPhrase<One = PooledPassage> extends ScoredPhrase {
  /** Whether a heading or title has all its words. */
  isHeaded: boolean;
  /** The passages that hold it. */
  holders: ReadonlySet<One>;
}

/**
 * The phrases that recur in what is `read` of the passages (default: the best) and name something, the most telling first, and among them what recurs as code, as written. A single word
 * is a name, or all that a heading names besides the keyword: most others are general. German nouns all look like names.
 */
export function tellingPhrases<One extends Told>(
  { pool, topic }: { pool: readonly One[]; topic: Pick<Topic, 'language' | 'keyword'> },
  read: readonly One[] = pool.slice(0, maxRead),
): TellingPhrase<One>[] {
  const texts = read.map(({ sentences }) => `\n ${sentences.join('\n ')}`);
  const lower = texts.map((text) => text.toLowerCase());
  const whole = texts.join('');
  const holdersOf = (phrase: string): ReadonlySet<One> => new Set(read.filter((_, index) => lower[index]!.includes(phrase.toLowerCase())));
  const headings = new Set(pool.flatMap(({ source }) => [...headingPath(source.heading), source.documentTitle]));
  const headed = new Set(words([...headings].join(' › ').toLowerCase()));
  const alone = new Set(
    Array.from(headings, (heading) => besides(heading, topic))
      .filter((named) => named.length === 1)
      .flat(),
  );
  const leastSingle = Math.min(maxMinUses, minUses + Math.floor(read.length / passagesPerUse));
  const said = read.flatMap(({ sentences }) => sentences.map((sentence) => sentence.replace(inlineCode, ',')));
  const phrases = keyphrases(said, topic.language, maxPhrases).flatMap((one) => {
    const phrase = asWithin(one.phrase, whole);
    const parts = words(phrase.toLowerCase());
    const isSingle = parts.length === 1 && !unspaced.test(phrase);
    const isName = one.isName && topic.language !== 'de' && usesOf(phrase.toLowerCase(), whole) <= maxLower * one.count;
    // What English says in two words, German says in one: "Eigenkapital".
    const isCompound = topic.language === 'de' && phrase.length >= minCompound && /^\p{Lu}(?!.*(?:[kh]eits|ungs|ions)$)/u.test(phrase);
    const isTelling = !isSingle || isName || isCompound || alone.has(terms(phrase, topic.language)[0]!);
    if (one.count < (isSingle ? leastSingle : minUses) || !isTelling || !endsInNoun(phrase, topic.language)) return [];
    return [{ ...one, phrase, isHeaded: parts.every((word) => headed.has(word)), holders: holdersOf(phrase) }];
  });
  for (const [index, { phrase, count }] of codeIn(texts).entries()) {
    const place = (index + 1) * phrasesPerCode - 1;
    const score = (phrases[place] ?? phrases.at(-1))?.score ?? 1;
    phrases.splice(place, 0, { phrase, count, score, isName: true, isHeaded: false, holders: holdersOf(phrase) });
  }
  return phrases;
}

/** What a heading names besides the keyword. */
function besides(heading: string, { language, keyword }: Pick<Topic, 'language' | 'keyword'>): string[] {
  return terms(heading, language).filter((term) => !keyword.has(term));
}

/** The names that stand as code within sentences, the most used first: of functions, files and commands, not words such as `true`. */
function codeIn(texts: readonly string[]): { phrase: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [, code] of text.matchAll(inlineCode)) {
      const isName = /^\p{L}[\p{L}\p{N}]*(?:[ ._/:-]+[\p{L}\p{N}]+)+(?:\(\))?$/u.test(code!) || /^\p{L}[\p{L}\p{N}]*\(\)$/u.test(code!);
      if (isName && code!.length <= maxCodeLength && countWords(code!) <= 3) counts.set(code!, (counts.get(code!) ?? 0) + 1);
    }
  }
  return Array.from(counts, ([phrase, count]) => ({ phrase, count }))
    .filter(({ count }) => count >= minUses)
    .toSorted((a, b) => b.count - a.count || (a.phrase < b.phrase ? -1 : 1))
    .slice(0, maxCode);
}

/** As it is mostly spelled: a phrase may have opened a sentence where it was first met. */
function asWithin(phrase: string, text: string): string {
  const [first, ...rest] = phrase;
  const spellings = [phrase, first!.toLowerCase() + rest.join(''), first!.toUpperCase() + rest.join('')];
  const uses = spellings.map((spelling) => usesOf(spelling, text));
  return spellings[uses.indexOf(Math.max(...uses))]!;
}

function usesOf(spelling: string, text: string): number {
  const sought = ` ${spelling}`;
  let uses = 0;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) uses++;
  return uses;
}

/** In German, nouns have a capital. */
function endsInNoun(phrase: string, language: string): boolean {
  return language !== 'de' || /^\p{Lu}/u.test(words(phrase).at(-1) ?? '');
}
