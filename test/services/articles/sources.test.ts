import { expect, test } from 'vitest';
import type { Copydesk } from '../../../src/app.ts';
import { readsDuring } from '../../db/reads.ts';
import { addManual } from '../../support/documents.ts';
import { createTestApp } from '../../support/test-app.ts';
import { openModelDesk } from './model-desk.ts';

/** Counts how often passage texts are read from the database. */
async function textReadsDuring(work: () => Promise<unknown>): Promise<number> {
  return (await readsDuring(work)).filter(({ sql }) => /passages\.text|from "passages"/.test(sql)).length;
}

/** The reads needed to find the passages for an article. */
async function readsOfOneSearch({ services }: Copydesk): Promise<number> {
  const { id: projectId, language } = await services.projects.resolve(undefined);
  const search = () => services.knowledge.retrieve({ query: 'connection pool', language, projectId, limit: 200 });
  expect((await search()).length).toBeGreaterThan(3);
  return textReadsDuring(search);
}

test('an extractive job retrieves its passages once: plan, brief, draft and checks share them', async () => {
  const { desk } = await createTestApp();
  await addManual(desk);
  const once = await readsOfOneSearch(desk);
  expect(once).toBeGreaterThan(0);
  const { id } = (await desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250 })) as { id: string };
  expect(await textReadsDuring(() => desk.runDue())).toBe(once);
  expect(await desk.call('articles_get', { id })).toMatchObject({ status: 'ready', writer: 'extractive' });
});

test('a model’s job does too: outline, sections, corrections, checks and judge use the brief’s', async () => {
  const stray = 'Teams everywhere swear by reusing transport channels. [1]';
  const { app, model, ask, read } = await openModelDesk('openai', ({ kind }, honest) =>
    kind === 'introduction' ? `${honest} ${stray}` : undefined,
  );
  const once = await readsOfOneSearch(app.desk);
  const { id } = await ask();
  expect(await textReadsDuring(() => app.desk.runDue())).toBe(once);
  expect(await read(id)).toMatchObject({ status: 'ready', writer: 'llm' });
  expect(model.asked()).toEqual(expect.arrayContaining(['mending', 'verdicts']));
});
