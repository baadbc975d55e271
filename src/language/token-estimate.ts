/**
 * Probability, in ninths, that a token ends between two Latin letters; row and column 0 stand for letters outside a–z, 1–26 for a–z. Fitted by
 * least squares to o200k_base's tokens of the Universal Declaration of Human Rights in 40 languages, of English prose and of software messages.
 */
const latinPairs = [
  '343253554644441144454655846',
  '443115414443022622131334222',
  '545762595308085287313694938',
  '429490670131097145031199934',
  '638171516275452376228247756',
  '543103133355242733223524046',
  '316951158246848398440289748',
  '644932840445312498267457938',
  '533942678235454270451266945',
  '331011424523131022221608452',
  '438932890370664294957475887',
  '636541962483490599322574945',
  '634622642234234345544213806',
  '430860735277424217625488897',
  '536013303464333377410532852',
  '553334123546220327113222506',
  '736741641355002107141279869',
  '788799998999788999998099998',
  '435221402274301173402433914',
  '542292124355475223601465403',
  '438262751284226309043573425',
  '503031035143010329031655017',
  '538791799296096289899669767',
  '217961893280580289615593934',
  '757565397489769439864949687',
  '538545997599543439728995985',
  '545552846398563459633368824',
].map((row) => Uint8Array.from(row, Number));

/** Tokens of a word in addition to those of its pairs. */
const latinWord = 0.3;
/** The fit is up to 15 % too low on real text (Esperanto); this makes up for most of it. */
const latinMargin = 1.12;
/** Names are rarer than other words, and adjacent capitals merge less. */
const openingCapital = 0.15;
const capitalPair = 0.2;

/** Tokens per letter of scripts: first code point, last, and the rate of the major language that needs most tokens per letter. */
const scriptRates: readonly (readonly [first: number, last: number, rate: number])[] = [
  [0x0300, 0x036f, 1.6], // combining marks
  [0x0370, 0x03ff, 0.54], // Greek
  [0x0400, 0x04ff, 0.4], // Cyrillic
  [0x0530, 0x058f, 0.4], // Armenian
  [0x0590, 0x05ff, 0.5], // Hebrew
  [0x0600, 0x06ff, 0.45], // Arabic
  [0x0900, 0x09ff, 0.44], // Devanagari, Bengali
  [0x0a00, 0x0a7f, 0.7], // Gurmukhi
  [0x0a80, 0x0bff, 0.49], // Gujarati, Tamil
  [0x0c00, 0x0dff, 0.64], // Telugu, Kannada, Malayalam, Sinhala
  [0x0e00, 0x0e7f, 0.52], // Thai
  [0x0e80, 0x0fff, 2.1], // Lao, Tibetan
  [0x1000, 0x109f, 0.66], // Myanmar
  [0x10a0, 0x10ff, 0.39], // Georgian
  [0x1200, 0x137f, 2.1], // Ethiopic
  [0x1780, 0x17ff, 0.7], // Khmer
  [0x3040, 0x30ff, 0.85], // Kana
  [0x4e00, 0x9fff, 1], // Han
  [0xac00, 0xd7af, 0.88], // Hangul
  [0xfe00, 0xfe0f, 0.7], // variation selectors
];
/** The vocabulary knows Russian better than other languages in Cyrillic. */
const russianRate = 0.31;
const russian = /[ыэ]/i;
const otherCyrillic = /[ґєіїјљњћђџѓќѕўәңғүұқөһ]/i;

const [letter, mark, digit, space, symbol] = [1, 2, 3, 4, 5];
/** How each of these kinds is told. */
const patterns = [/\p{L}/u, /\p{M}/u, /\p{N}/u, /\s/u, /^/];
/** The kind of every code point that was asked for: a text may have a million, and few that differ. */
const kinds = new Uint8Array(0x110000);

/**
 * Estimates how many tokens a text has in the vocabulary o200k_base, without that vocabulary. Running text in any language is underestimated by 5 %
 * at worst, and mostly overestimated by 5–35 %. Lists of foreign names may be underestimated by 12 %, and random letters of one non-Latin
 * script, which nobody writes, by half. Takes about 50 ms for a million characters.
 */
export function estimateTokens(text: string): number {
  const cyrillicRate = russian.test(text) && !otherCyrillic.test(text) ? russianRate : undefined;
  let tokens = 0;
  for (let from = 0, to = 0; from < text.length; from = to) {
    const kind = kindAt(text, from);
    if (kind === letter || kind === mark) {
      to = endOfLetters(text, from);
      tokens += ofLetters(text, from, to, cyrillicRate);
    } else if (kind === digit) {
      to = endOf(text, from, digit);
      tokens += ofDigits(text, from, to);
    } else if (kind === space) {
      to = endOf(text, from, space);
      tokens += ofSpace(text, from, to);
    } else {
      to = endOf(text, from, symbol);
      while (text[to] === '\r' || text[to] === '\n') to++;
      tokens += ofSymbols(text, from, to);
    }
  }
  return Math.ceil(tokens);
}

// What follows reads code points and makes neither strings nor objects of them. A regular expression takes memory for each that it may give back.

function kindAt(text: string, at: number): number {
  return kindOf(text.codePointAt(at)!);
}

function kindOf(code: number): number {
  return (kinds[code] ||= 1 + patterns.findIndex((pattern) => pattern.test(String.fromCodePoint(code))));
}

/** Where a run of one kind, or of two, ends. */
function endOf(text: string, from: number, kind: number, other = kind): number {
  let at = from;
  while (at < text.length) {
    const code = text.codePointAt(at)!;
    const here = kinds[code] || kindOf(code);
    if (here !== kind && here !== other) break;
    at += code < 0x10000 ? 1 : 2;
  }
  return at;
}

