import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { list, record, text } from '../json.ts';
import type { Meter } from '../meter.ts';
import { askService, basicOf, cleanWords, failureOf, type Service, type ServiceAnswer } from '../service.ts';
import { gather, organicIn, shownTexts, type ResultsPage } from './pages.ts';
import type { SearchProvider, SearchQuestion } from './search.ts';

/** A page holds what the engines behind it gave, seldom fewer than ten. */
const leastOnPage = 10;

export interface SearxngAccess {
  baseUrl: string;
  /** For the server in front of it that asks for HTTP basic authentication: SearXNG itself knows no users. */
  login?: { username: string; password: string } | undefined;
}

/**
 * A SearXNG of the operator's own, by its search API (docs.searxng.org, "Search API"). It has pages of unknown size, and no devices; a country only together
 * with a language.
 */
export function createSearxng(system: System, { baseUrl, login }: SearxngAccess, meter: Meter): SearchProvider {
  const basic = login && basicOf(login.username, login.password);
  const service: Service = { system, name: 'SearXNG', configured: baseUrl, secrets: basic ? [login.password, basic] : [] };
  const headers: Record<string, string> = basic ? { authorization: `Basic ${basic}` } : {};
  const pagesFor = ({ depth }: Pick<SearchQuestion, 'depth'>) => Math.ceil(depth / leastOnPage);

  async function askPage(question: SearchQuestion, pageno: number, signal: AbortSignal | undefined): Promise<ResultsPage> {
    const url = new URL(`${baseUrl.replace(/\/+$/, '')}/search`);
    const asked = { q: question.keyword, format: 'json', categories: 'general', language: languageOf(question), pageno: String(pageno) };
    url.search = new URLSearchParams(asked).toString();
    return pageIn(service, await meter.spend(1, () => askService(service, { url: url.href, headers, signal })));
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
  if (answer.status === 401) throw loginRefused(service, answer);
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
  return status === 429 ? { hint: "Let this machine pass SearXNG's limiter (botdetection.ip_lists.pass_ip in its limiter.toml)." } : {};
}

function loginRefused(service: Service, answer: ServiceAnswer): AppError {
  const asked = answer.headers['www-authenticate'];
  if (asked !== undefined && !/(^|,)\s*basic\b/i.test(asked)) {
    return failureOf(service, answer, {
      said: 'a login is asked for that is not HTTP basic authentication',
      hint: 'Let this machine pass without it, or have basic authentication asked for.',
    });
  }
  if (service.secrets.length > 0)
    return failureOf(service, answer, { said: 'the user or the password is wrong', hint: 'Set both anew with integrations_set.' });
  return failureOf(service, answer, {
    said: 'a user and a password are asked for',
    hint: 'Set username and password with integrations_set.',
  });
}

/** Each is a pair: the engine, and why it did not answer. */
function unanswered(service: Service, engines: readonly unknown[]): AppError {
  const named = engines.slice(0, 5).map((engine) => {
    const [name, reason] = list(engine);
    return `${text(name)} (${text(reason)})`;
  });
  return new AppError('provider_failed', `No engine of SearXNG answered: ${cleanWords(service, named.join(', '))}.`, { hint: enginesHint });
}
