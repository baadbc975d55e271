import { expect, test } from 'vitest';
import { watchTurns } from '../../support/turns.ts';
import { rowsOf } from '../../support/rows.ts';
import { createTestApp } from '../../support/test-app.ts';
import { plantAnswers, plantMany } from './planted-answers.ts';

const tables = ['ai_answers', 'ai_answer_brands', 'ai_answer_citations'] as const;

/** A desk with a prompt that is there, and one that was deleted. */
async function startWithPrompts() {
  const app = await createTestApp();
  const rows = rowsOf(app.home);
  const [{ id: projectId }] = (await rows.all<{ id: string }>('projects')) as [{ id: string }];
  await rows.insert('prompts', { id: 'prm_kept', project_id: projectId, text: 'Which one?', said: 'which one?', created_at: 1 });
  const sweep = () => app.desk.services.retention.sweep(new AbortController().signal);
  const census = () => Promise.all(tables.map((table) => rows.count(table)));
  return { app, rows, projectId, sweep, census };
}

test('answers of a prompt that is gone are removed with what was read in them, and no others', async () => {
  const { rows, projectId, sweep, census } = await startWithPrompts();
  await plantAnswers(rows, { projectId, promptId: 'prm_gone', from: 1, to: 120, brands: 2, citations: 3 });
  await plantAnswers(rows, { projectId, promptId: 'prm_kept', from: 121, to: 130, brands: 2, citations: 3 });
  await plantAnswers(rows, { projectId, promptId: 'prm_other', from: 131, to: 131, brands: 2, citations: 3 });
  await sweep();
  expect(await census()).toEqual([10, 20, 30]);
  for (const table of tables) expect(await rows.count(table, { prompt_id: 'prm_kept' })).toBe(await rows.count(table));
});

test('the answers of every project are looked at, however many prompts each has', async () => {
  const { app, rows, projectId, sweep, census } = await startWithPrompts();
  const { id: other } = (await app.desk.call('projects_create', { name: 'Blog' })) as { id: string };
  const prompts = Array.from({ length: 450 }, (_, n) => ({
    id: `prm_k${n}`,
    project_id: projectId,
    text: `${n}`,
    said: `${n}`,
    created_at: 1,
  }));
  await rows.insert('prompts', prompts);
  for (const [n, { id: promptId }] of prompts.entries()) await plantAnswers(rows, { projectId, promptId, from: n, to: n });
  await plantAnswers(rows, { projectId, promptId: 'prm_z', from: 1000, to: 1000 });
  await plantAnswers(rows, { projectId: other, promptId: 'prm_gone', from: 1001, to: 1001 });
  await sweep();
  expect(await census()).toEqual([450, 450, 450]);
});

test('twenty thousand answers of a prompt that is gone are removed without holding the desk', { timeout: 60_000 }, async () => {
  const { app, rows, projectId, sweep, census } = await startWithPrompts();
  await plantMany(rows, { projectId, promptId: 'prm_gone', count: 20_000 });
  // The first write of the desk takes over what was planted.
  await app.desk.call('projects_create', { name: 'Blog' });
  const longest = watchTurns();
  await sweep();
  expect(longest()).toBeLessThan(50);
  expect(await census()).toEqual([0, 0, 0]);
});
