import { expect, onTestFinished } from 'vitest';
import type { AttemptError, DeliveryDetail } from '../../schema/deliveries.ts';
import type { CopydeskOptions } from '../../src/app.ts';
import type { Resolve } from '../../src/net/resolve.ts';
import { createDial } from '../../src/net/request.ts';
import { startBadReceiver, type Behaviour } from './bad-receivers.ts';
import { addManual } from './documents.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** So much of an answer's body is kept. */
export const keptBytes = 16 * 1024;

/** A desk that can write an article at once. */
export async function openDesk(options?: CopydeskOptions): Promise<TestApp> {
  const app = await createTestApp(options);
  await addManual(app.desk);
  return app;
}

/** Asks for an article whose event goes to this receiver. */
export const writeFor = ({ desk }: TestApp, webhookUrl: string) =>
  desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250, webhookUrl });

/** The record of every delivery as REST shows it, by the receiver's URL; none of them holds the secret. */
export async function readRecords({ desk }: TestApp): Promise<Map<string, DeliveryDetail>> {
  const { url } = await desk.listen({ port: 0 });
  const { key } = await desk.services.keys.create({ name: 'test', scope: 'read' });
  const read = async (path: string) => {
    const answer = await fetch(`${url}/api/v1/webhook-deliveries${path}`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const { secret } = (await desk.call('webhook_secret_get')) as { secret: string };
  const { data } = (await read('?limit=100')) as { data: { id: string }[] };
  const records = await Promise.all(
    data.map(async ({ id }) => (await read(`/${id}?include=body&include=response&include=requestHeaders`)) as DeliveryDetail),
  );
  expect(JSON.stringify([data, records])).not.toContain(secret);
  return new Map(records.map((record) => [record.url, record]));
}

/** What the last attempt at a delivery came to. */
export function outcomeOf(record: DeliveryDetail) {
  const { errorClass, response, requestHeaders } = record.attempts.at(-1)!;
  expect(record.response).toEqual(response);
  expect(requestHeaders).toMatchObject({ 'X-Service-Delivery': record.id });
  const answer = 'status' in response ? response : null;
  if (answer) expect(answer.body!.length).toBeLessThanOrEqual(keptBytes);
  return { status: record.status, errorClass, answer, durationMs: response.durationMs };
}

interface Case {
  does: string;
  url: string;
  errorClass: AttemptError | null;
}

/** Sends an event to each receiver, all at once, and expects each attempt to fail as said, or to be delivered. */
export async function expectOutcomes(cases: readonly Case[], options?: CopydeskOptions) {
  const app = await openDesk(options);
  for (const { url } of cases) await writeFor(app, url);
  await app.desk.runDue();
  const records = await readRecords(app);
  const outcomes = cases.map(({ does, url }) => ({ does, ...outcomeOf(records.get(url)!) }));
  expect(outcomes.map(({ does, errorClass, status }) => [does, errorClass, status])).toEqual(
    cases.map(({ does, errorClass }) => [does, errorClass, errorClass === null ? 'delivered' : 'pending']),
  );
  return outcomes;
}

/** How a receiver behaves, and what class of error that makes; null where it is delivered. */
export type Row = readonly [does: string, behave: Behaviour, errorClass: AttemptError | null];

/** A receiver for each row. */
export const startAll = (rows: readonly Row[]) =>
  Promise.all(
    rows.map(async ([does, behave, errorClass]) => {
      const receiver = await startBadReceiver(behave);
      return { does, errorClass, url: receiver.url, receiver };
    }),
  );

/** A desk's way out in development where names are looked up here. */
export function dialWith(resolve: Resolve): CopydeskOptions {
  const network = createDial({ production: false, allowedNetworks: [], resolve });
  onTestFinished(() => network.close());
  return { request: network.request };
}
