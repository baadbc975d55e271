import type { Config } from '../../../config.ts';
import type { Store } from '../../../db/open.ts';
import { AppError, type ErrorCode } from '../../../errors.ts';
import { questionsOn } from '../../../keywords/expansion.ts';
import { completing } from '../../../providers/suggest/complete.ts';
import { suggestServices } from '../../../providers/suggest/services.ts';
import { suggestSources, type SuggestSource } from '../../../providers/suggest/suggest.ts';
import type { System } from '../../../system.ts';
import type { Hosts } from '../../common/hosts.ts';
import { keepAnswers, keptAnswers, leaveAlone, pauseOf, suggestionLimits, type Asking, type Completed } from './kept.ts';

/** These are meant for programs; the others are asked only by name. */
export const usualSources: readonly SuggestSource[] = ['wikipedia', 'duckduckgo'];
export const suggestionPace = { maxAtOnce: 1, delayMs: 1000 };

export interface SuggestionNeeds {
  store: Store;
  system: System;
  config: Pick<Config, 'offline'>;
  hosts: Hosts;
}

export interface SuggestionWish {
  seeds: readonly string[];
  language: string;
  country: string | null;
  sources?: readonly SuggestSource[] | undefined;
}

/** What came of asking one service. */
export interface Asked {
  source: SuggestSource;
  answers: Completed[];
  /** Questions put to it now, and answered from what was kept. */
  requests: number;
  kept: number;
  /** Why some were left out. */
  stopped: { reason: Stop; detail: string } | null;
}

type Stop = 'offline' | 'paused' | 'no_answer' | 'rate_limited' | 'refused' | 'time' | 'not_named';

const stops: Partial<Record<ErrorCode, Stop>> = { provider_failed: 'no_answer', rate_limited: 'rate_limited' };

/** Asks the services, each at its pace, as much as fits before `signal` is aborted. What goes wrong is told, never thrown. */
export async function suggestionsOn(
  needs: SuggestionNeeds,
  { seeds, language, country, sources = usualSources }: SuggestionWish,
  { signal, told }: { signal: AbortSignal; told: (step: string) => void },
): Promise<Asked[]> {
  const texts = inTurns(seeds.map((seed) => questionsOn(seed, language)));
  const asked = sources.map((source) => askAll(needs, { source, language, country }, texts, { signal, told }));
  const others = suggestSources.filter((source) => !sources.includes(source));
  return [...(await Promise.all(asked)), ...others.map(notNamed)];
}

function notNamed(source: SuggestSource): Asked {
  const detail = `${suggestServices[source].name} is asked only where sources names it.`;
  return { source, answers: [], requests: 0, kept: 0, stopped: { reason: 'not_named', detail } };
}

/** The first question on each seed, then the second on each. */
function inTurns(all: readonly string[][]): string[] {
  const longest = Math.max(0, ...all.map(({ length }) => length));
  return [...new Set(Array.from({ length: longest }, (_, place) => all.flatMap((some) => some[place] ?? [])).flat())];
}

async function askAll(
  needs: SuggestionNeeds,
  asking: Asking,
  texts: readonly string[],
  { signal, told }: { signal: AbortSignal; told: (step: string) => void },
): Promise<Asked> {
  const { store, system } = needs;
  const kept = await keptAnswers(store.db, asking, texts, system.now());
  const known = new Set(kept.map(({ text }) => text));
  const open = texts.filter((text) => !known.has(text));
  const fresh: Completed[] = [];
  let stopped = open.length === 0 ? null : await whyNotAsked(needs, asking.source);
  for (const text of open) {
    if (stopped) break;
    told(`${suggestServices[asking.source].name}: ${text}`);
    const answer = await askOnce(needs, asking, text, signal);
    if ('reason' in answer) stopped = answer;
    else fresh.push(answer);
  }
  await record(needs, asking, fresh, stopped);
  return { source: asking.source, answers: [...kept, ...fresh], requests: fresh.length, kept: kept.length, stopped };
}

async function whyNotAsked({ config, store, system }: SuggestionNeeds, source: SuggestSource): Promise<Asked['stopped']> {
  const { name } = suggestServices[source];
  if (config.offline) return { reason: 'offline', detail: 'Nothing is asked of others: COPYDESK_OFFLINE is set.' };
  const pause = await pauseOf(store.db, source, system.now());
  if (!pause) return null;
  return { reason: 'paused', detail: `${name} is left alone until ${new Date(pause.until).toISOString()}: ${pause.reason}` };
}

async function askOnce(
  { system, hosts }: SuggestionNeeds,
  asking: Asking,
  text: string,
  signal: AbortSignal,
): Promise<Completed | NonNullable<Asked['stopped']>> {
  const question = { text, language: asking.language, country: asking.country };
  const { asked, name } = suggestServices[asking.source];
  try {
    const complete = completing(system, asking.source);
    const completions = await hosts.visit(asked(question).url.href, suggestionPace, signal, () => complete(question, signal));
    return { text, completions, askedAt: system.now() };
  } catch (error) {
    if (signal.aborted)
      return {
        reason: 'time',
        detail: `There was no time for more: ${name} is asked once a second. What it said is kept, so asking again goes on.`,
      };
    if (!(error instanceof AppError)) throw error;
    return { reason: stops[error.code] ?? 'refused', detail: error.message };
  }
}

/** Keeps what was answered, and that a service which refuses is left alone for a day. */
async function record(
  { store, system }: SuggestionNeeds,
  asking: Asking,
  fresh: readonly Completed[],
  stopped: Asked['stopped'],
): Promise<void> {
  if (fresh.length === 0 && stopped?.reason !== 'rate_limited') return;
  await store.write(async (tx) => {
    if (fresh.length > 0) await keepAnswers(tx, asking, fresh);
    if (stopped?.reason === 'rate_limited') await leaveAlone(tx, asking.source, system.now() + suggestionLimits.pauseMs, stopped.detail);
  });
}
