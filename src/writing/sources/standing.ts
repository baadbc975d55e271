import { stopwordsOf } from '../../language/lexicon.ts';
import { countWords, words } from '../../language/tokens.ts';
import { locales } from './locales.ts';

/** How a sentence can be quoted: it may open a run (`alone`), only follow the sentence before it (`after`), or `never`. */
export type Standing = 'alone' | 'after' | 'never';

const minWords = 3;
const maxWords = 60;
/** Fewer words may be in any language. */
const minTelling = 8;
const minSmallWords = 0.12;

const ended = /[.!…。！।۔][”“"'’‘»«」』)]*$/u;
/** "The main types are:." announces something that is missing. */
const brokenOff = /[:;,]\s*[.!…]$/u;
const codeNoise = /=>|[{}]|<\/?\w|\|\||\$\(|\\\w/;
const inlineCode = /`[^`]*`/g;
const quotation = /["“„«][^"”“»]*["”“»]/g;
/** "create a , a self-contained directory", "the function ()": a link or a name was lost. */
const hole = /\p{L} [,.](?:\s|$)|\(\s*[,;]?\s*\)(?<!\S\(\))/u;
const englishHole = /(?<=\s(?:an?|the))[,.](?=\s|$)/;

/** Judges a sentence by its form and its opener. `names` are lower-case words that may open a sentence. */
export function standingOf(sentence: string, language: string, names: ReadonlySet<string> = new Set()): Standing {
  if (countWords(sentence) < minWords || brokenOff.test(sentence) || !ended.test(sentence)) return 'never';
  if (startsSmall(sentence, names) || !isQuotable(sentence, language)) return 'never';
  return leans(sentence, language) ? 'after' : 'alone';
}

/** Whether it opens with a word that means something said before. */
export function leans(sentence: string, language: string): boolean {
  return locales[language]?.leans.test(sentence.replace(quotation, '"…"')) ?? false;
}

/** Whether a sentence or list item is whole prose about its subject: no code, no hole, no reference to something not shown. */
export function isQuotable(text: string, language: string): boolean {
  const told = text.replace(inlineCode, 'x').replace(quotation, '"…"');
  if (
    countWords(text) > maxWords ||
    codeNoise.test(told) ||
    hole.test(text) ||
    (language === 'en' && englishHole.test(text)) ||
    symbolShare(told) > 0.12 ||
    !isBalanced(text)
  )
    return false;
  return !locales[language]?.unfit.test(told) && !isForeign(told, language);
}

/** Whether it has too few of the small words that its language cannot do without: a part of the page that nobody translated. */
function isForeign(text: string, language: string): boolean {
  const all = words(text.toLowerCase());
  const small = stopwordsOf(language);
  const share = all.filter((word) => small.has(word)).length / all.length;
  return locales[language] !== undefined && all.length >= minTelling && share < minSmallWords;
}

/** Whether a sentence's beginning was cut off: it opens with a lower-case letter, but not with a name spelled so ("undici", "mockAgent.close()"). */
function startsSmall(sentence: string, names: ReadonlySet<string>): boolean {
  const first = /^["“'(]?([^\s,;:]+)/.exec(sentence)?.[1] ?? '';
  if (!/^\p{Ll}/u.test(first)) return !/^["“„'’‘‚(«»¡「『`]?[\p{L}\p{N}$#@-]/u.test(sentence);
  return !names.has(first) && !/^\p{Ll}+\p{Lu}|\w\.\w|^\w+\(/u.test(first);
}

function symbolShare(sentence: string): number {
  const symbols = sentence.match(/[^\p{L}\p{N}\p{M}\s.,;:!?'’‘‚"“”„«»()–—¿¡،؛؟、。「」『』-]/gu)?.length ?? 0;
  return symbols / sentence.length;
}

function isBalanced(sentence: string): boolean {
  const count = (character: string) => sentence.split(character).length - 1;
  // „so“ in German, „zo” in Dutch, “so” in English.
  const quotes = count('„') > 0 ? count('„') === count('“') + count('”') : count('“') === count('”');
  return count('(') === count(')') && count('[') === count(']') && count('"') % 2 === 0 && count('`') % 2 === 0 && quotes;
}
