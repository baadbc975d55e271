import type { Provider, ProviderSettings } from '../../../schema/integrations.ts';
import type { System } from '../../system.ts';
import type { Meter } from '../meter.ts';

/** What is asked of an answer engine: the words as a person would type them, and nothing else. */
export interface AnswerQuestion {
  prompt: string;
  /** ISO 3166-1, such as DE. */
  country: string | null;
  /** ISO 639-1. */
  language: string | null;
  /** Whether it may look things up; an engine that always or never does says so in `searched`. */
  webSearch: boolean;
}

/** A page that an answer gives as a source. Its number in the text is its place here, from 1. */
export interface AnswerCitation {
  url: string;
  title?: string;
}

/** What an engine answered. It is data that others wrote. */
export interface Answered {
  /** Markdown; the engine's own marks of sources are links `[n](url)`, or `[n]`. At most 100,000 characters. */
  text: string;
  citations: readonly AnswerCitation[];
  searched: boolean;
  /** As the engine names it. */
  model: string;
  inputTokens: number | null;
  outputTokens: number | null;
  /** In USD; null where neither the provider nor the settings say what it cost. */
  cost: number | null;
}

/** A service that answers questions. */
export interface AnswerEngine {
  provider: Provider | 'local';
  /** How rows name it: the provider, or the host of an OpenAI-compatible server that is not OpenAI's. */
  engine: string;
  model: string;
  /** How many calls a question is billed as. */
  callsFor(question: Pick<AnswerQuestion, 'webSearch'>): number;
  /** Rejects with `cap_reached`, `prices_missing`, `rate_limited`, `provider_refused` (`Declined` where it will not answer just this), `provider_failed`, or the signal's reason. */
  ask(question: AnswerQuestion, signal?: AbortSignal): Promise<Answered>;
  /** Asks the least that shows that it works; returns what was found. Rejects as `ask` does. */
  check(signal?: AbortSignal): Promise<string>;
}

/** What an engine is made of. */
export interface EngineParts {
  system: System;
  settings: ProviderSettings;
  meter: Meter;
}
