import { describe, expect, test } from 'vitest';
import type { FakeGhost } from '../../providers/publish/fake-ghost.ts';
import { startReceiver } from '../../support/receiver.ts';
import type { TestApp } from '../../support/test-app.ts';
import { publish, read, withGhost, write } from './with-ghost.ts';

test('without targets an article goes where this version is not; where it is everywhere, it is sent everywhere again', async () => {
  const { app, ghost } = await withGhost();
  const receiver = await startReceiver();
  await app.desk.call('publishing_webhook_set', { url: receiver.url });
  await app.desk.call('auto_publish_set', { mode: 'review' });
  const { id } = await write(app);
  const targets = async (input: object = {}) => (await publish(app, { id, ...input })).publications.map(({ target }) => target);
  // The webhook was told when the article was finished.
  expect(await targets()).toEqual(['ghost']);
  expect([receiver.arrivals.length, ghost.posts.size]).toEqual([1, 1]);
  expect(await targets()).toEqual(['webhook', 'ghost']);
  await app.desk.call('articles_update', { id, title: 'Pools in Practice' });
  expect(await targets({ targets: ['ghost'] })).toEqual(['ghost']);
  expect(await targets({ status: 'publish' })).toEqual(['webhook', 'ghost']);
  await app.desk.call('articles_update', { id, title: 'Pools at Work' });
  receiver.answer = { status: 503 };
  expect(await targets()).toEqual(['webhook', 'ghost']);
  expect(await targets()).toEqual(['webhook']);
  const other = await startReceiver();
  await app.desk.call('publishing_webhook_set', { url: other.url });
  expect(await targets()).toEqual(['webhook']);
  expect(other.arrivals).toHaveLength(1);
});

describe('what its request has published', () => {
  async function inVain(): Promise<{ app: TestApp; ghost: FakeGhost; id: string }> {
    const { app, ghost } = await withGhost();
    ghost.instead = () => ({ status: 503, body: 'Down' });
    const { id } = await write(app, { publish: true });
    for (const minutes of [1, 1, 5, 30]) await app.advance(minutes * 60_000);
    expect(await read(app, id)).toMatchObject({ publications: [{ status: 'pending' }] });
    ghost.instead = undefined;
    return { app, ghost, id };
  }

  test('is tried again for hours', async () => {
    const { app, ghost, id } = await inVain();
    await app.advance(2 * 3_600_000);
    expect(await read(app, id)).toMatchObject({ status: 'published' });
    expect(ghost.posts.size).toBe(1);
  });

  test('is not tried again once a gate objects', async () => {
    const { app, ghost, id } = await inVain();
    await app.desk.call('articles_update', { id, markdown: 'Nothing is said here.', acceptFlags: true });
    await app.advance(2 * 3_600_000);
    expect(await read(app, id)).toMatchObject({ status: 'ready', publishHeld: true, publications: [{ error: { code: 'conflict' } }] });
    expect(ghost.posts.size).toBe(0);
  });
});
