import type { Provider } from '../../../schema/integrations.ts';
import type { Project } from '../../../schema/projects.ts';
import type { RankingCheckJob, RankingCheckRequest } from '../../../schema/rankings.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { TrackedKeywordRow } from '../../db/rows/rankings.ts';
import { idsIn } from '../../db/sql.ts';
import { AppError } from '../../errors.ts';
import type { SearchProvider } from '../../providers/search/search.ts';
import { callCapOf, type Integrations, type Jobs, type Projects } from '../account/index.ts';
import type { ScheduledCalls } from '../common/group.ts';
import { beyondCap, timesAMonth } from '../common/schedule.ts';
import { writtenKey } from '../common/asked-keyword.ts';
import { questionOf, servingOf, unservedError, type ProvidersOf, type Unserved } from './serving.ts';

/** The kind of job that asks where tracked keywords rank. */
export const checkRankings = 'rankings.check';

interface Needs {
  store: Store;
  projects: Projects;
  jobs: Pick<Jobs, 'create'>;
  providersOf: ProvidersOf;
}

type Wanted = Pick<TrackedKeywordRow, 'id' | 'keyword' | 'keyword_key' | 'engine' | 'device' | 'country' | 'language' | 'depth' | 'job_id'>;

/**
 * Has keywords of a project checked by one job, but those that a job under way checks. Throws `not_found`, `project_required`, `site_required`,
 * `conflict` where nothing is tracked, and `integration_required` or `provider_refused` where none can be asked.
 */
export async function requestCheck({ store, projects, jobs, providersOf }: Needs, request: RankingCheckRequest): Promise<RankingCheckJob> {
  const { id: projectId } = await projects.resolve(request.projectId);
  const providers = await providersOf(projectId);
  return store.write(async (tx) => {
    const project = await projects.resolve(projectId, tx);
    siteOf(project);
    const wanted = await wantedRows(tx, projectId, request);
    const { jobId, ids } = await startCheck(tx, jobs, projectId, wanted);
    const checked = new Set(ids);
    const {
      unserved,
      callsOf: _,
      ...outlook
    } = outlookOf(
      wanted.filter(({ id }) => checked.has(id)),
      providers,
    );
    if (unserved) throw unservedError(unserved);
    const { status } = await tx.selectFrom('jobs').select('status').where('id', '=', jobId).executeTakeFirstOrThrow();
    return { jobId, status: status === 'running' ? 'running' : 'queued', projectId, keywords: ids.length, ...outlook };
  });
}

/** Throws `site_required`. */
export function siteOf({ siteUrl }: Pick<Project, 'siteUrl'>): string {
  if (siteUrl !== null) return siteUrl;
  throw new AppError('site_required', 'The project has no site, so nothing can be found to rank.', {
    hint: 'Set siteUrl with projects_update.',
  });
}

async function wantedRows(tx: Tx, projectId: string, { ids, keywords }: RankingCheckRequest): Promise<[Wanted, ...Wanted[]]> {
  const keys = keywords?.map(writtenKey);
  let query = trackedOf(tx, projectId);
  if (ids) query = query.where('id', 'in', idsIn(ids));
  if (keys) query = query.where('keyword_key', 'in', idsIn(keys));
  const rows = await query.execute();
  const strange = ids?.find((id) => !rows.some((row) => row.id === id)) ?? keywords?.find((_, at) => !rows.some((row) => row.keyword_key === keys![at])); // prettier-ignore
  if (strange !== undefined) {
    throw new AppError('not_found', `${JSON.stringify(strange)} is not tracked${ids && keywords ? ', or not by that id' : ''}.`, {
      hint: 'See rankings_list, or track it with rankings_track.',
    });
  }
  const [first, ...others] = rows;
  if (first) return [first, ...others];
  throw new AppError('conflict', 'No keyword is tracked.', { hint: 'Track some with rankings_track.' });
}

function trackedOf(tx: Tx, projectId: string) {
  return tx
    .selectFrom('tracked_keywords')
    .select(['id', 'keyword', 'keyword_key', 'engine', 'device', 'country', 'language', 'depth', 'job_id'])
    .where('project_id', '=', projectId);
}

