import type { AskedEngine } from '../../../../schema/ai-runs.ts';
import type { Db } from '../../../db/open.ts';
import { answeredIn, lastAsked, type Asking } from '../queries.ts';
import { timesAsked, type RunState } from './state.ts';

interface Wanted {
  projectId: string;
  jobId: string;
  /** `engine`: as rows name it. */
  engines: readonly { provider: AskedEngine; engine: string }[];
  state: RunState;
}

/**
 * For each engine the prompts that it is still to be asked, each as often as an answer is missing: first one answer to each, then the second. Prompts
 * that it was asked longest ago come first: where a cap ends every run, each has its turn.
 */
export async function waitingFor(db: Db, { projectId, jobId, engines, state }: Wanted): Promise<string[][]> {
  const { promptIds } = state;
  const askings = engines.flatMap(({ engine }) => promptIds.map((promptId) => ({ promptId, engine })));
  const answered = new Map((await answeredIn(db, { projectId, jobId })).map((one) => [keyOf(one), one.times]));
  const asked = new Map((await lastAsked(db, projectId, askings)).map((one) => [keyOf(one), one.at ?? 0]));
  const place = new Map(promptIds.map((id, at) => [id, at]));
  return engines.map(({ provider, engine }) => {
    const runs = timesAsked(provider, state.runs);
    const failed = state.troubles?.[provider]?.failed;
    const askedAt = (promptId: string) => asked.get(keyOf({ promptId, engine })) ?? 0;
    const inOrder = promptIds.toSorted((one, other) => askedAt(one) - askedAt(other) || place.get(one)! - place.get(other)!);
    const missing = inOrder.map((id) => ({ id, times: runs - (answered.get(keyOf({ promptId: id, engine })) ?? 0) - (failed?.[id] ?? 0) }));
    return Array.from({ length: runs }, (_, nth) => missing.flatMap(({ id, times }) => (times > nth ? [id] : []))).flat();
  });
}

const keyOf = ({ promptId, engine }: Asking) => `${promptId} ${engine}`;
