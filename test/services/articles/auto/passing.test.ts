import { describe, expect, test } from 'vitest';
import type { Article } from '../../../../schema/articles.ts';
import { draftFrom } from '../../../support/drafts.ts';
import { rowsOf } from '../../../support/rows.ts';
import { day, hour, set, startPublisher, statusOf, type Publisher, withBoth } from './support.ts';

const minute = 60_000;
const unwell = () => ({ status: 503, body: 'Down for maintenance.' });

const sent = async ({ app }: Publisher, id: string) =>
  ((await app.desk.call('articles_get', { id, include: [] })) as Article).publications.map(({ target, status }) => `${target} ${status}`);

/** Articles whose score was too low until now: `articles_update` has the turn of each begin, and nothing is done yet. */
async function low({ app, write }: Publisher, subjects: readonly number[], settings: object): Promise<string[]> {
  await set(app, { mode: 'auto', minScore: 100, ...settings });
  const ids: string[] = [];
  for (const subject of subjects) ids.push(await write(subject));
  await rowsOf(app.home).update('projects', { auto_publish: JSON.stringify({ mode: 'auto', minScore: 70, ...settings }) });
  return ids;
}

describe('what is sent by hand to one of two', () => {
  test('goes to the other in its turn, and to nobody twice', async () => {
    const publisher = await withBoth();
    const { app, ghost, wordpress, write } = publisher;
    await set(app, { mode: 'auto', dailyCap: 1, quietHours: { from: '09:00', to: '10:00' } });
    const id = await write(0);
    const next = await write(1);
    await app.desk.call('articles_publish', { id, targets: ['wordpress'] });
    await app.desk.runDue();
    expect([wordpress.posts.size, ghost.posts.size]).toEqual([1, 0]);
    const asked = wordpress.asked.length;
    await app.advance(hour);
    expect(await sent(publisher, id)).toEqual(['ghost published', 'wordpress published']);
    expect(wordpress.asked.length).toBe(asked);
    expect(await set(app)).toMatchObject({ publishedToday: 1, held: [{ articleId: next }] });
  });

  test('goes to the other where its turn there has begun', async () => {
    const publisher = await withBoth();
    const [id] = await low(publisher, [0], {});
    await publisher.app.desk.call('articles_update', { id, title: 'Pools in Practice' });
    await publisher.app.desk.call('articles_publish', { id, targets: ['wordpress'] });
    await publisher.app.desk.runDue();
    expect(await sent(publisher, id!)).toEqual(['ghost published', 'wordpress published']);
    expect(await set(publisher.app)).toMatchObject({ publishedToday: 1, held: [] });
  });

  test('still waits for a person, who sends it to the other', async () => {
    const publisher = await withBoth();
    const { app, write } = publisher;
    await set(app, { mode: 'review' });
    const id = await write(0);
    await app.desk.call('articles_publish', { id, targets: ['wordpress'] });
    await app.desk.runDue();
    expect(await set(app)).toMatchObject({ held: [{ articleId: id, waitsFor: 'review' }] });
    await app.desk.call('articles_publish', { id });
    await app.desk.runDue();
    expect(await sent(publisher, id)).toEqual(['ghost published', 'wordpress published']);
    expect((await set(app)).held).toEqual([]);
  });
});

test('what was written anew since it was sent by hand in vain has its turn', async () => {
  const { app, ghost, write } = await startPublisher();
  await set(app, { mode: 'auto', quietHours: { from: '09:00', to: '10:00' } });
  const id = await write(0);
  ghost.instead = unwell;
  await app.desk.call('articles_publish', { id });
  await app.desk.runDue();
  ghost.instead = undefined;
  await app.advance(1);
  await app.desk.call('articles_regenerate', { id });
  await app.desk.runDue();
  expect(await set(app, { quietHours: null })).toMatchObject({ held: [{ articleId: id, waitsFor: 'turn' }] });
  await app.desk.runDue();
  expect(await statusOf(app, id)).toBe('published');
  expect(await set(app)).toMatchObject({ publishedToday: 1, held: [] });
});

test('what begins while another is under way does not pass the cap once that has gone', async () => {
  const publisher = await startPublisher();
  const { app, ghost } = publisher;
  const [first, second] = await low(publisher, [0, 1], { dailyCap: 1 });
  await app.desk.call('articles_update', { id: first, title: 'Pools in Practice' });
  // While it is written anew the next begins, and finds the place of the day taken.
  await rowsOf(app.home).update('articles', { status: 'drafting' }, { id: first });
  await app.desk.call('articles_update', { id: second, title: 'Cranes in Practice' });
  await app.desk.runDue();
  expect(ghost.posts.size).toBe(1);
  expect(await set(app)).toMatchObject({ publishedToday: 1, held: [{ articleId: second }] });
  await app.advance(day);
  expect(ghost.posts.size).toBe(2);
});

describe('an article that one of two has taken', () => {
  async function half() {
    const publisher = await withBoth();
    const { app, ghost, write } = publisher;
    await set(app, { mode: 'auto', minScore: 0, dailyCap: 1 });
    ghost.instead = unwell;
    const [first, next] = [await write(0), await write(1)];
    expect(await set(app)).toMatchObject({ publishedToday: 1, held: [{ articleId: first }, { articleId: next }] });
    ghost.instead = undefined;
    return { ...publisher, first, next };
  }

  test('has its place of the day, and needs none for the other', async () => {
    const publisher = await half();
    await publisher.app.advance(minute);
    expect(await sent(publisher, publisher.first)).toEqual(['ghost published', 'wordpress published']);
    expect(await set(publisher.app)).toMatchObject({ publishedToday: 1, held: [{ articleId: publisher.next }] });
  });

  test('keeps that place once it is deleted', async () => {
    const { app, wordpress, first, next } = await half();
    await app.desk.call('articles_delete', { id: first });
    await app.desk.runDue();
    expect([await statusOf(app, next), wordpress.posts.size]).toEqual(['ready', 1]);
    await app.advance(day);
    expect(await statusOf(app, next)).toBe('published');
  });
});

describe('what waits behind one that is tried again in hours', () => {
  async function behind(input: object = {}) {
    const publisher = await startPublisher();
    const { app, ghost, write } = publisher;
    await set(app, { mode: 'auto', minScore: 0 });
    ghost.instead = unwell;
    const first = await write(0, input);
    if ('writer' in input) {
      const brief = await app.desk.call('articles_brief', { id: first });
      await app.desk.call('articles_submit_draft', { id: first, ...draftFrom(brief as Parameters<typeof draftFrom>[0]) });
      await app.desk.runDue();
    }
    const next = await write(1);
    for (const wait of [minute, 5 * minute, 30 * minute, 2 * hour]) await app.advance(wait);
    ghost.instead = undefined;
    await app.desk.runDue();
    expect(await statusOf(app, next)).toBe('ready');
    return { app, first, next };
  }

  test('goes at once where that is deleted', async () => {
    const { app, first, next } = await behind();
    await app.desk.call('articles_delete', { id: first });
    await app.desk.runDue();
    expect(await statusOf(app, next)).toBe('published');
  });

  test('goes at once where that is written anew', async () => {
    const { app, first, next } = await behind({ writer: 'agent' });
    await app.desk.call('articles_regenerate', { id: first });
    await app.desk.runDue();
    expect([await statusOf(app, first), await statusOf(app, next)]).toEqual(['awaiting_draft', 'published']);
  });
});
