import type { System } from '../system.ts';
import { isTooOften } from './pacing.ts';
import type { Skipped, Visit } from './visit.ts';

export interface CrawlBudget {
  /** Addresses asked. */
  maxPages: number;
  /** Of their bodies, unpacked. */
  maxBytes: number;
  maxMs: number;
  /** Links from the start. */
  maxDepth: number;
}

/** What a crawl has used up; one that goes on after an interruption begins with it. */
export interface CrawlSpent {
  pages: number;
  bytes: number;
  ms: number;
  /** What was found and is not asked, by reason. Empty or missing at the beginning. */
  skipped?: readonly Skipped[];
}

/** `robots_forbid`: nothing of the site may be read; `unreachable`: it gave no answer, many times in a row. */
export type CrawlEnd = 'complete' | 'max_pages' | 'max_bytes' | 'max_seconds' | 'robots_forbid' | 'unreachable';

/** Keeps the crawl within its budget, and says what ended it. */
export interface Spending {
  /** Aborted when the time is up, the caller gives up, or the crawl is over. */
  signal: AbortSignal;
  /** Whether one more address may be asked; counts it as under way. */
  reserve(): boolean;
  /** It was not asked after all. */
  release(): void;
  /** Counts what came of an address that was reserved. */
  count(visit: Visit): void;
  /** Bytes that may still be read. */
  bytesLeft(): number;
  spent(): Pick<CrawlSpent, 'pages' | 'bytes' | 'ms'>;
  /** What ended it before its end; undefined while nothing has. */
  end(): CrawlEnd | undefined;
  /** How many were answered, in this run. */
  answered(): number;
  /** Stops all waiting. */
  stop(reason: unknown): void;
}

/** Addresses in a row that gave no answer, after which the site counts as gone. */
const maxFailuresInRow = 10;
/** Timers know no longer time. */
const maxTimerMs = 2 ** 31 - 1;

export function createSpending(
  { now, pause }: Pick<System, 'now' | 'pause'>,
  { maxPages, maxBytes, maxMs }: CrawlBudget,
  before: CrawlSpent,
  given: AbortSignal,
  onEnd: () => void,
): Spending {
  const began = now();
  const stopping = new AbortController();
  const signal = AbortSignal.any([given, stopping.signal]);
  let { pages, bytes } = before;
  let underWay = 0;
  let failures = 0;
  let answered = 0;
  let end: CrawlEnd | undefined;

  function endBy(reason: CrawlEnd): void {
    end ??= reason;
    onEnd();
  }

  signal.addEventListener('abort', onEnd);
  // In real time, so that a server that drips cannot outlast a clock that stands still.
  pause(Math.min(Math.max(maxMs - before.ms, 0), maxTimerMs), signal).then(
    () => {
      endBy('max_seconds');
      stopping.abort(new Error('The time of the crawl is up.'));
    },
    () => {},
  );

  return {
    signal,
    reserve() {
      if (end === undefined && bytes >= maxBytes) endBy('max_bytes');
      if (end === undefined && pages + underWay >= maxPages) endBy('max_pages');
      if (end !== undefined) return false;
      underWay++;
      return true;
    },
    release: () => void underWay--,
    count(visit) {
      underWay--;
      pages++;
      bytes += visit.body.length;
      const isFailure = visit.outcome === 'failed' || isTooOften(visit);
      failures = isFailure ? failures + 1 : 0;
      if (visit.outcome === 'answered') answered++;
      if (failures >= maxFailuresInRow) endBy('unreachable');
    },
    bytesLeft: () => Math.max(maxBytes - bytes, 1),
    // A clock that is set back takes nothing back.
    spent: () => ({ pages, bytes, ms: before.ms + Math.max(now() - began, 0) }),
    end: () => end,
    answered: () => answered,
    stop: (reason) => stopping.abort(reason),
  };
}
