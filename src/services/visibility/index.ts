import type { AiRun, NewAiRun } from '../../../schema/ai-runs.ts';
import type { AiAnswer, AiAnswerRow, AnswerQuery, AnswerQuestion, NewAnswers, TakenAnswers } from '../../../schema/ai-answers.ts';
import type { Page, Refused } from '../../../schema/common.ts';
import type { Tx } from '../../db/open.ts';
import { visibilityTasks } from '../../visibility/tasks.ts';
import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import type { PlanningServices } from '../planning/index.ts';
import { countOwned } from '../common/queries.ts';
import type { SiteServices } from '../site/index.ts';
import type { TopicServices } from '../topics/index.ts';
import { createSchedule } from '../common/schedule.ts';
import { visibilityActions } from './actions.ts';
import { getAnswer } from './answers/get.ts';
import { listAnswers } from './answers/list.ts';
import { createJudging } from './answers/judging.ts';
import { createAnswerReading } from './answers/reading.ts';
import { submitAnswers } from './answers/submit.ts';
import { takeAnswers } from './answers/take.ts';
import { brandsChanged, changesBrand } from './brands.ts';
import { visibilityOverview } from './overview.ts';
import { answersOfNobody, removeAnswersOf } from './removal.ts';
import { createEngines } from './run/engines.ts';
import { createAsking } from './run/run.ts';
import { canAsk, scheduledRuns, startDueRun, startRun } from './run/start.ts';
import { runPrompts } from './run/state.ts';
import { createReports, type VisibilityReports } from './reports/reports.ts';
import { visibilityPortable } from './portable.ts';

export type { VisibilityReports } from './reports/reports.ts';

/** What engines answered. */
export interface Answers {
  /** Those asked last come first. Throws `not_found`, `project_required`, `invalid_input`. */
  list(query: AnswerQuery): Promise<Page<AiAnswerRow>>;
  /** Throws `not_found`. */
  get(asked: AnswerQuestion): Promise<AiAnswer>;
  /** Takes answers that others got, and reads them. Throws `not_found`, `project_required`. */
  submit(input: NewAnswers, refused?: readonly Refused[], signal?: AbortSignal): Promise<TakenAnswers>;
}

/** How answer engines see the project and its competitors. */
export interface VisibilityServices {
  answers: Answers;
  aiRuns: AiRuns;
  visibility: VisibilityReports;
}

/** Asking answer engines. */
export interface AiRuns {
  /**
   * By a job. Throws `not_found`, `project_required`, `integration_required`, and `conflict` where there is no prompt, or a run of the project is under
   * way.
   */
  start(request: NewAiRun): Promise<AiRun>;
}

/** Runs at once in one process, each of another project. */
const runSlots = 2;

/** Of some answers, however long each is. */
const maxReadingMs = 60_000;

export const openVisibility: Door<AccountServices & SiteServices & PlanningServices & TopicServices, VisibilityServices> = (
  foundation,
  before,
) => {
  const { store, system, queue, openThread } = foundation;
  const { projects, competitors, prompts, jobs, integrations, posts, crawledPages, calendar } = before;
  const thread = openThread(visibilityTasks, { maxMs: maxReadingMs });
  const judging = createJudging({ store, system, queue, integrations, projects, competitors });
  const reading = createAnswerReading({ store, system, queue, thread, projects, competitors, judging });
  const needs = { store, system, projects, competitors, prompts, reading };

  const enginesOf = createEngines({ system, integrations, crawledPages });
  const reports = createReports({ store, system, projects, competitors, posts, crawledPages });
  const running = { store, system, projects, jobs, integrations, enginesOf, take };
  const schedule = createSchedule(
    { store, system, queue, projects },
    { name: 'visibility', start: (tx, project) => startDueRun(tx, running, project.id) },
  );

  /** Keeps answers of a run; they are read soon after. */
  async function take(tx: Tx, given: Parameters<typeof takeAnswers>[2]): Promise<void> {
    const taken = await takeAnswers(tx, system, given);
    if (taken.some(({ isNew }) => isNew)) await reading.later(tx, given.projectId);
  }

  /** Another name or competitor: what was read before is read anew. */
  async function readAnew(tx: Tx, projectId: string): Promise<void> {
    await brandsChanged(tx, system, projectId);
    await reading.later(tx, projectId);
  }

  return {
    portable: visibilityPortable,
    services: {
      answers: {
        list: (query) => listAnswers(needs, query),
        get: (asked) => getAnswer(needs, asked),
        submit: (input, refused = [], signal) => submitAnswers(needs, input, refused, signal),
      },
      aiRuns: { start: (request) => startRun(running, request) },
      visibility: reports,
    },
    jobs: [{ kind: runPrompts, how: createAsking(running), slots: runSlots }],
    work: [reading.worker, judging.worker, schedule.worker],
    async projectChanged(tx, project, was) {
      await schedule.changed(tx, project, was);
      if (was && changesBrand(project, was)) await readAnew(tx, project.id);
    },
    async competitorAdded(tx, { projectId }) {
      await readAnew(tx, projectId);
      return null;
    },
    async competitorRemoved(tx, competitorId) {
      const known = await tx.selectFrom('competitors').select('project_id').where('id', '=', competitorId).executeTakeFirst();
      if (known) await readAnew(tx, known.project_id);
      return false;
    },
    scheduled: (tx, project) => scheduledRuns(tx, running, project),
    holds: (projectId) => countOwned(store.db, projectId, { 'AI answers': 'ai_answers' }),
    async removeProject(tx, projectId) {
      await schedule.remove(tx, projectId);
      await reading.forget(tx, projectId);
      return removeAnswersOf(tx, projectId);
    },
    retention: () => [answersOfNobody()],
    overview: (question) => visibilityOverview(store.db, question),
    actions: (question) =>
      visibilityActions({ db: store.db, calendar, reports, canAsk: (projectId) => canAsk(enginesOf, projectId) }, question),
  };
};
