import { vi } from 'vitest';
import type { BeforeCommit, Store, Tx } from '../../src/db/open.ts';

/** Every write runs twice, as it may on another engine: once to be rolled back, then for good. What a write learns it must return. */
vi.mock(import('../../src/db/open.ts'), async (original) => {
  const real = await original();
  return { ...real, openStore: (...given) => rehearsing(real.openStore(...given)) };
});

function rehearsing(store: Store): Store {
  return {
    ...store,
    write: (work) => store.write((tx) => twice(tx, () => work(tx))),
    recording(beforeCommit, work) {
      const rehearsed: BeforeCommit = (tx, result) => twice(tx, () => beforeCommit(tx, result));
      return store.recording(rehearsed, work);
    },
  };
}

async function twice<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  // Only here: most files have no database to load it for.
  const { sql } = await import('kysely');
  await sql`savepoint rehearsal`.execute(tx);
  try {
    await work();
  } catch (error) {
    // On a full disk all is rolled back already.
    await sql`rollback to rehearsal`.execute(tx).catch(() => Promise.reject(error));
  }
  await sql`rollback to rehearsal`.execute(tx);
  await sql`release rehearsal`.execute(tx);
  return work();
}
