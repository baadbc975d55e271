import type { AskedEngine } from '../../../../schema/ai-runs.ts';
import type { Db } from '../../../db/open.ts';
import { answeredBy, lastAsked } from '../queries.ts';
import { timesAsked, type RunState, type Trouble } from './state.ts';

interface Wanted {
  projectId: string;
  jobId: string;
  /** As rows name it. */
  engine: string;
  provider: AskedEngine;
  state: RunState;
  trouble: Trouble | undefined;
}

/**
 * The prompts that an engine is still to be asked, each as often as an answer is missing: first one answer to each, then the second. Prompts that it was
 * asked longest ago come first: where a cap ends every run, each has its turn.
 */
export async function waitingFor(db: Db, { projectId, jobId, engine, provider, state, trouble }: Wanted): Promise<string[]> {
  const { promptIds } = state;
  const runs = timesAsked(provider, state.runs);
  const answered = await answeredBy(db, { projectId, jobId, engine });
  const asked = await lastAsked(db, { projectId, engine, promptIds });
  const place = new Map(promptIds.map((id, at) => [id, at]));
  const inOrder = promptIds.toSorted(
    (one, other) => (asked.get(one) ?? 0) - (asked.get(other) ?? 0) || place.get(one)! - place.get(other)!,
  );
  const missing = inOrder.map((id) => ({ id, times: runs - (answered.get(id) ?? 0) - (trouble?.failed[id] ?? 0) }));
  return Array.from({ length: runs }, (_, nth) => missing.flatMap(({ id, times }) => (times > nth ? [id] : []))).flat();
}
