import { competitorLimits } from '../../../../schema/optimizations.ts';
import { howToConfigure } from '../../../../schema/providers.ts';
import type { Project } from '../../../../schema/projects.ts';
import { hostOf, isOwn, pageKey } from '../../../crawl/url.ts';
import { AppError } from '../../../errors.ts';
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

/** The best results of the search, else the crawled pages that say most on it. Throws `integration_required` where there are none. */
export async function chooseCompetitors(needs: Needs, project: Project, about: About): Promise<Choice> {
  const found = await bySearch(needs, project, about);
  if (typeof found === 'object') return found;
  const candidates = await byIndex(needs, project, about);
  if (candidates.length === 0) throw noCompetitors(found ?? undefined);
  return { basis: { kind: 'crawled', source: null, checkedAt: null, why: found ?? 'integration_required' }, candidates };
}

/** Undefined where nobody is configured; a code where the search could not be asked or found nobody else. */
async function bySearch(
  { results, system }: Needs,
  project: Project,
  { keyword, language, url, signal }: About,
): Promise<Choice | string | undefined> {
  const question: SearchQuestion = { keyword, country: project.country, language, device: 'desktop', depth };
  const kept = (await results.kept(question, [keyword])).get(writtenKey(keyword));
  const toChoice = (source: string, checkedAt: string, organic: readonly { url: string; position: number }[]): Choice | string => {
    const others = organic.filter((one) => isOther(one.url, url, project));
    const candidates = uniquely(others.map((one) => ({ url: one.url, rank: one.position })));
    return candidates.length === 0 ? 'too_few' : { basis: { kind: 'search', source, checkedAt, why: null }, candidates };
  };
  if (kept && kept.ageDays < maxResultsAgeDays) return toChoice(kept.source, kept.checkedAt, kept.organic);
  const [provider] = await results.providersOf(project.id);
  if (!provider) return undefined;
  if (provider.cannot(question) !== null) return 'not_applicable';
  try {
    const { organic } = await results.ask(project.id, provider, question, { signal });
    return toChoice(provider.provider, isoTime(system.now()), organic);
  } catch (thrown) {
    signal.throwIfAborted();
    if (thrown instanceof AppError && thrown.code !== 'internal') return thrown.code === 'cap_reached' ? thrown.code : 'provider_error';
    throw thrown;
  }
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
  throw noCompetitors();
}

const providers = ['serper', 'dataforseo', 'brave', 'searxng'] as const;

function noCompetitors(why?: string): AppError {
  const searched = why === undefined ? '' : ` The search could not name any (${why}).`;
  return new AppError('integration_required', `There is no page to hold this one against.${searched}`, {
    hint: `One of three: name pages in competitorUrls; or have them looked up (${providers.map((name) => `${name}: ${howToConfigure(name)}`).join(' Or ')}); or have competitors' sites read with competitors_add and content_radar_check.`,
  });
}
