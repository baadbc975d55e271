import type { Ahead, TakenAhead } from './claim.ts';
import type { Ended } from './settle.ts';

/** How much a process takes ahead at most, of all lanes of a kind together: pieces, and what they weigh. */
const maxPieces = 512;
export const maxWeight = 16 * 2 ** 20;
/** Of a lane whose pieces were all claimed no longer ago, so many times as much may be taken ahead as it settles in a turn; of others as much. */
const soonMs = 200;
const growth = 4;

type Piece = Pick<Ended, 'claim' | 'weight'>;

/**
 * How much is taken ahead of each lane, and how much more may be: nothing where its destination did not answer every time. Lanes share what there
 * is, so that a quick one leaves room to others. `mine`: what runs. `ending`: what is settled in this turn.
 */
export function aheadOf(mine: readonly Piece[], ending: readonly Ended[], now: number): Ahead['lanes'] {
  const taken = mine.filter(({ claim }) => claim.ahead);
  const lanes = new Map<string, TakenAhead>();
  for (const { claim } of taken) lanes.set(claim.lane, { held: (lanes.get(claim.lane)?.held ?? 0) + 1, more: 0 });
  const wishes = Array.from(
    Map.groupBy(ending, ({ claim }) => claim.lane),
    ([lane, some]) => {
      const held = lanes.get(lane)?.held ?? 0;
      const heaviest = Math.max(1, ...some.map(({ weight = 0 }) => weight));
      return { lane, held, heaviest, wish: Math.max(wishOf(some, now) - held, 0) };
    },
  ).toSorted((one, other) => one.wish - other.wish);
  let left = maxPieces - taken.length;
  let leftWeight = maxWeight - taken.reduce((sum, { weight = 0 }) => sum + weight, 0);
  for (const [index, { lane, held, heaviest, wish }] of wishes.entries()) {
    const lanesLeft = wishes.length - index;
    const more = Math.max(Math.min(wish, Math.floor(left / lanesLeft), Math.floor(leftWeight / lanesLeft / heaviest)), 0);
    left -= more;
    leftWeight -= more * heaviest;
    lanes.set(lane, { held, more });
  }
  return lanes;
}

/** How much of a lane is worth taking ahead after it settled these. */
function wishOf(settled: readonly Ended[], now: number): number {
  if (settled.some(({ settlement }) => settlement.outsideFailed !== false)) return 0;
  return settled.every(({ claim }) => now - claim.claimedAt <= soonMs) ? settled.length * growth : settled.length;
}
