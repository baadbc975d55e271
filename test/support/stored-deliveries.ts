import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import type { Standing } from '../../src/db/rows/deliveries.ts';
import { startOfTests } from './clock.ts';

/** What a test says of a delivery that it puts on record without sending it. */
export interface OldDelivery {
  id: string;
  kind?: 'event' | 'publish';
  eventType?: string | null;
  url?: string;
  status?: 'pending' | 'delivered' | 'failed';
  /** Of a failed one. */
  acknowledged?: boolean;
  /** Default: of its status what is most usual. */
  standing?: Standing;
  supersededBy?: string;
  articleId?: string;
  nextAttemptAt?: number;
  createdAt?: number;
}

const standings = { pending: 'retrying', delivered: 'delivered', failed: 'failed' } as const;

/** The database of a home, opened a second time; closed with the test. */
export function openDatabase(home: string): Database {
  const sqlite = new SqliteDatabase(join(home, 'copydesk.db'));
  onTestFinished(() => void sqlite.close());
  return sqlite;
}

/** Deliveries whose time of ending disagrees with the rest of their record. */
export function wronglyEnded({ home }: { home: string }): unknown[] {
  const ended = `case status when 'delivered' then delivered_at when 'failed' then coalesce(last_attempt_at, acknowledged_at) end`;
  return openDatabase(home).prepare(`select * from deliveries where settled_at is not ${ended}`).all();
}

/** Runs `work` while another process deletes a project: it begins before that and is written after it. */
export async function deletedMeanwhile<Result>(
  { home }: { home: string },
  projectId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const sqlite = openDatabase(home);
  sqlite.exec('begin immediate');
  const running = work();
  // Enough turns for all that it does before it writes.
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  sqlite.prepare('delete from projects where id = ?').run(projectId);
  sqlite.exec('commit');
  return running;
}

/** Puts deliveries on record, each with one attempt behind it and none left. */
export function storeDeliveries(sqlite: Database, deliveries: readonly OldDelivery[]): void {
  const delivery = sqlite.prepare(`
    insert into deliveries (id, kind, event_id, event_type, url, status, attempt_count, attempts_made, max_attempts, last_attempt_at, delivered_at, settled_at, standing, acknowledged_at, superseded_by, article_id, next_attempt_at, created_at)
      values (@id, @kind, @eventId, @eventType, @url, @status, 1, 1, 1, @createdAt, @deliveredAt, @settledAt, @standing, @acknowledgedAt, @supersededBy, @articleId, @nextAttemptAt, @createdAt)`);
  const body = sqlite.prepare(`insert into delivery_bodies (delivery_id, body) values (@id, '{}')`);
  const attempt = sqlite.prepare(`insert into attempts (delivery_id, number, started_at, response) values (@id, 1, @createdAt, @response)`);
  const response = JSON.stringify({ status: 500, headers: {}, body: 'no', truncated: false, durationMs: 5 });
  sqlite.transaction(() => {
    for (const {
      id,
      kind = 'event',
      url = 'http://127.0.0.1:9/hook',
      status = 'failed',
      acknowledged = false,
      createdAt = startOfTests,
      ...rest
    } of deliveries) {
      const eventType = kind === 'publish' ? null : (rest.eventType ?? 'article.ready');
      const deliveredAt = status === 'delivered' ? createdAt : null;
      const standing = rest.standing ?? (acknowledged ? 'acknowledged' : standings[status]);
      const { supersededBy = null, articleId = null, nextAttemptAt = null } = rest;
      const acknowledgedAt = acknowledged ? createdAt : null;
      const settledAt = status === 'pending' ? null : createdAt;
      const ended = { deliveredAt, settledAt, standing, acknowledgedAt, supersededBy, articleId, nextAttemptAt };
      delivery.run({ id, kind, eventId: `evt_${id.slice(4)}`, eventType, url, status, createdAt, ...ended });
      body.run({ id });
      attempt.run({ id, createdAt, response });
    }
  })();
}
