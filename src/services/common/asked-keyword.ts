import { AppError } from '../../errors.ts';

/** What somebody can search for: a letter, a number, an emoji, or another symbol that is a word by itself (“€”, “∞”), unlike those of code (“+”, “=”). */
const searched = /[\p{L}\p{N}[[\p{So}\p{Sc}\p{Sm}]--\p{ASCII}]]/v;
export const nothingSearched = 'has no letter, number or emoji';

/** Control characters but for spaces, and what only guides how text is broken or turned. */
const invisible = /(?!\s)\p{Cc}|[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;

/** What is invisible is no part of it, and spaces count once. Emoji keep their joiners. */
export function asSeen(written: string): string {
  return written.normalize('NFC').replace(invisible, '').replace(/\s+/gu, ' ').trim();
}

/** As it is asked. Empty where nobody can search for it, such as “!!!”. */
export function asAsked(written: string): string {
  const asked = asSeen(written);
  return searched.test(asked) ? asked : '';
}

/** Alike for all that are written the same but for case and spaces. */
export function writtenKey(keyword: string): string {
  return asAsked(keyword).toLowerCase();
}

/** As they are asked. Throws `invalid_input` where nobody can search for one. */
export function allAsAsked(field: string, written: readonly string[]): string[] {
  const asked = written.map(asAsked);
  const errors = asked.flatMap((keyword, index) =>
    keyword !== '' ? [] : [{ pointer: `/${field}/${index}`, detail: nothingSearched, code: 'empty_keyword' }],
  );
  if (errors.length === 0) return asked;
  throw new AppError('invalid_input', `${field}: one ${nothingSearched}.`, {
    hint: 'Give each as people type it.',
    errors,
  });
}

/** Well-formed codes, known to the standard, that name no country. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO']);

/** Throws `invalid_input` for a code that names no country or no language. */
export function checkCodes({ country, language }: { country?: string; language?: string }): void {
  if (country !== undefined && !isCountry(country))
    throw noSuch('country', `${country} is no country`, 'Give its ISO 3166-1 code, such as GB for the United Kingdom.');
  if (language !== undefined && named('language', language) === undefined)
    throw noSuch('language', `${language} is no language`, 'Give its ISO 639-1 code, such as en.');
}

function isCountry(code: string): boolean {
  // UK and other codes that stand for another one are no codes of the standard.
  return !noCountries.has(code) && named('region', code) !== undefined && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
}

function named(type: 'region' | 'language', code: string): string | undefined {
  return new Intl.DisplayNames(['en'], { type, fallback: 'none' }).of(code);
}

function noSuch(field: string, detail: string, hint: string): AppError {
  return new AppError('invalid_input', `${field}: ${detail}.`, {
    hint,
    errors: [{ pointer: `/${field}`, detail, code: `unknown_${field}` }],
  });
}
