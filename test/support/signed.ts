import type { Delivery } from '../../schema/deliveries.ts';
import type { CopydeskOptions } from '../../src/app.ts';
import { addManual } from './documents.ts';
import { startReceiver } from './receiver.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** A delivery as a receiver has it in hand before it believes a word of it. */
export interface Signed {
  header: string;
  body: string;
}

export interface Sender {
  app: TestApp;
  secret(): Promise<string>;
  /** Has the same event sent again, signed now with the secret in force, and returns what arrived. */
  send(): Promise<Signed>;
}

/** A desk that has written one article and told a real receiver of it. */
export async function startSender(options: CopydeskOptions = {}): Promise<Sender> {
  const receiver = await startReceiver();
  const app = await createTestApp(options);
  await addManual(app.desk);
  await app.desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250, webhookUrl: receiver.url });
  await app.desk.runDue();
  const { data } = (await app.desk.call('webhook_deliveries_list')) as { data: Delivery[] };
  return {
    app,
    secret: async () => ((await app.desk.call('webhook_secret_get')) as { secret: string }).secret,
    async send() {
      await app.desk.call('webhook_deliveries_retry', { id: data[0]!.id });
      await app.desk.runDue();
      const { headers, body } = receiver.arrivals.at(-1)!;
      return { header: headers['x-service-signature'] as string, body };
    },
  };
}
