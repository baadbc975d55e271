import { expect, test } from 'vitest';
import type { Job } from '../../../schema/jobs.ts';
import type { Overview } from '../../../schema/overview.ts';
import type { TestApp } from '../../support/test-app.ts';
import { jobOf, run, startRun, startRunDesk } from './fake-engines.ts';

const second = 1000;

test('a cap leaves the rest, with the reason; next time those come first that were left', async () => {
  const app = await startRunDesk(['One?', 'Two?', 'Three?', 'Four?']);
  await app.engines.configure(app.desk, 'perplexity', { monthlyCallCap: 2 });
  await app.engines.configure(app.desk, 'openai');
  const { result } = await run(app, { runs: 1 });
  expect(result).toMatchObject({
    answered: 6,
    notChecked: 2,
    engines: [
      { provider: 'openai', answered: 4, notChecked: 0 },
      {
        provider: 'perplexity',
        answered: 2,
        notChecked: 2,
        notCheckedBecause: { cap_reached: 2 },
        cost: 0.01,
        error: { code: 'cap_reached', message: expect.stringContaining('monthlyCallCap') },
      },
    ],
  });
  const first = app.engines.prompts('perplexity');
  await app.advance(second);
  await app.engines.configure(app.desk, 'perplexity', { monthlyCallCap: 4 });
  await run(app, { engines: ['perplexity'], runs: 1 });
  expect(new Set(app.engines.prompts('perplexity'))).toEqual(new Set(['One?', 'Two?', 'Three?', 'Four?']));
  expect(first).toHaveLength(2);
});

test('a short wait that an engine asks for is kept within the run, and then it is asked one by one', async () => {
  const app = await startRunDesk(['One?', 'Two?', 'Three?', 'Four?']);
  await app.engines.configure(app.desk, 'openai');
  app.engines.say = ({ nth }) => (nth === 1 ? { status: 429, headers: { 'retry-after': '0' }, body: {} } : undefined);
  expect((await run(app, { runs: 1 })).result).toMatchObject({ answered: 4, failed: 0, notChecked: 0 });
  expect(app.engines.asked).toHaveLength(5);
});

test('a long wait puts the run off, which then goes on with what is missing', async () => {
  const app = await startRunDesk(['One?', 'Two?', 'Three?', 'Four?', 'Five?']);
  await app.engines.configure(app.desk, 'openai');
  await app.engines.configure(app.desk, 'gemini');
  app.engines.say = ({ provider, prompt }) =>
    provider === 'gemini' && prompt === 'Five?' ? { status: 429, headers: { 'retry-after': '120' }, body: {} } : undefined;
  const { jobId } = await startRun(app, { runs: 1 });
  await app.desk.runDue();
  expect(await jobOf(app, jobId)).toMatchObject({ status: 'queued', step: 'waiting for a provider' });
  expect(app.engines.prompts('openai')).toHaveLength(5);
  const before = app.engines.asked.length;
  app.engines.say = () => undefined;
  await app.advance(119 * second);
  expect(app.engines.asked).toHaveLength(before);
  await app.advance(second);
  const missing = app.engines.asked.slice(before);
  expect(missing.at(-1)).toMatchObject({ provider: 'gemini' });
  expect(missing.every(({ provider }) => provider === 'gemini')).toBe(true);
  expect(await jobOf(app, jobId)).toMatchObject({ status: 'succeeded', result: { answered: 10, failed: 0, notChecked: 0 } });
  expect((await app.list({ limit: 100 })).data).toHaveLength(10);
});

test('an engine that asks to wait and never answers is given up, and the others are not lost', async () => {
  const app = await startRunDesk(['One?']);
  await app.engines.configure(app.desk, 'openai');
  await app.engines.configure(app.desk, 'gemini');
  app.engines.say = ({ provider }) => (provider === 'gemini' ? { status: 429, headers: { 'retry-after': '60' }, body: {} } : undefined);
  const { jobId } = await startRun(app, { runs: 1 });
  await app.desk.runDue();
  for (let minutes = 0; minutes < 10; minutes++) await app.advance(60 * second);
  expect(await jobOf(app, jobId)).toMatchObject({
    status: 'succeeded',
    result: {
      answered: 1,
      notChecked: 1,
      engines: [
        { provider: 'openai', answered: 1 },
        { provider: 'gemini', notCheckedBecause: { provider_error: 1 }, error: { code: 'rate_limited' } },
      ],
    },
  });
  expect(app.engines.prompts('gemini')).toHaveLength(4);
  expect(app.engines.prompts('openai')).toHaveLength(1);
});

