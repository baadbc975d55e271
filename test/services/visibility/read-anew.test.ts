import { expect, test } from 'vitest';
import { rowsOf } from '../../support/rows.ts';
import { plantAnswers } from './planted-answers.ts';
import { startVisibilityDesk, type VisibilityDesk } from './support.ts';

const named = async ({ get }: VisibilityDesk, id: string) => (await get(id)).brands.map(({ name, mentions }) => `${name} ${mentions}`);

test('another name of the own brand is looked for in the answers that are there', async () => {
  const desk = await startVisibilityDesk();
  const { id, analyzedAt } = await desk.read('Acme and AcmeDB are one. Rival is not.');
  expect(await named(desk, id)).toEqual(['Acme 1', 'Rival 1']);
  await desk.advance(1000);
  await desk.desk.call('projects_update', { id: desk.projectId, brandTerms: ['Acme', 'AcmeDB'] });
  await desk.desk.runDue();
  expect(await named(desk, id)).toEqual(['Acme 2', 'Rival 1']);
  expect(Date.parse((await desk.get(id)).analyzedAt!)).toBe(Date.parse(analyzedAt!) + 1000);
});

test('a new competitor is looked for in them, and one that is removed is named no more, at once and for good', async () => {
  const desk = await startVisibilityDesk();
  const { id } = await desk.read('Acme, Rival and Newcomer: see https://newcomer.example/.');
  expect(await named(desk, id)).toEqual(['Acme 1', 'Rival 1']);
  await desk.desk.call('competitors_add', { name: 'Newcomer', domain: 'newcomer.example' });
  await desk.desk.runDue();
  expect(await named(desk, id)).toEqual(['Acme 1', 'Rival 1', 'Newcomer 1']);
  expect((await desk.get(id)).brands[2]).toMatchObject({ cited: 1 });
  await desk.desk.call('competitors_remove', { id: desk.rivalId });
  expect(await named(desk, id)).toEqual(['Acme 1', 'Newcomer 1']);
  await desk.desk.runDue();
  expect((await desk.get(id)).brands).toMatchObject([{ position: 1 }, { name: 'Newcomer', position: 2 }]);
  expect(await rowsOf(desk.home).count('ai_answer_brands', { brand: desk.rivalId })).toBe(0);
});

test('words that a name needs, or that make it another word, are heeded: of the project and of a competitor', async () => {
  const desk = await startVisibilityDesk();
  const { id } = await desk.read('Acme corporation of the cartoons. Rival tribes fought.');
  expect(await named(desk, id)).toEqual(['Acme 1', 'Rival 1']);
  await desk.desk.call('projects_update', { id: desk.projectId, mentionNotWith: ['cartoons'] });
  await desk.desk.runDue();
  expect(await named(desk, id)).toEqual(['Rival 1']);
  await desk.desk.call('projects_update', { id: desk.projectId, mentionNotWith: [], mentionOnlyWith: ['tribes'] });
  await desk.desk.call('competitors_remove', { id: desk.rivalId });
  const again = { name: 'Rival', domain: 'rival.example', mentionOnlyWith: ['database'], mentionNotWith: ['fish'] };
  expect(await desk.desk.call('competitors_add', again)).toMatchObject({ mentionOnlyWith: ['database'], mentionNotWith: ['fish'] });
  await desk.desk.runDue();
  expect(await named(desk, id)).toEqual(['Acme 1']);
  expect(await desk.desk.call('projects_get', { id: desk.projectId })).toMatchObject({ mentionOnlyWith: ['tribes'], mentionNotWith: [] });
});

test('what changes nothing about the brand has no answer read again', async () => {
  const desk = await startVisibilityDesk();
  const { id, analyzedAt } = await desk.read('Acme.');
  await desk.advance(1000);
  await desk.desk.call('projects_update', { id: desk.projectId, tone: 'Dry', brandTerms: ['Acme'], mentionNotWith: [] });
  await desk.desk.runDue();
  expect((await desk.get(id)).analyzedAt).toBe(analyzedAt);
});

test('answers are read anew some at a time, and a process that ends between has lost nothing', async () => {
  const desk = await startVisibilityDesk();
  const rows = rowsOf(desk.home);
  await rows.insert('prompts', { id: 'prm_1', project_id: desk.projectId, text: 'Which?', said: 'which?', created_at: 1 });
  await plantAnswers(rows, { projectId: desk.projectId, promptId: 'prm_1', from: 1, to: 130, text: 'Acme beats Rival and Nova.' });
  const goOn = await rows.refuse('update', 'ai_answers', {
    when: '(select count(*) from ai_answers where read_for > 1) >= 60',
    saying: 'cut short',
  });
  await desk.desk.call('projects_update', { id: desk.projectId, brandTerms: ['Nova'] });
  await desk.desk.runDue();
  const version = Number((await rows.all('ai_brands'))[0]!['version']);
  expect(await rows.count('ai_answers', { read_for: version })).toBe(60);
  // What was read before stands until it is read again.
  expect(await rows.count('ai_answer_brands')).toBe(60 * 2 + 70);
  await goOn();
  await desk.advance(3_600_000);
  expect(await rows.count('ai_answers', { read_for: version })).toBe(130);
  expect(await rows.count('ai_answer_brands')).toBe(130 * 2);
});

test('answers with very many sources are kept few at a time', async () => {
  const desk = await startVisibilityDesk();
  const rows = rowsOf(desk.home);
  const text = `Acme. ${Array.from({ length: 200 }, (_, at) => `[a](https://site-${at}.example/)`).join(' ')}`;
  await rows.insert('prompts', { id: 'prm_1', project_id: desk.projectId, text: 'Which?', said: 'which?', created_at: 1 });
  await plantAnswers(rows, { projectId: desk.projectId, promptId: 'prm_1', from: 1, to: 5, text });
  await rows.refuse('update', 'ai_answers', { when: '(select count(*) from ai_answers where read_for > 1) >= 2', saying: 'cut short' });
  await desk.desk.call('projects_update', { id: desk.projectId, brandTerms: ['Nova'] });
  await desk.desk.runDue();
  expect(await rows.count('ai_answer_citations')).toBe(2 * 200 + 3);
});

test('an answer that is removed while it is read leaves nothing behind', async () => {
  const desk = await startVisibilityDesk();
  const { id } = await desk.read('Acme.');
  const rows = rowsOf(desk.home);
  await desk.desk.call('projects_update', { id: desk.projectId, brandTerms: ['Acme', 'Nova'] });
  const reading = desk.desk.runDue();
  await rows.delete('ai_answers');
  await rows.delete('ai_answer_brands');
  await reading;
  expect(await rows.count('ai_answer_brands')).toBe(0);
  await expect(desk.get(id)).rejects.toMatchObject({ code: 'not_found' });
});
