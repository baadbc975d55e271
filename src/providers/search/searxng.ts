import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { list, record, text } from '../json.ts';
import type { Meter } from '../meter.ts';
import { askService, cleanWords, failureOf, type Service, type ServiceAnswer } from '../service.ts';
import { gather, organicIn, shownTexts, type ResultsPage } from './pages.ts';
import type { SearchProvider, SearchQuestion } from './search.ts';

/** A page holds what the engines behind it gave, seldom fewer than ten. */
const leastOnPage = 10;

/**
 * A SearXNG of the operator's own, by its search API (docs.searxng.org, "Search API"). It has pages of unknown size, and no devices; a country only together
 * with a language.
 */
export function createSearxng(system: System, { baseUrl }: { baseUrl: string }, meter: Meter): SearchProvider {
  const service: Service = { system, name: 'SearXNG', configured: baseUrl, secrets: [] };
  const pagesFor = ({ depth }: Pick<SearchQuestion, 'depth'>) => Math.ceil(depth / leastOnPage);

  async function askPage(question: SearchQuestion, pageno: number, signal: AbortSignal | undefined): Promise<ResultsPage> {
    const url = new URL('search', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
    const asked = { q: question.keyword, format: 'json', categories: 'general', language: languageOf(question), pageno: String(pageno) };
    url.search = new URLSearchParams(asked).toString();
    return pageIn(service, await meter.spend(1, () => askService(service, { url: url.href, signal })));
  }

  return {
    provider: 'searxng',
    engine: 'searxng',
    cannot,
    callsFor: pagesFor,
    search: (question, options = {}) =>
      gather(
        { name: service.name, maxPages: pagesFor(question), askPage: (page) => askPage(question, page, options.signal) },
        question,
        options,
      ),
    async check(signal) {
      const { organic } = await askPage({ keyword: 'news', country: null, language: null, device: 'desktop', depth: 10 }, 1, signal);
      if (organic.length === 0) throw new AppError('provider_failed', 'SearXNG answered, but without a result.', { hint: enginesHint });
      return `SearXNG answered with ${organic.length} results.`;
    },
  };
}

const enginesHint = 'See under Preferences › Engines of SearXNG which engines answer, and enable others.';

function languageOf({ language, country }: SearchQuestion): string {
  if (language === null) return 'all';
  return country === null ? language : `${language}-${country.toUpperCase()}`;
}

function cannot({ keyword, country, language, device }: SearchQuestion): string | null {
  if (device === 'mobile') return 'SearXNG knows no devices.';
  if (country !== null && language === null) return 'SearXNG takes a country only together with a language.';
  // Its search syntax: an engine, a language, a time limit.
  if (/(^|\s)[!:]\S|(^|\s)<\d/u.test(keyword)) return 'SearXNG takes words that begin with !, : or < for commands.';
  return null;
}

function pageIn(service: Service, answer: ServiceAnswer): ResultsPage {
  if (answer.status === 403) {
    throw failureOf(service, answer, {
      hint: 'Add json to search.formats in its settings.yml and restart it: without that it refuses to answer JSON.',
    });
  }
  const { results, suggestions, answers, infoboxes, unresponsive_engines: unresponsive, error } = record(answer.json);
  if (answer.status !== 200 || !Array.isArray(results)) throw failureOf(service, answer, { said: text(error), ...hintFor(answer) });
  const organic = organicIn(results, ['url', 'title', 'content']);
  if (organic.length === 0 && list(unresponsive).length > 0) throw unanswered(service, list(unresponsive));
  return {
    organic,
    features: [...(list(answers).length > 0 ? ['answer_box'] : []), ...(list(infoboxes).length > 0 ? ['knowledge_graph'] : [])],
    questions: [],
    related: shownTexts(list(suggestions)),
    cost: null,
    isLast: false,
  };
}

function hintFor({ status }: ServiceAnswer): { hint?: string } {
  if (status === 401)
    return { hint: 'Nothing is sent that proves who asks: let this machine pass whatever asks for a login before SearXNG.' };
  return status === 429 ? { hint: "Let this machine pass SearXNG's limiter (botdetection.ip_lists.pass_ip in its limiter.toml)." } : {};
}

/** Each is a pair: the engine, and why it did not answer. */
function unanswered(service: Service, engines: readonly unknown[]): AppError {
  const named = engines.slice(0, 5).map((engine) => {
    const [name, reason] = list(engine);
    return `${text(name)} (${text(reason)})`;
  });
  return new AppError('provider_failed', `No engine of SearXNG answered: ${cleanWords(service, named.join(', '))}.`, { hint: enginesHint });
}
