import { openBare, type Bare } from '../../db/bare.ts';
import { connect } from '../../db/connection.ts';
import type { Receiver } from './measure.ts';
import { emitEvents, openDesk } from './product.ts';

/** Deliveries that stand in the database before those that are pending: a fifth as many, of which every third failed. */
const settledShare = 5;

/** Fills a home with pending deliveries of two event types to three URLs, and with some that are settled. `times` as many stand there in the end. */
export async function fillHome(home: string, receiver: Receiver, { pending, times }: { pending: number; times: number }): Promise<void> {
  const { origin } = new URL(receiver.url);
  const types = ['article.ready', 'article.failed'] as const;
  const events = { types, bodyBytes: 600 };
  await emitEvents(home, { ...events, urls: [`${origin}/one`, `${origin}/two`, `${origin}/broken`], deliveries: pending / settledShare });
  await deliverWhatIsDue(home);
  await emitEvents(home, { ...events, urls: [`${origin}/one`, `${origin}/two`, `${origin}/three`], deliveries: pending });
  multiply(home, times);
}

async function deliverWhatIsDue(home: string): Promise<void> {
  const desk = await openDesk(home, { now: Date.now });
  await desk.runDue();
  await desk.close();
}

const betweenCopiesMs = 3_600_000;

/** What differs in a copy; all else of a row is as the product wrote it. `null`: left to the database. */
const differences: Record<string, Record<string, string | null>> = {
  events: { id: 'earlier(id, @ms)', body: 'replace(body, id, earlier(id, @ms))', created_at: 'created_at - @ms' },
  deliveries: {
    id: 'earlier(id, @ms)',
    event_id: 'earlier(event_id, @ms)',
    next_attempt_at: 'next_attempt_at - @ms',
    last_attempt_at: 'last_attempt_at - @ms',
    delivered_at: 'delivered_at - @ms',
    settled_at: 'settled_at - @ms',
    created_at: 'created_at - @ms',
  },
  delivery_bodies: { delivery_id: 'earlier(delivery_id, @ms)', body: 'replace(body, event_id, earlier(event_id, @ms))' },
  attempts: { delivery_id: 'earlier(delivery_id, @ms)', started_at: 'started_at - @ms' },
  work: {
    id: null,
    key: 'earlier(key, @ms)',
    payload: 'replace(payload, key, earlier(key, @ms))',
    due_at: 'due_at - @ms',
  },
};

/** What is copied, where it is not simply all rows of a table. The desk's own upkeep is work too, and stays single. */
const sources: Record<string, string> = {
  delivery_bodies: 'select delivery_bodies.*, event_id from main.delivery_bodies join main.deliveries on id = delivery_id',
  work: 'select work.* from main.work join main.deliveries on deliveries.id = key',
};

/** Copies everything that stands in the home, each copy an hour earlier than the one before. */
function multiply(home: string, times: number): void {
  const sqlite = openBare(home);
  sqlite.pragma('synchronous = OFF');
  sqlite.pragma('cache_size = -1000000');
  sqlite.function('earlier', { deterministic: true }, (id, ms) => earlier(id as string, ms as number));
  const originals = Object.entries(differences).map(([table, different]) => copyingOf(sqlite, table, different));
  for (let copy = 1; copy < times; copy++) {
    sqlite.transaction(() => {
      for (const statement of originals) statement.run({ ms: copy * betweenCopiesMs });
    })();
  }
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.close();
}

function copyingOf(sqlite: Bare, table: string, different: Record<string, string | null>) {
  const columns = (sqlite.pragma(`table_info(${table})`) as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => different[name] !== null);
  sqlite.exec(`create temp table ${table}_originals as ${sources[table] ?? `select * from main.${table}`}`);
  const values = columns.map((column) => different[column] ?? column);
  return sqlite.prepare(`insert into main.${table} (${columns.join(', ')}) select ${values.join(', ')} from ${table}_originals`);
}

/** Ids begin with their time (UUID version 7), and everything is listed by that. */
function earlier(id: string, ms: number): string {
  const [prefix, hex] = id.split('_') as [string, string];
  const time = Number.parseInt(hex.slice(0, 12), 16) - ms;
  return `${prefix}_${time.toString(16).padStart(12, '0')}${hex.slice(12)}`;
}

/** How many rows a table of a home holds. */
export async function countRows(home: string, table: string): Promise<number> {
  const beside = connect(home);
  const [found] = await beside.query<{ count: number }>(`select count(*) as count from ${table}`);
  await beside.close();
  return found!.count;
}
