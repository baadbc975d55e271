import { expect, test } from 'vitest';
import type { Job } from '../../../schema/jobs.ts';
import type { RankingCheckJob } from '../../../schema/rankings.ts';
import { createCopydesk } from '../../../src/app.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { startSite } from '../../support/site.ts';
import { startSerper } from './serper.ts';
import { day, giveSite, list, rankingOf, summaryOf, track } from './support.ts';

const site = 'https://www.example.com/';

/** A desk whose project has a site, and Serper to ask. */
async function startDesk(settings: Record<string, unknown> = {}) {
  const serper = await startSerper(site);
  const app = await createTestApp();
  await giveSite(app, 'https://example.com/');
  await app.desk.call('integrations_set', { provider: 'serper', apiKey: 'key', baseUrl: serper.url, ...settings });
  return { ...app, serper };
}

const ask = async ({ desk }: Pick<TestApp, 'desk'>, input: Record<string, unknown> = {}) =>
  (await desk.call('rankings_check', input)) as RankingCheckJob;

async function check(app: Pick<TestApp, 'desk'>, input: Record<string, unknown> = {}): Promise<Job> {
  const { jobId } = await ask(app, input);
  await app.desk.runDue();
  return (await app.desk.call('jobs_get', { id: jobId })) as Job;
}

test('a check tells where the site ranks, with its page and what else the results page held', async () => {
  const app = await startDesk();
  const tracked = await track(app, ['pool', 'queue'], { country: 'US' });
  expect(tracked).toMatchObject({ provider: 'serper', callsPerCheck: 4, warnings: [] });
  app.serper.answers['pool'] = { position: 4 };
  expect(await ask(app)).toMatchObject({ keywords: 2, maxCalls: 4, cannotBeAsked: 0, status: 'queued' });
  await app.desk.runDue();
  expect(await rankingOf(app, 'pool')).toMatchObject({
    status: 'ranked',
    position: 4,
    url: 'https://www.example.com/pools',
    provider: 'serper',
    engine: 'google',
    serpFeatures: expect.arrayContaining(['people_also_ask']),
  });
  expect(await rankingOf(app, 'queue')).toMatchObject({ status: 'not_found_in_top_n', position: null, depthChecked: 20 });
});

test('a featured snippet that shows a page of the site is told as its own, though it has no position', async () => {
  const app = await startDesk();
  await track(app, ['pool', 'queue'], { country: 'US' });
  app.serper.answers = { pool: { snippet: 'https://example.com/pools' }, queue: { snippet: 'https://other.example/' } };
  await check(app);
  const common = { position: null, serpFeatures: expect.arrayContaining(['featured_snippet']) };
  expect(await rankingOf(app, 'pool')).toMatchObject({ ...common, ownFeatures: ['featured_snippet'] });
  const other = await rankingOf(app, 'queue');
  expect(other).toMatchObject(common);
  expect(other).not.toHaveProperty('ownFeatures');
});

test('paging stops at the page that holds the site', async () => {
  const app = await startDesk();
  await track(app, ['pool', 'queue'], { depth: 30 });
  app.serper.answers['pool'] = { position: 12 };
  await check(app);
  const pages = (keyword: string) => app.serper.asked.filter((asked) => asked === keyword).length;
  expect([pages('pool'), pages('queue')]).toEqual([2, 3]);
});

test('each check asks anew, and what changed is told', async () => {
  const app = await startDesk();
  await track(app, ['pool']);
  app.serper.answers['pool'] = { position: 9 };
  await check(app);
  await app.advance(7 * day);
  app.serper.answers['pool'] = { position: 2 };
  await check(app);
  expect(app.serper.asked).toHaveLength(2);
  expect(await rankingOf(app, 'pool')).toMatchObject({
    position: 2,
    previousPosition: 9,
    movement: 'up',
    change7d: 7,
    change1d: null,
    best: 2,
  });
  expect((await summaryOf(app)).visibility).toMatchObject({ index: 55.1, change7d: 45.3, keywords7d: 1 });
  expect((await list(app, { include: ['history'] })).data[0]!.history).toMatchObject([{ position: 2 }, { position: 9 }]);
});

test('only those that are named are asked for, by id or as they are written', async () => {
  const app = await startDesk();
  const { added } = await track(app, ['one', 'two', 'three']);
  await check(app, { ids: [added[0]!.id] });
  await check(app, { keywords: ['TWO'] });
  expect(new Set(app.serper.asked)).toEqual(new Set(['one', 'two']));
});

test('a cap in the middle of a run leaves the rest as it was, and nothing is asked beyond it', async () => {
  const app = await startDesk({ monthlyCallCap: 10 });
  const keywords = Array.from({ length: 8 }, (_, n) => `pool ${n}`);
  await track(app, keywords, { depth: 20 });
  const { result } = await check(app);
  expect(app.serper.asked).toHaveLength(10);
  expect(result).toMatchObject({ notCheckedBecause: { cap_reached: expect.any(Number) } });
  const { asked, notChecked } = result as { asked: number; notChecked: number };
  expect(asked + notChecked).toBe(8);
  expect((await list(app, { status: 'not_checked' })).data[0]).toMatchObject({ why: { position: 'cap_reached' } });
});

