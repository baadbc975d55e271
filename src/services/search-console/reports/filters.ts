import type { SearchQuestion } from '../../../../schema/search-console.ts';
import { AppError } from '../../../errors.ts';
import { given } from '../../common/wire.ts';
import { countryCode } from '../import/countries.ts';

const devices = new Set(['desktop', 'mobile', 'tablet']);

/** The question with country and device as rows have them. Throws `invalid_input` for what is none: an answer without rows would say that nobody came. */
export function asKept(question: SearchQuestion): SearchQuestion {
  const { country, device } = question;
  const code = country === undefined ? undefined : countryCode(country);
  if (code === undefined && country !== undefined) throw noSuch('country', 'is no country: give its ISO 3166-1 code, such as deu or DE');
  const kind = device?.toLowerCase();
  if (kind !== undefined && !devices.has(kind)) throw noSuch('device', `must be one of ${[...devices].join(', ')}`);
  return { ...question, ...given({ country: code, device: kind }) };
}

function noSuch(field: string, detail: string): AppError {
  return new AppError('invalid_input', `${field} ${detail}.`, { errors: [{ pointer: `/${field}`, detail, code: `unknown_${field}` }] });
}
