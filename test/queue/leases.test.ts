import { describe, expect, test } from 'vitest';
import { extendLease, releaseLeases, removeEndedLeases, takeLeases, type Wanted } from '../../src/queue/leases.ts';
import { openTestStore } from '../support/store.ts';

const gate: Wanted = { name: 'gate', places: 1, ms: 1000 };
const bench: Wanted = { name: 'bench', places: 2, ms: 1000 };

function openLeases() {
  const { clock, store } = openTestStore();
  const since = clock.now();
  const take = async (token: string, ...wanted: Wanted[]) => {
    const until = await store.write((tx) => takeLeases(tx, wanted, token, clock.now()));
    return until === null ? 'taken' : `held for ${until - clock.now()}`;
  };
  const release = (token: string, ...names: string[]) => store.write((tx) => releaseLeases(tx, names, token));
  const extend = (token: string, name: string, ms: number) => store.write((tx) => extendLease(tx, name, token, clock.now() + ms));
  const held = async () => {
    const rows = await store.db.selectFrom('leases').selectAll().orderBy('name').orderBy('place').execute();
    return rows.map(({ name, place, token, until }) => `${name} ${place}: ${token} until ${until - since}`);
  };
  return { clock, store, take, release, extend, held };
}

describe('a name', () => {
  test('has so many places, and tells when the next may be free', async () => {
    const { clock, take, release } = openLeases();
    expect(await take('a', bench)).toBe('taken');
    clock.advance(100);
    expect(await take('b', bench)).toBe('taken');
    expect(await take('c', bench)).toBe('held for 900');
    await release('a', 'bench');
    expect(await take('c', bench)).toBe('taken');
    expect(await take('a', bench)).toBe('held for 1000');
  });

  test('has its place back once the lease of one who died has run out, and not before', async () => {
    const { clock, take } = openLeases();
    await take('dead', gate);
    clock.advance(999);
    expect(await take('heir', gate)).toBe('held for 1');
    clock.advance(1);
    expect(await take('heir', gate)).toBe('taken');
  });
});

describe('a lease', () => {
  test('lasts as long as it is extended', async () => {
    const { clock, take, extend } = openLeases();
    await take('a', gate);
    clock.advance(900);
    await extend('a', 'gate', 1000);
    expect(await take('b', gate)).toBe('held for 1000');
  });

  test('that somebody has taken over is neither extended nor ended by who had it before', async () => {
    const { clock, take, extend, release, held } = openLeases();
    await take('late', gate);
    clock.advance(1000);
    await take('heir', gate);
    await extend('late', 'gate', 9000);
    await release('late', 'gate');
    expect(await held()).toEqual(['gate 0: heir until 2000']);
  });

  test('that has run out is removed where nobody took it over', async () => {
    const { clock, store, take, held } = openLeases();
    await take('a', gate);
    clock.advance(500);
    await take('b', bench);
    clock.advance(500);
    await store.write((tx) => removeEndedLeases(tx, clock.now()));
    expect(await held()).toEqual(['bench 0: b until 1500']);
  });
});

describe('several at once', () => {
  test('are taken all or none', async () => {
    const { take, held } = openLeases();
    await take('a', gate);
    expect(await take('b', bench, gate)).toBe('held for 1000');
    expect(await held()).toEqual(['gate 0: a until 1000']);
    expect(await take('c', bench, { name: 'other', places: 1, ms: 5 })).toBe('taken');
    expect(await held()).toEqual(['bench 0: c until 1000', 'gate 0: a until 1000', 'other 0: c until 5']);
  });

  test('leave none behind where one of them turns out to be gone', async () => {
    const { take, held } = openLeases();
    // Two leases on one place stand in for an engine where another transaction takes it in between.
    expect(await take('a', bench, gate, gate)).toBe('held for 0');
    expect(await held()).toEqual([]);
  });

  test('may ask for a free place without taking it', async () => {
    const { take, held } = openLeases();
    expect(await take('a', bench, { ...gate, ms: 0 })).toBe('taken');
    expect(await held()).toEqual(['bench 0: a until 1000']);
    await take('b', gate);
    expect(await take('c', bench, { ...gate, ms: 0 })).toBe('held for 1000');
  });
});
