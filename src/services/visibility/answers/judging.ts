import type { Db, Store, Tx } from '../../../db/open.ts';
import type { Queue } from '../../../queue/queue.ts';
import type { Settlement, Worker } from '../../../queue/worker.ts';
import type { System } from '../../../system.ts';
import { isOpen, meanOf, withJudgements } from '../../../visibility/sentiment.ts';
import type { Judgement } from '../../../visibility/shapes.ts';
import type { Integrations, Projects } from '../../account/index.ts';
import { parsed } from '../../common/wire.ts';
import type { Competitors } from '../../site/index.ts';
import { brandsOf } from '../brands.ts';
import { noteSentiments } from '../queries.ts';
import type { Analysis, Reading } from './keep-readings.ts';

/** Has the project's judge say how sentences speak of a brand where the rules cannot: those in other languages than English. */
export interface SentimentJudging {
  /** Has what is open in these answers judged soon, if the project has a judge and they are not too old. */
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
/** Of older answers no sentence is paid for. */
const maxAgeMs = 60 * 24 * againMs;
/** An answer waits a minute for each day of its age, so that the newest come first. */
const waitOfAge = 1 / (24 * 60);

export function createJudging({ store, system, queue, integrations, projects, competitors }: Needs): SentimentJudging {
  async function judgeAnswer(id: string, signal: AbortSignal): Promise<Settlement> {
    const answer = await readOnce(store.db, id);
    if (!answer || answer.analyzed_at === null) return {};
    const { analyzed_at: analyzedAt, project_id: projectId } = answer;
    const model = await integrations.openJudge(projectId);
    if (!model) return {};
    const { sentences } = parsed<Analysis>(answer.analysis!);
    const { brands } = await brandsOf(store.db, { projects, competitors }, projectId);
    const open = brands.flatMap(({ id: brand, names }) => {
      const some = names.length === 0 ? [] : (sentences[brand] ?? []).filter(isOpen);
      return some.map(({ text }) => ({ key: sentenceKey(brand, text), text, name: nameIn(text, names) }));
    });
    const { judgeSentences } = await import('./judge.ts');
    const { said, failed } = await judgeSentences(system, model, open, signal);
    const now = system.now();
    return {
      async write(tx) {
        const isMore = await keepJudgements(tx, answer, said);
        if (isMore && !failed) await queue.enqueue(tx, workOn(id, projectId, system.now()));
      },
      ...(open.length > 0 && { outsideFailed: failed }),
      ...(failed && now < analyzedAt + maxTryingMs && { retryAt: now + againMs }),
    };
  }

  const keyOf = (id: string) => `${kind} ${id}`;
  const workOn = (id: string, projectId: string, dueAt: number) => ({ kind, key: keyOf(id), payload: { id }, dueAt, lane: projectId });

  return {
    async later(tx, projectId, readings) {
      const now = system.now();
      const recent = readings.filter(({ answer }) => now - answer.asked_at <= maxAgeMs);
      const open = recent.filter(({ read }) => read?.brands.some(({ sentences }) => sentences.some(isOpen)));
      if (open.length === 0 || !(await integrations.find(projectId, 'judge', tx))) return;
      // Whoever is at work on one sees for himself that it was read anew, and what he has paid for is not lost.
      const leased = await queue.leasedAmong(
        tx,
        open.map(({ answer: { id } }) => keyOf(id)),
      );
      const works = open.map(({ answer }) => workOn(answer.id, projectId, now + Math.ceil(Math.max(0, now - answer.asked_at) * waitOfAge)));
      await queue.enqueueAll(
        tx,
        works.filter(({ key }) => !leased.has(key)),
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

const sentenceKey = (brand: string, text: string): string => `${brand} ${text}`;

/** The name of a brand that a sentence has; the first where it stands beyond what is kept of the sentence. */
function nameIn(text: string, names: readonly string[]): string {
  const words = text.toLowerCase();
  const longestFirst = names.toSorted((one, other) => other.length - one.length);
  return longestFirst.find((name) => words.includes(name.toLowerCase())) ?? names[0]!;
}

/** An answer that was read before, even where it cannot be for now. */
function readOnce(db: Db | Tx, id: string) {
  const columns = ['id', 'project_id', 'prompt_id', 'asked_at', 'analyzed_at', 'analysis'] as const;
  return db.selectFrom('ai_answers').select(columns).where('id', '=', id).where('analysis', 'is not', null).executeTakeFirst();
}

/** Adds what was judged to an answer, which may have been read anew since; returns whether there is more to ask about. */
async function keepJudgements(
  tx: Tx,
  { id, analysis: before }: { id: string; analysis: string | null },
  said: ReadonlyMap<string, Judgement>,
): Promise<boolean> {
  const answer = await readOnce(tx, id);
  if (!answer || (said.size === 0 && answer.analysis === before)) return false;
  const judged = Object.entries(parsed<Analysis>(answer.analysis!).sentences).map(([brand, some]) => {
    return [brand, withJudgements(some, (text) => said.get(sentenceKey(brand, text)))] as const;
  });
  const analysis: Analysis = { sentences: Object.fromEntries(judged) };
  await tx
    .updateTable('ai_answers')
    .set({ analysis: JSON.stringify(analysis) })
    .where('id', '=', id)
    .execute();
  await noteSentiments(
    tx,
    answer,
    judged.map(([brand, sentences]) => ({ brand, ...meanOf(sentences) })),
  );
  return judged.some(([, sentences]) => sentences.some(isOpen));
}
