import { expect, test } from 'vitest';
import type { AddedKeywords, AddedPrompts, AddedTopic, DeletedTopic, Topic } from '../../../schema/topics.ts';
import { createTestApp } from '../../support/test-app.ts';

async function start(keywords: readonly string[] = ['pool size', 'idle connections']) {
  const { desk } = await createTestApp();
  const topic = (await desk.call('topics_create', { name: 'Pools', keywords })) as AddedTopic;
  return { desk, id: topic.id, topic };
}

test('the same keywords added again are present, case and spaces aside, and what is none is refused alone', async () => {
  const { desk, id } = await start();
  const keywords = ['Pool  SIZE', 'pool sizes', '🏊 pool', 'размер пула size', '', 'x'.repeat(1000), 'pool sizes'];
  const added = (await desk.call('topics_add_keywords', { id, keywords })) as AddedKeywords;
  expect(added).toMatchObject({ added: 3, present: 2, refusedCount: 2, keywordCount: 6 });
  expect(added.refused.map(({ index }) => index)).toEqual([4, 5]);
  expect(await desk.call('topics_add_keywords', { id, keywords: ['pool sizes'] })).toMatchObject({ added: 0, present: 1, keywordCount: 6 });
});

test('a name is taken once in a project, however it is spaced', async () => {
  const { desk, id } = await start();
  const again = desk.call('topics_create', { name: ' pools ' });
  await expect(again).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(id) });
  const other = (await desk.call('topics_create', { name: 'Threads' })) as AddedTopic;
  await expect(desk.call('topics_update', { id: other.id, name: 'POOLS' })).rejects.toMatchObject({ code: 'conflict' });
  expect(await desk.call('topics_update', { id, name: 'POOLS' })).toMatchObject({ name: 'POOLS' });
});

test('coverage tells what a slot is planned for, and what is near', async () => {
  const { desk, id } = await start(['pool sizes', 'size of connection pools', 'garden hoses']);
  await desk.call('calendar_create', { slots: [{ date: '2099-01-05', keyword: 'pool size' }] });
  const topic = (await desk.call('topics_get', { id, view: 'keywords' })) as Topic;
  expect(topic.coverage).toEqual({ covered: 0, planned: 1, open: 3 });
  expect(topic.keywords!.slice(1).map(({ coveredBy, near }) => [coveredBy?.type ?? null, near?.length ?? 0])).toEqual([
    ['slot', 0],
    [null, 1],
    [null, 0],
  ]);
});

test('keywords are read page by page, each once', async () => {
  const { desk, id } = await start(Array.from({ length: 5 }, (_, index) => `pool ${index}`));
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = (await desk.call('topics_get', { id, view: 'keywords', limit: 2, ...(cursor && { cursor }) })) as Topic;
    seen.push(...page.keywords!.map(({ keyword }) => keyword));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(['Pools', 'pool 0', 'pool 1', 'pool 2', 'pool 3', 'pool 4']);
});

test('a topic takes keywords and prompts along, and leaves its articles', async () => {
  const { desk, id } = await start(Array.from({ length: 250 }, (_, index) => `pool ${index}`));
  await desk.call('topics_add_prompts', { id, prompts: ['How large is a pool?'] });
  const article = (await desk.call('articles_create', {
    keyword: 'pools',
    writer: 'agent',
    topicId: id,
    sources: ['https://example.com/'],
  })) as {
    id: string;
  };
  expect(await desk.call('articles_list', { topicId: id })).toMatchObject({ data: [{ id: article.id, topicId: id }] });
  const gone = (await desk.call('topics_delete', { id })) as DeletedTopic;
  expect(gone).toEqual({ id, deleted: true, keywords: 251, prompts: 1, articles: 1 });
  expect(await desk.call('articles_get', { id: article.id })).toMatchObject({ topicId: null });
  await expect(desk.call('topics_get', { id })).rejects.toMatchObject({ code: 'not_found' });
});

test('an article of a topic that is not there is refused by name', async () => {
  const { desk } = await start();
  const asked = desk.call('articles_create', { keyword: 'pools', sources: ['https://example.com/'], topicId: 'top_gone' });
  await expect(asked).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/topicId', code: 'unknown_topic' }] });
});

test('a prompt that names the brand as a whole word says so, and stands in one topic only', async () => {
  const { desk, id } = await start();
  const { projectId } = (await desk.call('topics_get', { id })) as Topic;
  await desk.call('projects_update', { id: projectId, brandTerms: ['Pool Co'] });
  const prompts = ['Is Pool Co good?', 'Which pool cover is good?', 'is  pool co GOOD?'];
  const added = (await desk.call('topics_add_prompts', { id, prompts })) as AddedPrompts;
  expect(added.prompts.map(({ branded }) => branded)).toEqual([true, false]);
  expect(added.present).toBe(1);
  const other = (await desk.call('topics_create', { name: 'Covers' })) as AddedTopic;
  const elsewhere = (await desk.call('topics_add_prompts', { id: other.id, prompts: [prompts[0], 'New?'] })) as AddedPrompts;
  expect(elsewhere.refused).toMatchObject([{ index: 0, errors: [{ code: 'same_prompt' }] }]);
});

test('a topic changes when what it holds does, and only then', async () => {
  const { desk, advance } = await createTestApp({ offline: true });
  const { id } = (await desk.call('topics_create', { name: 'Pools' })) as AddedTopic;
  const moved = async (operation: string, input: object) => {
    await advance(60_000);
    const before = ((await desk.call('topics_get', { id })) as Topic).updatedAt;
    const answer = await desk.call(operation, { id, ...input });
    await desk.runDue();
    return { answer, moved: ((await desk.call('topics_get', { id })) as Topic).updatedAt !== before };
  };
  const keywords = ['pool size'];
  expect((await moved('topics_add_keywords', { keywords })).moved).toBe(true);
  expect((await moved('topics_add_keywords', { keywords })).moved).toBe(false);
  const added = await moved('topics_add_prompts', { prompts: ['How large is a pool?'] });
  expect(added.moved).toBe(true);
  expect((await moved('topics_add_prompts', { prompts: ['How large is a pool?'] })).moved).toBe(false);
  const [prompt] = (added.answer as AddedPrompts).prompts;
  expect((await moved('topics_remove_prompt', { promptId: prompt!.id })).moved).toBe(true);
  expect((await moved('topics_research', {})).moved).toBe(true);
  const { keywords: rows } = (await desk.call('topics_get', { id, view: 'keywords' })) as Topic;
  expect((await moved('topics_remove_keyword', { keywordId: rows!.at(-1)!.id })).moved).toBe(true);
});
