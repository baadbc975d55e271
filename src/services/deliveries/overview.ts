import type { DeliveryResponse } from '../../../schema/deliveries.ts';
import type { Db } from '../../db/open.ts';
import type { Queue } from '../../queue/queue.ts';
import { entry, maxLatest, type OverviewPart, type OverviewQuestion } from '../common/overview.ts';
import { maxCounted } from '../common/queries.ts';
import { isoTime, parsedOrNull } from '../common/wire.ts';
import { deliver } from './attempts.ts';
import { rangesOf } from './find.ts';
import { answeredAmong, countArrived, countFailed, dueAmong, newestFailed } from './queries.ts';

/** Failing receivers looked at for one project's. */
const maxReceivers = 100;
/** Waiting deliveries looked at: each costs a look at its row. */
const maxWaiting = 1_000;

/** What failed for good, whose receivers fail, and what is on its way. */
export async function deliveryOverview(db: Db, queue: Queue, { since, projectId }: OverviewQuestion): Promise<OverviewPart> {
  const [failed, receivers, delivered, waiting] = await Promise.all([
    flagged(db, projectId),
    failingReceivers(db, queue, projectId),
    countArrived(db, since, projectId),
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

async function flagged(db: Db, projectId: string | undefined) {
  const latest = await newestFailed(db, projectId, maxLatest);
  return {
    count: await countFailed(db, projectId),
    latest: latest.map((sent) => ({
      id: sent.id,
      about: `${sent.event_type ?? 'article'} to ${shownUrl(sent.url)}: ${ended(sent.response)}`,
    })),
  };
}

/** Receivers whose last attempt failed and that have more to come, each by the delivery that is tried next. */
async function failingReceivers(db: Db, queue: Queue, projectId: string | undefined) {
  const lanes = await queue.failing(deliver, projectId === undefined ? maxLatest : maxReceivers);
  const rows = await answeredAmong(
    db,
    lanes.map(({ key }) => key),
    projectId,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const latest = lanes.flatMap(({ key, failures, pending }) => {
    const sent = byId.get(key);
    if (!sent) return [];
    const next = sent.next_attempt_at === null ? '' : `, next attempt ${isoTime(sent.next_attempt_at)}`;
    return [{ id: key, about: `${shownUrl(sent.url)}: ${ended(sent.response)}, ${failures} in a row, ${pending} waiting${next}` }];
  });
  return { count: projectId === undefined ? await queue.countFailing(deliver, maxCounted) : latest.length, latest };
}

async function waitingOnes(db: Db, projectId: string | undefined) {
  const rows = await dueAmong(db, rangesOf({ status: 'pending' }), maxWaiting, projectId);
  const next = rows.toSorted((one, other) => one.at - other.at)[0];
  const latest = next ? [{ id: next.id, about: `next attempt ${isoTime(next.at)}` }] : [];
  return { count: rows.length, latest };
}

/** Without the path, which may be long. */
export function shownUrl(url: string): string {
  return URL.parse(url)?.host ?? '';
}

export function ended(response: string | null): string {
  const last = parsedOrNull<DeliveryResponse>(response);
  if (last === null) return 'not tried yet';
  return 'status' in last ? `answered ${last.status}` : last.error.code;
}
