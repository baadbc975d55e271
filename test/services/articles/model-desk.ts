import type { Article } from '../../../schema/articles.ts';
import type { Job } from '../../../schema/jobs.ts';
import { readWhole } from '../../support/articles.ts';
import { addManual } from '../../support/documents.ts';
import { goodKey } from '../../support/llm-server.ts';
import { serveWriter, type Whim, type WriterServer } from '../../support/llm-writer.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

export const protocols = ['openai', 'anthropic'] as const;

export interface ModelDesk {
  app: TestApp;
  model: WriterServer;
  /** Requests an article; nothing runs yet. */
  ask(input?: object): Promise<{ id: string; jobId: string }>;
  /** Requests an article, runs the due work and reads it. */
  write(input?: object): Promise<Article>;
  read(id: string): Promise<Article>;
  job(id: string): Promise<Job>;
}

/** A desk with the manual and a model of its own, configured as a person would. */
export async function openModelDesk(provider: (typeof protocols)[number], whim?: Whim, settings: object = {}): Promise<ModelDesk> {
  const model = await serveWriter(provider, whim);
  const app = await createTestApp();
  const { desk } = app;
  await addManual(desk);
  const baseUrl = provider === 'openai' ? `${model.url}v1` : model.url;
  await desk.call('integrations_set', { provider, baseUrl, apiKey: goodKey, model: 'test-1', contextTokens: 32_000, ...settings });
  const read = (id: string) => readWhole(desk, id);
  const ask = async (input: object = {}) =>
    (await desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250, includeImage: false, ...input })) as Article;
  return {
    app,
    model,
    read,
    ask,
    async write(input) {
      const { id } = await ask(input);
      await desk.runDue();
      return read(id);
    },
    job: async (id) => (await desk.call('jobs_get', { id })) as Job,
  };
}

export function gates({ quality }: Article): string[] {
  return quality!.filter(({ gate }) => gate).map(({ code }) => code);
}

/** Fails with a status that is retried at once. */
export const busy = (status: number, message = 'Overloaded.') => ({ status, error: { message }, headers: { 'retry-after-ms': '1' } });
