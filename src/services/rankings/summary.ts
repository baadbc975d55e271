import type { RankingSummary } from '../../../schema/rankings.ts';
import type { TrackedKeywordRow } from '../../db/rows/rankings.ts';
import { parsed } from '../common/wire.ts';
import { movementOf, type Before, type Standing } from './compare.ts';
import { oneDecimal, visibilityOf, weightingOf } from './visibility.ts';
import { standingOf } from './wire.ts';

/** What a summary is made of. */
export type Summed = Pick<TrackedKeywordRow, 'status' | 'position' | 'depth_checked' | 'before'> & { volume: number | null };

/** A keyword whose last check succeeded. */
interface Known {
  now: Standing;
  before: Before;
  /** Searches a month; null where they are not known. */
  volume: number | null;
}

export function summaryOf(rows: readonly Summed[]): RankingSummary {
  const count = (status: Summed['status']) => rows.filter((row) => row.status === status).length;
  const positions = rows.flatMap(({ status, position }) => (status === 'ranked' && position !== null ? [position] : []));
  const between = (first: number, last: number) => positions.filter((position) => position >= first && position <= last).length;
  const known = rows.flatMap((row): Known[] => {
    const now = standingOf(row);
    return now ? [{ now, before: parsed(row.before), volume: row.volume }] : [];
  });
  const movements = known.map(({ now, before }) => movementOf(now, before.last));
  const moved = (movement: string) => movements.filter((one) => one === movement).length;
  const averagePosition = positions.length === 0 ? null : oneDecimal(positions.reduce((sum, one) => sum + one, 0) / positions.length);
  const visibility = visibilityIn(known);
  return {
    tracked: rows.length,
    ranked: count('ranked'),
    notFound: count('not_found_in_top_n'),
    errors: count('error'),
    notChecked: count('not_checked'),
    averagePosition,
    distribution: { top3: between(1, 3), top10: between(4, 10), top20: between(11, 20), beyond: between(21, Infinity) },
    moved: { up: moved('up'), down: moved('down'), entered: moved('entered'), lost: moved('lost') },
    visibility,
    why: whyNull({ averagePosition, index: visibility.index, change7d: visibility.change7d, change30d: visibility.change30d }),
  };
}

function visibilityIn(known: readonly Known[]): RankingSummary['visibility'] {
  const weighting = weightingOf(known.map(({ volume }) => volume));
  const weighed = known.flatMap((one): Weighty[] => {
    if (weighting === 'equal') return [{ ...one, weight: 1 }];
    return one.volume === null ? [] : [{ ...one, weight: one.volume }];
  });
  const week = gainedOver(weighed, 7);
  const month = gainedOver(weighed, 30);
  return {
    index: visibilityOf(weighed.map(({ now: { position }, weight }) => ({ position, weight }))),
    keywords: weighed.length,
    weighting,
    withoutVolume: known.filter(({ volume }) => volume === null).length,
    change7d: week.gained,
    keywords7d: week.keywords,
    change30d: month.gained,
    keywords30d: month.keywords,
  };
}

type Weighty = Known & { weight: number };

/** On the keywords whose two checks can be compared, each with one weight for both. */
function gainedOver(weighed: readonly Weighty[], days: 7 | 30): { gained: number | null; keywords: number } {
  const both = weighed.flatMap(({ now, before, weight }) => {
    const was = before.days[days];
    return was && movementOf(now, was) !== null ? [{ now, was, weight }] : [];
  });
  const at = (time: 'now' | 'was') => visibilityOf(both.map((one) => ({ position: one[time].position, weight: one.weight })));
  const [index, was] = [at('now'), at('was')];
  return { gained: index === null || was === null ? null : oneDecimal(index - was), keywords: both.length };
}

function whyNull(figures: Readonly<Record<string, number | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(figures).flatMap(([name, figure]) => (figure === null ? [[name, 'too_few']] : [])));
}
