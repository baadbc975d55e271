import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Standing } from '../../src/db/rows/deliveries.ts';
import { startOfTests } from './clock.ts';
import { rowsOf, type Rows } from './rows.ts';

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

/** Deliveries whose time of ending disagrees with the rest of their record. */
export async function wronglyEnded(rows: Rows): Promise<unknown[]> {
  const ended = `case status when 'delivered' then delivered_at when 'failed' then coalesce(last_attempt_at, acknowledged_at) end`;
  return rows.all('deliveries', `coalesce(settled_at, 0) <> coalesce(${ended}, 0)`);
}

/** Runs `work` while another process deletes a project: it begins before that and is written after it. */
export async function deletedMeanwhile<Result>(
  { home }: { home: string },
  projectId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const rows = rowsOf(home);
  const letGo = await rows.holdLock();
  const running = work();
  // Enough turns for all that it does before it writes.
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  await rows.delete('projects', { id: projectId });
  await letGo();
  return running;
}

/** Puts deliveries on record, each with one attempt behind it and none left. */
export async function storeDeliveries(rows: Rows, deliveries: readonly OldDelivery[]): Promise<void> {
  const made = deliveries.map(recordOf);
  await rows.insert('deliveries', made);
  await rows.insert(
    'delivery_bodies',
    made.map(({ id }) => ({ delivery_id: id, body: '{}' })),
  );
  const response = JSON.stringify({ status: 500, headers: {}, body: 'no', truncated: false, durationMs: 5 });
  await rows.insert(
    'attempts',
    made.map(({ id, created_at }) => ({ delivery_id: id, number: 1, started_at: created_at, response })),
  );
}

function recordOf({ id, kind = 'event', status = 'failed', acknowledged = false, createdAt = startOfTests, ...rest }: OldDelivery) {
  return {
    id,
    kind,
    event_id: `evt_${id.slice(4)}`,
    event_type: kind === 'publish' ? null : (rest.eventType ?? 'article.ready'),
    url: rest.url ?? 'http://127.0.0.1:9/hook',
    status,
    attempt_count: 1,
    attempts_made: 1,
    max_attempts: 1,
    last_attempt_at: createdAt,
    delivered_at: status === 'delivered' ? createdAt : null,
    settled_at: status === 'pending' ? null : createdAt,
    standing: rest.standing ?? (acknowledged ? 'acknowledged' : standings[status]),
    acknowledged_at: acknowledged ? createdAt : null,
    superseded_by: rest.supersededBy ?? null,
    article_id: rest.articleId ?? null,
    next_attempt_at: rest.nextAttemptAt ?? null,
    created_at: createdAt,
  };
}

/** How many deliveries a job has sent again so far. */
export async function replayedBy(rows: Rows, id: string | null): Promise<number> {
  const [job] = await rows.all<{ result: string }>('jobs', { id });
  return (JSON.parse(job!.result) as { replayed: number }).replayed;
}
