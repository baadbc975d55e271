import { describe, expect, test } from 'vitest';
import type { Overview } from '../../../../schema/overview.ts';
import type { Project } from '../../../../schema/projects.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { createTestApp } from '../../../support/test-app.ts';
import { hour, set, startPublisher, statusOf } from './support.ts';

const overview = async (app: { desk: { call(name: string): Promise<unknown> } }) => (await app.desk.call('overview_get')) as Overview;

describe('what is published by itself', () => {
  test('is nothing at first, and what is set is shown by the project', async () => {
    const { desk } = await createTestApp();
    const first = { mode: 'off', dailyCap: 3, minScore: 70, quietHours: null };
    const projectOf = async () => ((await desk.call('projects_list')) as { data: Project[] }).data[0]!;
    expect((await projectOf()).autoPublish).toEqual(first);
    expect(await set({ desk })).toMatchObject({ ...first, publishedToday: 0, held: [], heldCount: { turn: 0, person: 0 }, warnings: [] });
    await set({ desk }, { mode: 'auto', quietHours: { from: '22:00', to: '07:00' } });
    expect(await set({ desk }, { dailyCap: 2 })).toMatchObject({
      mode: 'auto',
      dailyCap: 2,
      minScore: 70,
      quietHours: { from: '22:00', to: '07:00' },
      warnings: [{ code: 'no_target' }],
    });
    await desk.call('projects_update', { id: (await projectOf()).id, tone: 'dry' });
    expect((await projectOf()).autoPublish).toEqual({
      mode: 'auto',
      dailyCap: 2,
      minScore: 70,
      quietHours: { from: '22:00', to: '07:00' },
    });
    expect(await set({ desk }, { quietHours: null })).toMatchObject({ quietHours: null, dailyCap: 2 });
  });

  test('is what is ready, until as much as the cap allows has gone; the rest goes on the days after, the oldest first', async () => {
    const { app, ghost, write } = await startPublisher();
    await set(app, { mode: 'auto', dailyCap: 1 });
    const ids = [await write(0), await write(1), await write(2)];
    const sent = async () => {
      const all = await Promise.all(ids.map((id) => statusOf(app, id)));
      return all.map((status) => (status === 'published' ? 'x' : '.')).join('');
    };
    expect(await sent()).toBe('x..');
    expect(await set(app)).toMatchObject({
      publishedToday: 1,
      held: [
        { articleId: ids[1], waitsFor: 'turn', goesAt: '2026-05-04T00:00:00.000Z' },
        { articleId: ids[2], waitsFor: 'turn', goesAt: '2026-05-05T00:00:00.000Z' },
      ],
      heldCount: { turn: 2, person: 0 },
    });
    expect((await overview(app)).comesNext).toContainEqual({
      kind: 'articles_in_turn',
      count: 2,
      latest: expect.arrayContaining([{ id: ids[1], about: expect.stringMatching(/: from 2026-05-04T00:00:00.000Z on$/) }]),
      operation: 'auto_publish_set',
      arguments: expect.any(Object),
    });
    await app.advance(14 * hour);
    expect(await sent()).toBe('x..');
    await app.advance(hour);
    expect(await sent()).toBe('xx.');
    await app.advance(24 * hour);
    expect(await sent()).toBe('xxx');
    expect(ghost.posts.size).toBe(3);
  });

  test('waits in quiet hours, which may cross midnight, by the clock of the project', async () => {
    const { app, projectId, write } = await startPublisher();
    await app.desk.call('projects_update', { id: projectId, timezone: 'Europe/Berlin' });
    // It is 11:30 in Berlin.
    await set(app, { mode: 'auto', quietHours: { from: '11:00', to: '07:15' } });
    const id = await write(0);
    expect(await set(app)).toMatchObject({ held: [{ articleId: id, goesAt: '2026-05-04T05:15:00.000Z' }] });
    await app.advance(19 * hour);
    expect(await statusOf(app, id)).toBe('ready');
    await app.advance(hour);
    expect(await statusOf(app, id)).toBe('published');
  });

  test('goes at once where the quiet hours are taken away, the cap is raised or the zone changes', async () => {
    const { app, projectId, write } = await startPublisher();
    await set(app, { mode: 'auto', dailyCap: 1, quietHours: { from: '09:00', to: '10:00' } });
    const [first, second] = [await write(0), await write(1)];
    await app.desk.call('projects_update', { id: projectId, timezone: 'Asia/Tokyo' });
    await app.desk.runDue();
    expect([await statusOf(app, first), await statusOf(app, second)]).toEqual(['published', 'ready']);
    await set(app, { dailyCap: 2 });
    await app.desk.runDue();
    expect(await statusOf(app, second)).toBe('published');
  });

  test('is nothing that a gate objects to, nor of a score that is too low: those wait for a person', async () => {
    const { app, write } = await startPublisher();
    await set(app, { mode: 'auto', minScore: 100 });
    const low = await write(0);
    const state = await set(app);
    expect(state).toMatchObject({ held: [{ articleId: low, waitsFor: 'score', goesAt: null }], heldCount: { turn: 0, person: 1 } });
    const gated = await write(0);
    expect(await app.desk.call('articles_get', { id: gated, include: [] })).toMatchObject({
      status: 'ready',
      gates: expect.arrayContaining(['duplicate']),
      publishHeld: true,
    });
    expect((await set(app)).heldCount.person).toBe(1);
    expect((await overview(app)).needsYou).toContainEqual({
      kind: 'articles_to_review',
      count: 1,
      latest: [{ id: low, about: expect.stringMatching(/: score \d+ is too low$/) }],
      operation: 'articles_publish',
      arguments: { id: low },
    });
    await set(app, { minScore: 50 });
    await app.desk.runDue();
    expect([await statusOf(app, low), await statusOf(app, gated)]).toEqual(['published', 'ready']);
  });

  test('is what the request says, whatever the project does; that counts as little as what is published by hand', async () => {
    const { app, write } = await startPublisher();
    await set(app, { mode: 'auto', dailyCap: 1, quietHours: { from: '00:00', to: '23:59' } });
    const asked = await write(0, { publish: true });
    const refused = await write(1, { publish: false });
    const byHand = await write(2);
    expect(await statusOf(app, asked)).toBe('published');
    expect((await set(app)).held.map(({ articleId }) => articleId)).toEqual([byHand]);
    await app.desk.call('articles_publish', { id: byHand });
    await app.desk.runDue();
    expect(await set(app)).toMatchObject({ publishedToday: 0, held: [] });
    expect([await statusOf(app, byHand), await statusOf(app, refused)]).toEqual(['published', 'ready']);
  });

  test('warns that the publishing webhook sends every article, which it does', async () => {
    const { app, write } = await startPublisher();
    const receiver = await startReceiver();
    await app.desk.call('publishing_webhook_set', { url: receiver.url });
    expect((await set(app, { mode: 'review' })).warnings).toEqual([
      { code: 'publishing_webhook', message: expect.stringContaining('every finished article') },
    ]);
    await write(0);
    expect(receiver.arrivals).toHaveLength(1);
    expect(await set(app)).toMatchObject({ heldCount: { turn: 0, person: 1 } });
  });
});

