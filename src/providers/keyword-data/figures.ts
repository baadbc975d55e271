import { visibleText } from '../html.ts';
import { list, record, text, whole } from '../json.ts';
import { shownTexts } from '../search/pages.ts';
import type { KeywordFigures, KnownKeyword } from './keyword-data.ts';

const maxKeyword = 300;
/** Two years; the provider tells one, or a little more. */
const maxMonths = 24;
const intents = ['informational', 'navigational', 'commercial', 'transactional'] as const;

/** A keyword with its figures as DataForSEO Labs tells them (`keyword_info`, `keyword_properties`, `search_intent_info`); none if it is unnamed. */
export function knownKeyword(item: unknown): KnownKeyword[] {
  const { keyword, keyword_info: info, keyword_properties: properties, search_intent_info: intent, serp_info: page } = record(item);
  const written = text(keyword);
  const named = written.length > maxKeyword ? '' : visibleText(written);
  if (named === '') return [];
  const figures: KeywordFigures = {
    searchVolume: whole(record(info)['search_volume']),
    cpc: within(record(info)['cpc'], 100_000),
    competition: within(record(info)['competition'], 1),
    difficulty: within(record(properties)['keyword_difficulty'], 100),
    intent: intents.find((one) => one === record(intent)['main_intent']) ?? null,
    monthly: monthlyIn(record(info)['monthly_searches']),
    updatedAt: instant(record(info)['last_updated_time']),
    features: featuresIn(record(page)['serp_item_types']),
  };
  return [{ keyword: named, figures }];
}

function monthlyIn(value: unknown): { month: string; searches: number }[] {
  const months = list(value).flatMap((one) => {
    const { year, month, search_volume: volume } = record(one);
    const [inYear, inMonth, searches] = [whole(year), whole(month), whole(volume)];
    if (inYear === null || inMonth === null || searches === null || inYear < 2000 || inYear > 9999 || inMonth < 1 || inMonth > 12)
      return [];
    return [{ month: `${inYear}-${String(inMonth).padStart(2, '0')}`, searches }];
  });
  return months.toSorted((one, other) => (one.month < other.month ? 1 : -1)).slice(0, maxMonths);
}

function featuresIn(types: unknown): string[] | null {
  return Array.isArray(types) ? shownTexts(types).filter((type) => type !== 'organic') : null;
}

function within(value: unknown, max: number): number | null {
  return typeof value === 'number' && value >= 0 && value <= max ? value : null;
}

/** Such as 2019-11-15 12:57:46 +00:00. */
function instant(value: unknown): number | null {
  const [, date, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) \+00:00$/.exec(text(value)) ?? [];
  const at = date === undefined ? Number.NaN : Date.parse(`${date}T${time}Z`);
  return Number.isNaN(at) ? null : at;
}
