import { expect, test } from 'vitest';
import type { TopicPlan, TopicResearchJob } from '../../../schema/topic-plan.ts';
import type { AddedTopic, Topic } from '../../../schema/topics.ts';
import { storedKey } from '../../../src/services/common/keyword-key.ts';
import { neighboursOf } from '../../../src/services/topics/research/neighbours.ts';
import { rowsOf } from '../../support/rows.ts';
import { createTestApp } from '../../support/test-app.ts';

const about = (subject: string) =>
  `# ${subject}\n\n${Array.from({ length: 40 }, (_, at) => `${subject} is what whoever looks after machine ${at} sets up first. It keeps ${at + 2} doors open, and a clerk of the house counts them at night.`).join('\n\n')}`;

const keywords = ['connection pool timeouts', 'idle connection timeouts', 'garden hose', 'pool sizes', 'pool size'];

async function start({ documents = ['Connection pool timeouts'], keywords: given = keywords } = {}) {
  const app = await createTestApp({ offline: true });
  const { desk } = app;
  for (const subject of documents) await desk.call('knowledge_create', { markdown: about(subject) });
  const { id, projectId } = (await desk.call('topics_create', {
    name: 'Pools',
    pillarKeyword: 'connection pool',
    keywords: given,
  })) as AddedTopic;
  const research = async () => {
    const job = (await desk.call('topics_research', { id })) as TopicResearchJob;
    await desk.runDue();
    return job;
  };
  const read = async (view: 'plan' | 'keywords' | 'summary' = 'plan') =>
    (await desk.call('topics_get', { id, view, limit: 100 })) as Topic & { plan: TopicPlan };
  return { ...app, id, projectId, research, read };
}

const pageFor = ({ pillar, pages }: TopicPlan, keyword: string) =>
  [pillar, ...pages].find((page) => page.keyword === keyword || page.keywords.includes(keyword))!;

const planned = ({ call }: TopicPlan) =>
  (call?.arguments as { slots: { keyword: string }[] } | undefined)?.slots.map(({ keyword }) => keyword) ?? [];

test('a page tells what documents say on it and what its article would lack, and the call leaves those out', async () => {
  const { research, read } = await start();
  await research();
  const { plan } = await read();
  const carried = pageFor(plan, 'connection pool timeouts');
  expect(carried).toMatchObject({ documents: { count: 1, best: { title: 'Connection pool timeouts' } }, warnings: [] });
  const bare = pageFor(plan, 'garden hose');
  expect(bare).toMatchObject({ documents: { count: 0, passages: 0, best: null }, warnings: [{ code: 'insufficient_sources' }] });
  expect(plan.pages.indexOf(carried)).toBeLessThan(plan.pages.indexOf(bare));
  expect(planned(plan)).toContain(carried.keyword);
  expect(planned(plan)).not.toContain('garden hose');
  const lacking = [plan.pillar, ...plan.pages].filter(({ warnings }) => warnings!.length > 0);
  expect(plan.notInCall).toEqual({ insufficientSources: lacking.length, near: 0, later: 0 });
});

test('a title has the names of its page as the documents write them, in titles and headings too', async () => {
  const { research, read } = await start({ documents: ['Garden hose for HoseHub'], keywords: ['hosehub garden hose'] });
  await research();
  const { plan } = await read();
  expect(pageFor(plan, 'hosehub garden hose').title).toMatch(/^HoseHub Garden Hose/);
});

test('the pillar and each page link to one another', async () => {
  const { research, read } = await start();
  await research();
  const { plan } = await read();
  const targets = (keyword: string) => pageFor(plan, keyword).internalLinks.map(({ to }) => to);
  expect(targets('connection pool').toSorted()).toEqual(plan.pages.map(({ keyword }) => keyword).toSorted());
  for (const { internalLinks } of plan.pages) expect(internalLinks[0]).toEqual({ to: 'connection pool', url: null });
  expect(targets('garden hose')).toEqual(['connection pool']);
});

