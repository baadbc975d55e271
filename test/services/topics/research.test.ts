import { expect, test } from 'vitest';
import type { Job } from '../../../schema/jobs.ts';
import type { TopicPlan, TopicResearchJob } from '../../../schema/topic-plan.ts';
import type { AddedTopic, Topic } from '../../../schema/topics.ts';
import { createTestApp } from '../../support/test-app.ts';

const about = (subject: string) =>
  `# ${subject}\n\n${Array.from({ length: 30 }, (_, line) => `${subject} matters in case ${line}, and whoever sets it up reads on.`).join('\n\n')}`;

/** Enough for an article. */
const manual = (subject: string, does: string) =>
  `# ${subject}\n\n${Array.from({ length: 40 }, (_, at) => `The ${subject} of machine ${at} ${does}. It is set for ${at + 2} clients in the evening.`).join('\n\n')}`;

const keywords = [
  'connection pool size',
  'how to size a connection pool',
  'connection pool vs single connection',
  'pool sizes',
  'pool size',
];

async function start({ given = keywords, subjects = ['Connection pool timeouts', 'Garden hoses'] } = {}) {
  const app = await createTestApp({ offline: true });
  const { desk } = app;
  const topic = (await desk.call('topics_create', { name: 'Pools', pillarKeyword: 'connection pool', keywords: given })) as AddedTopic;
  for (const subject of subjects) await desk.call('knowledge_create', { markdown: about(subject) });
  const plan = async () => (await desk.call('topics_get', { id: topic.id, view: 'plan', limit: 100 })) as Topic & { plan: TopicPlan };
  const research = async () => {
    const { jobId } = (await desk.call('topics_research', { id: topic.id })) as TopicResearchJob;
    await desk.runDue();
    return (await desk.call('jobs_get', { id: jobId })) as Job;
  };
  return { ...app, id: topic.id, projectId: topic.projectId, plan, research };
}

test('offline a topic is researched from its own keywords and the documents, and its plan tells who was not asked', async () => {
  const { plan, research, desk, id } = await start();
  const job = await research();
  expect(job).toMatchObject({ status: 'succeeded', result: { keywordsAdded: 1, mergedCount: 1, plan: { operation: 'topics_get' } } });
  const topic = await plan();
  expect(topic).toMatchObject({ status: 'researched', researchedAt: expect.any(String), keywordCount: 7 });
  expect(topic.plan.merged).toEqual([{ keyword: 'pool size', into: 'pool sizes' }]);
  expect(Object.fromEntries(topic.plan.sources.map(({ source, reason }) => [source, reason]))).toEqual({
    topic: null,
    documents: null,
    search_console: expect.any(String),
    wikipedia: 'offline',
    duckduckgo: 'offline',
    google: 'not_named',
    bing: 'not_named',
    brave: 'not_named',
  });
  expect(topic.plan).toMatchObject({
    searchVolume: null,
    why: { searchVolume: 'integration_required' },
    pillar: { keyword: 'connection pool' },
  });
  const page = (await desk.call('topics_get', { id, view: 'keywords' })) as Topic;
  const bySource = page.keywords!.map(({ keyword, source }) => [keyword, source]);
  expect(bySource).toContainEqual(['connection pool timeouts', 'research']);
  expect(bySource.filter(([, source]) => source === 'given')).toHaveLength(6);
});

test('the call of a plan puts its missing pages into the calendar, one a week, and their articles belong to the topic', async () => {
  const { plan, research, desk, id, advance } = await start({ subjects: [] });
  await desk.call('knowledge_create', { markdown: manual('connection pool timeout', 'closes what nobody asked for in a while') });
  await desk.call('knowledge_create', { markdown: manual('connection pool size', 'follows from cores and disks, as a bench has shown') });
  await desk.call('calendar_create', { slots: [{ date: '2026-05-05', keyword: 'reading a book' }] });
  await research();
  const before = await plan();
  const pages = [before.plan.pillar, ...before.plan.pages];
  expect(before.plan).toMatchObject({ missing: pages.length, pageCount: pages.length });
  const types = Object.fromEntries(pages.map(({ keyword, articleType }) => [keyword, articleType]));
  expect(types).toMatchObject({ 'connection pool': 'guide', 'connection pool vs single connection': 'comparison' });
  const { operation, arguments: given } = before.plan.call!;
  const { slots } = given as { slots: { date: string; topicId: string; keyword: string }[] };
  expect(slots.map(({ date }) => date).slice(0, 2)).toEqual(['2026-05-12', '2026-05-19']);
  expect(await desk.call(operation, given)).toMatchObject({ refused: [] });
  const after = await plan();
  expect(after.plan).toMatchObject({
    missing: pages.length - slots.length,
    call: null,
    pillar: { exists: { type: 'slot', status: 'planned', date: '2026-05-12' } },
  });
  await advance(14 * 24 * 3_600_000);
  expect(await desk.call('articles_list', { topicId: id })).toMatchObject({ data: [{ keyword: slots[0]!.keyword, topicId: id }] });
});

