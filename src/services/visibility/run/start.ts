import { usualRuns, type AiRun, type NewAiRun } from '../../../../schema/ai-runs.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Store, Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import { AppError } from '../../../errors.ts';
import { answerProviders } from '../../../providers/answer/index.ts';
import { callCapOf, type Integrations, type Jobs, type Projects } from '../../account/index.ts';
import type { ScheduledCalls } from '../../common/group.ts';
import { beyondCap, timesAMonth } from '../../common/schedule.ts';
import { requireTopic } from '../../topics/index.ts';
import { requireEngines, type EnginesOf, type RunEngine } from './engines.ts';
import { runPrompts, timesAsked, type RunState } from './state.ts';

interface Needs {
  store: Store;
  projects: Projects;
  jobs: Pick<Jobs, 'create' | 'isUnderWay'>;
  enginesOf: EnginesOf;
}

/**
 * Has engines asked by a job. Throws `not_found`, `project_required`, `integration_required`, and `conflict` where there is no prompt, or a run of the
 * project is under way.
 */
export async function startRun({ store, projects, jobs, enginesOf }: Needs, request: NewAiRun): Promise<AiRun> {
  const { runs = usualRuns, webSearch = true } = request;
  const named = await namedOrLocal({ projects, enginesOf }, request);
  return store.write(async (tx) => {
    const project = await projects.resolve(request.projectId, tx);
    const engines = await enginesOf(project.id, named, tx);
    requireEngines(engines, named);
    const promptIds = await wantedPrompts(tx, project.id, request);
    const other = await runUnderWay(tx, jobs, project.id);
    if (other !== null) throw underWay(other);
    const jobId = await createRun(tx, jobs, project.id, { engines: engines.map(({ provider }) => provider), promptIds, runs, webSearch });
    const told = engines.map((one) => {
      const { engine, provider, model } = one;
      return { engine, provider, model, calls: promptIds.length * timesAsked(provider, runs) * one.callsFor({ webSearch }) };
    });
    return { jobId, status: 'queued', projectId: project.id, prompts: promptIds.length, runs, webSearch, engines: told };
  });
}

/**
 * Who is to be asked: where nobody is named nor configured, the local engine, if it has pages. Throws `insufficient_sources` where it is named and has
 * none.
 */
async function namedOrLocal(
  { projects, enginesOf }: Pick<Needs, 'projects' | 'enginesOf'>,
  { projectId, engines }: NewAiRun,
): Promise<NewAiRun['engines']> {
  const { id } = await projects.resolve(projectId);
  if (engines?.includes('local')) await checkLocal(enginesOf, id);
  if (engines !== undefined || (await enginesOf(id)).length > 0) return engines;
  return (await checkLocal(enginesOf, id).catch(noPages)) === null ? undefined : ['local'];
}

/** Whether a run would ask anybody: a configured engine, or the local one where it has pages. */
export async function canAsk(enginesOf: EnginesOf, projectId: string): Promise<boolean> {
  return (await enginesOf(projectId)).length > 0 || (await checkLocal(enginesOf, projectId).catch(noPages)) !== null;
}

async function checkLocal(enginesOf: EnginesOf, projectId: string): Promise<string> {
  const [local] = await enginesOf(projectId, ['local']);
  return local!.check();
}

function noPages(error: unknown): null {
  if (error instanceof AppError && error.code === 'insufficient_sources') return null;
  throw error;
}

/** Starts the run that a schedule asks for, unless one is under way or there is nothing to ask. */
export async function startDueRun(tx: Tx, { jobs, enginesOf }: Pick<Needs, 'jobs' | 'enginesOf'>, projectId: string): Promise<void> {
  const engines = await enginesOf(projectId, undefined, tx);
  const promptIds = await promptsOf(tx, projectId);
  if (engines.length === 0 || promptIds.length === 0 || (await runUnderWay(tx, jobs, projectId)) !== null) return;
  await createRun(tx, jobs, projectId, {
    engines: engines.map(({ provider }) => provider),
    promptIds,
    runs: usualRuns,
    webSearch: true,
  });
}