test('what a cap left comes first in the next run, so that each has its turn', async () => {
  const app = await startDesk({ monthlyCallCap: 3 });
  await track(app, ['one', 'two', 'three', 'four', 'five', 'six'], { depth: 10 });
  await check(app);
  await app.desk.call('integrations_set', { provider: 'serper', baseUrl: app.serper.url, monthlyCallCap: 6 });
  await app.advance(day);
  await check(app);
  expect(new Set(app.serper.asked)).toEqual(new Set(['one', 'two', 'three', 'four', 'five', 'six']));
});

test('where a later page does not come, a site that was not found is an error, and one that was found is not', async () => {
  const app = await startDesk();
  await track(app, ['pool', 'queue']);
  app.serper.answers['pool'] = { position: 15 };
  app.serper.answers['queue'] = { position: 4 };
  await check(app);
  await app.advance(day);
  app.serper.answers['pool'] = { position: 15, failsFrom: 2 };
  app.serper.answers['queue'] = { position: 5, failsFrom: 2 };
  expect((await check(app)).result).toMatchObject({ ranked: 1, errors: 1, notFound: 0, moved: { lost: 0, down: 1 } });
  expect(await rankingOf(app, 'pool')).toMatchObject({
    status: 'error',
    position: null,
    previousPosition: 15,
    error: { code: 'provider_failed', message: expect.stringContaining('503') },
  });
  await app.advance(day);
  app.serper.answers['pool'] = { position: 16 };
  await check(app);
  expect(await rankingOf(app, 'pool')).toMatchObject({ position: 16, previousPosition: 15, movement: 'down' });
});

test('a cap between two pages leaves the keyword as it was, and says so', async () => {
  const app = await startDesk();
  await track(app, ['pool']);
  app.serper.answers['pool'] = { position: 15 };
  await check(app);
  await app.advance(day);
  await app.desk.call('integrations_set', { provider: 'serper', baseUrl: app.serper.url, monthlyCallCap: 3 });
  expect((await check(app)).result).toMatchObject({ asked: 0, notChecked: 1, notCheckedBecause: { cap_reached: 1 } });
  expect(await rankingOf(app, 'pool')).toMatchObject({ status: 'ranked', position: 15 });
});

test('a refused key ends the run, with the words of the provider', async () => {
  const app = await startDesk();
  const keywords = Array.from({ length: 10 }, (_, n) => `pool ${n}`);
  await track(app, keywords);
  for (const keyword of keywords) app.serper.answers[keyword] = { status: 403 };
  const { result, status } = await check(app);
  expect(status).toBe('succeeded');
  expect(app.serper.asked.length).toBeLessThanOrEqual(4);
  expect((result as { notChecked: number }).notChecked).toBeGreaterThanOrEqual(6);
  const [failed] = (await list(app, { status: 'error' })).data;
  expect(failed!.error).toMatchObject({ code: 'provider_refused', message: expect.stringContaining('Unauthorized.') });
});

test('what the provider cannot ask is refused where it is all that was wanted, and told when it is tracked', async () => {
  const app = await startDesk();
  const { warnings } = await track(app, ['pool'], { device: 'mobile' });
  expect(warnings).toMatchObject([{ code: 'provider_cannot' }]);
  await expect(ask(app)).rejects.toMatchObject({ code: 'provider_refused' });
  await track(app, ['queue']);
  expect(await ask(app)).toMatchObject({ keywords: 2, cannotBeAsked: 1 });
  await app.desk.runDue();
  expect(await rankingOf(app, 'pool')).toMatchObject({
    status: 'error',
    checkedAt: null,
    provider: null,
    error: { code: 'provider_cannot' },
  });
  expect(new Set(app.serper.asked)).toEqual(new Set(['queue']));
});

test('of two desks on one home that check at once each keyword is asked for once', async () => {
  const app = await startDesk();
  await track(app, ['one', 'two', 'three', 'four'], { depth: 10 });
  const other = await createCopydesk({ home: app.home, logLevel: 'silent', now: app.now });
  const [first, second] = await Promise.all([ask(app), ask({ desk: other })]);
  expect(first.jobId).toBe(second.jobId);
  await Promise.all([app.desk.runDue(), other.runDue()]);
  await other.close();
  expect(app.serper.asked.toSorted()).toEqual(['four', 'one', 'three', 'two']);
});

test('results of a SearXNG are its own, never Google’s', async () => {
  const results = Array.from({ length: 12 }, (_, n) => ({ url: n === 2 ? `${site}pools` : `https://other${n}.example/`, title: `${n}`, content: '' })); // prettier-ignore
  const answer = (_: unknown, response: { writeHead(status: number, headers: object): { end(text: string): void } }) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        JSON.stringify({ query: 'pool', results, answers: [], corrections: [], infoboxes: [], suggestions: [], unresponsive_engines: [] }),
      );
  const pages = new Proxy({}, { get: (_, path) => (String(path).startsWith('/search?') ? answer : undefined) });
  const searxng = await startSite(pages);
  const app = await createTestApp();
  await giveSite(app, site);
  await app.desk.call('integrations_set', { provider: 'searxng', baseUrl: searxng.url });
  expect(await track(app, ['pool'], { depth: 10 })).toMatchObject({ engine: 'searxng', provider: 'searxng' });
  await check(app);
  expect(await rankingOf(app, 'pool')).toMatchObject({ engine: 'searxng', position: 3, provider: 'searxng' });
  await track(app, ['pool'], { engine: 'google' });
  await expect(ask(app, { ids: (await list(app, { engine: 'google' })).data.map(({ id }) => id) })).rejects.toMatchObject({
    code: 'integration_required',
  });
});
