import { setTimeout as sleep } from 'node:timers/promises';
import { createCopydesk } from '../../src/app.ts';
import { connect } from '../db/connection.ts';

/** Makes the home's database and a key to it, without a desk at work. */
export async function prepareHome(home: string): Promise<{ key: string; secret: string }> {
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  const { key } = await desk.services.keys.create({ name: 'soak', scope: 'admin' });
  const { secret } = (await desk.call('webhook_secret_get')) as { secret: string };
  await desk.close();
  await retryTests(home);
  return { key, secret };
}

/** Here test sends stand for events, and are retried like them. */
export async function retryTests(home: string): Promise<void> {
  const beside = connect(home);
  await beside.afterEach('insert', 'deliveries', 'update deliveries set max_attempts = 5 where id = new.id');
  await beside.close();
}

/** Receivers get as many attempts at once as they may only once they have answered: here all have. */
export async function knowReceivers(home: string): Promise<void> {
  const beside = connect(home);
  await beside.query('update lanes set answered = 1');
  await beside.close();
}

export interface Answer {
  status: number;
  contentType: string | null;
  body: Record<string, unknown>;
}

/** Asks a desk for a test event to `url`, on a connection of its own, as many proxies do. */
export async function askForEvent(desk: string, key: string, url: string): Promise<Answer> {
  const response = await fetch(`${desk}/api/v1/webhooks/test`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ url }),
    signal: AbortSignal.timeout(30_000),
  });
  const body = (await response.json()) as Answer['body'];
  return { status: response.status, contentType: response.headers.get('content-type'), body };
}

/** Whether it says in the usual way that nothing can be kept just now, and what to do. */
export function isRefused({ status, contentType, body }: Answer): boolean {
  return status === 503 && contentType === 'application/problem+json' && typeof body['hint'] === 'string';
}

/** Reads the home's database beside the desk. */
export async function readBeside<Row>(home: string, sql: string): Promise<Row[]> {
  const beside = connect(home, { readonly: true });
  try {
    return await beside.query<Row>(sql);
  } finally {
    await beside.close();
  }
}

/** Deliveries that wait for an attempt. */
export async function countDeliveries(home: string, status: 'pending' | 'delivered'): Promise<number> {
  const [found] = await readBeside<{ count: number }>(home, `select count(*) as count from deliveries where status = '${status}'`);
  return found!.count;
}

/** Looks every 50 ms until it is so; false where it is not within `patienceMs`. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>, patienceMs: number): Promise<boolean> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(50)) if (await isSo()) return true;
  return isSo();
}
