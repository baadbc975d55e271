import { expect, onTestFinished, test } from 'vitest';
import { openStore, type Store } from '../../src/db/open.ts';
import { measureDepth, putWork } from '../../src/queue/work.ts';
import { startScript, type Child } from '../support/child.ts';
import { quietSystem } from '../support/store.ts';
import { temporaryHome } from '../support/home.ts';

/** Real processes and the real clock: what is proven here cannot be proven with a moved one. */
const timeout = 30_000;

function openHome(): { home: string; store: Store } {
  const home = temporaryHome();
  const store = openStore(home, quietSystem());
  onTestFinished(() => store.close());
  return { home, store };
}

async function startWorker(home: string, name: string, leaseMs: number): Promise<Child> {
  const child = startScript(new URL('worker-process.ts', import.meta.url), [home, name, String(leaseMs)]);
  expect(await child.line()).toBe('ready');
  return child;
}

async function put(store: Store, pieces: readonly object[], dueAt: number): Promise<void> {
  const works = pieces.map((payload, index) => ({
    kind: 'post',
    key: `piece ${index}`,
    dueAt,
    lane: `lane ${index % 7}`,
    payload: { piece: index, ...payload },
  }));
  await store.write((tx) => putWork(tx, works, Date.now()));
}

/** Tells it that nothing more comes, and collects what it says until it has ended. */
async function finish(child: Child): Promise<number[]> {
  const said: number[] = [];
  child.process.stdin.end();
  for (;;) {
    const line = await child.line().catch(() => null);
    if (line === null) break;
    said.push(Number(line));
  }
  expect(await child.ended).toBe(0);
  return said;
}

async function untilEmpty(store: Store): Promise<void> {
  await expect.poll(() => measureDepth(store.db, Date.now()), { timeout: 20_000, interval: 50 }).toMatchObject({ post: { pending: 0 } });
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test('two processes share 300 pieces of work, and none is done twice', { timeout }, async () => {
  const { home, store } = openHome();
  const workers = await Promise.all(['one', 'other'].map((name) => startWorker(home, name, 20_000)));
  // Due a little later, so that neither has begun before the other knows of it.
  await put(
    store,
    upTo(300).map(() => ({})),
    Date.now() + 1500,
  );
  await untilEmpty(store);
  const [one, other] = await Promise.all(workers.map(finish));
  expect([...one!, ...other!].toSorted((a, b) => a - b)).toEqual(upTo(300));
  expect(Math.min(one!.length, other!.length)).toBeGreaterThan(0);
});

test('work added by another process is begun within two seconds', { timeout }, async () => {
  const { home, store } = openHome();
  const worker = await startWorker(home, 'one', 20_000);
  for (const piece of upTo(2)) {
    const askedAt = performance.now();
    await put(store, [{ piece }], Date.now());
    expect(await worker.line()).toBe(String(piece));
    expect(performance.now() - askedAt).toBeLessThan(2000);
    await untilEmpty(store);
  }
});

const outcomes = async (store: Store) =>
  (await store.db.selectFrom('work').select('key').where('kind', '=', 'outcome').orderBy('key').execute()).map(({ key }) => key);

test('the outcome of a process that stalled past its leases changes nothing', { timeout }, async () => {
  const { home, store } = openHome();
  const stopped = await startWorker(home, 'stopped', 600);
  await put(
    store,
    upTo(4).map(() => ({ waitsIn: 'stopped' })),
    Date.now(),
  );
  for (let begun = 0; begun < 4; begun++) await stopped.line();
  stopped.process.kill('SIGSTOP');
  const heir = await startWorker(home, 'heir', 600);
  await untilEmpty(store);
  const done = await outcomes(store);
  expect(done).toEqual(['0 by heir', '1 by heir', '2 by heir', '3 by heir']);
  // It wakes, ends what it had begun, and is told that nothing more comes.
  stopped.process.kill('SIGUSR2');
  stopped.process.kill('SIGCONT');
  expect(await finish(stopped)).toEqual([]);
  expect(await outcomes(store)).toEqual(done);
  expect(await finish(heir)).toHaveLength(4);
});

test('when a process is killed, another takes its work over as soon as the leases have run out, and not before', { timeout }, async () => {
  const { home, store } = openHome();
  const victim = await startWorker(home, 'victim', 1200);
  await put(
    store,
    upTo(4).map(() => ({ hangsIn: 'victim' })),
    Date.now(),
  );
  for (let begun = 0; begun < 4; begun++) await victim.line();
  const heir = await startWorker(home, 'heir', 1200);
  const leaseEnds = () => store.db.selectFrom('work').select('lease_until').execute();
  // It is alive, so its leases are extended and stay its own.
  const [first] = await leaseEnds();
  await expect
    .poll(async () => (await leaseEnds()).every(({ lease_until }) => lease_until! > first!.lease_until!), { timeout: 5000, interval: 50 })
    .toBe(true);
  victim.process.kill('SIGKILL');
  expect(await victim.ended).toBe('SIGKILL');
  const ends = (await leaseEnds()).map(({ lease_until }) => lease_until!);
  expect(ends).toHaveLength(4);
  await heir.line();
  expect(Date.now()).toBeGreaterThanOrEqual(Math.min(...ends));
  await untilEmpty(store);
  const after = Date.now() - Math.max(...ends);
  expect(after).toBeLessThan(5000);
  expect(await finish(heir)).toHaveLength(3);
});
