import { agrees, datesIn, type CalendarDate } from './dates.ts';
import { compoundOf, fractionsOf, hedgesOf, inBase, perHour, scalesOf, units, type Hedge } from './quantity-words.ts';

/** A number, date or code in a text, in a comparable form. */
export interface Quantity {
  kind: 'number' | 'date' | 'code';
  /** As written. */
  text: string;
  index: number;
  /** A number's value, multiplied by its scale ("million"). */
  value: number;
  /** The unit's symbol; null if it is unknown or missing. */
  unit: string | null;
  /** Of a date only. */
  readings: CalendarDate[];
  /** Of a code such as "HTTP/2" or "22.19.1", in lower case. */
  code: string;
  /** True for a number written as a word. */
  spelled: boolean;
  /** True for "half", "a third", "zwei Fünftel", read as percentages: said of many things that were never counted. */
  isFraction: boolean;
  /** What stands before it: "about", "more than", "less than". */
  hedge: Hedge | null;
}

const money = String.raw`(?:[$€£¥₹]|(?:USD|EUR|GBP|CHF)(?=\s?\d))`;
const digits = String.raw`\d{1,3}(?:[\u00A0\u202F\u2009 '’]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*`;
const tail = String.raw`[\p{L}\p{N}]*`;
const pattern = new RegExp(
  String.raw`(?<code>(?<![\p{L}\p{N}])\p{L}[\p{L}]*(?:[-/.]?\d[\p{L}\p{N}]*(?:[.-]\d+)*)+)|(?<money>${money})?\s?(?<sign>(?<![\p{L}\p{N}.)\]])[−-])?(?<number>${digits})(?<tail>${tail})|(?<word>\p{L}[\p{L}-]*)`,
  'gu',
);
const ordinalTail = /^(?:st|nd|rd|th|er|re|e|ème|eme|ª|º|a|o)$/i;
const strictUnits = new Set(['%', '$', '€', '£', '¥', '₹', 'chf']);

/** The numbers, dates and codes of a text, in order. `language` (ISO 639-1) decides how to read "1.000" and "1,000", "Billion" and "billion". */
export function quantitiesIn(text: string, language: string): Quantity[] {
  const dates = datesIn(text, language);
  let rest = text;
  for (const { index, text: date } of dates) rest = rest.slice(0, index) + ' '.repeat(date.length) + rest.slice(index + date.length);
  const found: Quantity[] = dates.map(({ text: date, index, readings }) => ({ ...blank, kind: 'date', text: date, index, readings }));
  let read = 0;
  for (const match of rest.matchAll(pattern)) {
    if (match.index < read) continue;
    const quantity = match.groups!['code'] ? codeOf(match) : match.groups!['word'] ? numeralAt(match, language) : numberAt(match, language);
    if (!quantity) continue;
    const measured = withMeasure(quantity, rest, language);
    found.push(measured);
    read = measured.index + measured.text.length;
  }
  return withSharedUnits(
    found.toSorted((a, b) => a.index - b.index),
    text,
  );
}

/**
 * True if the given quantity confirms the claimed one: the same code, a date that agrees, or the same value in the same or a convertible unit,
 * without a conflicting one. A number may be rounded if it says so ("about", "more than") or keeps at least two digits of a long one.
 */
export function satisfies(claimed: Quantity, given: Quantity): boolean {
  if (claimed.kind === 'date') return given.kind === 'date' && agrees(claimed.readings, given.readings);
  if (claimed.kind === 'code') return given.kind === 'code' && claimed.code === given.code;
  if (given.kind === 'date') return claimed.unit === null && given.readings.some(({ year }) => year === claimed.value);
  if (given.kind !== 'number') return false;
  const strict = strictUnits.has(claimed.unit ?? '') || strictUnits.has(given.unit ?? '');
  if (claimed.unit === given.unit || (!strict && (claimed.unit === null || given.unit === null)))
    return isNear(claimed, given.value, given.hedge, 0);
  const [one, other] = [inBase(claimed.value, claimed.unit), inBase(given.value, given.unit)];
  if (!one || !other || one.dimension !== other.dimension || given.value === 0) return false;
  // In the unit of the claim.
  const scale = one.value === 0 ? 1 : claimed.value / one.value;
  return isNear(claimed, other.value * scale, given.hedge, Math.min(halfDigit(claimed.value), maxConverted * Math.abs(claimed.value)));
}

