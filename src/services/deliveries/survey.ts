import type { LeftOut, ReplayOfMany } from '../../../schema/deliveries.ts';
import type { Db } from '../../db/open.ts';
import type { Standing } from '../../db/rows/deliveries.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Position } from '../common/paging.ts';
import { isoTime } from '../common/wire.ts';
import { deliver } from './attempts.ts';
import { countIn, statusOf } from './find.ts';
import { candidatesAmong, oldestIn, type Candidate, type Range } from './queries.ts';

/** What a replay of many would send again, and what it leaves out. */
export type Survey = Pick<ReplayOfMany, 'matched' | 'byStatus' | 'nextAttempts' | 'leftOut'>;

/** Why deliveries of a standing are left out. */
const reasons: Partial<Record<Standing, keyof LeftOut>> = {
  acknowledged: 'acknowledged',
  superseded: 'superseded',
  outdated: 'superseded',
  test: 'test',
  untried: 'untried',
};

/** Standings that a replay of many sends again. */
export const replayable = (Object.keys(statusOf) as Standing[]).filter((standing) => !(standing in reasons));

interface Needs {
  db: Db;
  queue: Queue;
  /** Lets other work go on. */
  pause: () => Promise<void>;
}

/** Of the deliveries in these ranges. */
export async function surveyRanges({ db, queue, pause }: Needs, ranges: readonly Range[]): Promise<Survey> {
  const tally = createTally(new Set(await queue.leasedOf(deliver)));
  for (const range of ranges) {
    // Of events that have failed, and of what is left out anyway, no more must be known than how many there are.
    if (reasons[range.standing] || (range.eventType !== null && range.standing === 'failed')) {
      tally.count(range.standing, await countIn(db, range, pause));
    } else await lookThrough(db, range, tally, pause);
  }
  return tally.survey();
}

/** Of the deliveries with these ids. */
export async function surveyIds({ db, queue }: Needs, ids: readonly string[]): Promise<Survey> {
  const tally = createTally(new Set(await queue.leasedOf(deliver)));
  const rows = await candidatesAmong(db, ids);
  tally.look(rows);
  tally.unknown(new Set(ids).size - rows.length);
  return tally.survey();
}

type Tally = ReturnType<typeof createTally>;

function createTally(leased: ReadonlySet<string>) {
  const byStatus = { failed: 0, pending: 0, delivered: 0 };
  const leftOut: LeftOut = { acknowledged: 0, superseded: 0, test: 0, untried: 0, attemptUnderWay: 0, endpointGone: 0, unknown: 0 };
  let earliest = Infinity;
  let latest = -Infinity;

  function count(standing: Standing, deliveries: number): void {
    const reason = reasons[standing];
    if (reason) leftOut[reason] += deliveries;
    else byStatus[statusOf[standing]] += deliveries;
  }

  return {
    count,
    look(rows: readonly Candidate[]): void {
      for (const { id, standing, test, next_attempt_at, gone } of rows) {
        if (reasons[standing]) count(standing, 1);
        else if (test) leftOut.test++;
        else if (leased.has(id)) leftOut.attemptUnderWay++;
        else if (gone) leftOut.endpointGone++;
        else {
          count(standing, 1);
          if (next_attempt_at === null) continue;
          earliest = Math.min(earliest, next_attempt_at);
          latest = Math.max(latest, next_attempt_at);
        }
      }
    },
    unknown(ids: number): void {
      leftOut.unknown += ids;
    },
    survey(): Survey {
      const nextAttempts = latest < earliest ? null : { earliest: isoTime(earliest), latest: isoTime(latest) };
      return { matched: byStatus.failed + byStatus.pending + byStatus.delivered, byStatus, nextAttempts, leftOut };
    },
  };
}

/** Rows looked at between two turns of the event loop. */
const lookedAtOnce = 2000;

async function lookThrough(db: Db, range: Range, tally: Tally, pause: () => Promise<void>): Promise<void> {
  for (let after: Position | undefined; ;) {
    const rows = await oldestIn(db, [range], after, lookedAtOnce);
    tally.look(rows);
    if (rows.length < lookedAtOnce) return;
    after = rows.at(-1);
    await pause();
  }
}
