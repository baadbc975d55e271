import { expect, test } from 'vitest';
import type { Prompt } from '../../../schema/topics.ts';
import { createTestApp } from '../../support/test-app.ts';

interface Added {
  prompts: Prompt[];
  present: number;
  refused: { index: number; errors: { code: string }[] }[];
}

async function startWithBrand() {
  const { desk } = await createTestApp();
  const [{ id }] = ((await desk.call('projects_list')) as { data: [{ id: string }] }).data;
  await desk.call('projects_update', { id, brandTerms: ['Acme', 'Notion'] });
  const create = (prompts: string[], topicId?: string) => desk.call('prompts_create', { prompts, topicId }) as Promise<Added>;
  const list = async (query: Record<string, unknown> = {}) =>
    (await desk.call('prompts_list', query)) as { data: Prompt[]; nextCursor: string | null };
  return { desk, create, list };
}

const texts = ({ data }: { data: readonly Prompt[] }) => data.map(({ text }) => text);

test('prompts are kept once, whatever their case and spaces, and what says nothing is refused', async () => {
  const { create, list } = await startWithBrand();
  const { prompts, present, refused } = await create(['Which  one?', 'WHICH one?', '!!!', 'Who?']);
  expect(prompts).toMatchObject([
    { text: 'Which one?', topicId: null },
    { text: 'Who?', topicId: null },
  ]);
  expect(present).toBe(1);
  expect(refused).toMatchObject([{ index: 2, errors: [{ code: 'empty' }] }]);
  expect(await create(['who?'])).toMatchObject({ prompts: [], present: 1 });
  expect(texts(await list())).toEqual(['Who?', 'Which one?']);
});

test('a prompt of no topic is put into the one that it is added to', async () => {
  const { desk, create, list } = await startWithBrand();
  const { id: topicId } = (await desk.call('topics_create', { name: 'Pools' })) as { id: string };
  const [{ id }] = (await create(['Who?', 'Why?'])).prompts as [Prompt, Prompt];
  const { prompts, present, refused } = await create(['who?', 'WHO?', 'How?'], topicId);
  expect(prompts).toMatchObject([
    { id, text: 'Who?', topicId },
    { text: 'How?', topicId },
  ]);
  expect([present, refused]).toEqual([1, []]);
  expect(texts(await list({ topicId }))).toEqual(['How?', 'Who?']);
  expect(texts(await list())).toEqual(['How?', 'Why?', 'Who?']);
});

test('a topic’s prompts are listed apart; one that another topic has stays there', async () => {
  const { desk, create, list } = await startWithBrand();
  const { id: topicId } = (await desk.call('topics_create', { name: 'Pools' })) as { id: string };
  await create(['Which pool?'], topicId);
  const { id: otherId } = (await desk.call('topics_create', { name: 'Covers' })) as { id: string };
  await create(['Who?'], otherId);
  expect(await create(['Who?'], topicId)).toMatchObject({ refused: [{ index: 0, errors: [{ code: 'same_prompt' }] }] });
  expect(await create(['Which pool?'])).toMatchObject({ present: 1 });
  expect(texts(await list({ topicId }))).toEqual(['Which pool?']);
  expect(texts(await list({ topicId: 'top_gone' }))).toEqual([]);
  await expect(create(['Why?'], 'top_gone')).rejects.toMatchObject({ code: 'not_found' });
});

test('those that name the brand are told apart by whole words, in any case', async () => {
  const { create, list } = await startWithBrand();
  await create(['is acme any good?', 'What is an acmeist poem?', 'Notion’s price?', 'Notional values?']);
  expect(texts(await list({ branded: true }))).toEqual(['Notion’s price?', 'is acme any good?']);
  expect(texts(await list({ branded: false }))).toEqual(['Notional values?', 'What is an acmeist poem?']);
  const first = await list({ branded: true, limit: 1 });
  expect(await list({ branded: true, limit: 1, cursor: first.nextCursor })).toMatchObject({
    data: [{ text: 'is acme any good?' }],
    nextCursor: null,
  });
});

test('a prompt that is deleted is gone, wherever it belonged', async () => {
  const { desk, create, list } = await startWithBrand();
  const { id: topicId } = (await desk.call('topics_create', { name: 'Pools' })) as { id: string };
  const [one] = (await create(['Which pool?'], topicId)).prompts;
  expect(await desk.call('prompts_delete', { id: one!.id })).toEqual({ id: one!.id, deleted: true });
  expect(await desk.call('topics_get', { id: topicId })).toMatchObject({ promptCount: 0 });
  expect((await list()).data).toEqual([]);
  await expect(desk.call('prompts_delete', { id: one!.id })).rejects.toMatchObject({ code: 'not_found', hint: 'See prompts_list.' });
});
