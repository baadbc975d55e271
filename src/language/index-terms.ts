import { remembering } from './known-words.ts';
import { stemOf, stopwordsOf } from './lexicon.ts';
import { partsOf, withoutAccents } from './tokens.ts';

// Scripts written without spaces, and Hangul, where particles are attached to words.
const unspaced =
  '[\\p{L}&&[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]]';
const spaced = `[[\\p{L}\\p{N}]--${unspaced}]`;
const wordRun = `${spaced}[${spaced}\\p{M}]*`;
const tokenPattern = new RegExp(`(${unspaced}[${unspaced}\\p{M}]*)|${wordRun}(?:[.'’_\\-\\u2010\\u2011·\\u200C\\u200D]${wordRun})*`, 'gv');
const startsUnspaced = new RegExp(`^${unspaced}`, 'v');
const ideograph = /\p{Script=Han}/u;
const foreignToAscii = /[^a-z0-9]/;
/** Most words are a single part and need no splitting. */
const plainWord = /^[A-Za-z][a-zß-öø-ÿ]*$/;
/** Languages whose stemmers change the start of a word. */
const changesInitials = new Set(['ga']);
const singleLetter = /^[\p{Script=Latin}\p{M}]$/u;

/** Longer terms are cut, and longer words are read no farther. */
const maxTermLength = 64;
const maxWordLength = 256;
/** A name of up to this many parts is also indexed as one word (`keep-alive`, `ProxyAgent`); one with more is a path or a key. */
const maxJoinedParts = 4;

/** A word or pair of characters: its place in the text, in UTF-16 units, and its index terms. */
export interface IndexedToken {
  start: number;
  end: number;
  terms: readonly string[];
}

/** The index terms of a text, in order: stems without accents and without stopwords, and pairs of characters where words are not spaced. */
export function indexTerms(text: string, language: string): string[] {
  const termsOf = termsIn(language);
  const found: string[] = [];
  // Without places: what says where a word stands costs more memory than the word.
  for (const written of text.match(tokenPattern) ?? []) {
    if (!startsUnspaced.test(written)) found.push(...termsOf(written.slice(0, maxWordLength)));
    else for (const { terms } of pairsIn(written)) found.push(...terms);
  }
  return found;
}

/** Like `indexTerms`, with places. Given `wanted`, skips words that cannot have one of these terms, which takes a tenth of the time. */
export function* indexedTokens(text: string, language: string, wanted?: ReadonlySet<string>): Generator<IndexedToken> {
  const termsOf = termsIn(language);
  const initials = wanted && !changesInitials.has(language) ? new Set(Array.from(wanted, (term) => term[0]!)) : undefined;
  for (const { written, start, isRun } of tokensIn(text)) {
    if (isRun) {
      yield* pairsIn(written, start, initials);
    } else if (!initials || initials.has(written[0]!.toLowerCase()) || !plainWord.test(written)) {
      const terms = termsOf(written.slice(0, maxWordLength));
      if (terms.length > 0) yield { start, end: start + written.length, terms };
    }
  }
}

/** Words, and runs of unspaced characters, as written. */
export function* tokensIn(text: string): Generator<{ written: string; start: number; isRun: boolean }> {
  for (const match of text.matchAll(tokenPattern)) yield { written: match[0], start: match.index, isRun: match[1] !== undefined };
}

/** Every pair of adjacent characters, as in Lucene's CJKBigramFilter; ideographs, which can be words, also singly. Given `initials`, may skip others. */
export function* pairsIn(run: string, start = 0, initials?: ReadonlySet<string>): Generator<IndexedToken> {
  const characters = Array.from(run);
  // Parts of a normalised text are so too.
  const isNormal = run === run.normalize('NFKC');
  const termsOf = (pair: string) => [isNormal ? pair : pair.normalize('NFKC')];
  let at = start;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    const end = at + character.length;
    if (!initials || !isNormal || initials.has(character[0]!)) {
      if (ideograph.test(character)) yield { start: at, end, terms: termsOf(character) };
      if (next !== undefined) yield { start: at, end: end + next.length, terms: termsOf(character + next) };
    }
    at = end;
  }
}

// Few, because it is the desk's own process that indexes: a book has some thousands.
const termsIn = remembering(termsOfWord, 5_000);

/** A word's parts and, if there are several, the whole word. Empty for a stopword. */
function termsOfWord(word: string, language: string): string[] {
  const stopwords = stopwordsOf(language);
  if (plainWord.test(word)) return stopwords.has(word.toLowerCase()) ? [] : [indexTerm(word, language)];
  if (stopwords.has(word.toLowerCase().replaceAll('’', "'"))) return [];
  const parts = partsOf(word);
  if (parts.length === 1) return stopwords.has(parts[0]!.toLowerCase()) ? [] : [indexTerm(parts[0]!, language)];
  // Single letters are left over from apostrophes ("s", "t").
  const telling = parts.filter((part) => !singleLetter.test(part) && !stopwords.has(part.toLowerCase()));
  const terms = telling.map((part) => indexTerm(part, language));
  if (parts.length <= maxJoinedParts) terms.push(indexTerm(parts.join(''), language));
  return terms;
}

/** The spelling under which all forms of a word are indexed: its Snowball stem, adjusted by `stemFixes`, in lower case without accents. */
export function indexTerm(word: string, language: string): string {
  let term = word.toLowerCase().slice(0, maxTermLength);
  const { before, after } = stemFixes[language] ?? {};
  for (const [ending, singular] of before ?? []) term = term.replace(ending, singular);
  // A word that is nothing but an ending has an empty stem.
  term = stemOf(term, language) || term;
  for (const [ending, common] of after ?? []) term = term.replace(ending, common);
  // Of a word of nothing but marks, nothing is left.
  return foreignToAscii.test(term) ? withoutAccents(term) || term : term;
}

type Endings = readonly (readonly [RegExp, string])[];

/** Where Snowball gives singular and plural different stems: endings replaced before stemming, and after it. */
const stemFixes: Readonly<Record<string, { before?: Endings; after?: Endings }>> = {
  de: {
    after: [
      [/(?<=..)([aio])s$/, '$1'],
      [/inn$/, 'in'],
    ],
  },
  es: {
    before: [
      [/(?<=..)ces$/, 'z'],
      [/(?<=..[^aeiouáéíóú])es$/, ''],
    ],
  },
  fr: {
    before: [[/œ/g, 'oe']],
    after: [
      [/ail$/, 'al'],
      [/(?<=..)f$/, 'v'],
    ],
  },
  it: { after: [[/([cg])h$/, '$1']] },
  nl: {
    after: [
      [/(?<=.)z$/, 's'],
      [/(?<=.)v$/, 'f'],
      [/([bdfgklmnprst])\1$/, '$1'],
    ],
  },
  pt: {
    before: [
      [/(?:ões|ães|ãos)$/, 'ão'],
      [/(?<=..)ns$/, 'm'],
      [/és$/, 'é'],
      [/(?<=...)([aeoéóu])is$/, '$1l'],
    ],
    after: [[/(?<=..)[ãé]$/, '']],
  },
};
