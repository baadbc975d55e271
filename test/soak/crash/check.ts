import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { verifySignature } from '../../../src/webhooks/verify.ts';
import { integrityOf } from '../../db/bare.ts';
import { connect, type Connection } from '../../db/connection.ts';
import type { Produced } from './producer.ts';
import type { Arrival } from './receiver.ts';

/** What was found when all was calm again. */
export interface Findings {
  /** Requests for an event that were answered 202, each for a delivery of its own. */
  accepted: number;
  replays: number;
  /** Deliveries that the receiver has seen and the desk knows as delivered. */
  delivered: number;
  /** Accepted, and never seen by the receiver, not seen again after a replay, or not known as delivered. */
  lost: number;
  /** Arrivals of deliveries that do not exist, deliveries that nobody asked for, and attempts on the record that never arrived. */
  invented: number;
  /** Arrivals with another body, type or receiver than was recorded, or with a signature that does not verify. */
  changed: number;
  /** Arrivals beyond the attempts that are on the record: a process was killed between the two. */
  duplicates: number;
  /** Work, and lanes, whose numbers do not fit: rows that are left over, and counts that are wrong. */
  crooked: number;
  integrity: string;
}

interface Seen {
  arrivals: number;
  /** When it was last answered 204. */
  answeredAt: number;
}

interface Row {
  body: string;
  url: string;
  event_type: string;
  status: string;
  attempts_made: number;
  attempts: number;
}

/** Compares what the desk recorded, what it promised and what the receiver saw. */
export async function check(home: string, arrivalsFile: string, { accepted, replays }: Produced, secret: string): Promise<Findings> {
  const beside = connect(home, { readonly: true });
  const rows = await readDeliveries(beside);
  const seen = new Map<string, Seen>();
  const findings = { lost: 0, invented: 0, changed: 0, duplicates: 0 };
  for await (const line of createInterface({ input: createReadStream(arrivalsFile) })) {
    const arrival = JSON.parse(line) as Arrival;
    const row = rows.get(arrival.delivery);
    if (!row) findings.invented++;
    else if (!isAsRecorded(arrival, row, secret)) findings.changed++;
    const { arrivals, answeredAt } = seen.get(arrival.delivery) ?? { arrivals: 0, answeredAt: 0 };
    seen.set(arrival.delivery, { arrivals: arrivals + 1, answeredAt: arrival.status === 204 ? arrival.at : answeredAt });
  }
  const replayedAt = new Map<string, number>();
  for (const { id, at } of replays) replayedAt.set(id, Math.max(replayedAt.get(id) ?? 0, at));
  for (const id of accepted) {
    const isThere = rows.get(id)?.status === 'delivered' && (seen.get(id)?.answeredAt ?? 0) > (replayedAt.get(id) ?? 0);
    if (!isThere) findings.lost++;
  }
  let delivered = 0;
  const asked = new Set(accepted);
  for (const [id, row] of rows) {
    const arrivals = seen.get(id)?.arrivals ?? 0;
    findings.duplicates += Math.max(arrivals - row.attempts, 0);
    if (!asked.has(id) || row.attempts > arrivals) findings.invented++;
    if (row.status === 'delivered' && arrivals > 0) delivered++;
  }
  const crooked = (await countCrooked(beside, rows)) + (accepted.length - asked.size);
  await beside.close();
  return { accepted: accepted.length, replays: replays.length, delivered, ...findings, crooked, integrity: integrityOf(home) };
}

async function readDeliveries(beside: Connection): Promise<Map<string, Row>> {
  const rows = await beside.query<Row & { id: string }>(`
    select id, body, url, event_type, status, attempts_made, (select count(*) from attempts where delivery_id = deliveries.id) as attempts
      from deliveries join delivery_bodies on delivery_bodies.delivery_id = id`);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** The timestamp is judged by the schedule's tests; here the clock may be a faster one. */
function isAsRecorded({ bodyBase64, url, event, signature }: Arrival, row: Row, secret: string): boolean {
  const body = Buffer.from(bodyBase64, 'base64');
  const signed = verifySignature({ header: signature, body, secret, tolerance: Number.MAX_SAFE_INTEGER }).ok;
  return signed && body.equals(Buffer.from(row.body)) && url === row.url && event === row.event_type;
}

async function countCrooked(beside: Connection, rows: ReadonlyMap<string, Row>): Promise<number> {
  const count = async (sql: string) => (await beside.query<{ count: number }>(sql))[0]!.count;
  const leftOver = await count(`select count(*) as count from work where kind = 'webhook.deliver'`);
  const miscounted = await count(`
    select count(*) as count from lanes where pending <> (select count(*) from work where work.kind = lanes.kind and work.lane = lanes.lane)`);
  return leftOver + miscounted + [...rows.values()].filter((row) => row.attempts !== row.attempts_made).length;
}