test('pages are neighbours by the words that the pillar keyword does not have, the rare ones first', async () => {
  const pages = ['borg prune rules', 'borg check repair', 'borg prune dry run', 'repair a repository'].map((keyword) => ({
    keyword,
    keywords: [],
  }));
  const found = await neighboursOf('borg', pages, 'en', async () => {});
  expect(Object.fromEntries(found)).toEqual({
    'borg prune rules': ['borg prune dry run'],
    'borg prune dry run': ['borg prune rules'],
    'borg check repair': ['repair a repository'],
    'repair a repository': ['borg check repair'],
  });
});

test('a page that is published is linked by its address', async () => {
  const { home, projectId, research, read } = await start({ documents: [] });
  await research();
  const before = pageFor((await read()).plan, 'garden hose').internalLinks;
  expect(before).toEqual([{ to: 'connection pool', url: null }]);
  const url = 'https://example.com/pools';
  const named = { keyword: 'connection pool', keyword_key: storedKey('connection pool', 'en'), keyword_source: 'guess', title: 'Pools' };
  const counted = { words: 900, links_in: 3, competes: 0, dated_at: 1, date_source: 'page', sources: '[]', sought: '' };
  await rowsOf(home).insert('posts', { id: 'pst_1', project_id: projectId, place: url, language: 'en', ...named, ...counted });
  const { plan } = await read();
  expect(plan.pillar.exists).toMatchObject({ type: 'post', id: url });
  expect(pageFor(plan, 'garden hose').internalLinks).toEqual([{ to: 'connection pool', url }]);
});

test('the pillar is one of the keywords everywhere, and is not removed as one', async () => {
  const { desk, id, research, read } = await start({ documents: [] });
  expect(await desk.call('topics_list', {})).toMatchObject({ data: [{ keywordCount: 6 }] });
  expect(await read('summary')).toMatchObject({ keywordCount: 6, coverage: { covered: 0, planned: 0, open: 6 } });
  await research();
  const { keywords: rows } = await read('keywords');
  const pillar = rows!.find(({ keyword }) => keyword === 'connection pool')!;
  await expect(desk.call('topics_remove_keyword', { id, keywordId: pillar.id })).rejects.toMatchObject({ code: 'conflict' });
  const { plan, keywordCount } = await read();
  const inPages = [plan.pillar, ...plan.pages].reduce((sum, page) => sum + page.keywordCount, 0);
  expect(inPages + plan.mergedCount).toBe(keywordCount);
  await desk.call('calendar_create', { slots: [{ date: '2099-01-05', keyword: 'connection pools' }] });
  expect((await read('summary')).coverage).toEqual({ covered: 0, planned: 1, open: 5 });
  await desk.call('topics_update', { id, pillarKeyword: 'pools of threads' });
  expect(await read('summary')).toMatchObject({ keywordCount: 7, pillarKeyword: 'pools of threads' });
  expect(await desk.call('topics_remove_keyword', { id, keywordId: pillar.id })).toMatchObject({ deleted: true });
});

test('a keyword that says the same as another belongs to its page', async () => {
  const { research, read } = await start({ documents: [] });
  await research();
  const { keywords: rows } = await read('keywords');
  const clusterOf = (keyword: string) => rows!.find((row) => row.keyword === keyword)!.cluster;
  expect(clusterOf('pool sizes')).not.toBeNull();
  expect(clusterOf('pool size')).toBe(clusterOf('pool sizes'));
});

test('a page of which documents say nothing is never in the call, which is null then', async () => {
  const { research, read } = await start({ documents: [] });
  await research();
  const { plan } = await read();
  expect(plan).toMatchObject({ call: null, why: { call: 'insufficient_sources' }, notInCall: { insufficientSources: plan.missing } });
});

