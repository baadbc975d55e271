import { describe, expect, test } from 'vitest';
import type { ActionPage } from '../../../../schema/actions.ts';
import type { Article } from '../../../../schema/articles.ts';
import type { Overview } from '../../../../schema/overview.ts';
import { credentials, startFakeWordPress } from '../../../providers/publish/fake-wordpress.ts';
import { rowsOf } from '../../../support/rows.ts';
import { day, hour, set, startPublisher, statusOf, type Publisher } from './support.ts';

const minute = 60_000;
const unwell = () => ({ status: 503, body: 'Down for maintenance.' });

const publicationsOf = async ({ app }: Publisher, id: string) =>
  ((await app.desk.call('articles_get', { id, include: [] })) as Article).publications;

const overview = async ({ app }: Publisher) => (await app.desk.call('overview_get')) as Overview;

/** A desk whose article on the first subject has been tried in vain. */
async function tried(settings: object = {}): Promise<Publisher & { id: string; calls: () => number }> {
  const publisher = await startPublisher();
  const { app, ghost, write } = publisher;
  await set(app, { mode: 'auto', ...settings });
  ghost.instead = unwell;
  const id = await write(0);
  expect(ghost.asked.length).toBeGreaterThan(0);
  ghost.asked.length = 0;
  return { ...publisher, id, calls: () => ghost.asked.length };
}

describe('what could not be published in its turn', () => {
  test('is not tried again in quiet hours, but once they end', async () => {
    const { app, ghost, id, calls } = await tried({ quietHours: { from: '09:31', to: '11:00' } });
    for (const ms of [minute, minute, hour]) await app.advance(ms);
    expect(calls()).toBe(0);
    expect((await set(app)).held).toMatchObject([{ articleId: id, waitsFor: 'turn', goesAt: '2026-05-03T11:00:00.000Z' }]);
    ghost.instead = undefined;
    await app.advance(hour);
    expect(await statusOf(app, id)).toBe('published');
  });

  test('is not tried again once all waits for a person, and goes on where it goes by itself again', async () => {
    const { app, ghost, id, calls } = await tried();
    await set(app, { mode: 'review' });
    await app.advance(day);
    expect([calls(), (await set(app)).held]).toMatchObject([0, [{ articleId: id, waitsFor: 'review' }]]);
    ghost.instead = undefined;
    await set(app, { mode: 'auto' });
    await app.desk.runDue();
    expect(await statusOf(app, id)).toBe('published');
  });

  test('is not tried again once nothing goes by itself', async () => {
    const { app, calls } = await tried();
    expect((await set(app, { mode: 'off' })).warnings).toMatchObject([{ code: 'let_go' }]);
    await app.advance(day);
    expect(calls()).toBe(0);
  });

  test('goes as it is by then, and not at all where a gate objects to it by then', async () => {
    const { app, ghost, id, write } = await tried();
    const gated = await write(1);
    await app.desk.call('articles_update', { id, title: 'Pools in Practice' });
    await app.desk.call('articles_update', { id: gated, markdown: 'Nothing is said here.', acceptFlags: true });
    ghost.instead = undefined;
    await app.advance(minute);
    expect([...ghost.posts.values()]).toMatchObject([{ title: 'Pools in Practice' }]);
    expect(await app.desk.call('articles_get', { id: gated, include: [] })).toMatchObject({ status: 'ready', publishHeld: true });
  });

  test('goes first once the site is back after two days, and what is behind it after that, within the cap of each day', async () => {
    const publisher = await tried({ dailyCap: 1 });
    const { app, ghost, id, calls, write } = publisher;
    const next = await write(1);
    for (const wait of [minute, 5 * minute, 30 * minute, 2 * hour]) await app.advance(wait);
    for (let hours = 3; hours < 48; hours += 3) await app.advance(3 * hour);
    expect(calls()).toBeGreaterThan(8);
    expect(calls()).toBeLessThan(40);
    expect(ghost.posts.size).toBe(0);
    expect(await set(app)).toMatchObject({ publishedToday: 0, heldCount: { turn: 2 } });
    ghost.instead = undefined;
    for (let hours = 0; hours < 6; hours += 3) await app.advance(3 * hour);
    expect([await statusOf(app, id), await statusOf(app, next)]).toEqual(['published', 'ready']);
    expect(await set(app)).toMatchObject({ publishedToday: 1, held: [{ articleId: next, goesAt: '2026-05-06T00:00:00.000Z' }] });
    await app.advance(day);
    expect(await statusOf(app, next)).toBe('published');
    expect(ghost.posts.size).toBe(2);
  });

  test('is told, with a call that tests the site: it needs no call to be published', async () => {
    const publisher = await tried();
    const { app, id, projectId } = publisher;
    expect((await overview(publisher)).needsYou).toContainEqual({
      kind: 'publications_failed',
      count: 1,
      latest: [{ id, about: expect.stringMatching(/: ghost fails, and is tried again by itself$/) }],
      operation: 'integrations_test',
      arguments: { provider: 'ghost', projectId },
    });
    const { data } = (await app.desk.call('actions_list', { projectId, limit: 100 })) as ActionPage;
    expect(data.find(({ type }) => type === 'test_integration')).toMatchObject({
      target: { kind: 'integration', id: 'ghost' },
      why: expect.stringMatching(/goes by itself once ghost takes it.*503/),
      operation: 'integrations_test',
    });
    expect(data.filter(({ type }) => type === 'publish_article')).toEqual([]);
  });

  test('is given up after days, told, and makes room for what is behind it', async () => {
    const publisher = await tried({ dailyCap: 1 });
    const { app, ghost, id, write } = publisher;
    const next = await write(1);
    for (const wait of [minute, 5 * minute, 30 * minute, 2 * hour, ...Array<number>(11).fill(6 * hour)]) await app.advance(wait);
    expect((await set(app)).held.map(({ articleId }) => articleId)).toEqual([id, next]);
    await app.advance(6 * hour);
    expect((await set(app)).held.map(({ articleId }) => articleId)).toEqual([next]);
    expect((await overview(publisher)).needsYou).toContainEqual(
      expect.objectContaining({ kind: 'publications_failed', operation: 'articles_publish', arguments: { id } }),
    );
    ghost.instead = undefined;
    await app.advance(day);
    expect([await statusOf(app, id), await statusOf(app, next)]).toEqual(['ready', 'published']);
  });

  test('ends at once where it is refused, with what to do, and takes its place of the day', async () => {
    const publisher = await startPublisher();
    const { app, ghost, write } = publisher;
    await set(app, { mode: 'auto', dailyCap: 1 });
    ghost.instead = () => ({ status: 401, body: { errors: [{ message: 'Unknown Admin API Key', type: 'UnauthorizedError' }] } });
    const [first, second] = [await write(0), await write(1)];
    expect(await publicationsOf(publisher, first)).toMatchObject([
      { status: 'failed', error: { code: 'provider_refused', message: expect.stringMatching(/Copy the Admin API key/) } },
    ]);
    expect(await publicationsOf(publisher, second)).toEqual([]);
    expect(await set(app)).toMatchObject({ publishedToday: 1, held: [{ articleId: second }] });
  });

  test('is tried again at the target that did not take it, and only there', async () => {
    const publisher = await startPublisher();
    const { app, ghost, write } = publisher;
    const wordpress = await startFakeWordPress();
    await app.desk.call('integrations_set', { provider: 'wordpress', siteUrl: wordpress.url, ...credentials });
    await set(app, { mode: 'auto' });
    wordpress.instead = unwell;
    const id = await write(0);
    expect(await publicationsOf(publisher, id)).toMatchObject([{ status: 'published' }, { status: 'failed' }]);
    const asked = ghost.asked.length;
    wordpress.instead = undefined;
    await app.advance(minute);
    expect(await publicationsOf(publisher, id)).toMatchObject([{ status: 'published' }, { status: 'published' }]);
    expect([ghost.asked.length, wordpress.posts.size]).toEqual([asked, 1]);
    expect(await set(app)).toMatchObject({ publishedToday: 1, held: [] });
  });

  test('waits no longer once it is published by hand, and what is behind it goes', async () => {
    const { app, ghost, id, write } = await tried();
    const next = await write(1);
    ghost.instead = undefined;
    await app.desk.call('articles_publish', { id });
    await app.desk.runDue();
    expect([await statusOf(app, id), await statusOf(app, next)]).toEqual(['published', 'published']);
    expect(ghost.posts.size).toBe(2);
  });
});

