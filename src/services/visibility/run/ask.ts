import { AppError, Declined } from '../../../errors.ts';
import type { Answered, AnswerQuestion } from '../../../providers/answer/answer.ts';
import { resolveWrapped } from '../../../providers/answer/wrapped.ts';
import type { System } from '../../../system.ts';
import type { GivenCitation } from '../../../visibility/shapes.ts';
import { isOpaque } from '../../../visibility/wrappers.ts';
import { Faults } from '../../common/faults.ts';
import type { RunEngine } from './engines.ts';
import { noTrouble, type Trouble } from './state.ts';

/** One engine in a run, with what it is still to be asked. */
export interface Lane {
  engine: RunEngine;
  /** The ids of prompts; one that is asked twice stands here twice. */
  waiting: string[];
  faults: Faults;
  trouble: Trouble;
  /** Why the rest is not asked. */
  left?: string;
  /** Answers in this attempt. */
  answered: number;
}

export const createLane = (engine: RunEngine, waiting: string[], trouble = noTrouble()): Lane => ({
  engine,
  waiting,
  faults: new Faults(),
  trouble,
  answered: 0,
});

/** Whether the lane goes on in this attempt. */
export const goesOn = ({ waiting, faults, left }: Lane): boolean => waiting.length > 0 && left === undefined && !faults.halted;

export type Told = Answered & { given: GivenCitation[]; askedAt: number };

/** The answer, or `failed`, `again` after a rest, or `left`: the lane asks nothing more in this attempt. */
export async function askEngine(
  system: System,
  lane: Lane,
  question: AnswerQuestion,
  signal: AbortSignal,
): Promise<Told | 'failed' | 'again' | 'left'> {
  const { engine, faults } = lane;
  if (faults.restSeconds > 0) await system.pause(1000 * faults.restSeconds, signal).catch(() => signal.throwIfAborted());
  const askedAt = system.now();
  try {
    const answered = await engine.ask(question, signal);
    const given = await followed(system, answered, signal);
    faults.succeeded(engine.provider);
    return { ...answered, given, askedAt };
  } catch (thrown) {
    signal.throwIfAborted();
    if (!(thrown instanceof AppError)) throw thrown;
    return judged(lane, thrown);
  }
}

/** What may pass, or may not hold for the next prompt. */
const ofProviders: ReadonlySet<string> = new Set(['cap_reached', 'prices_missing', 'rate_limited', 'provider_refused', 'provider_failed']);

/** Why the rest is left, of what holds for each prompt alike. */
const reasonOf: Readonly<Record<string, string>> = {
  integration_required: 'integration_required',
  insufficient_sources: 'provider_has_none',
};

function judged(lane: Lane, error: AppError): 'failed' | 'again' | 'left' {
  const { engine, faults, trouble } = lane;
  const told = { code: error.code, message: error.hint ? `${error.message} ${error.hint}` : error.message };
  if (error instanceof Declined) {
    trouble.declined = { times: (trouble.declined?.times ?? 0) + 1, error: told };
    return 'failed';
  }
  trouble.error = told;
  if (!ofProviders.has(error.code)) {
    lane.left = reasonOf[error.code] ?? 'provider_error';
    return 'left';
  }
  const meant = faults.note(engine.provider, error);
  lane.left ??= faults.stopped.get(engine.provider);
  return meant === 'failed' || meant === 'again' ? meant : 'left';
}

/** The sources, with where those lead whose address does not say it. */
async function followed(system: System, { citations }: Answered, signal: AbortSignal): Promise<GivenCitation[]> {
  const opaque = citations.map(({ url }) => url).filter(isOpaque);
  const goals = await resolveWrapped(system, opaque, signal);
  return citations.map((citation) => {
    const goal = goals.get(citation.url);
    if (goal === undefined) return citation;
    // One hop and no more.
    return { ...citation, resolved: goal === null || isOpaque(goal) ? null : goal };
  });
}
