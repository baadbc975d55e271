import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../../src/db/open.ts';
import { createLog, createSystem, type System } from '../../src/system.ts';
import { createClock, startOfTests, type Clock } from './clock.ts';
import { temporaryHome } from './home.ts';

/** A system without a network. With a clock, its timers run when the clock passes them. */
export function quietSystem(clock?: Clock): System {
  const request = () => Promise.reject(new Error('A test of the store tried to reach the network.'));
  const system = createSystem({ request, log: createLog('silent') });
  return clock ? { ...system, now: clock.now, after: clock.after } : system;
}

export interface TestStore {
  home: string;
  clock: Clock;
  system: System;
  store: Store;
}

/** A store in a temporary home, or another one in a given home, under a clock that only moves by hand. */
export function openTestStore({
  home = temporaryHome(),
  clock = createClock(startOfTests),
}: { home?: string; clock?: Clock } = {}): TestStore {
  const system = quietSystem(clock);
  const store = openStore(home, system);
  onTestFinished(() => store.close());
  return { home, clock, system, store };
}
