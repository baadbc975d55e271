import type { System } from '../../system.ts';
import { createDataForSeo, escaped, type DataForSeoAccess } from '../dataforseo.ts';
import { googleLanguage } from '../google-language.ts';
import { list, record, webAddress, whole } from '../json.ts';
import { locationCode } from '../locations.ts';
import type { Meter } from '../meter.ts';
import { featuresIn, gather, organicIn, shownTexts, tooLong, type ResultsPage } from './pages.ts';
import type { SearchProvider, SearchQuestion } from './search.ts';

/** What is billed as one page. */
const pageSize = 10;
/** A keyword with one of these is billed five times. */
const operators =
  /\b(allinanchor|allintext|allintitle|allinurl|define|definition|filetype|id|inanchor|info|intext|intitle|inurl|link|site):/i;

/**
 * Google's results pages over DataForSEO (`serp/google/organic/live/advanced`): one task brings all pages, so that `until` cannot stop it.
 * `stop_crawl_on_match` would, and spare what the further pages cost; but an answer then ends at the match, and a page that is kept for
 * clusters, gaps and difficulty would lack who ranks below, and what the page shows there.
 */
export function createDataForSeoSearch(system: System, access: DataForSeoAccess, meter: Meter): SearchProvider {
  const api = createDataForSeo(system, access, meter);
  const callsFor = ({ keyword, depth }: SearchQuestion) => Math.ceil(depth / pageSize) * (operators.test(keyword) ? 5 : 1);

  async function ask(question: SearchQuestion, signal: AbortSignal | undefined): Promise<ResultsPage> {
    const { keyword, country, language, device, depth } = question;
    const task = {
      keyword: escaped(keyword),
      location_code: locationCode(country ?? ''),
      language_code: googleLanguage(language ?? '', country),
      device,
      os: device === 'mobile' ? 'android' : 'windows',
      depth,
    };
    const { result, cost } = await api.ask('serp/google/organic/live/advanced', task, callsFor(question), signal);
    return pageIn(result, cost);
  }

  return {
    provider: 'dataforseo',
    engine: 'google',
    cannot,
    callsFor,
    search: (question, options = {}) =>
      gather({ name: 'DataForSEO', maxPages: 1, askPage: () => ask(question, options.signal) }, question, options),
    check: api.check,
  };
}

function cannot({ keyword, country, language }: SearchQuestion): string | null {
  if (country === null || language === null) return 'DataForSEO needs a country and a language.';
  if (locationCode(country) === undefined) return `DataForSEO has no results for the country ${country}.`;
  if (/\bcache:/i.test(keyword)) return 'DataForSEO does not take cache: in a keyword.';
  return tooLong('DataForSEO', keyword, 700);
}

function pageIn(result: Record<string, unknown> | null, cost: number | null): ResultsPage {
  const items = list(result?.['items']).map(record);
  const of = (type: string) => items.filter((item) => item['type'] === type);
  const rankOf = (item: Record<string, unknown>) => whole(item['rank_group']) ?? Infinity;
  return {
    organic: organicIn(
      of('organic').toSorted((one, other) => rankOf(one) - rankOf(other) || 0),
      ['url', 'title', 'description'],
    ),
    features: featuresIn(list(result?.['item_types'])).filter((type) => type !== 'organic'),
    featuredUrl: webAddress(of('featured_snippet')[0]?.['url']),
    questions: shownTexts(of('people_also_ask').flatMap(({ items: asked }) => list(asked).map((one) => record(one)['title']))),
    related: shownTexts(of('related_searches').flatMap(({ items: related }) => list(related))),
    cost,
    isLast: result === null || result['se_results_count'] === 0,
  };
}