async function createRun(tx: Tx, jobs: Pick<Jobs, 'create'>, projectId: string, state: RunState): Promise<string> {
  const jobId = await jobs.create(tx, { kind: runPrompts, projectId, resourceType: 'visibility', resourceId: projectId, state });
  await tx
    .insertInto('ai_runs')
    .values({ project_id: projectId, job_id: jobId, ended_at: null, trouble: null })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ job_id: jobId, ended_at: null, trouble: null }))
    .execute();
  return jobId;
}

async function runUnderWay(tx: Tx, jobs: Pick<Jobs, 'isUnderWay'>, projectId: string): Promise<string | null> {
  const row = await tx.selectFrom('ai_runs').select('job_id').where('project_id', '=', projectId).executeTakeFirst();
  return row && (await jobs.isUnderWay(tx, row.job_id)) ? row.job_id : null;
}

function underWay(jobId: string): AppError {
  return new AppError('conflict', `The run ${jobId} of this project is under way.`, {
    hint: 'Follow it with jobs_get, or end it with jobs_cancel, which keeps what was answered.',
  });
}

async function promptsOf(tx: Tx, projectId: string): Promise<string[]> {
  const rows = tx.selectFrom('prompts').select('id').where('project_id', '=', projectId).orderBy('id');
  return (await rows.execute()).map(({ id }) => id);
}

async function wantedPrompts(tx: Tx, projectId: string, { promptIds, topicId }: NewAiRun): Promise<string[]> {
  if (topicId !== undefined) await requireTopic(tx, projectId, topicId);
  let rows = tx.selectFrom('prompts').select('id').where('project_id', '=', projectId);
  if (topicId !== undefined) rows = rows.where('topic_id', '=', topicId);
  if (promptIds) rows = rows.where('id', 'in', idsIn(promptIds));
  const found = (await rows.orderBy('id').execute()).map(({ id }) => id);
  const strange = promptIds?.find((id) => !found.includes(id));
  const where = topicId === undefined ? 'project' : `topic ${topicId}`;
  if (strange !== undefined) throw new AppError('not_found', `The ${where} has no prompt ${strange}.`, { hint: 'See prompts_list.' });
  if (found.length > 0) return found;
  throw new AppError('conflict', `The ${where} has no prompts to ask.`, { hint: 'Add some with prompts_create.' });
}

/** What the schedule bills; null where it is off. */
export async function scheduledRuns(
  tx: Tx,
  { enginesOf, integrations }: Pick<Needs, 'enginesOf'> & { integrations: Pick<Integrations, 'findAll'> },
  { id, schedules: { visibility: every } }: Pick<Project, 'id' | 'schedules'>,
): Promise<ScheduledCalls | null> {
  if (every === 'off') return null;
  const engines = await enginesOf(id, undefined, tx);
  const { length: prompts } = await promptsOf(tx, id);
  if (engines.length === 0) {
    const why = 'Nothing is asked: no answer engine is configured. integrations_list says how to configure one.';
    return { name: 'visibility', callsAMonth: null, why };
  }
  const callsOf = (engine: RunEngine) => prompts * usualRuns * engine.callsFor({ webSearch: true });
  const calls = engines.reduce((sum, engine) => sum + callsOf(engine), 0);
  const times = timesAMonth[every];
  const configured = await integrations.findAll(
    id,
    answerProviders.filter((name) => engines.some(({ provider }) => provider === name)),
    tx,
  );
  const beyond = configured.map((one) => {
    const engine = engines.find(({ provider }) => provider === one.provider)!;
    return prompts === 0 ? '' : beyondCap({ every, provider: one.provider, calls: callsOf(engine), cap: callCapOf(one) });
  });
  const asked = engines.map(({ provider }) => provider).join(', ');
  const why = `${prompts} prompts, ${usualRuns} times each, to ${asked} are ${calls} calls, ${times} times a month.${beyond.join('')}`;
  return { name: 'visibility', callsAMonth: times * calls, why };
}
