import { stemOf, stopwordsOf } from './lexicon.ts';
import { partsOf } from './tokens.ts';

// What is written without spaces, and Hangul, whose words carry their particles.
const unspaced =
  '[\\p{L}&&[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]]';
const spaced = `[[\\p{L}\\p{N}]--${unspaced}]`;
const wordRun = `${spaced}[${spaced}\\p{M}]*`;
const tokenPattern = new RegExp(`(${unspaced}[${unspaced}\\p{M}]*)|${wordRun}(?:[.'’_\\-\\u2010\\u2011·\\u200C\\u200D]${wordRun})*`, 'gv');
const ideograph = /\p{Script=Han}/u;
const foreignToAscii = /[^a-z0-9]/;
/** Most words are one part, which need not be looked for. */
const plainWord = /^[A-Za-z][a-zß-öø-ÿ]*$/;
/** Whose stemmers take away what a word begins with. */
const changesInitials = new Set(['ga']);
const singleLetter = /^[\p{Script=Latin}\p{M}]$/u;

/** A longer run of letters is no word; what lies beyond tells nothing. */
const maxTermLength = 64;
/** Of so many parts a name is also looked for as one word (`keep-alive`, `ProxyAgent`); of more it is a path or a key. */
const maxJoinedParts = 4;

/** Where something that is indexed stands in a text, in UTF-16 units, and the terms that it is indexed by. */
export interface IndexedToken {
  start: number;
  end: number;
  terms: string[];
}

/** The terms that a text is found by, in order: stems without accents in the text's language, stopwords left out, and pairs of characters where words are not spaced. */
export function indexTerms(text: string, language: string): string[] {
  const found: string[] = [];
  for (const { terms } of indexedTokens(text, language)) found.push(...terms);
  return found;
}

/** As `indexTerms`, with the places. Given the terms that are `wanted`, words that can be none of them are passed over, which costs a tenth. */
export function* indexedTokens(text: string, language: string, wanted?: ReadonlySet<string>): Generator<IndexedToken> {
  const stopwords = stopwordsOf(language);
  const initials = wanted && !changesInitials.has(language) ? new Set(Array.from(wanted, (term) => term[0]!)) : undefined;
  for (const { written, start, isRun } of tokensIn(text)) {
    if (isRun) {
      yield* pairsIn(written, start);
    } else if (!initials || initials.has(written[0]!.toLowerCase()) || !plainWord.test(written)) {
      const terms = termsOfWord(written, language, stopwords);
      if (terms.length > 0) yield { start, end: start + written.length, terms };
    }
  }
}

/** Words, and runs of characters without spaces, as they stand. */
export function* tokensIn(text: string): Generator<{ written: string; start: number; isRun: boolean }> {
  for (const match of text.matchAll(tokenPattern)) yield { written: match[0], start: match.index, isRun: match[1] !== undefined };
}

/** As Lucene's CJKBigramFilter does: every two characters that follow each other; ideographs, which are words too, also by themselves. */
export function* pairsIn(run: string, start = 0): Generator<IndexedToken> {
  const characters = Array.from(run);
  let at = start;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    const end = at + character.length;
    if (ideograph.test(character)) yield { start: at, end, terms: [character.normalize('NFKC')] };
    if (next !== undefined) yield { start: at, end: end + next.length, terms: [(character + next).normalize('NFKC')] };
    at = end;
  }
}

/** A word's parts, and where there are several also the word as a whole. Empty for a stopword. */
function termsOfWord(word: string, language: string, stopwords: ReadonlySet<string>): string[] {
  if (plainWord.test(word)) return stopwords.has(word.toLowerCase()) ? [] : [indexTerm(word, language)];
  if (stopwords.has(word.toLowerCase().replaceAll('’', "'"))) return [];
  const parts = partsOf(word);
  if (parts.length === 1) return stopwords.has(parts[0]!.toLowerCase()) ? [] : [indexTerm(parts[0]!, language)];
  // A single letter between others is an apostrophe's leftover ("s", "t").
  const telling = parts.filter((part) => !singleLetter.test(part) && !stopwords.has(part.toLowerCase()));
  const terms = telling.map((part) => indexTerm(part, language));
  if (parts.length <= maxJoinedParts) terms.push(indexTerm(parts.join(''), language));
  return terms;
}

/** The one spelling under which all forms of a word are indexed: its Snowball stem, mended by `mending`, in small letters without accents. */
export function indexTerm(word: string, language: string): string {
  let term = word.toLowerCase().slice(0, maxTermLength);
  const { before, after } = mending[language] ?? {};
  for (const [ending, singular] of before ?? []) term = term.replace(ending, singular);
  // Some words are nothing but an ending.
  term = stemOf(term, language) || term;
  for (const [ending, common] of after ?? []) term = term.replace(ending, common);
  return foreignToAscii.test(term) ? folded(term) : term;
}

const ligatures: Readonly<Record<string, string>> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

function folded(term: string): string {
  return term
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[ßœæøłđı]/g, (letter) => ligatures[letter]!)
    .normalize('NFC');
}

type Endings = readonly (readonly [RegExp, string])[];

/** Where Snowball's stemmers tell singular and plural apart: plurals made singular before it, stems made equal after it. */
const mending: Readonly<Record<string, { before?: Endings; after?: Endings }>> = {
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
