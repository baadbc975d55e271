import { remembering } from './known-words.ts';
import { stemOf, stopwordsOf } from './lexicon.ts';

// Dots, apostrophes, hyphens and underscores may join the parts of a word ('node.js', 'don't', 'keep-alive', '3.5').
const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:(?:[.'’_\-\u2010\u2011·]|\u200C|\u200D)[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;
const partPattern = /[\p{L}\p{N}\p{M}]+/gu;
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const insideCapital = /\p{Ll}\p{Lu}/u;
const camelParts = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|\p{N}+/gu;

// Zero-width and bidirectional controls, soft hyphens, and the invisible tag block. Joiners stay, because Persian and emoji need them.
const invisible = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;

let wordSegmenter: Intl.Segmenter | undefined;

/** The words as written, in order, without punctuation; text without spaces is segmented by dictionary. */
export function words(text: string): string[] {
  if (!unspacedScript.test(text)) return text.match(wordPattern) ?? [];
  wordSegmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  const found: string[] = [];
  for (const { segment, isWordLike } of wordSegmenter.segment(text)) if (isWordLike) found.push(segment);
  return found;
}

export function countWords(text: string): number {
  return words(text).length;
}

/**
 * Stemmed content words for comparing texts: stopwords are dropped, compounds and `camelCase` split, so that
 * `ProxyAgent`, "proxy agent" and "proxy-agents" have the same terms.
 */
export function terms(text: string, language: string): string[] {
  const termsOf = termsIn(language);
  const found: string[] = [];
  for (const word of words(text)) for (const term of termsOf(word)) found.push(term);
  return found;
}

/** The terms of words known beforehand, made when they are first asked for: a stemmer takes as long to get ready as all else that a language needs. */
export function knownTerms(text: string, language: string): () => ReadonlySet<string> {
  let known: ReadonlySet<string> | undefined;
  return () => (known ??= new Set(terms(text, language)));
}

/** The same, of each of the words of a text. They are shared: do not change them. */
export function termsOfEach(all: readonly string[], language: string): (readonly string[])[] {
  return all.map(termsIn(language));
}

/** The same of a text that is looked through: names such as `WordPress` are also said as people type them, in one word. */
export function saidTerms(text: string, language: string): string[] {
  const names = words(text).filter((word) => insideCapital.test(word));
  return [...terms(text, language), ...names.map((name) => stemOf(name.toLowerCase(), language))];
}

const termsIn = remembering(termsOfWord, 50_000);

function termsOfWord(word: string, language: string): string[] {
  const stopwords = stopwordsOf(language);
  if (stopwords.has(word.toLowerCase().replaceAll('’', "'"))) return [];
  const lower = partsOf(word).map((part) => part.toLowerCase());
  return lower.filter((part) => !stopwords.has(part) && !isNoise(part)).map((part) => stemOf(part, language));
}

/** `undici.MockAgent` → `undici`, `Mock`, `Agent`. */
export function partsOf(word: string): string[] {
  const parts = word.normalize('NFKC').match(partPattern) ?? [];
  return parts.flatMap((part) => (insideCapital.test(part) ? (part.match(camelParts) ?? [part]) : [part]));
}

/** One spelling for comparison: compatibility forms, case, quotes, dashes and spaces made equal, invisible characters removed. */
export function normalise(text: string): string {
  return withoutInvisible(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’‛`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐‑‒–—―]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

const ligatures: Readonly<Record<string, string>> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

/** Of a text in lower case. */
export function withoutAccents(lower: string): string {
  return lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[ßœæøłđı]/g, (letter) => ligatures[letter]!)
    .normalize('NFC');
}

/** Drops what no reader sees: control characters, zero-width spaces, direction overrides, tag characters. */
function withoutInvisible(text: string): string {
  return text.replace(invisible, '').replace(controls, ' ').toWellFormed();
}

/** Collapses whitespace into single spaces and drops invisible characters. */
export function tidy(text: string): string {
  return withoutInvisible(text).replace(/\s+/g, ' ').trim();
}

// A single Latin letter, such as an apostrophe leaves ("s", "t"), means nothing; a single CJK character does mean something.
function isNoise(word: string): boolean {
  return word.length < 2 && /^[\p{Script=Latin}\p{M}]$/u.test(word);
}
