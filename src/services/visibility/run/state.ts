import type { AskedEngine } from '../../../../schema/ai-runs.ts';

/** The kind of job that asks answer engines. */
export const runPrompts = 'visibility.run';

/** What a run is to ask, and what went wrong so far: what was answered stands in rows. */
export interface RunState {
  engines: readonly AskedEngine[];
  promptIds: readonly string[];
  /** Answers to each prompt by each engine. */
  runs: number;
  webSearch: boolean;
  /** By provider. */
  troubles?: Partial<Record<AskedEngine, Trouble>>;
}

/** How often an engine is asked a prompt: the local one says the same each time, and more of that would look like more evidence. */
export function timesAsked(provider: RunState['engines'][number], runs: number): number {
  return provider === 'local' ? 1 : runs;
}

interface ToldError {
  code: string;
  message: string;
}

/** What went wrong with one engine. */
export interface Trouble {
  /** How often each prompt was asked in vain. */
  failed: Record<string, number>;
  /** How often the run was put off for it without getting on. */
  waits: number;
  /** The last error, as it is told, but for what was declined. */
  error: ToldError | null;
  /** What the engine would not answer, of what failed: asked again it would say the same. */
  declined?: { times: number; error: ToldError };
}

export const noTrouble = (): Trouble => ({ failed: {}, waits: 0, error: null });
