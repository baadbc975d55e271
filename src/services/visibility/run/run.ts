import type { Store, Tx } from '../../../db/open.ts';
import type { AppError } from '../../../errors.ts';
import type { System } from '../../../system.ts';
import type { Jobs, Projects } from '../../account/index.ts';
import type { JobAttempt, JobKind, Waiting } from '../../common/jobs.ts';
import type { TakenItem } from '../answers/take.ts';
import { askEngine, createLane, goesOn, type Lane } from './ask.ts';
import type { EnginesOf } from './engines.ts';
import { waitingFor } from './left.ts';
import { endRun, isTroubled, resultOf } from './result.ts';
import { timesAsked, type RunState } from './state.ts';

/** Questions to one engine at once: most of the time of each is waiting. */
const askedAtOnce = 3;
/** The job is put off by no less and no more, where an engine asks to wait. */
const minPutOffMs = 10_000;
const maxPutOffMs = 3_600_000;
/** An engine that was waited for so often in vain is asked no more. */
const maxWaits = 3;

interface Needs {
  store: Store;
  system: System;
  projects: Pick<Projects, 'get'>;
  jobs: Pick<Jobs, 'save'>;
  enginesOf: EnginesOf;
  take: (tx: Tx, given: { projectId: string; jobId: string | null; items: readonly TakenItem[] }) => Promise<void>;
}

/** One attempt at a run. */
interface Course {
  attempt: JobAttempt;
  state: RunState;
  question: { country: string | null; language: string | null; webSearch: boolean };
  lanes: Lane[];
  /** Questions that are answered, failed or gone, of all. */
  done: number;
  total: number;
}

/** Asks each engine each prompt, so many times. Each answer is kept as it comes: an interrupted run goes on with what is missing. */
export function createAsking({ store, system, projects, jobs, enginesOf, take }: Needs): JobKind {
  const textOf = async (projectId: string, id: string): Promise<string | undefined> => {
    const row = store.db.selectFrom('prompts').select('text').where('id', '=', id).where('project_id', '=', projectId);
    return (await row.executeTakeFirst())?.text;
  };

  async function openCourse(attempt: JobAttempt): Promise<Course> {
    const state = attempt.state as RunState;
    const { resourceId: projectId, jobId } = attempt;
    const project = await projects.get(projectId);
    const engines = await enginesOf(projectId, state.engines);
    const waitingOf = await waitingFor(store.db, { projectId, jobId, engines, state });
    const lanes = engines.map((engine, at) => createLane(engine, waitingOf[at]!, state.troubles?.[engine.provider]));
    const questions = (providers: RunState['engines']) =>
      providers.reduce((sum, provider) => sum + state.promptIds.length * timesAsked(provider, state.runs), 0);
    const total = questions(state.engines);
    const waiting = lanes.reduce((sum, lane) => sum + lane.waiting.length, 0);
    const question = { country: project.country, language: project.language, webSearch: state.webSearch };
    // What is not configured any more is left, and not done.
    const missing = questions(state.engines.filter((name) => !engines.some(({ provider }) => provider === name)));
    return { attempt, state, question, lanes, done: total - waiting - missing, total };
  }

  const report = <Also>(course: Course, also?: (tx: Tx) => Promise<Also>) => {
    course.done = Math.min(course.done + 1, course.total);
    return course.attempt.report(`asked ${course.done} of ${course.total}`, course.done / course.total, also);
  };

  const withTroubles = ({ state, lanes }: Course): RunState => ({
    ...state,
    troubles: Object.fromEntries(lanes.map(({ engine, trouble }) => [engine.provider, trouble])),
  });

  async function askNext(course: Course, lane: Lane): Promise<void> {
    const { resourceId: projectId, jobId, signal } = course.attempt;
    // The local engine waits for nothing by itself.
    await system.pause(0, signal);
    const promptId = lane.waiting.shift();
    if (promptId === undefined) return;
    const prompt = await textOf(projectId, promptId);
    if (prompt === undefined) return void (await report(course));
    const told = await askEngine(system, lane, { prompt, ...course.question }, signal);
    if (told === 'again' || told === 'left') return void lane.waiting.unshift(promptId);
    if (told === 'failed') {
      lane.trouble.failed[promptId] = (lane.trouble.failed[promptId] ?? 0) + 1;
      return void (await report(course, (tx) => jobs.save(tx, jobId, { state: withTroubles(course) })));
    }
    const { engine } = lane;
    const { text, given: citations, model, searched, cost, inputTokens, outputTokens, askedAt } = told;
    const surface = engine.provider === 'local' ? 'local' : 'api';
    const usage = { inputTokens, outputTokens };
    // Two answers in the same words are two.
    const sample = system.id('ask');
    const item: TakenItem = {
      promptId,
      prompt,
      engine: engine.engine,
      surface,
      model,
      text,
      citations,
      searched,
      cost,
      usage,
      askedAt,
      sample,
    };
    await report(course, (tx) => take(tx, { projectId, jobId, items: [item] }));
    lane.answered++;
  }

  async function askAll(course: Course, lane: Lane): Promise<void> {
    const askOn = async (isWelcome: () => boolean) => {
      while (goesOn(lane) && isWelcome()) await askNext(course, lane);
    };
    const ended = await Promise.allSettled(Array.from({ length: askedAtOnce }, () => askOn(() => lane.faults.restSeconds === 0)));
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
    // The engine has asked to wait: once its questions under way are answered, the others go one at a time.
    await askOn(() => true);
  }

  return {
    resumes: true,

    async run(attempt) {
      const course = await openCourse(attempt);
      const ended = await Promise.allSettled(course.lanes.map((lane) => askAll(course, lane)));
      for (const end of ended) if (end.status === 'rejected') throw end.reason;
      const { jobId, resourceId: projectId } = attempt;
      const until = putOffUntil(course.lanes, system.now());
      const state = withTroubles(course);
      if (until !== null) return putOff(until, (tx) => jobs.save(tx, jobId, { state }));
      return {
        async write(tx) {
          const result = await resultOf(tx, { projectId, jobId, state, lanes: course.lanes });
          await endRun(tx, { projectId, jobId, now: system.now(), troubles: result.engines.filter(isTroubled) });
          return { ...result };
        },
      };
    },

    async failed(tx, projectId, { code, message }: AppError, _attempts, jobId) {
      await endRun(tx, { projectId, jobId, now: system.now(), troubles: [{ provider: null, error: { code, message } }] });
    },
    // What was answered until then stands.
    async canceled() {},
  };
}

function putOff(until: number, write: Waiting['write']): Waiting {
  return { waitsFor: 'provider', until, write };
}

/** When engines that asked to wait can be asked again; null where nobody is waited for. Who was waited for in vain too often is left. */
function putOffUntil(lanes: readonly Lane[], now: number): number | null {
  const halted = lanes.filter(({ faults }) => faults.halted);
  for (const lane of halted) {
    lane.trouble.waits = lane.answered > 0 ? 0 : lane.trouble.waits + 1;
    if (lane.trouble.waits > maxWaits) lane.left = 'provider_error';
  }
  const asked = halted.flatMap(({ left, faults }) => (left === undefined ? [1000 * (faults.halted!.retryAfterSeconds ?? 0)] : []));
  if (asked.length === 0) return null;
  return now + Math.min(Math.max(minPutOffMs, ...asked), maxPutOffMs);
}
