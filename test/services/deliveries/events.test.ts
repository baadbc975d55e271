import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../../schema/deliveries.ts';
import { eventDescriptions, type Event, type EventTypeDescription } from '../../../schema/events.ts';
import { addManual } from '../../support/documents.ts';
import { startReceiver } from '../../support/receiver.ts';
import { startOfTests } from '../../support/clock.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { request } from '../../support/wire-clients.ts';

/** Contract 6.1. */
const types = ['article.ready', 'article.failed', 'batch.completed', 'batch.partial', 'optimization.completed'];

type Listed = { data: Event[]; nextCursor: string | null };

const list = async ({ desk }: TestApp, input: Record<string, unknown> = {}) => (await desk.call('events_list', input)) as Listed;
const iso = (millis: number) => new Date(millis).toISOString();
const minute = 60_000;

/** Writes an article and returns its id; its event happens at the time of the desk. */
async function writeArticle({ desk }: TestApp, input: Record<string, unknown> = {}): Promise<string> {
  const { id } = (await desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250, ...input })) as { id: string };
  await desk.runDue();
  return id;
}

describe('event types', () => {
  test('are all listed with an example that is of their shape', async () => {
    const { desk } = await createTestApp();
    const { data, nextCursor } = (await desk.call('event_types_list')) as { data: EventTypeDescription[]; nextCursor: null };
    expect(data.map(({ type }) => type)).toEqual(types);
    expect(nextCursor).toBeNull();
    for (const { type, description, example } of data) {
      const { schema } = eventDescriptions.find((one) => one.type === type)!;
      expect(schema.parse(example), type).toEqual(example);
      expect(description).toMatch(/^[A-Z].*\.$/);
    }
  });

  test('are all documented with the shape of their data, and nothing else is called an event', async () => {
    const { desk } = await createTestApp();
    const { url } = await desk.listen({ port: 0 });
    const { body } = await request(`${url}/api/openapi.json`);
    const webhooks = (body as { 'x-webhooks': Record<string, { post: never }> })['x-webhooks'];
    expect(Object.keys(webhooks).filter((name) => !name.startsWith('publishing.'))).toEqual(types);
    for (const type of types) {
      expect(webhooks[type]).toMatchObject({
        post: {
          requestBody: {
            content: { 'application/json': { schema: { properties: { data: { type: 'object', properties: expect.any(Object) } } } } },
          },
        },
      });
    }
  });
});

describe('the list of events', () => {
  test('holds complete events, each with its deliveries', async () => {
    const app = await createTestApp();
    const receiver = await startReceiver();
    const { projectId } = await addManual(app.desk);
    const articleId = await writeArticle(app, { webhookUrl: receiver.url });
    const { data } = await list(app, { include: ['data'] });
    const { id, data: sent } = JSON.parse(receiver.arrivals[0]!.body) as { id: string; data: object };
    const [delivery] = ((await app.desk.call('webhook_deliveries_list')) as { data: Delivery[] }).data;
    expect(data).toEqual([
      {
        id,
        type: 'article.ready',
        projectId,
        resourceId: articleId,
        createdAt: iso(startOfTests),
        data: sent,
        deliveries: [{ id: delivery!.id, status: 'delivered', url: receiver.url }],
      },
    ]);
  });

  test('leaves out what each event carries unless it is asked for', async () => {
    const app = await createTestApp();
    await addManual(app.desk);
    await writeArticle(app);
    expect((await list(app)).data[0]).not.toHaveProperty('data');
    expect((await list(app, { include: ['data'] })).data[0]).toMatchObject({ data: { keyword: 'connection pool' } });
  });

  test('holds events that were sent to nobody', async () => {
    const app = await createTestApp();
    await addManual(app.desk);
    await writeArticle(app);
    expect((await list(app)).data).toMatchObject([{ type: 'article.ready', deliveries: [] }]);
  });

  test('has the newest first, in pages that stay correct while events happen', async () => {
    const app = await createTestApp();
    await addManual(app.desk);
    const articles = [];
    for (let count = 0; count < 3; count++) articles.unshift(await writeArticle(app));
    const first = await list(app, { limit: 2 });
    await writeArticle(app);
    const second = await list(app, { limit: 2, cursor: first.nextCursor });
    expect([...first.data, ...second.data].map(({ resourceId }) => resourceId)).toEqual(articles);
    expect(second.nextCursor).toBeNull();
  });

  test('is filtered by type and by time, both ends included', async () => {
    const app = await createTestApp();
    await addManual(app.desk);
    const articles = [];
    for (let count = 0; count < 3; count++) {
      articles.push(await writeArticle(app));
      await app.advance(minute);
    }
    const resources = async (input: Record<string, unknown>) => (await list(app, input)).data.map(({ resourceId }) => resourceId);
    expect(await resources({ type: 'article.failed' })).toEqual([]);
    expect(await resources({ type: 'article.ready', since: iso(startOfTests + minute) })).toEqual([articles[2], articles[1]]);
    expect(await resources({ until: iso(startOfTests + minute) })).toEqual([articles[1], articles[0]]);
    expect(await resources({ since: iso(startOfTests + minute), until: iso(startOfTests + minute) })).toEqual([articles[1]]);
  });

  test('is that of one project', async () => {
    const app = await createTestApp();
    const { projectId } = await addManual(app.desk);
    await writeArticle(app);
    const { id } = (await app.desk.call('projects_create', { name: 'Another' })) as { id: string };
    expect((await list(app, { projectId })).data.length).toBe(1);
    expect((await list(app, { projectId: id })).data).toEqual([]);
    await expect(list(app)).rejects.toMatchObject({ code: 'project_required' });
    await expect(list(app, { projectId: 'prj_none' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each([
    [{ type: 'article.lost' }, '/type'],
    [{ since: 'today' }, '/since'],
    [{ since: '2026-05-04T00:00:00Z', until: '2026-05-03T00:00:00Z' }, '/since'],
    [{ cursor: Buffer.from('dlv_1').toString('base64url') }, '/cursor'],
  ])('refuses %j, naming %s', async (input, pointer) => {
    await expect(list(await createTestApp(), input)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer }] });
  });
});
