/** Latin words, figures, white space, ASCII marks, and every other sign by itself. */
const pieces =
  /([A-Za-z\u00aa-\u024f\u1e00-\u1eff][\u0300-\u036fA-Za-z\u00aa-\u024f\u1e00-\u1eff]*)|(\d{1,3})|(\s+)|([!-/:-@[-`{-~]+)|([^])/gu;

/** Tokens a sign, letters and their marks alike, by the last code point of each stretch of Unicode. */
const stretches: readonly [last: number, tokens: number][] = [
  [0x036f, 1.05], // Latin, its signs and marks
  [0x03ff, 0.45], // Greek
  [0x058f, 0.4], // Cyrillic, Armenian
  [0x08ff, 0.5], // Hebrew, Arabic
  [0x097f, 0.45], // Devanagari
  [0x09ff, 0.5], // Bengali
  [0x0b7f, 0.8], // Gurmukhi, Gujarati, Odia
  [0x0bff, 0.45], // Tamil
  [0x0cff, 0.5], // Telugu, Kannada
  [0x0dff, 0.8], // Malayalam, Sinhala
  [0x0e7f, 0.5], // Thai
  [0x0eff, 0.8], // Lao
  [0x0fff, 1.5], // Tibetan
  [0x109f, 0.8], // Burmese
  [0x10ff, 0.4], // Georgian
  [0x177f, 2.2],
  [0x17ff, 0.8], // Khmer
  [0x1eff, 2.2],
  [0x1fff, 0.9], // Greek with ancient accents
  [0x206f, 1.05], // dashes, quotation marks, joiners
  [0x2fff, 1.6], // arrows, frames, symbols
  [0x9fff, 1.05], // Chinese, Japanese
  [0xabff, 2.2],
  [0xd7ff, 1.05], // Korean
  [0xf8ff, 2.2],
  [0xffef, 1.05], // compatibility forms, full width
];
/** An emoji, a letter of a script that vocabularies hardly know, or whatever else. */
const perOtherSign = 2.2;

/** A longer text is judged by samples from all over it, so that no text holds the event loop. */
const sampledFrom = 100_000;
const samples = 50;

/**
 * How many tokens a text is likely to be, rather too many than too few. Made without a tokenizer: providers differ, and their vocabularies
 * weigh megabytes. The weights are fitted to OpenAI's `o200k_base`; older vocabularies spend up to four times as many on scripts other than Latin.
 */
export function estimateTokens(text: string): number {
  if (text.length <= sampledFrom) return Math.ceil(tokensOf(text));
  const length = sampledFrom / samples;
  const step = (text.length - length) / (samples - 1);
  let tokens = 0;
  for (let i = 0; i < samples; i++) tokens += tokensOf(text.slice(Math.round(i * step), Math.round(i * step) + length));
  return Math.ceil((tokens * text.length) / sampledFrom);
}

function tokensOf(text: string): number {
  let tokens = 0;
  for (const [, word, figures, space, marks, sign] of text.matchAll(pieces)) {
    if (word !== undefined) tokens += wordTokens(word);
    else if (figures !== undefined) tokens += 1.05;
    else if (space !== undefined) tokens += space === ' ' ? 0 : 0.48;
    else if (marks !== undefined) tokens += 1.05 + 0.14 * (marks.length - 1);
    else tokens += signTokens(sign!.codePointAt(0)!);
  }
  return tokens;
}

function signTokens(code: number): number {
  return stretches.find(([last]) => code <= last)?.[1] ?? perOtherSign;
}

/** Common words are one token; what is long, or spelt with letters that are rare in the languages vocabularies are made for, is cut up. */
function wordTokens(word: string): number {
  const rare = count(word, /[jkwyz]/gi);
  const accented = count(word, /[^\0-\x7f\u0100-\u024f]/g);
  const extended = count(word, /[\u0100-\u024f]/g);
  const humps = count(word, /[a-z][A-Z]/g);
  return 0.95 + 0.36 * Math.max(0, word.length - 4.7) + 0.4 * rare + 0.26 * accented + 0.43 * extended + 0.95 * humps;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
