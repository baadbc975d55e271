import type { Store, Tx } from '../../../db/open.ts';
import { createKeywordData } from '../../../providers/keyword-data/index.ts';
import type { System } from '../../../system.ts';
import type { Integrations, Projects } from '../../account/index.ts';
import type { CrawledPages } from '../../site/index.ts';
import { gapByContent } from './by-content.ts';
import { gapByRanks, type RanksGap } from './by-ranks.ts';
import { gapByResults } from './by-results.ts';
import type { Gap, GapMethod } from './classes.ts';
import type { GapState } from './gap.ts';
import { paidLists } from './paid.ts';
import { sitePages, type SitePages } from './pages.ts';

export interface Compared {
  /** Null where nothing is known to compare. */
  method: GapMethod | null;
  gap?: Gap;
  /** The lists that were compared, where a provider knew them. */
  lists?: Pick<RanksGap, 'own' | 'theirs'>;
  /** What there was to read, where no ranks were known. */
  pages?: SitePages;
  /** Why ranks of the whole web are not compared, where a provider of them is configured. */
  refused?: string | undefined;
}

export interface Needs {
  store: Pick<Store, 'db'>;
  system: System;
  projects: Pick<Projects, 'get'>;
  integrations: Pick<Integrations, 'find' | 'meter'>;
  crawledPages: Pick<CrawledPages, 'pagesOf' | 'passagesOf' | 'hostsOf'>;
}

interface Attempt {
  jobId: string;
  projectId: string;
  signal: AbortSignal;
  told: (step: string, progress: number, also?: (tx: Tx) => Promise<void>) => Promise<unknown>;
}

/** By what a provider knows of the sites' ranks, else by the results pages that are kept, else by what the pages write of. */
export async function compareSites(needs: Needs, attempt: Attempt, state: GapState): Promise<Compared> {
  const { country, language, keywords } = state;
  await attempt.told(...looking);
  const known = await byRanks(needs, attempt, state);
  if (typeof known === 'object') return { method: 'ranked_keywords', gap: known, lists: known };
  const question = { country, language };
  const gap = await gapByResults({ db: needs.store.db, system: needs.system, sides: state, question, keywords, signal: attempt.signal });
  if (gap) return { method: 'results', gap, refused: known };
  await attempt.told('reading what pages write of', 0.2);
  return { ...(await byContent(needs, attempt, state)), refused: known };
}

const looking = ['looking for ranks', 0.1] as const;

/** Undefined where nobody is configured who knows what sites rank for. */
async function byRanks(
  { store, system, integrations }: Needs,
  { jobId, projectId, signal, told }: Attempt,
  state: GapState,
): Promise<RanksGap | string | undefined> {
  const configured = await integrations.find(projectId, 'dataforseo');
  if (!configured) return undefined;
  const data = createKeywordData(system, configured.settings, integrations.meter(projectId, 'dataforseo'));
  const { country, language, keywords } = state;
  const paid = paidLists(store.db, { jobId, projectId, write: (also) => told(...looking, also) });
  return gapByRanks({ data, sides: state, market: { country, language }, keywords, paid, now: system.now(), signal });
}

/** By what is stored of their pages; what is not known of a site is told, not taken for an answer. */
async function byContent({ projects, crawledPages, system }: Needs, { projectId, signal }: Attempt, state: GapState): Promise<Compared> {
  const { brandTerms } = await projects.get(projectId);
  const { language, keywords, rivals } = state;
  const pages = await sitePages({ projectId, language, sides: state, crawledPages, system, signal });
  if (pages.own === 0 || rivals.every((_, index) => pages.theirs[index] === 0)) return { method: null, pages };
  return { method: 'content', gap: await gapByContent({ pages, sides: state, brandTerms, language, keywords }), pages };
}