interface Outlook {
  maxCalls: number;
  /** The same by provider. */
  callsOf: ReadonlyMap<Provider, number>;
  cannotBeAsked: number;
  /** Why, where none can be asked. */
  unserved: Unserved | undefined;
}

function outlookOf(wanted: readonly Wanted[], providers: readonly SearchProvider[]): Outlook {
  const served = wanted.map((row) => {
    const question = questionOf(row);
    return { question, ...servingOf(providers, question) };
  });
  const able = served.flatMap(({ question, provider }) =>
    provider ? [{ name: provider.provider, calls: provider.callsFor(question) }] : [],
  );
  const callsIn = (some: typeof able) => some.reduce((sum, { calls }) => sum + calls, 0);
  return {
    maxCalls: callsIn(able),
    callsOf: new Map([...Map.groupBy(able, ({ name }) => name)].map(([name, some]) => [name, callsIn(some)])),
    cannotBeAsked: served.length - able.length,
    unserved: able.length === 0 ? served[0]?.unserved : undefined,
  };
}

/** Of keywords that a job under way checks that job is answered, where no other is left. */
export async function startCheck(
  tx: Tx,
  jobs: Pick<Jobs, 'create'>,
  projectId: string,
  wanted: readonly [Pick<Wanted, 'id' | 'job_id'>, ...Pick<Wanted, 'id' | 'job_id'>[]],
): Promise<{ jobId: string; ids: string[] }> {
  const underWay = await jobsUnderWay(tx, wanted);
  const free = wanted.filter(({ job_id }) => job_id === null || !underWay.has(job_id));
  const other = wanted[0].job_id;
  if (free.length === 0 && other !== null) return { jobId: other, ids: wanted.filter(({ job_id }) => job_id === other).map(({ id }) => id) }; // prettier-ignore
  const jobId = await jobs.create(tx, { kind: checkRankings, projectId, resourceType: 'rankings', resourceId: projectId });
  const ids = free.map(({ id }) => id);
  await tx.updateTable('tracked_keywords').set({ job_id: jobId, waiting: 1, left_code: null }).where('id', 'in', idsIn(ids)).execute();
  return { jobId, ids };
}

async function jobsUnderWay(tx: Tx, wanted: readonly Pick<Wanted, 'job_id'>[]): Promise<Set<string>> {
  const ids = [...new Set(wanted.flatMap(({ job_id }) => job_id ?? []))];
  const rows = await tx.selectFrom('jobs').select('id').where('id', 'in', idsIn(ids)).where('finished_at', 'is', null).execute();
  return new Set(rows.map(({ id }) => id));
}

/** What the schedule bills; null where it is off. */
export async function scheduledChecks(
  tx: Tx,
  { providersOf, integrations }: Pick<Needs, 'providersOf'> & { integrations: Pick<Integrations, 'findAll'> },
  { id, schedules: { rankings: every } }: Pick<Project, 'id' | 'schedules'>,
): Promise<ScheduledCalls | null> {
  if (every === 'off') return null;
  const tracked = await trackedOf(tx, id).execute();
  const { maxCalls, cannotBeAsked, unserved, callsOf } = outlookOf(tracked, await providersOf(id, tx));
  const times = timesAMonth[every];
  const asked = await integrations.findAll(id, [...callsOf.keys()], tx);
  const beyond = asked.map((one) =>
    beyondCap({ every, provider: one.provider, calls: callsOf.get(one.provider) ?? 0, cap: callCapOf(one) }),
  );
  const left = cannotBeAsked > 0 ? ` ${cannotBeAsked} of them cannot be asked for by what is configured.` : '';
  return {
    name: 'rankings',
    callsAMonth: unserved ? null : times * maxCalls,
    why: unserved
      ? `Nothing is asked. ${unserved.message}`
      : `${tracked.length} tracked keywords are at most ${maxCalls} calls, ${times} times a month.${left}${beyond.join('')}`,
  };
}

/** Starts the check that a schedule asks for, unless there is nothing to ask for. */
export async function startDue(tx: Tx, jobs: Pick<Jobs, 'create'>, { id, siteUrl }: Pick<Project, 'id' | 'siteUrl'>): Promise<void> {
  const [first, ...others] = await trackedOf(tx, id).execute();
  if (first && siteUrl !== null) await startCheck(tx, jobs, id, [first, ...others]);
}
