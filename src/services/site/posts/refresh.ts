import { crawl, type CrawlEnd, type CrawlResult, type CrawlSpent } from '../../../crawl/crawl.ts';
import { polite } from '../../../crawl/polite.ts';
import type { Store, Tx } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import type { System } from '../../../system.ts';
import type { Jobs, Projects } from '../../account/index.ts';
import type { Hosts } from '../../common/hosts.ts';
import type { JobAttempt, JobKind } from '../../common/jobs.ts';
import { parsed } from '../../common/wire.ts';
import type { OwnTexts } from '../crawled/own-texts.ts';
import { namePostPages, removePostPages, setPostPagesAside } from '../queries.ts';
import { createPostFrontier } from './frontier.ts';
import { unlinkedDepth } from './inventory.ts';
import { readerOf } from './known.ts';
import { namePages } from './naming.ts';
import { readPageOfSite, type PageReading } from './page.ts';
import { settlePosts } from './settle.ts';

/** The kind of job that reads a project's site for its posts. */
export const refreshPosts = 'posts.refresh';

interface Ended {
  posts: number;
  gone: number;
  pagesRead: number;
  endedBy: CrawlEnd;
}

/** Kept with the job, so that one that was interrupted goes on. */
export interface RefreshState {
  maxPages: number;
  /** What could not be read of sitemaps and feeds; null until they have been gone over. */
  problems: string[] | null;
  spent: CrawlSpent;
  /** What it came to, once the posts are settled: what is left then is to tidy up. */
  ended?: Ended;
}

interface Needs {
  store: Store;
  system: System;
  jobs: Pick<Jobs, 'save'>;
  projects: Projects;
  pages: PageReading['pages'];
  hosts: Hosts;
  ownTexts: OwnTexts;
}

const defaultMaxPages = 500;
const budget = { maxBytes: 1024 * 1024 * 1024, maxMs: 1_800_000, maxDepth: 20 };
/** Per transaction. */
const maxAtOnce = 500;

export function newState(maxPages = defaultMaxPages): RefreshState {
  return { maxPages, problems: null, spent: { pages: 0, bytes: 0, ms: 0 } };
}

/** Reads a site, page by page, and makes the inventory of its posts. */
export function createRefreshing(needs: Needs): JobKind {
  const { store, system, jobs, projects, hosts, pages, ownTexts } = needs;

  /** What names pages beside links, once; an attempt that resumes finds it done. */
  async function name(projectId: string, site: string, state: RefreshState, { jobId, signal, report }: JobAttempt): Promise<RefreshState> {
    if (state.problems !== null) return state;
    const step = 'reading sitemaps and feeds';
    while (await report(step, 0, (tx) => setPostPagesAside(tx, projectId, unlinkedDepth, maxAtOnce)));
    const problems = await namePages({
      system,
      way: polite(system, hosts.visit, { ownSite: site }),
      site,
      maxPages: state.maxPages,
      pages,
      signal,
      keep: async (named) => void (await report(step, 0, (tx) => namePostPages(tx, projectId, named))),
    });
    const named = { ...state, problems };
    await report(step, 0, (tx) => jobs.save(tx, jobId, { state: named }));
    return named;
  }

  function read(
    projectId: string,
    site: string,
    language: string,
    state: RefreshState,
    { jobId, signal, report }: JobAttempt,
  ): Promise<CrawlResult> {
    const save = (tx: Tx, spent: CrawlSpent) => jobs.save(tx, jobId, { state: { ...state, spent } });
    const reader = readerOf(system, language);
    const frontier = createPostFrontier({ store, system, ownTexts, projectId, reader, report, save, maxPages: state.maxPages });
    const how = { system, projectId, ownTexts, pages, site, language, signal, knownAt: frontier.knownAt };
    return crawl({
      system,
      visitHost: hosts.visit,
      start: site,
      ownSite: site,
      budget: { ...budget, maxPages: state.maxPages },
      spent: state.spent,
      frontier,
      signal,
      read: (visit) => readPageOfSite(how, visit),
    });
  }

  /** Reads the site and settles its posts, once: with some of its pages tidied away, others would seem to be gone. */
  async function takeStock(projectId: string, site: string, language: string, state: RefreshState, attempt: JobAttempt): Promise<Ended> {
    const result = await read(projectId, site, language, state, attempt);
    refuseUnread(site, result);
    const { end, spent } = result;
    const settled = await settlePosts({ store, system }, attempt, { projectId, language, end });
    const ended = { ...settled, pagesRead: spent.pages, endedBy: end };
    await attempt.report('tidying up', 1, (tx) => jobs.save(tx, attempt.jobId, { state: { ...state, spent, ended } }));
    return ended;
  }

  async function note(tx: Tx, projectId: string, message: string): Promise<void> {
    await tx
      .updateTable('post_inventories')
      .set({ problems: JSON.stringify([message]) })
      .where('project_id', '=', projectId)
      .execute();
  }

  return {
    resumes: true,

    async run(attempt) {
      const { jobId, resourceId: projectId } = attempt;
      const { siteUrl, language } = await projects.get(projectId);
      if (siteUrl === null) throw noSite();
      const kept = await store.db.selectFrom('jobs').select('state').where('id', '=', jobId).executeTakeFirstOrThrow();
      const state = await name(projectId, siteUrl, parsed<RefreshState>(kept.state!), attempt);
      const ended = state.ended ?? (await takeStock(projectId, siteUrl, language, state, attempt));
      while (await attempt.report('tidying up', 1, (tx) => removePostPages(tx, projectId, 'useless', maxAtOnce)));
      return {
        async write(tx) {
          const { endedBy, pagesRead } = ended;
          const inventory = {
            refreshed_at: system.now(),
            ended_by: endedBy,
            pages_read: pagesRead,
            problems: JSON.stringify(state.problems),
          };
          await tx.updateTable('post_inventories').set(inventory).where('project_id', '=', projectId).execute();
          return { ...ended, problems: state.problems };
        },
      };
    },

    failed: (tx, projectId, error) => note(tx, projectId, error.message),
    canceled: (tx, projectId) => note(tx, projectId, 'The last reading was canceled; posts_refresh reads the site again.'),
  };
}

/** What was there before stays, rather than an inventory of nothing. */
function refuseUnread(site: string, { end, robots }: CrawlResult): void {
  const { host } = new URL(site);
  if (end === 'robots_forbid') {
    const isForbidden = robots.robots !== undefined;
    throw new AppError(
      isForbidden ? 'unreadable_source' : 'fetch_failed',
      isForbidden
        ? `The robots.txt of ${host} forbids to read the site.`
        : `${robots.url} was not answered properly: nothing may be read until it is.`,
      { hint: isForbidden ? 'Allow the user agent Copydesk in it.' : 'See that the site is up, and try again.' },
    );
  }
  if (end === 'unreachable')
    throw new AppError('fetch_failed', `${host} gave no answer.`, { hint: 'See that siteUrl is right and the site is up.' });
}

export function noSite(): AppError {
  return new AppError('site_required', 'The project has no site.', { hint: 'Set siteUrl with projects_update.' });
}
