import type { Ended } from './settle.ts';

/** How many pieces of a kind a process holds ahead at most, of all lanes together. */
const maxPieces = 512;
/** How much these may weigh. */
export const maxWeight = 16 * 2 ** 20;
/** How long what a lane settles in a turn may have been held for the lane to be quick. */
const quickMs = 100;
/** Of a quick lane so many times as much may be held ahead as it settles in a turn; of another as much. */
const growth = 4;

/**
 * How many more pieces may be taken ahead of each lane: none unless every attempt it settles was answered with success. Lanes share what there is,
 * so that a quick one leaves room to others. `mine`: what runs. `ending`: what is settled in this turn.
 */
export function aheadOf(mine: readonly Pick<Ended, 'claim' | 'weight'>[], ending: readonly Ended[], now: number): Map<string, number> {
  const taken = mine.filter(({ claim }) => claim.ahead);
  const held = Map.groupBy(taken, ({ claim }) => claim.lane);
  const wishes = Array.from(
    Map.groupBy(ending, ({ claim }) => claim.lane),
    ([lane, some]) => ({
      lane,
      heaviest: Math.max(1, ...some.map(({ weight = 0 }) => weight)),
      wish: Math.max(mostOf(some, now) - (held.get(lane)?.length ?? 0), 0),
    }),
  ).toSorted((one, other) => one.wish - other.wish);
  let left = maxPieces - taken.length;
  let leftWeight = maxWeight - taken.reduce((sum, { weight = 0 }) => sum + weight, 0);
  return new Map(
    wishes.map(({ lane, heaviest, wish }, index) => {
      const lanes = wishes.length - index;
      const more = Math.max(Math.min(wish, Math.floor(left / lanes), Math.floor(leftWeight / lanes / heaviest)), 0);
      left -= more;
      leftWeight -= more * heaviest;
      return [lane, more];
    }),
  );
}

/** How much of a lane is worth holding ahead after it settled these. */
function mostOf(settled: readonly Ended[], now: number): number {
  if (settled.some(({ settlement }) => settlement.outsideFailed !== false)) return 0;
  return settled.every(({ claim }) => now - claim.claimedAt <= quickMs) ? settled.length * growth : settled.length;
}
