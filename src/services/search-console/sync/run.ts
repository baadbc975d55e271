import type { SearchConsole } from '../../../providers/search-console/search-console.ts';
import type { Store, Tx } from '../../../db/open.ts';
import type { SearchSyncRow } from '../../../db/rows/search-console.ts';
import { AppError } from '../../../errors.ts';
import type { System } from '../../../system.ts';
import type { JobAttempt, JobKind } from '../../common/jobs.ts';
import { isoTime, parsed } from '../../common/wire.ts';
import type { Google } from '../google.ts';
import { datesOf } from '../store/dates.ts';
import { keysOf, type GroupedBy, type Property, type SearchStore } from '../store/types.ts';
import { count, type Brought } from './brought.ts';
import { dailyTables, dayRows, eachPage, firstMissing, googleDay } from './days.ts';
import { notConnected } from './request.ts';

interface Needs {
  store: Store;
  system: System;
  search: SearchStore;
  google: Google;
}

/** One attempt at a sync. */
interface Sync extends Needs {
  attempt: JobAttempt;
  client: SearchConsole;
  property: Property;
  brought: Brought;
}

/** Errors that end a sync with what it has: the next one goes on from there. */
const endings = new Set<string>(['rate_limited', 'cap_reached', 'prices_missing']);
/** As Google says of its load quota. */
const quotaWaitMs = 15 * 60_000;

/** Fetches final days. An attempt goes on with the days that are not complete. */
export function createSyncing(needs: Needs): JobKind {
  const { store, system, search } = needs;
  const end = (tx: Tx, sync: Key, error: string | null) => change(tx, sync, { finished_at: system.now(), error });
  return {
    resumes: true,

    async run(attempt) {
      const { jobId, resourceId: projectId } = attempt;
      const row = await rowOf(store, { projectId, jobId });
      const client = await needs.google(projectId);
      if (!client) throw notConnected();
      const property = await search.open(projectId, row.property);
      const sync: Sync = {
        ...needs,
        attempt,
        property,
        client,
        brought: parsed<Brought>(row.brought),
      };
      const stopped = await fetchMissing({ ...sync, client: counted(client, sync.brought) }, row.since);
      await attempt.report('adding up months', 1, (tx) => keepBrought(tx, sync));
      await search.sumMonths(property);
      return {
        async write(tx) {
          await end(tx, { projectId, jobId }, stopped ? wordsOf(stopped) : null);
          return resultOf(sync, stopped);
        },
      };
    },

    async failed(tx, projectId, error, _attempts, jobId) {
      await end(tx, { projectId, jobId }, wordsOf(error));
    },
    // What came until then stands.
    async canceled(tx, projectId, jobId) {
      await end(tx, { projectId, jobId }, null);
    },
  };
}

/** Of another job's sync nothing is read or changed. */
interface Key {
  projectId: string;
  jobId: string;
}

async function rowOf({ db }: Store, { projectId, jobId }: Key): Promise<SearchSyncRow> {
  const ofProject = db.selectFrom('search_syncs').selectAll().where('project_id', '=', projectId);
  const row = await ofProject.where('job_id', '=', jobId).executeTakeFirst();
  if (row) return row;
  throw new AppError('not_found', 'Nothing is known of this sync any more.', { hint: 'Call search_console_sync again.' });
}

function counted(client: SearchConsole, brought: Brought): SearchConsole {
  return {
    ...client,
    query: (...asked) => {
      brought.calls += 1;
      return client.query(...asked);
    },
  };
}

