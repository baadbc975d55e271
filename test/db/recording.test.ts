import { describe, expect, test } from 'vitest';
import type { Store, Tx } from '../../src/db/open.ts';
import { openTestStore } from '../support/store.ts';

const put = (key: string) => (tx: Tx) =>
  tx
    .insertInto('work')
    .values({ kind: 'any', key, payload: '{}', due_at: 0, lane: '' })
    .execute()
    .then(() => key);

const keysIn = async (store: Store) => (await store.db.selectFrom('work').select('key').orderBy('key').execute()).map(({ key }) => key);

/** A store, and what its recordings were handed. */
function openRecorded() {
  const { store } = openTestStore();
  const seen = new Set<unknown>();
  const beforeCommit = async (_tx: Tx, result: unknown) => void seen.add(result);
  return { store, seen, record: <Result>(work: () => Promise<Result>) => store.recording(beforeCommit, work) };
}

describe('a recording', () => {
  test('is handed the result of every write in it, and hands on what its work returns', async () => {
    const { store, seen, record } = openRecorded();
    const answer = await record(async () => {
      await store.write(put('one'));
      await store.write(put('two'));
      return 'done';
    });
    expect([answer, [...seen]]).toEqual(['done', ['one', 'two']]);
  });

  test('writes in the very transaction: both happen, or neither', async () => {
    const { store } = openTestStore();
    await store.recording(
      async (tx) => void (await put('with it')(tx)),
      () => store.write(put('one')),
    );
    const refused = store.recording(
      async () => {
        throw new Error('No.');
      },
      () => store.write(put('two')),
    );
    await expect(refused).rejects.toThrow('No.');
    expect(await keysIn(store)).toEqual(['one', 'with it']);
  });

  test('is handed nothing of a write that fails', async () => {
    const { store, seen, record } = openRecorded();
    await expect(record(() => store.write(() => Promise.reject(new Error('No.'))))).rejects.toThrow('No.');
    expect([...seen]).toEqual([]);
  });

  test('does not record what others write meanwhile', async () => {
    const { store, seen, record } = openRecorded();
    await Promise.all([record(() => store.write(put('recorded'))), store.write(put('not recorded'))]);
    expect([...seen]).toEqual(['recorded']);
  });

  test('does not record work started by its commits', async () => {
    const { store, seen, record } = openRecorded();
    let woken: Promise<unknown> | undefined;
    store.onCommit(() => {
      woken ??= store.write(put('in the background'));
    });
    await record(async () => {
      await store.write(put('one'));
      await woken;
    });
    expect([...seen]).toEqual(['one']);
    expect(await keysIn(store)).toEqual(['in the background', 'one']);
  });

  test('is over when its work has ended, even for what that left running', async () => {
    const { store, seen, record } = openRecorded();
    const over = Promise.withResolvers<void>();
    const late = await record(async () => ({ written: over.promise.then(() => store.write(put('late'))) }));
    over.resolve();
    expect([await late.written, [...seen]]).toEqual(['late', []]);
  });

  test('is over when its work has failed', async () => {
    const { store, seen, record } = openRecorded();
    const over = Promise.withResolvers<void>();
    let late: Promise<unknown> | undefined;
    const failed = record(async () => {
      late = over.promise.then(() => store.write(put('late')));
      throw new Error('No.');
    });
    await expect(failed).rejects.toThrow('No.');
    over.resolve();
    expect([await late, [...seen]]).toEqual(['late', []]);
  });
});