/** How far off a converted number may be. */
const maxConverted = 0.05;
/** How far off 5.9 million may be from 5,889,000. */
const maxRounded = 0.01;
/** Below may be a year. */
const minRounded = 2100;
/** How far off "about 600" and "more than 600" may be from 612, which has more digits. */
const maxHedged = 0.12;

function isNear({ value, hedge }: Quantity, given: number, givenHedge: Hedge | null, within: number): boolean {
  const off = given - value;
  if (Math.abs(off) <= 1e-9 * Math.max(1, Math.abs(value)))
    return hedge === null || givenHedge === null || hedge === givenHedge || 'about' === hedge || 'about' === givenHedge;
  if (Math.abs(off) <= within) return true;
  if (hedge !== null)
    return (
      digitsOf(value) < digitsOf(given) &&
      Math.abs(off) <= maxHedged * Math.abs(given) &&
      (hedge === 'about' || off > 0 === (hedge === 'more'))
    );
  const isRounded = Math.abs(value) >= minRounded && digitsOf(value) >= 2 && digitsOf(given) > digitsOf(value);
  return isRounded && Math.abs(off) <= Math.min(halfDigit(value), maxRounded * Math.abs(given));
}

/** Half of the last digit that is not 0: 5 for 60, 0.5 for 62. */
function halfDigit(value: number): number {
  const [mantissa, power] = Math.abs(value).toExponential().split('e') as [string, string];
  return 0.5 * 10 ** (Number(power) - mantissa.replace('.', '').length + 1);
}

function digitsOf(value: number): number {
  return Math.abs(value).toExponential().split('e')[0]!.replace('.', '').length;
}

const blank: Quantity = {
  kind: 'number',
  text: '',
  index: 0,
  value: Number.NaN,
  unit: null,
  readings: [],
  code: '',
  spelled: false,
  isFraction: false,
  hedge: null,
};

function codeOf({ 0: text, index }: RegExpExecArray): Quantity {
  return { ...blank, kind: 'code', text, index, code: text.toLowerCase() };
}

function numeralAt({ 0: word, index, input }: RegExpExecArray, language: string): Quantity | undefined {
  const lower = word.toLowerCase();
  const fraction = fractionsOf(language).get(lower);
  if (fraction === 50) {
    const unit = unitAt(input.slice(index + word.length, index + word.length + 40).replace(/^\s(?:an?|of an?)(?=\s)/i, ''), false);
    if (unit !== undefined && unit !== '%') return { ...blank, text: word, index, value: 0.5, unit, spelled: true };
  }
  if (fraction !== undefined && (fraction === 50 || /(?<!\p{L})(?:an?|one)\s$/iu.test(input.slice(Math.max(0, index - 5), index))))
    return { ...blank, text: word, index, value: fraction, unit: '%', spelled: true, isFraction: true };
  // "A six-volume work", "the two-year warranty".
  const [first] = lower.split('-', 1) as [string];
  if (first !== lower && compoundOf(lower, language) === undefined) {
    const count = compoundOf(first, language);
    return count === undefined || count < 2
      ? undefined
      : { ...blank, text: word.slice(0, first.length), index, value: count, spelled: true };
  }
  const value = compoundOf(lower, language);
  const isPercent = value === 100 && /(?:pour|per|por)\s$/i.test(input.slice(Math.max(0, index - 6), index));
  return value === undefined || isPercent ? undefined : { ...blank, text: word, index, value, spelled: true };
}

function numberAt(match: RegExpExecArray, language: string): Quantity {
  const { money: currency = '', sign = '', number = '', tail: after = '' } = match.groups!;
  const text = match[0].trim();
  const index = match.index + match[0].length - match[0].trimStart().length;
  const value = valueOf(number, language);
  const word = after.toLowerCase();
  const scale = scalesOf(language).get(word);
  const isPlain =
    after === '' || ordinalTail.test(after) || scale !== undefined || units.has(word) || (word === 's' && number.length === 4);
  if (value === null || !isPlain) return { ...blank, kind: 'code', text, index, code: text.toLowerCase() };
  const unit = currency
    ? (units.get(currency.toLowerCase()) ?? currency)
    : (units.get(number.length === 4 && word === 's' ? '' : word) ?? null);
  return { ...blank, text, index, value: (sign ? -1 : 1) * value * (scale ?? 1), unit };
}