test('a refused key ends the asking of that engine; what is declined does not', async () => {
  const app = await startRunDesk(['One?', 'Two?', 'Three?', 'Four?', 'Five?', 'Six?', 'Seven?', 'Eight?']);
  await app.engines.configure(app.desk, 'perplexity');
  await app.engines.configure(app.desk, 'gemini');
  app.engines.say = ({ provider }) =>
    provider === 'perplexity'
      ? { status: 401, body: { error: { message: 'Wrong key pplx-hush.' } } }
      : { body: { promptFeedback: { blockReason: 'SAFETY' } } };
  const { result } = await run(app, { runs: 1 });
  const [perplexity, gemini] = (result as { engines: Record<string, unknown>[] }).engines;
  expect(perplexity).toMatchObject({
    answered: 0,
    error: { code: 'provider_refused', message: expect.stringContaining('Wrong key [not shown]') },
  });
  expect(app.engines.prompts('perplexity').length).toBeLessThan(6);
  expect(perplexity!['notChecked']).toBe(8 - Number(perplexity!['failed']));
  expect(gemini).toMatchObject({
    failed: 8,
    declined: 8,
    notChecked: 0,
    error: { message: expect.stringContaining('declined to answer: SAFETY') },
  });
  expect(JSON.stringify(result)).not.toContain('hush');
});

const unanswered = async ({ desk }: TestApp) =>
  ((await desk.call('overview_get', {})) as Overview).needsYou.filter(({ kind }) => kind === 'ai_visibility_unanswered');

test('what an engine declines is told of the run, and needs nobody; what fails beside it does', async () => {
  const app = await startRunDesk(['One?', 'Two?', 'Three?']);
  await app.engines.configure(app.desk, 'gemini');
  const blocked = { body: { promptFeedback: { blockReason: 'SAFETY' } } };
  app.engines.say = ({ prompt }) => (prompt === 'Two?' ? blocked : undefined);
  const engineOf = ({ result }: Job) => (result as { engines: Record<string, unknown>[] }).engines[0];
  const declined = { code: 'provider_refused', message: expect.stringContaining('declined to answer: SAFETY') };
  expect(engineOf(await run(app, { runs: 1 }))).toMatchObject({ answered: 2, failed: 1, declined: 1, error: declined });
  expect(await unanswered(app)).toEqual([]);
  app.engines.say = ({ prompt }) => (prompt === 'Two?' ? blocked : prompt === 'Three?' ? { status: 400, body: {} } : undefined);
  const failed = { code: 'provider_refused', message: expect.stringContaining('400') };
  expect(engineOf(await run(app, { runs: 1 }))).toMatchObject({ failed: 2, declined: 1, error: failed });
  expect(await unanswered(app)).toMatchObject([{ latest: [{ about: expect.stringContaining('400') }] }]);
  app.engines.say = ({ prompt }) => (prompt === 'Two?' ? blocked : undefined);
  await run(app, { runs: 1 });
  expect(await unanswered(app)).toEqual([]);
  app.engines.say = () => undefined;
  expect(engineOf(await run(app, { runs: 1 }))).toMatchObject({ answered: 3, failed: 0, declined: 0, error: null });
});

test('stands in the overview until a run gets all its answers', async () => {
  const app = await startRunDesk(['One?']);
  await app.engines.configure(app.desk, 'openai');
  app.engines.say = () => ({ status: 401, body: { error: { message: 'No.' } } });
  const { id } = await run(app, { runs: 1 });
  expect(await unanswered(app)).toEqual([
    {
      kind: 'ai_visibility_unanswered',
      count: 1,
      latest: [{ id, about: expect.stringContaining('openai: 127.0.0.1') }],
      operation: 'jobs_get',
      arguments: { id },
    },
  ]);
  app.engines.say = () => undefined;
  await run(app, { runs: 1 });
  expect(await unanswered(app)).toEqual([]);
});

test('an integration that is taken away meanwhile leaves its part, and says so', async () => {
  const app = await startRunDesk(['One?']);
  await app.engines.configure(app.desk, 'openai');
  await app.engines.configure(app.desk, 'perplexity');
  const { jobId } = await startRun(app, { runs: 1 });
  await app.desk.call('integrations_delete', { provider: 'perplexity' });
  await app.desk.runDue();
  expect((await jobOf(app, jobId)).result).toMatchObject({
    answered: 1,
    notChecked: 1,
    engines: [{ provider: 'openai' }, { provider: 'perplexity', notCheckedBecause: { integration_required: 1 } }],
  });
});
