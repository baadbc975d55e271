import type { Project } from '../../../../schema/projects.ts';
import type { SearchSyncJob, SearchSyncRequest } from '../../../../schema/search-sync.ts';
import type { Store, Tx } from '../../../db/open.ts';
import type { SearchSyncRow } from '../../../db/rows/search-console.ts';
import { AppError } from '../../../errors.ts';
import type { System } from '../../../system.ts';
import { callCapOf, type Integrations, type Jobs, type Projects } from '../../account/index.ts';
import type { ScheduledCalls } from '../../common/group.ts';
import { beyondCap, timesAMonth } from '../../common/schedule.ts';
import { waysToConnect } from '../google.ts';
import { nothingYet } from './brought.ts';
import { dailyTables, googleDay, oldestDay } from './days.ts';

/** The kind of job that fetches what Google shows. */
export const syncKind = 'search_console.sync';

interface Needs {
  store: Store;
  system: Pick<System, 'now'>;
  projects: Projects;
  jobs: Pick<Jobs, 'create' | 'isUnderWay'>;
  integrations: Pick<Integrations, 'find'>;
}

/** Has final days fetched by a job. Throws `integration_required`, `invalid_input`, `conflict` while one runs, `not_found`, `project_required`. */
export function requestSync(needs: Needs, { projectId, since }: SearchSyncRequest): Promise<SearchSyncJob> {
  const { store, system, projects, integrations } = needs;
  return store.write(async (tx) => {
    const project = await projects.resolve(projectId, tx);
    if (!(await integrations.find(project.id, 'search-console', tx))) throw notConnected();
    const property = propertyOf(project);
    refuseBeyond(since, googleDay(system.now()));
    const running = await runningOf(tx, needs, project.id);
    if (running) throw underWay(running);
    const jobId = await start(tx, needs, { projectId: project.id, property, since: since ?? null });
    return { jobId, status: 'queued', projectId: project.id, property, since: since ?? null };
  });
}

/** Starts what is due, unless one runs or the project lacks what it needs. */
export async function startDueSync(tx: Tx, needs: Needs, project: Project): Promise<void> {
  const property = project.searchConsoleProperty;
  if (property === null || !(await needs.integrations.find(project.id, 'search-console', tx))) return;
  if (!(await runningOf(tx, needs, project.id))) await start(tx, needs, { projectId: project.id, property, since: null });
}

async function start(
  tx: Tx,
  { jobs, system }: Needs,
  { projectId, property, since }: { projectId: string; property: string; since: string | null },
): Promise<string> {
  const job_id = await jobs.create(tx, { kind: syncKind, projectId, resourceType: 'search_console', resourceId: projectId });
  const begun = { job_id, property, since, brought: JSON.stringify(nothingYet), started_at: system.now(), finished_at: null, error: null };
  const added = tx.insertInto('search_syncs').values({ project_id: projectId, ...begun });
  await added.onConflict((conflict) => conflict.column('project_id').doUpdateSet(begun)).execute();
  return job_id;
}

async function runningOf(tx: Tx, { jobs }: Pick<Needs, 'jobs'>, projectId: string): Promise<SearchSyncRow | undefined> {
  const last = tx.selectFrom('search_syncs').selectAll().where('project_id', '=', projectId);
  const row = await last.where('finished_at', 'is', null).executeTakeFirst();
  return row && (await jobs.isUnderWay(tx, row.job_id)) ? row : undefined;
}

function propertyOf({ searchConsoleProperty: property }: Project): string {
  if (property !== null) return property;
  throw new AppError('integration_required', 'The project names no property of Search Console.', {
    hint: 'Name it with projects_update { searchConsoleProperty }; integrations_test { provider: search-console } names those that may be read.',
  });
}

export function notConnected(): AppError {
  return new AppError('integration_required', 'Google Search Console is not connected.', {
    hint: `Connect it with ${waysToConnect}. Or import an export with search_console_import.`,
  });
}

function refuseBeyond(since: string | undefined, today: string): void {
  const oldest = oldestDay(today);
  if (since === undefined || (since >= oldest && since <= today)) return;
  const detail = `since must be a day from ${oldest} to ${today}: Google keeps 16 months.`;
  throw new AppError('invalid_input', detail, { errors: [{ pointer: '/since', detail, code: 'out_of_range' }] });
}

function underWay({ job_id, property }: SearchSyncRow): AppError {
  return new AppError('conflict', `The job ${job_id} is fetching ${property}.`, {
    hint: 'Follow it with jobs_get, or end it with jobs_cancel.',
  });
}

/** What the schedule asks; null where it is off. */
export async function scheduledSyncs(
  tx: Tx,
  integrations: Pick<Integrations, 'find'>,
  { id, searchConsoleProperty: property, schedules: { searchConsole: every } }: Project,
): Promise<ScheduledCalls | null> {
  if (every === 'off') return null;
  const name = 'searchConsole';
  if (property === null) return { name, callsAMonth: null, why: 'Nothing is asked: the project names no searchConsoleProperty.' };
  const configured = await integrations.find(id, 'search-console', tx);
  if (!configured) return { name, callsAMonth: null, why: `Nothing is asked. ${notConnected().message}` };
  const times = timesAMonth[every];
  const why = `Google bills nothing. Each of ${times} times a month it asks once which days are final, and ${dailyTables.length} times for each new day; a table of more than 25,000 rows a day takes more.`;
  const callsAMonth = times + dailyTables.length * timesAMonth.daily;
  const beyond = beyondCap({ every, provider: configured.provider, calls: callsAMonth / times, cap: callCapOf(configured) });
  return { name, callsAMonth, why: `${why}${beyond}` };
}