test('a page tells what is near to it, which keeps it out of the call', async () => {
  const { desk, research, read } = await start({ documents: ['Garden hose'] });
  await research();
  expect(planned((await read()).plan)).toEqual(['garden hose']);
  await desk.call('calendar_create', { slots: [{ date: '2099-01-05', keyword: 'long garden hose' }] });
  const { plan } = await read();
  expect(pageFor(plan, 'garden hose')).toMatchObject({ exists: null, near: { type: 'slot', keyword: 'long garden hose' } });
  expect(plan).toMatchObject({ call: null, why: { call: 'insufficient_sources' }, notInCall: { near: 1, later: 0 } });
});

test('a page tells what exists for it, but not another page of the plan as near', async () => {
  const { desk, research, read } = await start();
  await research();
  const { call } = (await read()).plan;
  await desk.call(call!.operation, call!.arguments);
  const { plan } = await read();
  for (const page of [plan.pillar, ...plan.pages]) expect(page.near).toBeUndefined();
  expect(pageFor(plan, 'garden hose')).toMatchObject({ exists: null, warnings: [{ code: 'insufficient_sources' }] });
  await desk.call('calendar_create', { slots: [{ date: '2099-01-05', keyword: 'garden hose' }] });
  expect(pageFor((await read()).plan, 'garden hose').warnings).toBeUndefined();
  expect(pageFor(plan, 'connection pool timeouts')).toMatchObject({ exists: { type: 'slot' } });
  expect(planned(plan)).toEqual([]);
  await expect(desk.call(call!.operation, call!.arguments)).rejects.toMatchObject({ code: 'conflict' });
});

test('what is planned for one page of a plan is not told as near to another', async () => {
  const { desk, id, research, read } = await start({ documents: [] });
  const many = ['leaks', 'metrics', 'warmup', 'sharding', 'failover', 'eviction', 'tracing', 'quotas'].map(
    (what) => `connection pool ${what}`,
  );
  await desk.call('topics_add_keywords', { id, keywords: many });
  await desk.call('calendar_create', { slots: [{ date: '2099-01-05', keyword: many[0] }] });
  await research();
  const { plan } = await read();
  expect(pageFor(plan, many[0]!)).toMatchObject({ keyword: many[0], exists: { type: 'slot' } });
  expect(pageFor(plan, many[1]!)).toMatchObject({ keyword: many[1], exists: null });
  expect(pageFor(plan, many[1]!).near).toBeUndefined();
});

test('invisible characters are no keyword, no prompt, no name, and part none from another', async () => {
  const { desk, id } = await start({ documents: [] });
  const invisible = '\u200B\u2060';
  const added = await desk.call('topics_add_keywords', { id, keywords: [invisible, 'garden\u200B hose', 'حوض السباحة', '🏊'] });
  expect(added).toMatchObject({ added: 2, present: 1, refused: [{ index: 0, errors: [{ code: 'empty' }] }] });
  expect(await desk.call('topics_add_prompts', { id, prompts: [invisible] })).toMatchObject({ prompts: [], refused: [{ index: 0 }] });
  for (const input of [{ name: invisible }, { name: 'Others', pillarKeyword: invisible }])
    await expect(desk.call('topics_create', input)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ code: 'empty' }] });
});

test('a topic that is deleted while its research waits leaves nothing behind, and its slots write articles of no topic', async () => {
  const { desk, id, research, read, advance } = await start();
  await research();
  const { plan } = await read();
  await desk.call(plan.call!.operation, plan.call!.arguments);
  const { jobId } = (await desk.call('topics_research', { id })) as TopicResearchJob;
  expect(await desk.call('topics_delete', { id })).toMatchObject({ keywords: 6, prompts: 0, articles: 0 });
  await desk.runDue();
  expect(await desk.call('jobs_get', { id: jobId })).toMatchObject({ status: 'canceled' });
  for (let week = 0; week < plan.pages.length; week++) await advance(7 * 24 * 3_600_000);
  const { data } = (await desk.call('articles_list', {})) as { data: { topicId: string | null }[] };
  expect(data.length).toBeGreaterThan(0);
  for (const { topicId } of data) expect(topicId).toBeNull();
});
