import type { System } from '../../system.ts';
import { list, record, text } from '../json.ts';
import type { Meter } from '../meter.ts';
import { askService, failureOf, type Service, type ServiceAnswer } from '../service.ts';
import { gather, organicIn, shownTexts, tooLong, type ResultsPage } from './pages.ts';
import type { SearchProvider, SearchQuestion } from './search.ts';

const home = 'https://api.search.brave.com/res/v1';
const maxPerPage = 20;

/** "Country codes" and "Search language codes" of the API's documentation. */
const countries = new Set(
  'AR AU AT BE BR CA CL DK FI FR DE GR HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US'.split(' '),
);
const languages = new Set(
  'ar eu bn bg ca zh-hans zh-hant hr cs da nl en et fi fr gl de el gu he hi hu is it jp kn ko lv lt ms ml mr nb pl pt-br pt-pt pa ro ru sr sk sl es sv ta te th tr uk vi'.split(
    ' ',
  ),
);

/** Brave's own results over its Search API. It reports no cost, and knows no devices. */
export function createBrave(
  system: System,
  { baseUrl = home, apiKey }: { baseUrl?: string; apiKey: string },
  meter: Meter,
): SearchProvider {
  const service: Service = { system, name: 'Brave', configured: baseUrl, secrets: [apiKey] };
  const pagesFor = ({ depth }: Pick<SearchQuestion, 'depth'>) => Math.ceil(depth / maxPerPage);

  async function askPage(question: SearchQuestion, page: number, signal?: AbortSignal): Promise<ResultsPage> {
    const language = languageOf(question);
    const asked = {
      q: question.keyword,
      count: String(Math.min(question.depth, maxPerPage)),
      // In pages, not in results.
      offset: String(page - 1),
      country: question.country?.toUpperCase() ?? 'ALL',
      ...(language !== null && { search_lang: language }),
      // The keyword itself is meant, not what it may have been meant to be.
      spellcheck: 'false',
      text_decorations: 'false',
    };
    const url = `${baseUrl.replace(/\/+$/, '')}/web/search?${new URLSearchParams(asked).toString()}`;
    return pageIn(service, await meter.spend(1, () => askService(service, { url, headers: { 'x-subscription-token': apiKey }, signal })));
  }

  return {
    provider: 'brave',
    engine: 'brave',
    cannot,
    callsFor: pagesFor,
    search: (question, options = {}) =>
      gather(
        { name: service.name, maxPages: pagesFor(question), askPage: (page) => askPage(question, page, options.signal) },
        question,
        options,
      ),
    async check(signal) {
      await askPage({ keyword: 'news', country: null, language: null, device: 'desktop', depth: 1 }, 1, signal);
      return 'Brave answered.';
    },
  };
}

function cannot(question: SearchQuestion): string | null {
  const { keyword, country, language, device } = question;
  if (device === 'mobile') return 'Brave knows no devices.';
  if (country !== null && !countries.has(country.toUpperCase())) return `Brave has no results for the country ${country}.`;
  if (language !== null && !languages.has(languageOf(question)!)) return `Brave has no results in the language ${language}.`;
  return tooLong('Brave', keyword, 400, 50);
}

/** Brave's code of a language, which is not always that of ISO 639-1. */
function languageOf({ language, country }: SearchQuestion): string | null {
  const at = country?.toUpperCase();
  if (language === 'ja') return 'jp';
  if (language === 'no') return 'nb';
  if (language === 'pt') return at === 'BR' ? 'pt-br' : 'pt-pt';
  if (language === 'zh') return at === 'TW' || at === 'HK' ? 'zh-hant' : 'zh-hans';
  return language;
}

const features: Readonly<Record<string, string>> = {
  faq: 'people_also_ask',
  infobox: 'knowledge_graph',
  locations: 'local_pack',
  news: 'top_stories',
  videos: 'video',
  discussions: 'discussions',
  summarizer: 'ai_overview',
};

function pageIn(service: Service, answer: ServiceAnswer): ResultsPage {
  const json = record(answer.json);
  if (answer.status !== 200 || json['type'] !== 'search') throw refusal(service, answer);
  return {
    organic: organicIn(list(record(json['web'])['results']), ['url', 'title', 'description']),
    features: Object.entries(features).flatMap(([field, name]) => (Object.keys(record(json[field])).length > 0 ? [name] : [])),
    questions: shownTexts(list(record(json['faq'])['results']).map((one) => record(one)['question'])),
    related: [],
    cost: null,
    isLast: record(json['query'])['more_results_available'] === false,
  };
}

/** `{ error: { code, detail } }`. A wrong key is a 422 by its code. */
function refusal(service: Service, answer: ServiceAnswer) {
  const { code, detail } = record(record(answer.json)['error']);
  const said = [text(code), text(detail)].filter((part) => part !== '').join(': ');
  const isKey = answer.status === 401 || text(code) === 'SUBSCRIPTION_TOKEN_INVALID';
  const hint = isKey ? 'Copy the API key from the Brave Search API dashboard anew.' : undefined;
  return failureOf(service, withWait(answer), { said, ...(hint !== undefined && { hint }) });
}

/** Brave names the seconds to the end of each of its windows (second, month) instead of `Retry-After`; one that is used up is waited for. */
function withWait(answer: ServiceAnswer): ServiceAnswer {
  const numbers = (header: string) => (answer.headers[header] ?? '').split(',').map((part) => Number.parseInt(part, 10));
  const left = numbers('x-ratelimit-remaining');
  const waits = numbers('x-ratelimit-reset').filter((seconds, at) => left[at] === 0 && seconds >= 0);
  if (waits.length === 0) return answer;
  return { ...answer, headers: { 'retry-after': String(Math.max(...waits)), ...answer.headers } };
}
