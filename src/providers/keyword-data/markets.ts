import { locationCode } from '../locations.ts';

/** A country and a language of it. */
export interface Market {
  /** ISO 3166-1, such as DE. */
  country: string;
  /** ISO 639-1. */
  language: string;
}

/** The languages that DataForSEO Labs knows in each country, in its own codes (its list of locations and languages of August 2025). */
const known =
  'AE:ar,en AL:sq AM:hy AO:pt AR:es AT:de AU:en AZ:az BA:bs BD:bn BE:nl,fr,de BF:fr BG:bg BH:ar BO:es BR:pt CA:en,fr CH:fr,de,it CI:fr CL:es CM:fr CO:es CR:es CY:en,el CZ:cs DE:de DK:da DZ:ar,fr EC:es EE:et EG:ar,en ES:es FI:fi FR:fr GB:en GH:en GR:en,el GT:es HK:zh-TW,en HR:hr HU:hu ID:en,id IE:en IL:ar,he IN:en,hi IT:it JO:ar JP:ja KE:en KH:en KR:ko KZ:ru LK:en LT:lt LV:lv MA:ar,fr MC:fr MD:ro MK:mk MM:en MT:en MX:es MY:en,ms NG:en NI:es NL:nl NO:nb NZ:en PA:es PE:es PH:en,tl PK:en,ur PL:pl PT:pt PY:es RO:ro RS:sr SA:ar SE:sv SG:zh-CN,en SI:sl SK:sk SN:fr SV:es TH:th TN:ar TR:tr TW:zh-TW UA:ru,uk US:en,es UY:es VE:es VN:en,vi ZA:en';

const languagesOf = new Map(known.split(' ').map((each) => [each.slice(0, 2), each.slice(3).split(',')]));

/** How DataForSEO Labs names a market; a sentence that says why not where it does not know it. */
export function labsMarket({ country, language }: Market): { location_code: number; language_code: string } | string {
  const at = country.toUpperCase();
  const location = locationCode(at);
  const languages = languagesOf.get(at);
  if (location === undefined || !languages) return `DataForSEO has no keywords for the country ${country}.`;
  const code = languages.find((one) => isSame(one, language.toLowerCase()));
  if (code === undefined) return `For ${at} DataForSEO has keywords in ${languages.join(', ')}, not in ${language}.`;
  return { location_code: location, language_code: code };
}

/** It tells the script of Chinese by a region, and names Norwegian by its written form. */
function isSame(code: string, language: string): boolean {
  return code.split('-')[0] === language || (code === 'nb' && language === 'no');
}
