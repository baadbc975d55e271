import { describe, expect, test } from 'vitest';
import { addManual } from '../../../support/documents.ts';
import { rowsOf } from '../../../support/rows.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';
import { blog, refreshPosts, startBlog } from '../../site/posts/support.ts';
import { create, dayAfter, list, plan, projectOf, today, update } from './support.ts';

const writeNow = { date: today, time: '09:00', targetWordCount: 250 };
const again = (app: TestApp, keyword: string) => create(app, [{ date: dayAfter(10), keyword }]);
const taken = (message: string) => ({ code: 'conflict', message, errors: [{ pointer: '/slots/0/keyword', code: 'same_keyword' }] });

describe('the same keyword is told', () => {
  test('while it is planned, however it is written', async () => {
    const app = await createTestApp();
    const { id } = await plan(app, { date: '2026-05-09', keyword: 'slow cooker for beans', title: 'Slow "Beans"' });
    for (const keyword of ['Slow Cookers for the bean', 'SLOW  cooker for béans'])
      await expect(again(app, keyword)).rejects.toMatchObject({
        ...taken(`The keyword ${JSON.stringify(keyword)} is planned for 2026-05-09 already (${id}, "Slow \\"Beans\\"").`),
        hint: 'Pick another keyword, delete the slot that has it with calendar_delete, or pass allowDuplicate.',
      });
    await again(app, 'slow cooker without beans');
    const { slots } = await create(app, [{ date: dayAfter(10), keyword: 'slow cooker for beans' }], { allowDuplicate: true });
    await app.desk.call('calendar_delete', { id });
    await app.desk.call('calendar_delete', { id: slots[0]!.id });
    await again(app, 'slow cooker for beans');
  });

  test('while its article is being written, and once it is ready and published', async () => {
    const app = await createTestApp();
    await addManual(app.desk);
    const { id } = await plan(app, { ...writeNow, keyword: 'connection pool', writer: 'agent' });
    await app.desk.runDue();
    await expect(again(app, 'connection pools')).rejects.toMatchObject(
      taken(`The keyword "connection pools" is being written for ${today} already (${id}).`),
    );
    const slot = await plan(app, { ...writeNow, keyword: 'idle connections' });
    await app.desk.runDue();
    const { title } = (await list(app, { q: 'idle' })).data[0]!;
    await expect(again(app, 'idle connection')).rejects.toMatchObject(
      taken(`The keyword "idle connection" is written for ${today} already (${slot.id}, ${JSON.stringify(title)}).`),
    );
    await rowsOf(app.home).update('articles', { status: 'published' }, { keyword: 'idle connections' });
    await expect(again(app, 'idle connection')).rejects.toMatchObject({ message: expect.stringContaining(`is published for ${today}`) });
  });

  test('of an article that no slot asked for', async () => {
    const app = await createTestApp();
    await addManual(app.desk);
    const { id } = (await app.desk.call('articles_create', { keyword: 'connection pools', targetWordCount: 250 })) as { id: string };
    await expect(again(app, 'connection pool')).rejects.toMatchObject(
      taken(`The keyword "connection pool" is being written already (${id}).`),
    );
    await app.desk.runDue();
    await expect(again(app, 'connection pool')).rejects.toMatchObject({ message: expect.stringContaining(`is written already (${id}, "`) });
  });

  test('of a page of the site', async () => {
    const { app, site } = await startBlog(blog());
    await refreshPosts(app);
    await expect(again(app, 'sourdough breads')).rejects.toMatchObject(
      taken(`The keyword "sourdough breads" is published already (${site.url}/blog/bread, "Sourdough Bread").`),
    );
  });

  test('but not where it was missed, failed, or its article failed, was canceled or deleted', async () => {
    const app = await createTestApp();
    const rows = rowsOf(app.home);
    await addManual(app.desk);
    await plan(app, { ...writeNow, keyword: 'volcano eruptions' });
    await app.desk.runDue();
    expect((await list(app)).data[0]).toMatchObject({ status: 'failed' });
    await again(app, 'volcano eruption');
    const { id } = (await app.desk.call('articles_create', { keyword: 'connection pools', targetWordCount: 250 })) as { id: string };
    await app.desk.runDue();
    for (const status of ['failed', 'canceled']) {
      await rows.update('articles', { status }, { id });
      const { slots } = await again(app, 'connection pools');
      await app.desk.call('calendar_delete', { id: slots[0]!.id });
    }
    await app.desk.call('articles_delete', { id });
    const { slots } = await again(app, 'connection pools');
    await rows.update('calendar_slots', { status: 'missed' }, { id: slots[0]!.id });
    await again(app, 'connection pools');
  });

  test('of another project never', async () => {
    const app = await createTestApp();
    const { id: projectId } = (await app.desk.call('projects_create', { name: 'Other' })) as { id: string };
    const first = (await app.desk.call('projects_list', { limit: 100 })) as { data: { id: string }[] };
    await create(app, [{ date: dayAfter(3), keyword: 'bread' }], { projectId: first.data.find((one) => one.id !== projectId)!.id });
    await create(app, [{ date: dayAfter(3), keyword: 'bread' }], { projectId });
  });

  test('where a slot changes to it, or is planned again, and not where it stays what it was', async () => {
    const app = await createTestApp();
    await addManual(app.desk);
    const bread = await plan(app, { date: dayAfter(3), keyword: 'bread' });
    const rye = await plan(app, { date: dayAfter(4), keyword: 'rye' });
    const conflict = { code: 'conflict', errors: [{ pointer: '/keyword', code: 'same_keyword' }] };
    await expect(update(app, { id: rye.id, keyword: 'Breads' })).rejects.toMatchObject(conflict);
    expect(await update(app, { id: rye.id, keyword: 'Breads', allowDuplicate: true })).toMatchObject({ keyword: 'Breads' });
    expect(await update(app, { id: bread.id, keyword: 'The Bread', date: dayAfter(5) })).toMatchObject({ keyword: 'The Bread' });
    const volcano = await plan(app, { ...writeNow, keyword: 'volcano eruptions' });
    await app.desk.runDue();
    await again(app, 'volcano eruption');
    await expect(update(app, { id: volcano.id, date: dayAfter(20) })).rejects.toMatchObject(conflict);
    expect(await update(app, { id: volcano.id, date: dayAfter(20), allowDuplicate: true })).toMatchObject({
      status: 'planned',
      error: null,
    });
  });
});

