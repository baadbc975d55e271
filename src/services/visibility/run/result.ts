import type { AskedEngine } from '../../../../schema/ai-runs.ts';
import type { Tx } from '../../../db/open.ts';
import { spentBy } from '../queries.ts';
import type { Lane } from './ask.ts';
import { timesAsked, type RunState, type Trouble } from './state.ts';

/** What a run came to with one engine. */
interface EngineResult {
  provider: AskedEngine;
  /** As its answers name it; null where it was not configured any more. */
  engine: string | null;
  model: string | null;
  answered: number;
  /** Answers for which it searched the web. */
  searched: number;
  failed: number;
  /** Those of the failed that the engine would not answer. */
  declined: number;
  notChecked: number;
  notCheckedBecause?: Record<string, number>;
  /** In USD; null where one of them has no price. */
  cost: number | null;
  error: Trouble['error'];
}

export interface RunResult {
  answered: number;
  failed: number;
  notChecked: number;
  cost: number | null;
  engines: EngineResult[];
}

interface Ended {
  projectId: string;
  jobId: string;
  state: RunState;
  lanes: readonly Lane[];
}

/** What a job came to: what was answered, what failed, what it left and why, and what it cost. */
export async function resultOf(tx: Tx, { projectId, jobId, state, lanes }: Ended): Promise<RunResult> {
  const spent = await spentBy(tx, { projectId, jobId });
  const engines = state.engines.map((provider): EngineResult => {
    const lane = lanes.find(({ engine }) => engine.provider === provider);
    if (!lane) return unasked(provider, state.promptIds.length * timesAsked(provider, state.runs));
    const { engine, model } = lane.engine;
    const { answered = 0, searched = 0, cost = 0 } = spent.get(engine) ?? {};
    const notChecked = lane.waiting.length;
    const failed = Object.values(lane.trouble.failed).reduce((sum, times) => sum + times, 0);
    const why = notChecked > 0 && { notCheckedBecause: { [lane.left ?? 'provider_error']: notChecked } };
    const { times: declined = 0, error: answer = null } = lane.trouble.declined ?? {};
    const error = isTroubled({ failed, declined, notChecked }) ? lane.trouble.error : answer;
    return { provider, engine, model, answered, searched, failed, declined, notChecked, ...why, cost, error };
  });
  const sum = (of: (one: EngineResult) => number) => engines.reduce((total, one) => total + of(one), 0);
  const cost = engines.some((one) => one.cost === null) ? null : sum((one) => one.cost!);
  return {
    answered: sum((one) => one.answered),
    failed: sum((one) => one.failed),
    notChecked: sum((one) => one.notChecked),
    cost,
    engines,
  };
}

/** What an engine declines is its answer, and nobody's trouble. */
export function isTroubled({ failed, declined, notChecked }: Pick<EngineResult, 'failed' | 'declined' | 'notChecked'>): boolean {
  return failed - declined + notChecked > 0;
}

function unasked(provider: AskedEngine, questions: number): EngineResult {
  const code = 'integration_required';
  return {
    provider,
    engine: null,
    model: null,
    answered: 0,
    searched: 0,
    failed: 0,
    declined: 0,
    notChecked: questions,
    notCheckedBecause: { [code]: questions },
    cost: 0,
    error: { code, message: `${provider} is not configured any more.` },
  };
}

interface Ending {
  projectId: string;
  jobId: string;
  now: number;
  troubles: readonly { provider: AskedEngine | null; error: Trouble['error'] }[];
}

/** Notes, for the overview, what went wrong in the latest run of a project. */
export async function endRun(tx: Tx, { projectId, jobId, now, troubles }: Ending): Promise<void> {
  const told = troubles.flatMap(({ provider, error }) => (error === null ? [] : [{ provider, ...error }]));
  const ended = { ended_at: now, trouble: told.length === 0 ? null : JSON.stringify(told) };
  await tx.updateTable('ai_runs').set(ended).where('project_id', '=', projectId).where('job_id', '=', jobId).execute();
}
