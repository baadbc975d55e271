import { stopwordsOf } from './lexicon.ts';
import { words } from './tokens.ts';

/** In fewer words, small words say little. */
export const minWordsForLanguage = 100;
/** So much of a text is heard: characters to know its script by, and words. */
const maxScriptLength = 1000;
const maxWords = 200;
/** In long words. */
const charactersOfWord = 8;
/** With the spaces between blocks. */
const maxHeard = 2500;
const minLetters = 200;
/** Texts of any language hold names in Latin letters: it is a Latin text where hardly any others stand, and another where those are many. */
const minLatinShare = 0.9;
const minOtherShare = 0.4;
const minKanaShare = 0.2;
/** Small words are nearly half of a text in its language: with this share it is what it is said to be. */
const minOwnShare = 0.25;
/** Of the small words that only the other language has: their share of the text, how many are different, and how many times those of the own one. */
const minShare = 0.15;
const minDifferent = 8;
const minTimes = 4;
/** Neighbours share most of their small words: the best is told where it leads the next by so much. */
const minLead = 1.15;

/** Languages that are told apart by their small words, by script. */
type Spaced = 'Latn' | 'Cyrl';
const byScript: Readonly<Record<Spaced, readonly string[]>> = {
  Latn: ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ca', 'cs', 'da', 'fi', 'hr', 'hu', 'id', 'no', 'pl', 'ro', 'sk', 'sv', 'tr'],
  Cyrl: ['ru', 'uk', 'bg'],
};
/** Scripts that hardly any other language of the web is written in. */
const ofOneLanguage: readonly { letters: RegExp; language: string }[] = [
  { letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, language: 'ja' },
  { letters: /\p{Script=Hangul}/gu, language: 'ko' },
  { letters: /\p{Script=Han}/gu, language: 'zh' },
  { letters: /\p{Script=Greek}/gu, language: 'el' },
  { letters: /\p{Script=Thai}/gu, language: 'th' },
];

/**
 * The language that a text reads as (ISO 639-1), by its script and its small words; null where that is not plain. `tag` says what it is
 * meant to be: a text that reads so is not heard further. `further` is of the same page: where the text begins in another language, both
 * must read so, for it may begin with a quotation. Costs a fraction of `detectLanguage`, and knows fewer languages.
 */
export function readsAs(text: string, tag: string | null, further = ''): string | null {
  const heard = heardIn(text, tag);
  return heard === null || heard === languageOf(tag) || further === '' || heardIn(further, tag) === heard ? heard : null;
}

function languageOf(tag: string | null): string | null {
  return tag === null ? null : tag.trim().toLowerCase().split(/[-_]/, 1)[0]!;
}

function heardIn(written: string, tag: string | null): string | null {
  const text = written.slice(0, maxHeard).replace(/\s+/g, ' ').trim();
  const said = languageOf(tag);
  if (said !== null && isPlainly(text, said)) return said;
  const opening = text.slice(0, maxScriptLength);
  const letters = countOf(opening, /\p{L}/gu);
  const isIn = (script: RegExp, share = minOtherShare) => countOf(opening, script) >= letters * share;
  if (letters < minLetters) return null;
  if (isIn(/\p{Script=Latin}/gu, minLatinShare)) return bySmallWords(wordsOf(text), 'Latn', said);
  if (isIn(/\p{Script=Cyrillic}/gu)) return bySmallWords(wordsOf(text), 'Cyrl', said);
  // Japanese mixes its own letters with Chinese ones.
  return ofOneLanguage.find(({ letters: own, language }) => isIn(own, language === 'ja' ? minKanaShare : minOtherShare))?.language ?? null;
}

/** Words as spaces part them are enough to see that a text is what it is said to be, as most are. */
function isPlainly(text: string, language: string): boolean {
  const found = text
    .slice(0, maxWords * charactersOfWord)
    .toLowerCase()
    .split(' ', maxWords);
  return found.length >= minWordsForLanguage && countIn(found, language) >= found.length * minOwnShare;
}

function wordsOf(text: string): string[] {
  return words(text.slice(0, maxWords * charactersOfWord))
    .slice(0, maxWords)
    .map((word) => word.toLowerCase());
}

function countIn(found: readonly string[], language: string): number {
  const small = stopwordsOf(language);
  return found.reduce((sum, word) => (small.has(word) ? sum + 1 : sum), 0);
}

function bySmallWords(found: readonly string[], script: Spaced, said: string | null): string | null {
  if (found.length < minWordsForLanguage) return null;
  const languages = byScript[script];
  const counts = languages.map(() => 0);
  const small = smallWordsOf(script);
  for (const word of found) for (const at of small.get(word) ?? []) counts[at]!++;
  const [best, next] = languages.map((language, at) => ({ language, count: counts[at]! })).toSorted((a, b) => b.count - a.count);
  if (best!.language === said || best!.count < next!.count * minLead) return null;
  return isPlain(found, best!.language, said) ? best!.language : null;
}

const smallWords = new Map<Spaced, Map<string, number[]>>();

/** The small words of all languages of a script, with the places of those that have it: a text is gone over once. */
function smallWordsOf(script: Spaced): Map<string, number[]> {
  let known = smallWords.get(script);
  if (known) return known;
  smallWords.set(script, (known = new Map<string, number[]>()));
  for (const [at, language] of byScript[script].entries())
    for (const word of stopwordsOf(language)) known.set(word, [...(known.get(word) ?? []), at]);
  return known;
}

/** Whether small words that the other language has not are many, different, and far more than those that only the other has. */
function isPlain(found: readonly string[], language: string, said: string | null): boolean {
  const [own, other] = [stopwordsOf(language), stopwordsOf(said ?? '')];
  // Letters by themselves are mostly options, variables or numbers.
  const only = found.filter((word) => word.length > 1 && own.has(word) && !other.has(word));
  const onlyOther = found.filter((word) => other.has(word) && !own.has(word));
  return only.length >= found.length * minShare && new Set(only).size >= minDifferent && only.length >= onlyOther.length * minTimes;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
