import { SqliteDriver } from 'kysely';
import { createCopydesk, type Copydesk, type CopydeskOptions } from '../../../src/app.ts';
import { openStore, type Tx } from '../../../src/db/open.ts';
import { inThousands, type Filling } from './sides/side.ts';

interface NewEvents {
  /** Events go to each in turn. */
  urls: readonly string[];
  /** And are of each type in turn. Default: articles that are ready. */
  types?: readonly (keyof typeof dataOf)[];
  bodyBytes: number;
}

/** A desk that keeps up to `concurrency` requests to one receiver under way. */
export function openDesk(home: string, options: CopydeskOptions & { concurrency?: number } = {}): Promise<Copydesk> {
  const { concurrency = 64, ...others } = options;
  return createCopydesk({ home, logLevel: 'silent', deliveryConcurrency: concurrency, receiverConcurrency: concurrency, ...others });
}

/** Puts events with their deliveries in by the product's own way, without beginning to deliver them. */
export async function emitEvents(home: string, { deliveries, ...events }: NewEvents & { deliveries: number }): Promise<void> {
  const emitter = await openEmitter(home, events);
  await emitter.put(deliveries);
  await emitter.close();
}

export async function openEmitter(home: string, { urls, types = ['article.ready'], bodyBytes }: NewEvents): Promise<Filling> {
  const desk = await openDesk(home, { maxAttempts: 1 });
  const store = openStore(home, desk.system);
  const { data: projects } = (await desk.call('projects_list')) as { data: { id: string }[] };
  const emitOne = (tx: Tx, index: number) => {
    const type = types[index % types.length]!;
    const webhookUrl = urls[index % urls.length]!;
    const data = dataOf[type](bodyBytes);
    return desk.services.events.emit(tx, { type, projectId: projects[0]!.id, resourceId: data.articleId, data, webhookUrl });
  };
  return {
    put: inThousands((indexes) =>
      store.write(async (tx) => {
        for (const index of indexes) await emitOne(tx, index);
      }),
    ),
    async close() {
      await store.close();
      await desk.close();
    },
  };
}

const articleId = `art_${'0'.repeat(32)}`;

/** Data of events whose envelopes are so many bytes long. */
const dataOf = {
  'article.ready': (bytes: number) =>
    padded(bytes, 'article.ready', (title) => ({
      articleId,
      keyword: 'connection pooling',
      title,
      wordCount: 1012,
      url: 'http://127.0.0.1:4141',
    })),
  'article.failed': (bytes: number) =>
    padded(bytes, 'article.failed', (message) => ({
      articleId,
      keyword: 'connection pooling',
      error: { code: 'internal', message },
      attempts: 1,
    })),
};

function padded<Data>(bytes: number, type: string, dataWith: (padding: string) => Data): Data {
  const envelope = { id: `evt_${'0'.repeat(32)}`, type, createdAt: new Date(0).toISOString(), data: dataWith('') };
  return dataWith('x'.repeat(bytes - JSON.stringify(envelope).length));
}

export interface Commits {
  forget(): void;
  /** When the first commit since `forget` had returned, in nanoseconds of the machine's monotonic clock. */
  first(): bigint;
}

/** Notes the instant of every commit of this process: no face tells it. */
export function noteCommits(): Commits {
  const at: bigint[] = [];
  const commit = SqliteDriver.prototype.commitTransaction;
  SqliteDriver.prototype.commitTransaction = async function (connection) {
    await commit.call(this, connection);
    at.push(process.hrtime.bigint());
  };
  return { forget: () => void at.splice(0), first: () => at[0]! };
}
