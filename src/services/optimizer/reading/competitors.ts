import { competitorLimits } from '../../../../schema/optimizations.ts';
import type { Project } from '../../../../schema/projects.ts';
import { polite, type Polite } from '../../../crawl/polite.ts';
import { pageKey } from '../../../crawl/url.ts';
import type { Tx } from '../../../db/open.ts';
import type { OptimizationPageRow } from '../../../db/rows/optimizer.ts';
import { AppError, toAppError } from '../../../errors.ts';
import type { Hosts } from '../../common/hosts.ts';
import type { JobAttempt } from '../../common/jobs.ts';
import { shownPages, type KeptPage } from '../rows.ts';
import type { Given } from '../given.ts';
import type { Candidate, ChosenBasis } from './choose.ts';
import { keptPage } from './target.ts';

type Needs = Pick<Given, 'store' | 'system' | 'knowledge'> & { hosts: Hosts };

interface About {
  attempt: JobAttempt;
  project: Project;
  basis: ChosenBasis;
  /** The page that is made better, as it was read. */
  target: Pick<KeptPage, 'url' | 'language'>;
}

/** Pages that are read at the same time. */
const atOnce = 5;

export async function addCandidates(tx: Tx, id: string, candidates: readonly Candidate[]): Promise<void> {
  const rows = candidates.map(({ url, rank }, position) => ({ optimization_id: id, position, url, rank, state: 'waiting' as const }));
  await tx.insertInto('optimization_pages').values(rows).execute();
}

/**
 * Reads the competitors that wait, each once: all that were given, of others as many as are wanted. What cannot be read is named with its error.
 * Throws `insufficient_sources` where none could be read.
 */
export async function readCompetitors(needs: Needs, about: About): Promise<void> {
  const { attempt, basis } = about;
  const id = attempt.resourceId;
  const way = basis.kind === 'given' ? undefined : polite(needs.system, needs.hosts.visit, { ownSite: about.project.siteUrl });
  for (;;) {
    const pages = await shownPages(needs.store.db, id);
    const read = pages.filter(({ state }) => state === 'read').length;
    const wanted = basis.kind === 'given' ? atOnce : Math.min(atOnce, competitorLimits.found - read);
    const next = pages.filter(({ state }) => state === 'waiting').slice(0, wanted);
    if (next.length === 0) break;
    const tell = progressOf(pages, basis);
    await Promise.all(next.map((page) => readOne(needs, about, { page, way, tell })));
  }
  const pages = await shownPages(needs.store.db, id);
  if (!pages.some(({ state }) => state === 'read')) throw noneRead(pages.map(({ url }) => url));
}

function progressOf(pages: readonly { state: string }[], { kind }: ChosenBasis): () => [string, number] {
  const all = kind === 'given' ? pages.length : Math.min(pages.length, competitorLimits.found);
  let done = pages.filter(({ state }) => state === 'read' || (kind === 'given' && state === 'failed')).length;
  return () => {
    done = Math.min(all, done + 1);
    return [`reading competitors: ${done} of ${all}`, 0.15 + (0.5 * done) / all];
  };
}

interface One {
  page: Pick<OptimizationPageRow, 'position' | 'url'>;
  way: Polite | undefined;
  tell: () => [string, number];
}

async function readOne({ knowledge }: Needs, { attempt, target }: About, { page: { position, url }, way, tell }: One): Promise<void> {
  const outcome = await outcomeOf(async () => {
    if (pageKey(url) === pageKey(target.url)) throw itself();
    const { url: readUrl, page } = await knowledge.readAsMarkdown(url, { signal: attempt.signal, way, language: target.language });
    if (pageKey(readUrl) === pageKey(target.url)) throw itself();
    if (page.language !== 'und' && page.language !== target.language) throw inOther(page.language, target.language);
    return keptPage(readUrl, page, target.language);
  }, attempt.signal);
  await attempt.report(...tell(), async (tx) => {
    const pages = await shownPages(tx, attempt.resourceId);
    const twin = pages.find((one) => one.state === 'read' && isSamePage(one.read_url, outcome.read_url));
    const place = tx.updateTable('optimization_pages').where('optimization_id', '=', attempt.resourceId).where('position', '=', position);
    await place.set(twin ? failedBy(sameAs(twin.url)) : outcome).execute();
  });
}

const isSamePage = (one: string | null, other: string | null | undefined) =>
  one !== null && typeof other === 'string' && pageKey(one) === pageKey(other);

async function outcomeOf(read: () => Promise<KeptPage>, signal: AbortSignal): Promise<Partial<OptimizationPageRow>> {
  try {
    const page = await read();
    return { state: 'read', read_url: page.url, title: page.title, words: page.wordCount, page: JSON.stringify(page) };
  } catch (thrown) {
    signal.throwIfAborted();
    const error = toAppError(thrown);
    if (error.code === 'internal') throw thrown;
    return failedBy(error);
  }
}

function failedBy({ code, message }: AppError): Partial<OptimizationPageRow> {
  return { state: 'failed', error: JSON.stringify({ code, message }) };
}

function sameAs(url: string): AppError {
  return new AppError('conflict', `It leads to the same page as ${url}.`);
}

function itself(): AppError {
  return new AppError('conflict', 'It is the page itself.');
}

function inOther(language: string, wanted: string): AppError {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return new AppError('unreadable_source', `It is in ${names.of(language)}, and ${names.of(wanted)} is wanted.`);
}

function noneRead(urls: readonly string[]): AppError {
  return new AppError('insufficient_sources', `None of the ${urls.length} pages to hold this one against could be read.`, {
    hint: 'optimizations_get says why of each. Name others in competitorUrls.',
  });
}
