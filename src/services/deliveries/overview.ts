import { sql } from 'kysely';
import type { DeliveryResponse } from '../../../schema/deliveries.ts';
import type { Db } from '../../db/open.ts';
import type { Standing } from '../../db/rows/deliveries.ts';
import type { Queue } from '../../queue/queue.ts';
import { countUpTo, entry, maxCounted, maxLatest, ofProject, type OverviewPart, type OverviewQuestion } from '../common/overview.ts';
import { isoTime, parsedOrNull } from '../common/wire.ts';
import { deliver } from './attempts.ts';
import { rangesOf, walk } from './find.ts';

/** Failing receivers looked at for one project's. */
const maxReceivers = 100;
/** Waiting deliveries looked at: each costs a look at its row. */
const maxWaiting = 1_000;

/** What failed for good, whose receivers fail, and what is on its way. */
export async function deliveryOverview(db: Db, queue: Queue, { since, projectId }: OverviewQuestion): Promise<OverviewPart> {
  const [failed, receivers, delivered, waiting] = await Promise.all([
    flagged(db, projectId),
    failingReceivers(db, queue, projectId),
    countDelivered(db, since, projectId),
    waitingOnes(db, projectId),
  ]);
  return {
    needsYou: [
      ...entry(
        'deliveries_failed',
        failed,
        failed.count === 1 ? ['webhook_deliveries_get', { id: failed.latest[0]?.id }] : ['webhook_deliveries_list', { flagged: true }],
      ),
      ...entry('receivers_failing', receivers, ['webhook_deliveries_retry_many', { undelivered: true, dryRun: true }]),
    ],
    happened: entry('deliveries_delivered', { count: delivered }, [
      'webhook_deliveries_list',
      { status: 'delivered', since: isoTime(since) },
    ]),
    comesNext: entry('deliveries_waiting', waiting, ['webhook_deliveries_list', { status: 'pending' }]),
  };
}

interface Sent {
  id: string;
  url: string;
  project_id: string | null;
  event_type: string | null;
  next_attempt_at: number | null;
  response: string | null;
}

/** The standing is written out: only so is the partial index used. */
async function flagged(db: Db, projectId: string | undefined) {
  const count = await countUpTo(db, sql`select 1 from deliveries where standing = 'failed' and ${ofProject('project_id', projectId)}`);
  const latest = await sql<Sent>`
    select newest.id, url, newest.project_id, event_type, next_attempt_at, response from (
        select id, project_id, created_at from deliveries where standing = 'failed' and ${ofProject('project_id', projectId)}
          order by created_at desc limit ${maxLatest}) as newest
      join deliveries on deliveries.id = newest.id
      left join attempts on attempts.delivery_id = deliveries.id and attempts.number = deliveries.attempts_made
      order by newest.created_at desc`.execute(db);
  return {
    count,
    latest: latest.rows.map((sent) => ({
      id: sent.id,
      about: `${sent.event_type ?? 'article'} to ${shownUrl(sent.url)}: ${ended(sent.response)}`,
    })),
  };
}

/** Receivers whose last attempt failed and that have more to come, each by the delivery that is tried next. */
async function failingReceivers(db: Db, queue: Queue, projectId: string | undefined) {
  const lanes = await queue.failing(deliver, projectId === undefined ? maxLatest : maxReceivers);
  const keys = lanes.map(({ key }) => key);
  const { rows } = await (keys.length === 0
    ? { rows: [] }
    : sql<Sent>`
        select id, url, project_id, event_type, next_attempt_at, response from deliveries
          left join attempts on attempts.delivery_id = deliveries.id and attempts.number = deliveries.attempts_made
          where id in (${sql.join(keys)}) and ${ofProject('project_id', projectId)}`.execute(db));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const latest = lanes.flatMap(({ key, failures, pending }) => {
    const sent = byId.get(key);
    if (!sent) return [];
    const next = sent.next_attempt_at === null ? '' : `, next attempt ${isoTime(sent.next_attempt_at)}`;
    return [{ id: key, about: `${shownUrl(sent.url)}: ${ended(sent.response)}, ${failures} in a row, ${pending} waiting${next}` }];
  });
  return { count: projectId === undefined ? await queue.countFailing(deliver, maxCounted) : latest.length, latest };
}

async function countDelivered(db: Db, since: number, projectId: string | undefined): Promise<number> {
  // The condition of the partial index stands here in its own words. What a later send replaced has arrived too.
  const newest = (standing: Standing) =>
    sql`select * from (select project_id from deliveries where status <> 'pending' and standing = ${standing} and settled_at >= ${since} order by settled_at desc limit ${maxCounted})`;
  return countUpTo(
    db,
    sql`select 1 from (${newest('delivered')} union all ${newest('outdated')}) as arrived where ${ofProject('project_id', projectId)}`,
  );
}

async function waitingOnes(db: Db, projectId: string | undefined) {
  const { rows } = await sql<{ id: string; at: number }>`
    select deliveries.id, coalesce(next_attempt_at, deliveries.created_at) as at from (${walk(rangesOf({ status: 'pending' }), 'oldest first', undefined, maxWaiting)}) as page
      cross join deliveries on deliveries.id = page.id where ${ofProject('project_id', projectId)}`.execute(db);
  const next = rows.toSorted((one, other) => one.at - other.at)[0];
  const latest = next ? [{ id: next.id, about: `next attempt ${isoTime(next.at)}` }] : [];
  return { count: rows.length, latest };
}

/** Without the path, which may be long. */
function shownUrl(url: string): string {
  return URL.parse(url)?.host ?? '';
}

function ended(response: string | null): string {
  const last = parsedOrNull<DeliveryResponse>(response);
  if (last === null) return 'not tried yet';
  return 'status' in last ? `answered ${last.status}` : last.error.code;
}
