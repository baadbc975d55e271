import { describe, expect, test } from 'vitest';
import { createHosts, type Pace } from '../../../src/services/common/hosts.ts';
import { openTestStore, type TestStore } from '../../support/store.ts';
import { latch } from '../../queue/support.ts';

const never = new AbortController().signal;
const one: Pace = { maxAtOnce: 1, delayMs: 0 };
const two: Pace = { maxAtOnce: 2, delayMs: 0 };

/** One process of those that share a home. */
function openHosts(given?: TestStore) {
  const opened = openTestStore(given);
  return { ...opened, ...createHosts(opened.store, opened.system) };
}

function openProcesses() {
  const first = openHosts();
  return [first, openHosts(first)] as const;
}

describe('over all processes', () => {
  test('concurrent requests to a host are limited, and other hosts do not wait for it', async () => {
    const processes = openProcesses();
    const most = { a: 0, b: 0 };
    const now = { a: 0, b: 0 };
    const ask = (host: 'a' | 'b', index: number) =>
      processes[index % 2]!.visit(`https://${host}.example/`, two, never, async () => {
        most[host] = Math.max(most[host], ++now[host]);
        await processes[0].system.pause(5);
        now[host]--;
      });
    await Promise.all((['a', 'b'] as const).flatMap((host) => Array.from({ length: 8 }, (_, index) => ask(host, index))));
    expect(most).toEqual({ a: 2, b: 2 });
  });

  test('a host rests between two requests, even if one fails, and also before one that asks for no rest', async () => {
    const processes = openProcesses();
    const delayMs = 200;
    const asked: number[] = [];
    const ask = (index: number, pace: Pace) =>
      processes[index % 2]!.visit('https://a.example/', pace, never, async () => {
        asked.push(performance.now());
        if (index === 0) throw new Error('down');
      }).catch(() => {});
    await Promise.all([0, 1, 2].map((index) => ask(index, { maxAtOnce: 2, delayMs })));
    await ask(3, two);
    expect(asked).toHaveLength(4);
    // A start is a little late where its commit took long, and the next one is not.
    expect(asked[3]! - asked[0]!).toBeGreaterThan(2.5 * delayMs);
  });

  test('the place of a process that died is free once its lease has run out', async () => {
    const [victim, heir] = openProcesses();
    void victim.visit('https://a.example/', one, never, () => new Promise(() => {}));
    let isIn = false;
    await expect.poll(() => victim.store.db.selectFrom('leases').select('name').execute()).toHaveLength(1);
    const waiting = heir.visit('https://a.example/', one, never, async () => void (isIn = true));
    heir.clock.advance(14_000);
    await heir.system.pause(150);
    expect(isIn).toBe(false);
    heir.clock.advance(1_000);
    await waiting;
    expect(isIn).toBe(true);
  });

  test('a place is held for as long as a visit lasts', async () => {
    const [, other] = openProcesses();
    const { store, system, clock } = other;
    let wake = Promise.withResolvers<void>();
    const { visit } = createHosts(store, { ...system, pause: (ms, signal) => (ms === 5_000 ? wake.promise : system.pause(ms, signal)) });
    const { opened, open } = latch();
    const long = visit('https://a.example/', one, never, () => opened);
    await expect.poll(() => store.db.selectFrom('leases').select('name').execute()).toHaveLength(1);
    for (let nth = 0; nth < 4; nth++) {
      clock.advance(5_000);
      const { resolve } = wake;
      wake = Promise.withResolvers();
      resolve();
      await expect.poll(async () => (await store.db.selectFrom('leases').select('until').execute())[0]!.until).toBe(clock.now() + 15_000);
    }
    open();
    await long;
    expect(await store.db.selectFrom('leases').selectAll().execute()).toEqual([]);
    wake.resolve();
  });
});

test('nothing is left of a visit to a host that asks for no rest', async () => {
  const { visit, store } = openHosts();
  expect(await visit('https://a.example/', one, never, async () => 'asked')).toBe('asked');
  expect(await store.db.selectFrom('leases').selectAll().execute()).toEqual([]);
});

test('an aborted wait ends at once', async () => {
  const { visit, system } = openHosts();
  const giveUp = new AbortController();
  const { opened, open } = latch();
  const held = visit('https://a.example/', { maxAtOnce: 1, delayMs: 10_000 }, never, () => opened);
  const waiting = visit('https://a.example/', one, giveUp.signal, async () => 'asked');
  await system.pause(100);
  giveUp.abort(new Error('closing'));
  await expect(waiting).rejects.toThrow('closing');
  open();
  await held;
});
