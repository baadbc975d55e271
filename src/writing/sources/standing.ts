import { stopwordsOf } from '../../language/lexicon.ts';
import { countWords, words } from '../../language/tokens.ts';
import { locales } from './locales.ts';

/**
 * How a sentence can be quoted: it may open a quotation (`alone`), only follow the sentence before it (`after`), be left out among others
 * (`pointer`: it says only where to look), or neither be quoted nor skipped over (`never`).
 */
export type Standing = 'alone' | 'after' | 'pointer' | 'never';

const minWords = 3;
const maxWords = 90;
/** Fewer words may be in any language. */
const minTelling = 8;
const minSmallWords = 0.12;
/** "in" and "an" are words of English and of German: a foreign sentence has as many times the small words of its own language. */
const minRatherOther = 1.7;
const maxSymbols = 0.12;

const ended = /[.!?…。！？।۔][”“"'’‘»«」』)]*$/u;
/** "Availability: not WASI.", "Changed in version 3.9: The encoding argument was added." */
const labelled = /^\p{Lu}\p{L}+: [^.]{0,50}\.$|^[\p{L} ]{3,30} \d[\d.]*: /u;
/** "Example 10.12." */
const caption = /^\p{Lu}\p{L}+ \d+(?:[.-]\d+)*[.:]?$/u;
/** "The main types are:.", "such as z.B.": announces something that is missing. */
const brokenOff = /[:;,]\s*[.!…]$|\p{Lu}{2} !$|(?:z\.\s?B|d\.\s?h|e\.g|i\.e|p\.\s?ex|p\.\s?ej)\.$/u;
const codeNoise = /=>|[{}]|<\/?\w|\|\||\$\(|\\\w/;
const inlineCode = /`[^`]*`/g;
const quotation = /["“„«][^"”“»]*["”“»]/g;
/** "create a , a self-contained directory", "the function ()": a link or a name was lost. */
const hole = /\p{L} [,.](?:\s|$)|\p{L}: \((?!\p{L}{1,3}\)|\d)|\(\s*[,;]?\s*\)(?<!\S\(\))/u;
const englishHole = /(?<=\s(?:an?|the))[,.](?=\s|$)/;

/** Judges a sentence by its form and its opener. `names` are lower-case words that may open it; `announces`: the list or code that it points to is quoted too. */
export function standingOf(sentence: string, language: string, names: ReadonlySet<string> = new Set(), announces = false): Standing {
  const told = plain(sentence);
  const aside = /^\(([^()]*)\)[.!]?$/.exec(sentence)?.[1];
  // "(The line numbers were added.)".
  if (caption.test(sentence) || (aside !== undefined && countWords(aside) < minTelling) || labelled.test(sentence)) return 'pointer';
  if (aside !== undefined) return ['alone', 'after'].includes(standingOf(aside, language, names)) ? 'after' : 'pointer';
  if (isNameLine(sentence)) return 'alone';
  if (!announces && (brokenOff.test(sentence) || !ended.test(sentence))) return /[\p{L}]/u.test(told) ? 'never' : 'pointer';
  if (!announces && isPointer(sentence, language)) return 'pointer';
  // "and" between two listings.
  if (announces && countWords(sentence) === 1) return 'after';
  if ((countWords(sentence) < minWords && !announces) || startsSmall(sentence, names) || !isQuotable(sentence, language)) return 'never';
  if (!announces && locales[language]?.announces.test(told)) return 'never';
  return leans(sentence, language) ? 'after' : 'alone';
}

/** Whether it ends as a sentence does; what else is quoted announces what follows. */
export function isEnded(sentence: string): boolean {
  return ended.test(sentence) || isNameLine(sentence);
}

/** Whether it means something said before, anywhere in it. */
export function refersBack(text: string, language: string): boolean {
  return (locales[language]?.refers.test(plain(text)) ?? false) || /\bthat\.$/.test(text);
}

/** Whether it points at something that is not quoted with it. */
export function isPointer(text: string, language: string): boolean {
  return locales[language]?.points.test(plain(text)) ?? false;
}

/** How a manual page says what it is about: "git-rebase - Reapply commits on top of another base tip". */
export function isNameLine(text: string): boolean {
  return /^\p{L}[\w.+-]{1,30} [-–—] \p{Lu}[^.:;]{10,120}$/u.test(text);
}

/** Whether it opens with a word that means something said before. */
export function leans(sentence: string, language: string): boolean {
  return locales[language]?.leans.test(plain(sentence)) ?? false;
}

/** Whether a sentence or list item is whole prose: no code, no hole, nothing unbalanced, in the language. */
export function isQuotable(text: string, language: string): boolean {
  const told = plain(text);
  const isWhole = !codeNoise.test(told) && !hole.test(text) && !(language === 'en' && englishHole.test(text)) && isBalanced(text);
  return isWhole && countWords(text) <= maxWords && symbolShare(told) <= maxSymbols && !isForeign(told, language);
}

function plain(text: string): string {
  return text.replace(inlineCode, 'x').replace(quotation, '"…"');
}

/** Whether it has more of another language's small words than of its own: a part of the page that nobody translated. */
function isForeign(text: string, language: string): boolean {
  const all = words(text.toLowerCase());
  const shareOf = (one: string) => all.filter((word) => stopwordsOf(one).has(word)).length / all.length;
  const own = shareOf(language);
  if (locales[language] === undefined || all.length < minTelling) return false;
  return Object.keys(locales).some((other) => shareOf(other) > Math.max(minRatherOther * own, minSmallWords));
}

/** Whether a sentence's beginning was cut off: it opens with a lower-case letter, but not with a name spelled so ("undici", "mockAgent.close()"). */
function startsSmall(sentence: string, names: ReadonlySet<string>): boolean {
  const first = /^["“'(]?([^\s,;:]+)/.exec(sentence)?.[1] ?? '';
  if (!/^\p{Ll}/u.test(first)) return !/^["“„'’‘‚(«»¡¿「『`]{0,3}[\p{L}\p{N}$#@/~.-]/u.test(sentence);
  return !names.has(first) && !/^\p{Ll}+\p{Lu}|\w[._]\w|^\w+\(/u.test(first);
}

function symbolShare(sentence: string): number {
  const symbols = sentence.match(/[^\p{L}\p{N}\p{M}\s.,;:!?'’‘‚"“”„«»()–—¿¡،؛؟、。「」『』-]/gu)?.length ?? 0;
  return symbols / sentence.length;
}

export function isBalanced(sentence: string): boolean {
  const count = (character: string) => sentence.split(character).length - 1;
  // „so“ in German, „zo” in Dutch, “so” in English.
  const quotes = count('„') > 0 ? count('„') === count('“') + count('”') : count('“') === count('”');
  return count('(') === count(')') && count('[') === count(']') && count('"') % 2 === 0 && count('`') % 2 === 0 && quotes;
}
