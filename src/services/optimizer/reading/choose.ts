import { competitorLimits } from '../../../../schema/optimizations.ts';
import { howToConfigure } from '../../../../schema/providers.ts';
import type { Project } from '../../../../schema/projects.ts';
import { hostOf, isOwn, pageKey } from '../../../crawl/url.ts';
import { AppError, errorTable, type ErrorCode } from '../../../errors.ts';
import type { SearchQuestion } from '../../../providers/search/search.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import { isoTime } from '../../common/wire.ts';
import type { Given } from '../given.ts';

/** A page to hold another against. */
export interface Candidate {
  url: string;
  /** Its place among the results. */
  rank: number | null;
}

/** Where competitors come from. */
export interface ChosenBasis {
  kind: 'given' | 'search' | 'crawled';
  source: string | null;
  checkedAt: string | null;
  why: string | null;
  /** Whoever was asked and did not answer. */
  failed?: Omit<ProviderFailure, 'retryAfterSeconds'>[];
}

interface ProviderFailure {
  provider: string;
  code: ErrorCode;
  message: string;
  retryAfterSeconds: number | undefined;
}

export interface Choice {
  basis: ChosenBasis;
  /** More than are needed: some cannot be read. */
  candidates: Candidate[];
}

/** A results page that is older says little of what is found today. */
export const maxResultsAgeDays = 7;
/** The first ten: a page more is a call more. */
const depth = 10;
/** Passages of crawled pages that are looked at. */
const maxPassages = 60;

type Needs = Pick<Given, 'results' | 'crawledPages' | 'system'>;

interface About {
  keyword: string;
  language: string;
  /** The page that is made better. */
  url: string;
  signal: AbortSignal;
}

/**
 * The best results of the search; where nobody answers, those of an older results page; else the crawled pages that say most on it. Throws where there are none:
 * `integration_required`, or what went wrong where somebody could have been asked.
 */
export async function chooseCompetitors(needs: Needs, project: Project, about: About): Promise<Choice> {
  const question: SearchQuestion = { keyword: about.keyword, country: project.country, language: about.language, device: 'desktop', depth };
  const kept = (await needs.results.kept(question, [about.keyword])).get(writtenKey(about.keyword));
  const old = kept && { ...kept, candidates: candidatesIn(kept.organic, project, about) };
  const isFresh = old !== undefined && old.ageDays < maxResultsAgeDays;
  if (isFresh && old.candidates.length > 0) return bySearch(old, { why: null, failed: [] });
  // Nobody is paid again to say the same.
  const asked = isFresh ? { why: 'too_few', failed: [] } : await ask(needs, project, question, about);
  if ('candidates' in asked) return bySearch(asked, { why: null, failed: asked.failed });
  // What was found before and is found no more is no competitor.
  if (asked.why !== 'too_few' && old && old.candidates.length > 0) return bySearch(old, asked);
  const candidates = await byIndex(needs, project, about);
  if (candidates.length === 0) throw noCompetitors(asked);
  return { basis: { kind: 'crawled', source: null, checkedAt: null, ...toldOf(asked) }, candidates };
}

/** Why no results page of today could be had. */
interface Unasked {
  why: string;
  failed: readonly ProviderFailure[];
}

interface Page {
  source: string;
  checkedAt: string;
  candidates: Candidate[];
}

const toldOf = <Why extends string | null>({ why, failed }: { why: Why; failed: readonly ProviderFailure[] }) => ({
  why,
  ...(failed.length > 0 && { failed: failed.map(({ provider, code, message }) => ({ provider, code, message })) }),
});

function bySearch({ source, checkedAt, candidates }: Page, told: { why: string | null; failed: readonly ProviderFailure[] }): Choice {
  return { basis: { kind: 'search', source, checkedAt, ...toldOf(told) }, candidates };
}

