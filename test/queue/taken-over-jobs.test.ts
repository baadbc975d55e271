import { expect, test } from 'vitest';
import type { OutboundResponse } from '../../src/system.ts';
import { manual } from '../support/scenario.ts';
import { createTestApp } from '../support/test-app.ts';
import { startOfTests } from '../support/clock.ts';
import { temporaryHome } from '../support/home.ts';
import { latch, settled } from './support.ts';

test('a process that stalled past its lease does not touch the article that another has finished meanwhile', async () => {
  const home = temporaryHome();
  const url = 'https://docs.example.com/pools';
  const page: OutboundResponse = {
    url,
    status: 200,
    headers: { 'content-type': 'text/markdown' },
    body: Buffer.from(manual),
    truncated: false,
    durationMs: 1,
  };
  const stall = latch();
  let time = startOfTests;
  let ids = 0;
  const now = () => time;
  const { desk: stalled } = await createTestApp({ home, now, request: () => stall.opened.then(() => page) });
  const { desk: heir } = await createTestApp({ home, now, id: (prefix) => `${prefix}_heir${++ids}`, request: async () => page });
  const { id, jobId } = (await stalled.call('articles_create', {
    keyword: 'connection pool',
    targetWordCount: 250,
    sources: [url],
  })) as Record<string, string>;
  const stalling = stalled.runDue();
  await settled();
  expect(await heir.call('articles_get', { id })).toMatchObject({ status: 'researching' });
  time += 30_000;
  await heir.runDue();
  const [article, job] = [await heir.call('articles_get', { id }), await heir.call('jobs_get', { id: jobId })];
  expect(article).toMatchObject({ status: 'ready' });
  expect(job).toMatchObject({ status: 'succeeded', attempts: 2 });
  stall.open();
  await stalling;
  expect(await heir.call('articles_get', { id })).toEqual(article);
  expect(await heir.call('jobs_get', { id: jobId })).toEqual(job);
});
