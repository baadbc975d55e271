import type { NewTrackedKeywords } from '../../../schema/rankings.ts';
import type { Project } from '../../../schema/projects.ts';
import { AppError, type ErrorCode } from '../../../src/errors.ts';
import type { SearchProvider, SearchQuestion, SearchResults } from '../../../src/providers/search/search.ts';
import { createChecking } from '../../../src/services/rankings/run.ts';
import { startCheck } from '../../../src/services/rankings/check.ts';
import { trackKeywords } from '../../../src/services/rankings/track.ts';
import type { Projects } from '../../../src/services/account/index.ts';
import { rowsOf } from '../../support/rows.ts';
import { openTestStore } from '../../support/store.ts';

type Answer = number | null | ErrorCode;

/** Results that have the site at a position, or not at all. */
export function pageWith(position: number | null, depth: number): SearchResults {
  const organic = Array.from({ length: depth }, (_, index) => ({
    position: index + 1,
    url: index + 1 === position ? 'https://www.example.com/pools' : `https://other${index}.example/`,
    title: '',
    snippet: '',
  }));
  return { organic, depthChecked: position ?? depth, features: ['people_also_ask'], questions: [], related: [], cost: 0.001 };
}

/** Runs over a store, with a provider that answers as it is told. */
export async function startRuns(keywords: readonly string[], more: Partial<NewTrackedKeywords> = {}) {
  const { store, system, clock, home } = openTestStore();
  const rows = rowsOf(home);
  const now = clock.now();
  const row = {
    id: 'prj_1',
    name: 'One',
    site_url: 'https://example.com/',
    language: 'en',
    brand_terms: '[]',
    brand_colours: '{}',
    timezone: 'UTC',
  };
  await rows.insert('projects', { ...row, article_defaults: '{}', schedules: '{}', created_at: now, updated_at: now });
  const project = { id: 'prj_1', siteUrl: row.site_url, language: 'en', country: null } as Project;
  const projects = { resolve: async () => project, get: async () => project } as unknown as Projects;
  const asked: string[] = [];
  const answers: Record<string, Answer> = {};
  const settle = ({ keyword, depth }: SearchQuestion) => {
    const answer = answers[keyword] ?? null;
    asked.push(keyword);
    if (typeof answer === 'string') throw new AppError(answer, `${keyword}: ${answer}.`);
    return pageWith(answer, depth);
  };
  const provider = {
    provider: 'serper',
    engine: 'google',
    cannot: ({ device }) => (device === 'mobile' ? 'It knows no mobile pages.' : null),
    callsFor: ({ depth }) => depth / 10,
    search: async (question) => settle(question),
  } as Partial<SearchProvider> as SearchProvider;
  const providers = [provider];
  const providersOf = async () => providers;
  const needs = { store, system, projects, providersOf };
  await trackKeywords(needs, { keywords: [...keywords], ...more }, []);
  let jobs = 0;
  const create = async () => `job_${++jobs}`;
  const rested: number[] = [];
  const kind = createChecking({
    ...needs,
    system: { ...system, pause: (ms) => new Promise((over) => setTimeout(over, rested.push(ms) && 1)) },
    search: { providersOf, ask: async (_project, one, question, options) => one.search(question, options) },
  });

  async function begin(): Promise<string> {
    const all = (await rows.all('tracked_keywords')) as unknown as [{ id: string; job_id: string | null }];
    const { jobId } = await store.write((tx) => startCheck(tx, { create }, 'prj_1', all));
    return jobId;
  }

  async function run(jobId: string, report = (_step: string, _progress: number) => {}) {
    const done = await kind.run({
      jobId,
      resourceId: 'prj_1',
      state: undefined,
      signal: new AbortController().signal,
      async report(step, progress, also) {
        report(step, progress);
        return store.write(async (tx) => also?.(tx));
      },
    });
    return 'until' in done ? undefined : await store.write((tx) => done.write(tx));
  }

  return {
    providers,
    store, rows, asked, answers, project, kind, begin, run, clock, rested,
    check: async () => run(await begin()),
    row: async (keyword: string) => (await rows.all<Record<string, unknown>>('tracked_keywords', { keyword }))[0]!,
    retrack: (changed: Partial<NewTrackedKeywords>) => trackKeywords(needs, { keywords: [...keywords], ...changed }, []),
  }; // prettier-ignore
}
