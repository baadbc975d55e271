import { AppError } from '../../errors.ts';

/** As it is asked: what is invisible is no part of it, and spaces count once. Emoji keep their joiners. */
export function asAsked(written: string): string {
  return written
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\u200B\u2060\uFEFF]/gu, '')
    .trim();
}

/** Alike for all that are written the same but for case and spaces. */
export function writtenKey(keyword: string): string {
  return asAsked(keyword).toLowerCase();
}

/** Marks that join letters or turn their direction show nothing by themselves. */
const seen = /[\p{L}\p{N}\p{P}\p{S}]/u;

export const canBeSeen = (keyword: string): boolean => seen.test(keyword);

/** As they are asked. Throws `invalid_input` where one has nothing that can be seen. */
export function allAsAsked(field: string, written: readonly string[]): string[] {
  const asked = written.map(asAsked);
  const errors = asked.flatMap((keyword, index) =>
    canBeSeen(keyword) ? [] : [{ pointer: `/${field}/${index}`, detail: 'has nothing that can be seen', code: 'empty_keyword' }],
  );
  if (errors.length === 0) return asked;
  throw new AppError('invalid_input', `${field}: one has nothing that can be seen.`, {
    hint: 'Give keywords as people type them.',
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
