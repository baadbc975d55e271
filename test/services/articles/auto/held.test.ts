import { describe, expect, test } from 'vitest';
import type { ArticleChange } from '../../../../schema/article-changes.ts';
import { createCopydesk } from '../../../../src/app.ts';
import { rowsOf } from '../../../support/rows.ts';
import { createTestApp } from '../../../support/test-app.ts';
import { day, hour, set, startPublisher, statusOf, type Publisher } from './support.ts';

/** Articles on these subjects, held by quiet hours until 10:00. */
async function hold({ app, write }: Publisher, subjects: readonly number[]): Promise<string[]> {
  await set(app, { mode: 'auto', dailyCap: 1, quietHours: { from: '09:00', to: '10:00' } });
  const ids: string[] = [];
  for (const subject of subjects) ids.push(await write(subject));
  return ids;
}

describe('what is held', () => {
  test('goes when it is due also from a desk that was started anew meanwhile', async () => {
    const publisher = await startPublisher();
    const [id] = await hold(publisher, [0]);
    await publisher.app.desk.close();
    let now = publisher.app.now() + 3 * day;
    publisher.ghost.now = () => now;
    const { desk } = await createTestApp({ home: publisher.app.home, now: () => now, id: (prefix) => `${prefix}_later` });
    // Quiet again at that time of the day.
    await desk.runDue();
    expect(await statusOf({ desk }, id!)).toBe('ready');
    now += hour;
    await desk.runDue();
    expect(await statusOf({ desk }, id!)).toBe('published');
  });

  test('is never more in a day than the cap, however many desks share the home', async () => {
    const publisher = await startPublisher();
    const { app, ghost } = publisher;
    await hold(publisher, [0, 1, 2]);
    let ids = 0;
    const others = await Promise.all(
      ['one', 'two'].map(() =>
        createCopydesk({ home: app.home, logLevel: 'silent', now: app.now, id: (prefix) => `${prefix}_other${++ids}` }),
      ),
    );
    const desks = [app.desk, ...others];
    const sent: number[] = [];
    for (let turn = 0; turn < 4; turn++) {
      await app.advance(turn === 0 ? hour : day);
      await Promise.all(desks.map((desk) => desk.runDue()));
      sent.push(ghost.posts.size);
    }
    expect(sent).toEqual([1, 2, 3, 3]);
    await Promise.all(others.map((desk) => desk.close()));
  });

  test('goes as it is by then, and not at all where a gate objects to it by then', async () => {
    const publisher = await startPublisher();
    const { app, ghost } = publisher;
    const [changed, gated] = await hold(publisher, [0, 1]);
    const change = (await app.desk.call('articles_update', { id: changed, title: 'Pools in Practice' })) as ArticleChange;
    expect(change.next).toMatch(/in its turn/);
    await app.desk.call('articles_update', { id: gated, markdown: 'Nothing is said here.', acceptFlags: true });
    await app.advance(hour);
    expect([...ghost.posts.values()]).toMatchObject([{ title: 'Pools in Practice' }]);
    expect(await app.desk.call('articles_get', { id: gated, include: [] })).toMatchObject({ status: 'ready', publishHeld: true });
    expect(await set(app)).toMatchObject({ publishedToday: 1, held: [] });
  });

  test('by its score goes once it is changed so that it scores enough', async () => {
    const { app, write } = await startPublisher();
    await set(app, { mode: 'auto', minScore: 100 });
    const id = await write(0);
    const update = async (title: string) => (await app.desk.call('articles_update', { id, title })) as ArticleChange;
    expect((await update('Pools')).next).toMatch(/^Its score is too low/);
    // Whoever lowers it with auto_publish_set has all that waits judged anew.
    await rowsOf(app.home).update('projects', { auto_publish: '{"mode":"auto","minScore":70}' });
    expect((await update('Pools in Practice')).next).toMatch(/in its turn/);
    await app.desk.runDue();
    expect(await statusOf(app, id)).toBe('published');
  });

  test('stays while it is written anew, and goes after what is older', async () => {
    const publisher = await startPublisher();
    const { app } = publisher;
    const [first, second] = await hold(publisher, [0, 1]);
    await app.advance(60_000);
    await app.desk.call('articles_regenerate', { id: first });
    await app.desk.runDue();
    expect((await set(app)).held.map(({ articleId }) => articleId)).toEqual([second, first]);
  });

  test('goes with an article that is deleted, and with its project', async () => {
    const publisher = await startPublisher();
    const { app, projectId } = publisher;
    const [first] = await hold(publisher, [0, 1]);
    await app.desk.call('articles_delete', { id: first });
    expect((await set(app)).heldCount).toEqual({ turn: 1, person: 0 });
    await app.desk.call('projects_create', { name: 'Another' });
    await app.desk.call('projects_delete', { id: projectId, confirm: 'Default' });
    const rows = rowsOf(app.home);
    expect([await rows.count('waiting_publications'), await rows.count('auto_publishing')]).toEqual([0, 0]);
    expect(await rows.count('work', `kind = 'article.release'`)).toBe(0);
  });

  test('waits for the next day while there is nowhere to publish to, and is not lost', async () => {
    const publisher = await startPublisher();
    const { app, ghost } = publisher;
    const [id] = await hold(publisher, [0]);
    const settings = await rowsOf(app.home).all('integrations', { provider: 'ghost' });
    await app.desk.call('integrations_delete', { provider: 'ghost' });
    await app.advance(2 * hour);
    expect(await set(app)).toMatchObject({ publishedToday: 0, held: [{ articleId: id }], warnings: [{ code: 'no_target' }] });
    await rowsOf(app.home).insert('integrations', settings);
    await app.advance(day);
    expect(ghost.posts.size).toBe(1);
  });
});

test('in a night in which clocks are put forward, what is held goes as quiet hours end by the new time', async () => {
  const start = Date.parse('2026-03-28T23:00:00Z');
  let now = start;
  const publisher = await startPublisher({ now: () => now });
  const { app, ghost, projectId, write } = publisher;
  ghost.now = () => now;
  await app.desk.call('projects_update', { id: projectId, timezone: 'Europe/Berlin' });
  await set(app, { mode: 'auto', quietHours: { from: '22:00', to: '07:00' } });
  const id = await write(0);
  expect(await set(app)).toMatchObject({ held: [{ articleId: id, goesAt: '2026-03-29T05:00:00.000Z' }] });
  now = Date.parse('2026-03-29T04:59:59Z');
  await app.desk.runDue();
  expect(await statusOf(app, id)).toBe('ready');
  now += 1000;
  await app.desk.runDue();
  expect(await statusOf(app, id)).toBe('published');
});
