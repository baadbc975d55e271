import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { createCopydesk } from '../../src/app.ts';

/** Makes the home's database and a key to it, without a desk at work. */
export async function prepareHome(home: string): Promise<{ key: string; secret: string }> {
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  const { key } = await desk.services.keys.create({ name: 'soak', scope: 'admin' });
  const { secret } = (await desk.call('webhook_secret_get')) as { secret: string };
  await desk.close();
  retryTests(home);
  return { key, secret };
}

/** Here test sends stand for events, and are retried like them. */
export function retryTests(home: string): void {
  const sqlite = new SqliteDatabase(join(home, 'copydesk.db'));
  sqlite.exec(`create trigger tests_are_retried after insert on deliveries begin
    update deliveries set max_attempts = 5 where id = new.id;
  end`);
  sqlite.close();
}

export interface Answer {
  status: number;
  contentType: string | null;
  body: Record<string, unknown>;
}

/** Asks a desk for a test event to `url`. */
export async function askForEvent(desk: string, key: string, url: string): Promise<Answer> {
  const response = await fetch(`${desk}/api/v1/webhooks/test`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
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
export function readBeside<Row>(home: string, sql: string): Row[] {
  const sqlite = new SqliteDatabase(join(home, 'copydesk.db'), { readonly: true, timeout: 5000 });
  try {
    return sqlite.prepare<[], Row>(sql).all();
  } finally {
    sqlite.close();
  }
}

/** Deliveries that wait for an attempt. */
export function pendingDeliveries(home: string): number {
  return readBeside<{ pending: number }>(home, `select count(*) as pending from deliveries where status = 'pending'`)[0]!.pending;
}

export function integrityOf(home: string): string {
  return readBeside<{ integrity_check: string }>(home, 'pragma integrity_check')[0]!.integrity_check;
}

/** Looks every 50 ms until it is so; false where it is not within `patienceMs`. */
export async function waitUntil(isSo: () => boolean, patienceMs: number): Promise<boolean> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(50)) if (isSo()) return true;
  return isSo();
}
