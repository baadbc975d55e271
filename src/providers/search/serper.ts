import type { System } from '../../system.ts';
import { googleLanguage } from '../google-language.ts';
import { list, record, text, webAddress } from '../json.ts';
import type { Meter } from '../meter.ts';
import { askService, failureOf, type Service, type ServiceAnswer } from '../service.ts';
import { gather, organicIn, shownTexts, tooLong, type ResultsPage } from './pages.ts';
import type { SearchProvider, SearchQuestion } from './search.ts';

const home = 'https://google.serper.dev';
/** What one credit buys. */
const pageSize = 10;

/** Google's results pages over serper.dev. It tells what a call costs in its own credits, not in money, and knows no devices. */
export function createSerper(
  system: System,
  { baseUrl = home, apiKey }: { baseUrl?: string; apiKey: string },
  meter: Meter,
): SearchProvider {
  const service: Service = { system, name: 'Serper', configured: baseUrl, secrets: [apiKey] };
  const pagesFor = ({ depth }: Pick<SearchQuestion, 'depth'>) => Math.ceil(depth / pageSize);

  async function askPage({ keyword, country, language }: SearchQuestion, page: number, signal?: AbortSignal): Promise<ResultsPage> {
    const json = {
      q: keyword,
      ...(country !== null && { gl: country.toLowerCase() }),
      ...(language !== null && { hl: googleLanguage(language, country) }),
      num: pageSize,
      page,
      // The keyword itself is meant, not what it may have been meant to be.
      autocorrect: false,
    };
    const url = `${baseUrl.replace(/\/+$/, '')}/search`;
    return pageIn(service, await meter.spend(1, () => askService(service, { url, headers: { 'x-api-key': apiKey }, json, signal })));
  }

  return {
    provider: 'serper',
    engine: 'google',
    cannot: ({ keyword, device }) => (device === 'mobile' ? 'Serper knows no devices.' : tooLong('Serper', keyword, 2048)),
    callsFor: pagesFor,
    search: (question, options = {}) =>
      gather(
        { name: service.name, maxPages: pagesFor(question), askPage: (page) => askPage(question, page, options.signal) },
        question,
        options,
      ),
    async check(signal) {
      await askPage({ keyword: 'news', country: null, language: null, device: 'desktop', depth: pageSize }, 1, signal);
      return 'Serper answered.';
    },
  };
}

/** Serper's names of what else a page holds, and the usual ones. */
const features: Readonly<Record<string, string>> = {
  answerBox: 'featured_snippet',
  knowledgeGraph: 'knowledge_graph',
  peopleAlsoAsk: 'people_also_ask',
  relatedSearches: 'related_searches',
  topStories: 'top_stories',
  places: 'local_pack',
  images: 'images',
  videos: 'video',
  shopping: 'shopping',
  aiOverview: 'ai_overview',
};

function pageIn(service: Service, answer: ServiceAnswer): ResultsPage {
  const json = record(answer.json);
  if (answer.status !== 200 || !Array.isArray(json['organic'])) throw refusal(service, answer);
  return {
    organic: organicIn(json['organic'], ['link', 'title', 'snippet']),
    features: Object.entries(features).flatMap(([field, name]) => (holdsSomething(json[field]) ? [name] : [])),
    featuredUrl: webAddress(record(json['answerBox'])['link']),
    questions: shownTexts(list(json['peopleAlsoAsk']).map((one) => record(one)['question'])),
    related: shownTexts(list(json['relatedSearches']).map((one) => record(one)['query'])),
    cost: null,
    isLast: false,
  };
}

function holdsSomething(value: unknown): boolean {
  return list(value).length > 0 || Object.keys(record(value)).length > 0;
}

/** It refuses by `{ message, statusCode }`; used-up credits are a 400 by their words. */
function refusal(service: Service, answer: ServiceAnswer) {
  const said = text(record(answer.json)['message']);
  if (/credits/i.test(said)) return failureOf(service, answer, { said, hint: 'Buy credits at serper.dev.' });
  return failureOf(service, answer, { said, ...(answer.status === 403 && { hint: 'Copy the API key from serper.dev anew.' }) });
}