/** Asks one provider after the other until one answers. */
async function ask(
  { results, system }: Needs,
  project: Project,
  question: SearchQuestion,
  about: About,
): Promise<(Page & Pick<Unasked, 'failed'>) | Unasked> {
  const failed: ProviderFailure[] = [];
  const providers = await results.providersOf(project.id);
  for (const provider of providers.filter((one) => one.cannot(question) === null)) {
    try {
      const { organic } = await results.ask(project.id, provider, question, { signal: about.signal });
      const candidates = candidatesIn(organic, project, about);
      return candidates.length === 0
        ? { why: 'too_few', failed }
        : { source: provider.provider, checkedAt: isoTime(system.now()), candidates, failed };
    } catch (thrown) {
      about.signal.throwIfAborted();
      if (!(thrown instanceof AppError) || thrown.code === 'internal') throw thrown;
      const { code, message, retryAfterSeconds } = thrown;
      failed.push({ provider: provider.provider, code, message, retryAfterSeconds });
    }
  }
  if (failed.length === 0) return { why: providers.length === 0 ? 'integration_required' : 'not_applicable', failed };
  return { why: failed.every(({ code }) => code === 'cap_reached') ? 'cap_reached' : 'provider_error', failed };
}

/** The best first. */
function candidatesIn(organic: readonly { url: string; position: number }[], project: Project, { url }: About): Candidate[] {
  return uniquely(organic.filter((one) => isOther(one.url, url, project)).map((one) => ({ url: one.url, rank: one.position })));
}

/** Pages of others that were crawled, those first that say most on the keyword. */
async function byIndex({ crawledPages }: Needs, project: Project, { keyword, language, url }: About): Promise<Candidate[]> {
  const of = (origin: 'competitor' | 'cited') => crawledPages.search(project.id, keyword, { origin, language, limit: maxPassages });
  const passages = [...(await of('competitor')), ...(await of('cited'))].toSorted((one, other) => other.score - one.score);
  const others = passages.filter((one) => isOther(one.url, url, project));
  return uniquely(others.map((one) => ({ url: one.url, rank: null }))).slice(0, competitorLimits.given);
}

/** What people ask on a results page, as far as one is kept. */
export async function askedOn(
  { results }: Pick<Needs, 'results'>,
  { country }: Project,
  { keyword, language }: Pick<About, 'keyword' | 'language'>,
): Promise<readonly string[]> {
  const kept = await results.kept({ country, language }, [keyword]);
  return kept.get(writtenKey(keyword))?.questions ?? [];
}

/** Not of the page's own site. */
function isOther(candidate: string, url: string, { siteUrl }: Project): boolean {
  const isOwnPage = siteUrl !== null && isOwn(siteUrl, candidate);
  return !isOwnPage && hostOf(candidate) !== hostOf(url);
}

function uniquely(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((one) => [pageKey(one.url), one] as const).toReversed()).values()].toReversed();
}

/** Throws `integration_required` at once where neither search nor index could name anybody. */
export async function refuseWithout({ results, crawledPages }: Needs, project: Project, keyword: string | null): Promise<void> {
  if ((await results.providersOf(project.id)).length > 0) return;
  for (const origin of ['competitor', 'cited'] as const) if ((await crawledPages.hostsOf(project.id, origin)).length > 0) return;
  if (keyword !== null) {
    const question = { country: project.country, language: project.language };
    if ((await results.kept(question, [keyword])).size > 0) return;
  }
  throw noCompetitors({ why: 'integration_required', failed: [] });
}

const providers = ['serper', 'dataforseo', 'brave', 'searxng'] as const;

/** Where one of those who failed may answer later, so is the whole: the job tries again. */
function noCompetitors({ why, failed }: Unasked): AppError {
  const ways = `name pages in competitorUrls; or have them looked up (${providers.map((name) => `${name}: ${howToConfigure(name)}`).join(' Or ')}); or have competitors' sites read with competitors_add and content_radar_check.`;
  const passing = failed.find(({ code }) => errorTable[code].retryable) ?? failed[0];
  if (!passing) {
    const searched = why === 'integration_required' ? '' : ` The search could not name any (${why}).`;
    return new AppError('integration_required', `There is no page to hold this one against.${searched}`, { hint: `One of three: ${ways}` });
  }
  const answered = why === 'too_few' ? 'The search found no page of others' : `No search provider answered (${why})`;
  const said = failed.map(({ provider, code, message }) => `${provider}: ${message} (${code})`).join(' ');
  return new AppError(passing.code, `${answered}, and there is no other page to hold this one against. ${said}`, {
    hint: `Ask again later; or ${ways}`,
    ...(passing.retryAfterSeconds !== undefined && { retryAfterSeconds: passing.retryAfterSeconds }),
  });
}