test('a try that begins in quiet hours, as the desk was down, sends nothing until they end', async () => {
  const { app, ghost, write } = await startPublisher();
  const quietHours = { from: '10:00', to: '12:00' };
  await set(app, { mode: 'auto', minScore: 100, quietHours });
  const id = await write(0);
  await rowsOf(app.home).update('projects', { auto_publish: JSON.stringify({ mode: 'auto', minScore: 70, quietHours }) });
  // Its turn is now, and nothing is done before the hour is over.
  await app.desk.call('articles_update', { id, title: 'Pools in Practice' });
  await app.advance(hour);
  expect(ghost.asked).toEqual([]);
  await app.advance(2 * hour);
  expect([...ghost.posts.values()]).toMatchObject([{ title: 'Pools in Practice' }]);
});

test('an article that could not be written anew keeps its turn, with the text that it has', async () => {
  const publisher = await startPublisher();
  const { app, ghost, write } = publisher;
  await set(app, { mode: 'auto', quietHours: { from: '09:00', to: '10:00' } });
  const id = await write(0);
  const { sources } = (await app.desk.call('articles_get', { id, include: ['sources'] })) as Article;
  await app.desk.call('articles_regenerate', { id });
  await app.desk.call('knowledge_delete', { id: sources![0]!.documentId! });
  // It is looked at while it is being written.
  await app.advance(hour);
  expect(await app.desk.call('articles_get', { id, include: [] })).toMatchObject({ status: 'ready', error: expect.any(Object) });
  await app.advance(hour);
  expect(await statusOf(app, id)).toBe('published');
  expect(ghost.posts.size).toBe(1);
});
