import { describe, expect, test, vi } from 'vitest';
import { createWatch } from '../../src/db/watch.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

function openWatch(given?: TestStore) {
  const opened = openTestStore(given);
  const pause = vi.fn(opened.system.pause);
  const put = (key: string) =>
    opened.store.write((tx) => tx.insertInto('work').values({ kind: 'any', key, payload: '{}', due_at: 0, lane: '' }).execute());
  return { ...opened, ...createWatch(opened.store, { pause }), pause, put };
}

describe('a look', () => {
  test('tells of commits of this process and of others, each once', async () => {
    const here = openWatch();
    const there = openWatch(here);
    // What came before is news to the first look.
    expect(await here.look()).toBe(true);
    expect(await here.look()).toBe(false);
    await here.put('ours');
    expect([await here.look(), await here.look()]).toEqual([true, false]);
    await there.put('theirs');
    expect([await here.look(), await here.look()]).toEqual([true, false]);
  });

  test('misses nothing that is committed while nobody asks', async () => {
    const here = openWatch();
    await here.look();
    await here.put('ours');
    await here.system.pause(60);
    expect(await here.look()).toBe(true);
  });

  test('serves all who ask while it lasts', async () => {
    const { look, store, pause } = openWatch();
    const dataVersion = vi.spyOn(store, 'dataVersion');
    await Promise.all(Array.from({ length: 50 }, () => look()));
    expect([pause.mock.calls.length, dataVersion.mock.calls.length]).toEqual([1, 1]);
  });

  test('ends when the database is closed meanwhile', async () => {
    const { look, store } = openWatch();
    const looking = look();
    await store.close();
    expect(await looking).toBe(true);
  });
});
