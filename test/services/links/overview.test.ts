import { expect, test } from 'vitest';
import type { Overview } from '../../../schema/overview.ts';
import { rowsOf } from '../../support/rows.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { addAnn, day, setSuppressed, update } from './support.ts';

const toldOf = async ({ desk }: TestApp, input: object = {}) => ((await desk.call('overview_get', { ...input })) as Overview).needsYou;

test('an overview tells of follow-ups once they are due, and not of those that end', async () => {
  const app = await createTestApp();
  const { id } = await addAnn(app);
  await update(app, id, { status: 'contacted' });
  await app.advance(3 * day - 1);
  expect(await toldOf(app)).toEqual([]);
  await app.advance(1);
  const due = {
    kind: 'followups_due',
    count: 1,
    latest: [{ id, about: 'guides.example: follow-up 1' }],
    operation: 'link_prospects_get',
    arguments: { id },
  };
  expect(await toldOf(app)).toEqual([due]);
  const { id: other } = (await app.desk.call('projects_create', { name: 'Other' })) as { id: string };
  expect(await toldOf(app, { projectId: other })).toEqual([]);
  await setSuppressed(app, { add: ['@guides.example'] });
  expect(await toldOf(app)).toEqual([]);
  await setSuppressed(app, { remove: ['@guides.example'] });
  await update(app, id, { outcome: 'bounce' });
  expect(await toldOf(app)).toEqual([]);
});

test('an overview tells of replies and of links that are gone, each with the list of them', async () => {
  const app = await createTestApp();
  const replied = await addAnn(app, 'replied.example');
  const placed = await addAnn(app, 'placed.example');
  for (const { id } of [replied, placed]) await update(app, id, { status: 'contacted' });
  await update(app, replied.id, { outcome: 'reply' });
  await update(app, placed.id, { status: 'link_placed', linkUrl: 'https://placed.example/pools' });
  expect((await toldOf(app)).map(({ kind }) => kind)).toEqual(['link_replies']);
  await rowsOf(app.home).update('link_prospects', { link_state: 'removed' }, { id: placed.id });
  const { projectId } = placed;
  expect(await toldOf(app)).toMatchObject([
    {
      kind: 'links_lost',
      count: 1,
      latest: [{ about: 'placed.example: removed at https://placed.example/pools' }],
      arguments: { status: 'link_placed', projectId },
    },
    {
      kind: 'link_replies',
      count: 1,
      latest: [{ id: replied.id, about: 'replied.example answered' }],
      arguments: { status: 'replied', projectId },
    },
  ]);
  expect(await update(app, placed.id, { outcome: 'reply' })).toMatchObject({ status: 'replied' });
});