/** Returns what ended it before all was there. */
async function fetchMissing(sync: Sync, since: string | null): Promise<AppError | undefined> {
  const { attempt, search, property } = sync;
  try {
    await attempt.report('asking which days are final', 0);
    const final = await finalDays(sync, since);
    const held = new Map<GroupedBy, Set<string>>();
    for (const table of dailyTables) held.set(table, new Set(await search.heldDays(property, table)));
    // The newest first: reports that end on the last day can be asked as soon as those are there.
    const missing = final.toReversed().filter((date) => dailyTables.some((table) => !held.get(table)!.has(date)));
    for (const [index, date] of missing.entries()) {
      await attempt.report(`fetching ${date}, ${index + 1} of ${missing.length} days`, index / missing.length, (tx) =>
        keepBrought(tx, sync),
      );
      await fetchDay(sync, date, dailyTables.filter((table) => !held.get(table)!.has(date))); // prettier-ignore
    }
    return undefined;
  } catch (thrown) {
    // The next attempt counts on from here.
    await sync.store.write((tx) => keepBrought(tx, sync));
    if (thrown instanceof AppError && endings.has(thrown.code)) return thrown;
    throw thrown;
  }
}

/** Keeps the table by day alone; returns the final days. Before the first with rows Google may not have looked yet; after the last it is not done. */
async function finalDays({ attempt, search, system, client, property, brought }: Sync, since: string | null): Promise<string[]> {
  const held = await search.heldDays(property, 'day');
  const today = googleDay(system.now());
  const asked = { since: since ?? firstMissing(held, today), until: today };
  const rows = await dayRows(client, property.name, asked, attempt.signal);
  const known = [...held.filter((date) => date >= asked.since), ...rows.map(({ date }) => date)].toSorted();
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return [];
  const final = datesOf({ since: first, until: last });
  const isHeld = new Set(held);
  const missing = final.filter((date) => !isHeld.has(date));
  if (missing.length > 0) {
    const fresh = rows.filter(({ date }) => !isHeld.has(date));
    await search.putDays(property, { table: 'day', rows: fresh });
    await search.markDays(property, 'day', missing, true);
    count(brought, 'day', { days: missing.length, rows: fresh.length });
  }
  brought.lastFinalDay = last;
  return final;
}

/** All tables of a day at once: most of the time of each is waiting. A table that came whole counts, whatever became of the others. */
async function fetchDay({ attempt, search, client, property, brought }: Sync, date: string, tables: readonly GroupedBy[]): Promise<void> {
  const fetched = tables.map(async (table) => {
    let rows = 0;
    await eachPage(client, property.name, { table, date, signal: attempt.signal }, async (some) => {
      await search.putDays(property, { table, rows: some });
      rows += some.length;
    });
    await search.markDays(property, table, [date], true);
    count(brought, table, { days: 1, rows });
  });
  const ended = await Promise.allSettled(fetched);
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

async function keepBrought(tx: Tx, { attempt, brought }: Sync): Promise<void> {
  await change(tx, { projectId: attempt.resourceId, jobId: attempt.jobId }, { brought: JSON.stringify(brought) });
}

async function change(tx: Tx, { projectId, jobId }: Key, values: Partial<SearchSyncRow>): Promise<void> {
  await tx.updateTable('search_syncs').set(values).where('project_id', '=', projectId).where('job_id', '=', jobId).execute();
}

function resultOf({ property, brought, system }: Sync, stopped: AppError | undefined): Record<string, unknown> {
  const { projectId } = property;
  const { calls, lastFinalDay, tables } = brought;
  const named = Object.keys(keysOf) as GroupedBy[];
  return {
    property: property.name,
    lastFinalDay,
    complete: stopped === undefined,
    tables: named.map((table) => ({ table, ...(tables[table] ?? { days: 0, rows: 0 }) })),
    calls,
    next: lastFinalDay === null ? [] : [{ operation: 'search_console_query', arguments: { view: 'quick_wins', projectId } }],
    ...(stopped && { stopped: { code: stopped.code, message: wordsOf(stopped), goOnAt: goOnAt(stopped, system.now()) } }),
  };
}

/** Null where time alone does not help, or the message says when. */
function goOnAt({ code, retryAfterSeconds = 0 }: AppError, now: number): string | null {
  return code === 'rate_limited' ? isoTime(now + Math.max(quotaWaitMs, retryAfterSeconds * 1000)) : null;
}

function wordsOf({ message, hint }: AppError): string {
  return hint ? `${message} ${hint}` : message;
}
