import { monthsOf } from './quantity-words.ts';

/** A full or partial date; a missing part matches any. */
export interface CalendarDate {
  year?: number;
  month?: number;
  day?: number;
}

export interface FoundDate {
  text: string;
  index: number;
  /** More than one if the order of day and month is ambiguous ("03/04/2020" in English). */
  readings: CalendarDate[];
}

const iso = /(?<![\d-])(\d{4})-(\d{2})(?:-(\d{2}))?(?:T[\d:.]+(?:Z|[+-][\d:]+)?)?(?![\d-])/g;
const numeric = /(?<![\d./])(\d{1,2})([./])(\d{1,2})\2(\d{4})(?![\d/])/g;
const inMonth: Record<string, string> = {
  de: 'im|seit|bis|ab',
  en: 'in|since|until|by|during|from',
  es: 'en|desde|hasta',
  fr: 'en|depuis|dès',
  it: 'a|in|da|nel',
  nl: 'in|sinds|tot|vanaf',
  pt: 'em|desde|até',
};

/** The dates of a text: ISO 8601, numeric, and written out in English, German, French, Spanish, Italian, Portuguese or Dutch. Bare years count as numbers. */
export function datesIn(text: string, language: string): FoundDate[] {
  const found: FoundDate[] = [];
  const add = (match: RegExpExecArray, ...readings: CalendarDate[]) => {
    const { index } = match;
    const taken = found.some((other) => index < other.index + other.text.length && other.index < index + match[0].length);
    const possible = readings.filter(isPossible);
    if (!taken && possible.length > 0) found.push({ text: match[0], index, readings: possible });
  };
  // Every date but a bare month has a digit.
  const dated = (pattern: RegExp) => (/\d/.test(text) ? text.matchAll(pattern) : []);
  for (const match of dated(iso))
    add(match, { year: Number(match[1]), month: Number(match[2]), ...(match[3] && { day: Number(match[3]) }) });
  for (const match of dated(numeric)) {
    const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])];
    const dayFirst = { year, month: second, day: first };
    if (language === 'en' && match[2] === '/') add(match, { year, month: first, day: second }, dayFirst);
    else add(match, dayFirst);
  }
  const months = monthsOf(language);
  const patterns = patternsOf(language);
  const month = (name: string) => months.get(name.toLowerCase());
  for (const match of dated(patterns.dayMonth))
    add(match, { day: Number(match[1]), month: month(match[2]!), ...(match[3] && { year: Number(match[3]) }) });
  for (const match of dated(patterns.monthDay))
    add(match, { month: month(match[1]!), day: Number(match[2]), ...(match[3] && { year: Number(match[3]) }) });
  for (const match of dated(patterns.monthYear)) add(match, { month: month(match[1]!), year: Number(match[2]) });
  for (const match of text.matchAll(patterns.month)) add(match, { month: month(match[1]!) });
  return found.toSorted((a, b) => a.index - b.index);
}

/** True if some given reading contains every part of a claimed one. */
export function agrees(claimed: readonly CalendarDate[], given: readonly CalendarDate[]): boolean {
  return claimed.some((claim) =>
    given.some((date) => (['year', 'month', 'day'] as const).every((part) => claim[part] === undefined || claim[part] === date[part])),
  );
}

function isPossible({ month = 1, day = 1 }: CalendarDate): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

interface Patterns {
  dayMonth: RegExp;
  monthDay: RegExp;
  monthYear: RegExp;
  month: RegExp;
}

const patternTables = new Map<string, Patterns>();

function patternsOf(language: string): Patterns {
  const key = inMonth[language] ? language : 'en';
  let patterns = patternTables.get(key);
  if (!patterns) {
    const names = [...monthsOf(key).keys()].toSorted((a, b) => b.length - a.length).join('|');
    const before = String.raw`(?<![\p{L}\p{N}])`;
    const after = String.raw`(?![\p{L}\p{N}])`;
    const of = String.raw`(?:\s+(?:de|of|del|di))?\s+`;
    const year = String.raw`(\d{4})${after}`;
    patterns = {
      dayMonth: new RegExp(String.raw`${before}(\d{1,2})(?:\.|st|nd|rd|th|er|º|°)?${of}(${names})${after}(?:\.?,?${of}${year})?`, 'giu'),
      monthDay: new RegExp(String.raw`${before}(${names})\.?\s+(\d{1,2})(?:st|nd|rd|th)?${after}(?:,?\s+${year})?`, 'giu'),
      monthYear: new RegExp(String.raw`${before}(${names})\.?,?${of}${year}`, 'giu'),
      // A month's name may be another word ("may", "mars"). Alone it counts only after a preposition, and in English and German only if capitalised.
      month: new RegExp(
        String.raw`${before}(?:${inMonth[key]})\s+(${key === 'en' || key === 'de' ? capitalised(names) : names})${after}`,
        'gu',
      ),
    };
    patternTables.set(key, patterns);
  }
  return patterns;
}

function capitalised(names: string): string {
  return names
    .split('|')
    .map((name) => name[0]!.toUpperCase() + name.slice(1))
    .join('|');
}
