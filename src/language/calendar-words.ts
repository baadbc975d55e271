import { terms } from './tokens.ts';

const dayMs = 24 * 3_600_000;
const units = ['day', 'week', 'month', 'year', 'hour', 'minute'] as const;
const maxLanguages = 50;

/** The terms that only say when something is: days of the week, months, "today", "yesterday", "weeks", as Unicode's tables (CLDR) have them. */
export const calendarTerms = remembered((locale) => {
  const month = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const counted = units.flatMap((unit) => [1, 2].map((n) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(n))); // prettier-ignore
  return [
    ...daysIn(locale),
    ...Array.from({ length: 12 }, (_, at) => month.format(Date.UTC(2000, at, 1))),
    ...counted.map((text) => text.replace(/\d/g, '')),
  ];
});

/** Of these, the terms of a day: nobody looks later for what is on Monday or tomorrow. */
export const dayTerms = remembered(daysIn);

function daysIn(locale: string): string[] {
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return [...Array.from({ length: 7 }, (_, day) => weekday.format(day * dayMs)), ...[-1, 0, 1].map((day) => relative.format(day, 'day'))];
}

function remembered(namesIn: (locale: string) => string[]): (language: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (language) => {
    const found = known.get(language);
    if (found) return found;
    if (known.size >= maxLanguages) known.clear();
    const [locale] = language === 'und' ? [] : Intl.DateTimeFormat.supportedLocalesOf([language]);
    const words = new Set(locale === undefined ? [] : namesIn(locale).flatMap((name) => terms(name, language)));
    known.set(language, words);
    return words;
  };
}
