import { terms } from './tokens.ts';

const known = new Map<string, ReadonlySet<string>>();
const maxLanguages = 50;
const dayMs = 24 * 3_600_000;
const units = ['day', 'week', 'month', 'year', 'hour', 'minute'] as const;

/** The terms that only say when something is: days of the week, months, "today", "yesterday", "weeks", as Unicode's tables (CLDR) have them. */
export function calendarTerms(language: string): ReadonlySet<string> {
  const found = known.get(language);
  if (found) return found;
  if (known.size >= maxLanguages) known.clear();
  const words = new Set(namesIn(language).flatMap((name) => terms(name, language)));
  known.set(language, words);
  return words;
}

function namesIn(language: string): string[] {
  const [locale] = Intl.DateTimeFormat.supportedLocalesOf(language === 'und' ? [] : [language]);
  if (locale === undefined) return [];
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const counted = units.flatMap((unit) => [1, 2].map((n) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(n))); // prettier-ignore
  return [
    ...Array.from({ length: 7 }, (_, day) => weekday.format(day * dayMs)),
    ...Array.from({ length: 12 }, (_, at) => month.format(Date.UTC(2000, at, 1))),
    ...[-1, 0, 1].map((day) => relative.format(day, 'day')),
    ...counted.map((text) => text.replace(/\d/g, '')),
  ];
}
