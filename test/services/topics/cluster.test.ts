import { expect, test } from 'vitest';
import type { Job } from '../../../schema/jobs.ts';
import type { TopicPlan, TopicResearchJob } from '../../../schema/topic-plan.ts';
import type { AddedTopic, Topic } from '../../../schema/topics.ts';
import { startSite, type Asked, type Said } from '../../providers/publish/support.ts';
import { rowsOf } from '../../support/rows.ts';
import { startOfTests } from '../../support/clock.ts';
import { createTestApp } from '../../support/test-app.ts';

const given = ['car insurance', 'automobile cover', 'motor policy', 'bread knife'];

/** A desk with one topic; `planned` researches it and reads its plan. */
async function start(keywords = given) {
  const app = await createTestApp({ offline: true });
  const { desk } = app;
  const topic = (await desk.call('topics_create', {
    name: 'Cars',
    pillarKeyword: keywords[0]!,
    keywords: keywords.slice(1),
  })) as AddedTopic;
  const planned = async () => {
    const { jobId } = (await desk.call('topics_research', { id: topic.id })) as TopicResearchJob;
    await desk.runDue();
    expect((await desk.call('jobs_get', { id: jobId })) as Job).toMatchObject({ status: 'succeeded' });
    const { plan } = (await desk.call('topics_get', { id: topic.id, view: 'plan' })) as Topic & { plan: TopicPlan };
    return { ...plan, groups: [plan.pillar, ...plan.pages].map(({ keyword, keywords: others }) => [keyword, ...others].toSorted()) };
  };
  return { ...app, planned };
}

/** Two meanings: what has to do with cars, and the rest. */
const meanings = ({ body }: Asked): Said => {
  const input = JSON.parse(body.toString()).input as string[];
  const data = input.map((text, index) => ({ index, embedding: /bread/.test(text) ? [0, 1] : [1, index / 100] }));
  return { body: { data } };
};

test('without anything else, keywords belong together by their words', async () => {
  const { planned } = await start();
  const plan = await planned();
  expect(plan).toMatchObject({ method: 'lexical', why: { searchVolume: 'integration_required' } });
  expect(plan.groups).toHaveLength(4);
});

test('embeddings put together what no word connects', async () => {
  const { planned, desk } = await start();
  const site = await startSite(meanings);
  await desk.call('integrations_set', { provider: 'embeddings', baseUrl: site.url, model: 'small' });
  const plan = await planned();
  expect(plan.method).toBe('embeddings');
  expect(plan.groups).toEqual([['automobile cover', 'car insurance', 'motor policy'], ['bread knife']]);
});

test('embeddings tell which subjects of documents are nearest to a pillar keyword that none of them says', async () => {
  const { planned, desk } = await start(['car insurance']);
  const site = await startSite(meanings);
  for (const subject of ['automobile cover', 'rye bread'])
    await desk.call('knowledge_create', { markdown: `# ${subject}\n\n${`Whoever owns a ${subject} keeps it dry. `.repeat(40)}` });
  const nearest = async () => (await planned()).next!.arguments.keywords;
  expect(await nearest()).toEqual(['rye bread', 'automobile cover']);
  await desk.call('integrations_set', { provider: 'embeddings', baseUrl: site.url, model: 'small' });
  expect(await nearest()).toEqual(['automobile cover', 'rye bread']);
});

test('where embeddings fail, words decide, and the plan says why', async () => {
  const { planned, desk } = await start();
  const site = await startSite(() => ({ status: 401, body: { error: { message: 'wrong key' } } }));
  await desk.call('integrations_set', { provider: 'embeddings', baseUrl: site.url, model: 'small', apiKey: 'sk-1' });
  expect(await planned()).toMatchObject({ method: 'lexical', why: { embeddings: 'provider_refused' } });
});

test('kept results pages go before embeddings, and what has none is left to words', async () => {
  const { planned, desk, home } = await start();
  const site = await startSite(meanings);
  await desk.call('integrations_set', { provider: 'embeddings', baseUrl: site.url, model: 'small' });
  const organic = [1, 2, 3].map((position) => ({ position, url: `https://example.com/${position}`, title: 'x', snippet: '' }));
  const page = { country: '', language: 'en', device: 'desktop', engine: 'google', provider: 'serper', depth: 3, asked_at: startOfTests };
  const nothing = { features: '[]', questions: '[]', related: '[]' };
  for (const keyword of ['car insurance', 'bread knife'])
    await rowsOf(home).insert('results_pages', { ...page, ...nothing, keyword, keyword_key: keyword, organic: JSON.stringify(organic) });
  const plan = await planned();
  expect(plan.method).toBe('results');
  expect(plan.groups).toEqual([['bread knife', 'car insurance'], ['motor policy'], ['automobile cover']]);
  expect(site.asked).toEqual([]);
});
