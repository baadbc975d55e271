import { AppError } from '../../errors.ts';

/** Marks that join letters or turn their direction show nothing by themselves. */
const seen = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Control characters but for spaces, and what only guides how text is broken or turned. */
const invisible = /(?!\s)\p{Cc}|[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;

/** As it is asked: what is invisible is no part of it, and spaces count once. Emoji keep their joiners. Empty where nothing can be seen. */
export function asAsked(written: string): string {
  const asked = written.normalize('NFC').replace(invisible, '').replace(/\s+/gu, ' ').trim();
  return seen.test(asked) ? asked : '';
}

/** Alike for all that are written the same but for case and spaces. */
export function writtenKey(keyword: string): string {
  return asAsked(keyword).toLowerCase();
}

/** As they are asked. Throws `invalid_input` where one has nothing that can be seen. */
export function allAsAsked(field: string, written: readonly string[]): string[] {
  const asked = written.map(asAsked);
  const errors = asked.flatMap((keyword, index) =>
    keyword !== '' ? [] : [{ pointer: `/${field}/${index}`, detail: 'has nothing that can be seen', code: 'empty_keyword' }],
  );
  if (errors.length === 0) return asked;
  throw new AppError('invalid_input', `${field}: one has nothing that can be seen.`, {
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
