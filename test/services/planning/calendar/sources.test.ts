import { expect, test } from 'vitest';
import { manual } from '../../../support/scenario.ts';
import { createTestApp } from '../../../support/test-app.ts';
import { create } from './support.ts';

test('finds a name that documents write with capitals as people type it', async () => {
  const app = await createTestApp();
  await app.desk.call('knowledge_create', { markdown: manual.replaceAll(/(?:a )?connection pool/gi, 'PoolKeeper') });
  const { slots } = await create(app, [{ date: '2026-05-05', keyword: 'poolkeeper size', targetWordCount: 250 }]);
  expect(slots[0]).not.toHaveProperty('warnings');
  expect(await app.desk.call('articles_create', { keyword: 'poolkeeper size', targetWordCount: 250 })).toMatchObject({
    status: 'queued',
  });
});