describe('a project that reviews', () => {
  test('has what is ready wait for articles_publish, and nothing goes out by itself', async () => {
    const { app, ghost, write } = await startPublisher();
    await set(app, { mode: 'review' });
    const id = await write(0);
    await app.advance(48 * hour);
    expect(ghost.posts.size).toBe(0);
    expect((await overview(app)).needsYou).toContainEqual(
      expect.objectContaining({ kind: 'articles_to_review', count: 1, operation: 'articles_publish', arguments: { id } }),
    );
    await app.desk.call('articles_publish', { id });
    await app.desk.runDue();
    expect((await set(app)).heldCount.person).toBe(0);
    expect(ghost.posts.size).toBe(1);
  });

  test('keeps what waits where a person turns to auto, and lets go of it where it is turned off', async () => {
    const { app, ghost, write } = await startPublisher();
    await set(app, { mode: 'auto', quietHours: { from: '09:00', to: '10:00' } });
    await write(0);
    await write(1);
    expect((await set(app, { mode: 'review' })).held.map(({ waitsFor }) => waitsFor)).toEqual(['review', 'review']);
    await app.advance(hour);
    expect(ghost.posts.size).toBe(0);
    expect((await set(app, { mode: 'auto', dailyCap: 1 })).held.map(({ goesAt }) => goesAt)).toEqual([
      '2026-05-03T10:30:00.000Z',
      '2026-05-04T00:00:00.000Z',
    ]);
    await app.desk.runDue();
    expect(ghost.posts.size).toBe(1);
    expect(await set(app, { mode: 'off' })).toMatchObject({
      held: [],
      warnings: [{ code: 'let_go', message: expect.stringMatching(/^1 that waited/) }],
    });
    await app.advance(48 * hour);
    expect(ghost.posts.size).toBe(1);
  });
});

test.each([
  [{ mode: 'sometimes' }, '/mode'],
  [{ dailyCap: 0 }, '/dailyCap'],
  [{ dailyCap: 1.5 }, '/dailyCap'],
  [{ minScore: 101 }, '/minScore'],
  [{ quietHours: { from: '24:00', to: '07:00' } }, '/quietHours/from'],
  [{ quietHours: { from: '22:00' } }, '/quietHours/to'],
  [{ quietHours: { from: '07:00', to: '07:00' } }, '/quietHours/to'],
  [{ hours: 3 }, '/hours'],
])('%j is refused, and nothing is changed', async (input, pointer) => {
  const { desk } = await createTestApp();
  await expect(set({ desk }, { ...input })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: expect.arrayContaining([expect.objectContaining({ pointer })]),
  });
  expect(await set({ desk })).toMatchObject({ mode: 'off', dailyCap: 3, minScore: 70, quietHours: null });
});

test('what waits for a review is not offered for publishing while a gate objects', async () => {
  const { app, write } = await startPublisher();
  await set(app, { mode: 'review' });
  const id = await write(0);
  const offered = async () => {
    const { data } = (await app.desk.call('actions_list', { limit: 100 })) as { data: { type: string; target: { id: string } }[] };
    return data.filter(({ target }) => target.id === id).map(({ type }) => type);
  };
  expect(await offered()).toEqual(['publish_article']);
  const markdown = 'Nothing is said here. It grew by 4711 percent in 2019.';
  await app.desk.call('articles_update', { id, markdown, acceptFlags: true });
  expect(await offered()).toEqual(['mend_article']);
});