test('when the language of a project changes, keywords are the same as in that language', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const { id } = await projectOf(app);
  await plan(app, { date: dayAfter(3), keyword: 'die Häuser am See' });
  await app.desk.call('articles_create', { keyword: 'connection pool', writer: 'agent' });
  await rowsOf(app.home).update('articles', { keyword: 'die Gärten im Mai' });
  const german = [
    { date: dayAfter(4), keyword: 'Häuser am See' },
    { date: dayAfter(5), keyword: 'Gärten im Mai' },
  ];
  const first = await create(app, german);
  for (const slot of first.slots) await app.desk.call('calendar_delete', { id: slot.id });
  await app.desk.call('projects_update', { id, language: 'de' });
  await expect(create(app, german)).rejects.toMatchObject({ errors: [{ code: 'same_keyword' }, { code: 'same_keyword' }] });
});

test('the keys of a long history are made once, in slices, and it is searched by them', async () => {
  const app = await createTestApp();
  const rows = rowsOf(app.home);
  const { id: project_id } = await projectOf(app);
  const article = { project_id, article_type: 'guide', status: 'ready', writer: 'extractive', request: '{}', version: 1 };
  await rows.insert(
    'articles',
    Array.from({ length: 500 }, (_, n) => ({
      ...article,
      id: `art_${n}`,
      job_id: `job_${n}`,
      keyword: `keyword of number ${n}`,
      created_at: n,
      updated_at: n,
    })),
  );
  await expect(again(app, 'keywords of number 499')).rejects.toMatchObject({ message: expect.stringContaining('(art_499)') });
  expect(await rows.count('articles', "keyword_key like 'en %'")).toBe(500);
  expect(await app.desk.services.calendar.holders(await projectOf(app), ['keyword of number 7', 'bread'])).toEqual([
    { id: 'art_7', status: 'ready', date: null, title: null },
    undefined,
  ]);
});