/** Null if it is not a single number: "22.19.1". */
function valueOf(written: string, language: string): number | null {
  const plain = written.replace(/[\s\u00A0\u202F\u2009'’]/g, '');
  const separators = plain.match(/[.,]/g) ?? [];
  const last = separators.at(-1);
  const [decimal, grouping] = language === 'en' ? ['.', ','] : [',', '.'];
  if (last === undefined) return Number(plain);
  if (new Set(separators).size === 2) {
    const mark = plain.lastIndexOf(last);
    return Number(`${plain.slice(0, mark).replace(/[.,]/g, '')}.${plain.slice(mark + 1)}`);
  }
  const groups = plain.split(last);
  const isGrouped = groups.slice(1).every((group) => group.length === 3) && groups[0]!.length <= 3 && groups[0] !== '0';
  if (separators.length > 1) return isGrouped || /^\d{1,3}(?:,\d{2})+,\d{3}$/.test(plain) ? Number(groups.join('')) : null;
  return isGrouped && last === grouping && last !== decimal ? Number(groups.join('')) : Number(groups.join('.'));
}

const nextWord = /^[\s\u00A0\u202F-]{0,2}(%|‰|°[CF]|[$€£¥₹]|\p{L}[\p{L}-]*)(?![\p{N}])/u;

/** Applies the scale that follows the number, and reads the unit after it: "3.5 million euros", "5 Mio. Euro", "5 per cent". */
function withMeasure(quantity: Quantity, text: string, language: string): Quantity {
  let { value, unit } = quantity;
  let scaled = false;
  if (quantity.kind !== 'number') return quantity;
  let end = quantity.index + quantity.text.length;
  for (let step = 0; step < 3; step++) {
    const next = nextWord.exec(text.slice(end, end + 40));
    const fraction = next && quantity.spelled ? fractionsOf(language).get(next[1]!.toLowerCase()) : undefined;
    if (next && fraction !== undefined && fraction !== 50)
      return { ...quantity, text: text.slice(quantity.index, end + next[0].length), value: value * fraction, unit: '%', isFraction: true };
    const scale = next ? scalesOf(language).get(next[1]!.toLowerCase()) : undefined;
    if (!next || scale === undefined) break;
    value *= scale;
    scaled = true;
    end += next[0].length;
  }
  const after = text.slice(end, end + 40).replace(/^\.(?=\s\S)/, scaled ? '' : '.');
  unit ??= unitAt(after, quantity.spelled) ?? null;
  const before = text.slice(Math.max(0, quantity.index - 24), quantity.index);
  return { ...quantity, text: text.slice(quantity.index, end).trim(), value, unit, hedge: hedgesOf(language, before) };
}

function unitAt(after: string, spelled: boolean): string | undefined {
  const next = nextWord.exec(after)?.[1]?.toLowerCase();
  if (next === undefined) return undefined;
  if (/^(?:per|pour|por)$/.test(next))
    return /^\s*(?:per\s?cento?|pour\s?cent|por\s?cien?to|por\s?cento)(?!\p{L})/iu.test(after) ? '%' : undefined;
  // A single letter after a spelled-out number ("two m") is not a unit.
  const unit = spelled && next.length < 2 ? undefined : units.get(next);
  return unit !== undefined && perHour.test(after) ? `${unit}/h` : unit;
}

const joins = /^\s?(?:[-–—]|to|or|and|bis|oder|und|à|ou|et|a|o|y|e|tot|of|en)\s?$/;

const perEach = /^\s(?:in|out of|in every|de cada|em cada|sur|von|su|op de)\s$/;

/** In "5–10 minutes" and "5 to 10 %", both numbers have the unit. */
function withSharedUnits(found: readonly Quantity[], text: string): Quantity[] {
  const shared = [...found];
  for (let index = shared.length - 2; index >= 0; index--) {
    const [quantity, next] = [shared[index]!, shared[index + 1]!];
    const between = text.slice(quantity.index + quantity.text.length, next.index);
    const isRange = quantity.kind === 'number' && next.kind === 'number' && quantity.unit === null && next.unit !== null;
    // "One in five", "uno de cada cinco".
    if (quantity.value === 1 && next.value > 1 && next.value <= 20 && perEach.test(between))
      shared.splice(index, 2, {
        ...quantity,
        text: text.slice(quantity.index, next.index + next.text.length),
        value: 100 / next.value,
        unit: '%',
      });
    else if (isRange && joins.test(between)) shared[index] = { ...quantity, unit: next.unit };
  }
  return shared;
}