/** One or two letters after an apostrophe belong to the word before it: `don't`, `they're`. */
function endOfLetters(text: string, from: number): number {
  const end = endOf(text, from, letter, mark);
  if (text[end] !== "'" && text[end] !== '’') return end;
  let [at, count] = [end + 1, 0];
  for (; count < 3 && at < text.length && kindAt(text, at) === letter; count++) at += unitsAt(text, at);
  return count === 1 || count === 2 ? at : end;
}

function unitsAt(text: string, at: number): number {
  return text.codePointAt(at)! < 0x10000 ? 1 : 2;
}

/** A run splits into words where Latin meets another script and where a capital follows a lower-case letter, as in `camelCase`. */
function ofLetters(text: string, from: number, to: number, cyrillicRate: number | undefined): number {
  let tokens = 0;
  let word = 0;
  // Of the letter before: -1 where there is none.
  let before = -1;
  let wasLatin = false;
  let wasCapital = false;
  for (let at = from, code; at < to; at += code < 0x10000 ? 1 : 2) {
    code = text.codePointAt(at)!;
    const isLatin = code < 0x0250 || (code >= 0x1e00 && code < 0x1f00);
    const isCapital = code < 0x80 ? code >= 0x41 && code <= 0x5a : isUpper(code);
    const opens = before < 0 || isLatin !== wasLatin || (isCapital && !wasCapital);
    if (opens) {
      tokens += costOf(word, wasLatin);
      word = 0;
    }
    const place = isLatin ? latinPlace(code) : 0;
    const inCapitals = !opens && isCapital && wasCapital;
    if (isLatin)
      word +=
        (opens ? latinWord + (isCapital ? openingCapital : 0) : latinPairs[before]![place]! / 9) +
        (code < 0x80 ? 0 : strangeness(code)) +
        (inCapitals ? capitalPair : 0);
    else word += rateOf(code, cyrillicRate) * (inCapitals ? 2.7 : 1);
    before = place;
    wasLatin = isLatin;
    wasCapital = isCapital;
  }
  return tokens + costOf(word, wasLatin);
}

function isUpper(code: number): boolean {
  const written = String.fromCodePoint(code);
  return written !== written.toLowerCase();
}

function costOf(word: number, isLatin: boolean): number {
  return word === 0 ? 0 : Math.max(1, isLatin ? word * latinMargin : word);
}

function latinPlace(code: number): number {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a && code < 0x80 ? lower - 0x60 : 0;
}

/** Extra tokens for a Latin letter that no major language uses. */
function strangeness(code: number): number {
  return code < 0x0180 || code === 0x0192 || (code >= 0x1ea0 && code < 0x1efa) ? 0 : 1.2;
}

function rateOf(code: number, cyrillicRate: number | undefined): number {
  if (cyrillicRate !== undefined && code >= 0x0400 && code <= 0x04ff) return cyrillicRate;
  for (const [first, last, rate] of scriptRates) if (code >= first && code <= last) return rate;
  return bytesOf(code);
}

/** Three ASCII digits are one token. */
function ofDigits(text: string, from: number, to: number): number {
  let tokens = 0;
  let ascii = 0;
  for (let at = from, code; at < to; at += code < 0x10000 ? 1 : 2) {
    code = text.codePointAt(at)!;
    if (code < 0x80) ascii++;
    else tokens += bytesOf(code);
  }
  return tokens + Math.ceil(ascii / 3);
}

/** A single space merges with the word after it, but not with a number; several spaces merge with each other. */
function ofSpace(text: string, from: number, to: number): number {
  if (to - from === 1 && text[from] === ' ') return text[to]! >= '0' && text[to]! <= '9' ? 1 : 0;
  let changes = 0;
  for (let at = from + 1; at < to; at++) if (text.charCodeAt(at) !== text.charCodeAt(at - 1)) changes++;
  return 1 + changes * 0.5 + (to - from) / 20;
}

/** Combinations of these, common in JSON and at line ends, are in the vocabulary. */
const merging = new Set(Array.from('"{}[]:,\\\r\n', (one) => one.charCodeAt(0)));

/** ASCII punctuation merges in twos and threes, a row of the same mark in larger groups; other marks stand alone or split into bytes. */
function ofSymbols(text: string, from: number, to: number): number {
  let tokens = 0;
  let before = -1;
  for (let at = from, code; at < to; at += code < 0x10000 ? 1 : 2) {
    code = text.codePointAt(at)!;
    const isAscii = code < 0x80;
    if (code === before) tokens += isAscii ? 0.07 : markCost(code) * 0.6;
    else tokens += isAscii && before >= 0 ? (merging.has(code) ? 0.3 : 0.65) : markCost(code);
    before = code;
  }
  return tokens;
}

function markCost(code: number): number {
  if (code < 0x0100 || (code >= 0x200b && code < 0x2040) || (code >= 0x3000 && code < 0x3040)) return 1;
  if (code >= 0x1f3fb && code <= 0x1f3ff) return 1; // skin tones
  if (code >= 0x1f000 && code < 0x1fb00) return 2.3; // emoji
  if (code >= 0xff00 && code < 0xfff0) return 1.2; // full-width
  return code < 0x10000 ? 2.4 : 4;
}

function bytesOf(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/** As many of the first rows as take `maxTokens` at most as JSON, one at least. */
export function fitting<Row>(rows: readonly Row[], maxTokens: number): Row[] {
  let tokens = 0;
  const end = rows.findIndex((row) => (tokens += estimateTokens(JSON.stringify(row))) > maxTokens);
  return end < 0 ? [...rows] : rows.slice(0, Math.max(1, end));
}
