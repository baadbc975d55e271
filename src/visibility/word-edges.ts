/** Scripts that put no spaces between words: a name is found there wherever its letters stand. */
const scripts = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const unspaced = `[${scripts}ー]`;
export const hasUnspaced = new RegExp(`[${scripts}]`, 'u');
/** Korean has spaces, but ties its particles to the word before. */
const hangul = String.raw`\p{sc=Hangul}`;
const ofWord = String.raw`[\p{L}\p{N}\p{M}_]`;
/** What goes on with a word, as Unicode's rules for words have it (UAX #29): a letter, or one behind a full stop or an apostrophe ("node.js"). */
const goesOn = String.raw`[[\p{L}\p{N}\p{M}_]--${unspaced}]`;
const sticksTo = String.raw`(?:${goesOn}|[.&'·]${goesOn})`;
/** "C++" and "C#" are not "C". */
const end = String.raw`(?!${sticksTo}|[+#])`;
const endBeforeHangul = String.raw`(?!(?!${hangul})${sticksTo}|[+#])`;

const isUnspaced = new RegExp(unspaced, 'v');
const isHangul = new RegExp(hangul, 'v');
const isOfWord = new RegExp(ofWord, 'v');
const isSemitic = /[\p{sc=Arabic}\p{sc=Hebrew}]/u;

const plural = String.raw`(?:(?<=[sxz]|[cs]h)es|(?<!s)s)`;
const endings = {
  plain: new RegExp(`(?:'s|')?${endBeforeHangul}`, 'vy'),
  plural: new RegExp(`(?:${plural}'?|'s|')?${endBeforeHangul}`, 'vy'),
  // Turkish writes the cases of a name behind an apostrophe.
  apostrophe: new RegExp(String.raw`(?:${plural}'?|'\p{Ll}{1,8}|')?${endBeforeHangul}`, 'vy'),
  hangul: new RegExp(
    '들?(?:은|는|이|가|을|를|의|에|에서|에게|께서?|로|으로|로서|으로서|와|과|랑|이랑|도|만|까지|부터|보다|처럼|같은|이나|나|이란|란|이라는|라는|이라고|라고|입니다|이다|이며|이고|인|하고|에는|에도|에서는|와의|과의)?' +
      end,
    'vy',
  ),
  other: new RegExp(end, 'vy'),
};
const apostropheLanguages = new Set(['tr', 'az']);
const maxPlain = 2;

/** French, Italian and Catalan tie articles and small words to a name: "l'Oréal", "dell'Apple". */
const elided = /(?<![\p{L}\p{N}\p{M}_])(?:[ldjmnstc]|qu|lorsqu|puisqu|(?:d|n|s)?e?ll|all|dall|sull|un|com|quest|quell)'$/iu;
const elidingLanguages = new Set(['fr', 'it', 'ca', 'oc']);
const maxElided = 8;
/** And, so, in, like, for, and the article, in the orders in which they stand. */
const arabicPrefix = /(?<![\p{L}\p{N}\p{M}_])[وف]?[بكل]?(?:ال)?$/u;
const hebrewPrefix = /(?<![\p{L}\p{N}\p{M}_])ו?(?:כש|ש|מ|ב|ל|כ)?ה?$/u;
const maxPrefix = 6;

/** Whether a name that begins at `at` begins a word. `text` is folded. */
export function opensWord(text: string, at: number, language: string): boolean {
  if (at === 0) return true;
  const first = characterAt(text, at);
  const before = characterBefore(text, at);
  if (isUnspaced.test(first) || isUnspaced.test(before) || (isHangul.test(before) && !isHangul.test(first))) return true;
  if (isOfWord.test(before)) return isSemitic.test(first) && hasPrefix(text, at);
  if (!/[.&'·]/.test(before) || at < 2 || !isOfWord.test(characterBefore(text, at - 1))) return true;
  return before === "'" && elidingLanguages.has(language) && elided.test(text.slice(Math.max(0, at - maxElided), at));
}

function hasPrefix(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - maxPrefix), at);
  return arabicPrefix.test(before) || hebrewPrefix.test(before);
}

/** Where the word of a name ends that stands from `from` to `to`, with its plural or possessive ending; -1 where it is only the beginning of another. */
export function closesWord(text: string, from: number, to: number, language: string): number {
  const last = characterBefore(text, to);
  if (isUnspaced.test(last)) return to;
  const ending = endingOf(last, to - from, language);
  ending.lastIndex = to;
  return ending.test(text) ? ending.lastIndex : -1;
}

function endingOf(last: string, length: number, language: string): RegExp {
  if (isHangul.test(last)) return endings.hangul;
  if (!/[\p{sc=Latin}\p{N}]/u.test(last)) return endings.other;
  // "As" is not the plural of a brand called A.
  if (length <= maxPlain) return endings.plain;
  return apostropheLanguages.has(language) ? endings.apostrophe : endings.plural;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at)!);
}

function characterBefore(text: string, at: number): string {
  const last = text.charCodeAt(at - 1);
  return last >= 0xdc00 && last <= 0xdfff && at > 1 ? characterAt(text, at - 2) : text[at - 1]!;
}

/** Text in the one form in which names are compared, as long as the original: without case, with plain quotes, and with spaces for dashes. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  // "İ" has two units in lower case: such a letter stays, so that places remain the same.
  const same = lower.length === text.length ? lower : Array.from(text, lowerIfSameLength).join('');
  return same.replace(/[‘’ʼ＇]/g, "'").replace(/[-‐-―]/g, ' ');
}

function lowerIfSameLength(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}
