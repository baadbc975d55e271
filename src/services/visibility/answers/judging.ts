import type { Store, Tx } from '../../../db/open.ts';
import type { Queue } from '../../../queue/queue.ts';
import type { Settlement, Worker } from '../../../queue/worker.ts';
import type { System } from '../../../system.ts';
import { isUnjudged, meanOf, withJudgements } from '../../../visibility/sentiment.ts';
import type { MentionSentence } from '../../../visibility/shapes.ts';
import type { Integrations, Projects } from '../../account/index.ts';
import { parsed } from '../../common/wire.ts';
import type { Competitors } from '../../site/index.ts';
import { brandsOf } from '../brands.ts';
import { noteSentiments, type AnswerPlace } from '../queries.ts';
import type { Analysis, Reading } from './keep-readings.ts';

/** Has the project's judge say how sentences speak of a brand where the rules cannot: those in other languages than English. */
export interface SentimentJudging {
  /** Has what is open in these answers be judged soon, if the project has a judge. */
  later(tx: Tx, projectId: string, readings: readonly Reading[]): Promise<void>;
  worker: Worker;
}

interface Needs {
  store: Store;
  system: System;
  queue: Queue;
  integrations: Pick<Integrations, 'find' | 'openJudge'>;
  projects: Projects;
  competitors: Competitors;
}

const kind = 'visibility.judge';
/** Where the judge cannot be asked, it is tried again after that time, for a day after the answer was read. */
const againMs = 3_600_000;
const maxTryingMs = 24 * againMs;

export function createJudging({ store, system, queue, integrations, projects, competitors }: Needs): SentimentJudging {
  async function judgeAnswer(id: string, signal: AbortSignal): Promise<Settlement> {
    const columns = ['id', 'project_id', 'prompt_id', 'asked_at', 'analyzed_at', 'analysis'] as const;
    const answer = await store.db.selectFrom('ai_answers').select(columns).where('id', '=', id).executeTakeFirst();
    const model = answer && answer.analysis !== null ? await integrations.openJudge(answer.project_id) : undefined;
    if (!answer || !model) return {};
    const { sentences } = parsed<Analysis>(answer.analysis!);
    const { names } = await brandsOf(store.db, { projects, competitors }, answer.project_id);
    const open = Object.entries(sentences).flatMap(([brand, some]) => {
      const name = names.get(brand);
      return name === undefined ? [] : some.filter(isUnjudged).map(({ text }) => ({ text, name }));
    });
    const { judgeSentences } = await import('./judge.ts');
    const { said, failed } = await judgeSentences(system, model, open, signal);
    const judged = Object.entries(sentences).map(([brand, some]) => [brand, withJudgements(some, (text) => said.get(text))] as const);
    const now = system.now();
    return {
      write: (tx) => keepJudgements(tx, answer, judged),
      ...(open.length > 0 && { outsideFailed: failed }),
      ...(failed && now < answer.analyzed_at! + maxTryingMs && { retryAt: now + againMs }),
    };
  }

  return {
    async later(tx, projectId, readings) {
      const open = readings.filter(({ read }) => read?.brands.some(({ sentences }) => sentences.some(isUnjudged)));
      if (open.length === 0 || !(await integrations.find(projectId, 'judge', tx))) return;
      const dueAt = system.now();
      const workOn = (id: string) => ({ kind, key: `${kind} ${id}`, payload: { id }, dueAt, lane: projectId });
      await queue.enqueueAll(
        tx,
        open.map(({ answer: { id } }) => workOn(id)),
      );
    },

    worker: {
      kind,
      slots: 4,
      perLane: 2,
      leaseMs: 15_000,
      handle: (payload, signal) => judgeAnswer((payload as { id: string }).id, signal),
    },
  };
}

/** Keeps what was judged, unless the answer has been read anew meanwhile. */
async function keepJudgements(
  tx: Tx,
  answer: AnswerPlace & { analyzed_at: number | null },
  judged: readonly (readonly [string, MentionSentence[]])[],
): Promise<void> {
  const analysis: Analysis = { sentences: Object.fromEntries(judged) };
  const same = tx
    .updateTable('ai_answers')
    .set({ analysis: JSON.stringify(analysis) })
    .where('id', '=', answer.id);
  const { numUpdatedRows } = await same.where('analyzed_at', '=', answer.analyzed_at).executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  await noteSentiments(
    tx,
    answer,
    judged.map(([brand, sentences]) => ({ brand, ...meanOf(sentences) })),
  );
}