test('a slot for a topic that is not there is refused alone', async () => {
  const { desk } = await start({ subjects: [] });
  const slots = [
    { date: '2026-05-12', keyword: 'one', topicId: 'top_gone' },
    { date: '2026-05-13', keyword: 'two' },
  ];
  expect(await desk.call('calendar_create', { slots })).toMatchObject({
    slots: [{ keyword: 'two' }],
    refused: [{ index: 0, errors: [{ pointer: '/slots/0/topicId', code: 'unknown_topic' }] }],
  });
  const alone = desk.call('calendar_create', { slots: slots.slice(0, 1) });
  await expect(alone).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('top_gone') });
});

test('one research runs at a time, and one that is canceled leaves the topic as it was', async () => {
  const { desk, id, research, plan } = await start();
  const { jobId } = (await desk.call('topics_research', { id })) as TopicResearchJob;
  await expect(desk.call('topics_research', { id })).rejects.toMatchObject({ code: 'conflict', hint: expect.stringContaining(jobId) });
  expect(await desk.call('topics_list', {})).toMatchObject({ data: [{ status: 'researching', researchedAt: null }] });
  await desk.call('jobs_cancel', { id: jobId });
  await desk.runDue();
  expect(await plan()).toMatchObject({ status: 'new', researchedAt: null, keywordCount: 6, plan: null, clusters: [] });
  await research();
  const first = await plan();
  expect(await research()).toMatchObject({ status: 'succeeded', result: { keywordsAdded: 0 } });
  expect(await plan()).toMatchObject({ keywordCount: first.keywordCount, plan: { pageCount: first.plan.pageCount } });
});

test('a topic or project that is deleted takes its research along', async () => {
  const { desk, id, projectId } = await start();
  const { jobId } = (await desk.call('topics_research', { id })) as TopicResearchJob;
  await desk.call('topics_delete', { id });
  await desk.runDue();
  expect(await desk.call('jobs_get', { id: jobId })).toMatchObject({ status: 'canceled' });
  const other = (await desk.call('topics_create', { name: 'Others' })) as AddedTopic;
  await desk.call('topics_research', { id: other.id });
  const { name } = (await desk.call('projects_get', { id: projectId })) as { name: string };
  await desk.call('projects_create', { name: 'Another' });
  await desk.call('projects_delete', { id: projectId, confirm: name });
  await desk.runDue();
  await expect(desk.call('topics_get', { id: other.id })).rejects.toMatchObject({ code: 'not_found' });
});

test('a topic without keywords and documents is planned as its pillar alone', async () => {
  const { research, plan } = await start({ given: [], subjects: [] });
  await research();
  const { plan: made, clusters } = await plan();
  expect(made).toMatchObject({ pageCount: 1, missing: 1, pages: [], merged: [], pillar: { keyword: 'connection pool', keywordCount: 1 } });
  expect(made.sources).toContainEqual(expect.objectContaining({ source: 'documents', found: 0, reason: 'none' }));
  expect(clusters).toEqual([{ label: 'connection pool', keywordCount: 1 }]);
});

test('the pages of a plan are read page by page, and odd keywords do not disturb it', async () => {
  const given = ['🏊', 'размер пула', '"∞"', 'vs', 'login', ...Array.from({ length: 12 }, (_, index) => `subject${index} thing${index}`)];
  const { desk, id, research } = await start({ given, subjects: [] });
  await research();
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = (await desk.call('topics_get', { id, view: 'plan', limit: 5, ...(cursor && { cursor }) })) as Topic;
    seen.push(...page.plan!.pages.map(({ keyword }) => keyword));
    cursor = page.nextCursor;
  }
  expect(seen.toSorted()).toEqual(given.toSorted());
});
