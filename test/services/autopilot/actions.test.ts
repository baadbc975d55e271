import { describe, expect, onTestFinished, test } from 'vitest';
import type { Action, ActionPage, RunAction } from '../../../schema/actions.ts';
import type { Overview } from '../../../schema/overview.ts';
import { connectModern } from '../../support/mcp-clients.ts';
import { rowsOf } from '../../support/rows.ts';
import { createTestApp } from '../../support/test-app.ts';
import { startBusyDesk } from './busy-desk.ts';
import { day, type BusyDesk } from './planted.ts';

type Desk = Pick<BusyDesk, 'desk' | 'fresh'>;

const list = async ({ desk, fresh: projectId }: Desk, input: object = {}) =>
  (await desk.call('actions_list', { projectId, limit: 100, ...input })) as ActionPage;
const run = async ({ desk }: Desk, { id }: Pick<Action, 'id'>) => (await desk.call('actions_run', { id })) as RunAction;
const dismiss = ({ desk }: Desk, { id }: Pick<Action, 'id'>, until?: string) => desk.call('actions_dismiss', { id, until });
const oneOf = async (busy: Desk, type: string, input: object = {}) => (await list(busy, { type, ...input })).data[0];

describe('a list of actions', () => {
  test('of a desk that knows nothing is empty, and says what would fill it', async () => {
    const { desk } = await createTestApp();
    expect(await desk.call('actions_list')).toMatchObject({
      data: [],
      nextCursor: null,
      hint: expect.stringContaining('siteUrl'),
      notes: [],
      scale: expect.stringMatching(/^priority = /),
      next: null,
    });
    expect(((await desk.call('overview_get')) as Overview).doNext).toEqual([]);
  });

  test('is read in pages, also where an action goes in between', async () => {
    const busy = await startBusyDesk();
    const all = (await list(busy)).data;
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list(busy, { limit: 5, ...(cursor && { cursor }) });
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
      if (seen.length === 5) await dismiss(busy, all[4]!);
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    await expect(list(busy, { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('follows what it rests on at once', async () => {
    const busy = await startBusyDesk();
    const site = await oneOf(busy, 'audit_site');
    expect(site!.operation).toBe('audit_start');
    await busy.desk.call(site!.operation, site!.arguments);
    expect(await oneOf(busy, 'audit_site')).toBeUndefined();
    expect(await list(busy, { type: 'audit_site' })).toMatchObject({
      data: [],
      hint: expect.stringMatching(/^No such action is open; of all/),
    });
  });

  test('leads the overview with its first five, of all projects where they are few', async () => {
    const busy = await startBusyDesk();
    const { data } = await list(busy);
    const overview = async (projectId?: string) => ((await busy.desk.call('overview_get', { projectId })) as Overview).doNext;
    expect((await overview(busy.fresh))!.map(({ id }) => id)).toEqual(data.slice(0, 5).map(({ id }) => id));
    expect((await overview())!.map(({ id }) => id)).toEqual(data.slice(0, 5).map(({ id }) => id));
    for (const name of ['Three', 'Four', 'Five', 'Six']) await busy.desk.call('projects_create', { name });
    expect(await overview()).toBeNull();
    expect(await overview(busy.fresh)).toHaveLength(5);
  });
});

describe('an action that is run', () => {
  test('makes its call, answers what that answers, and is gone; a second run is told what was done', async () => {
    const busy = await startBusyDesk();
    const ready = (await oneOf(busy, 'publish_article'))!;
    const { answer, ...told } = await run(busy, ready);
    expect(told).toEqual({ id: ready.id, operation: 'articles_publish', next: null });
    expect(answer).toMatchObject({ id: 'art_ready', publications: [{ target: 'webhook', status: 'pending' }] });
    expect((await list(busy)).data.map(({ id }) => id)).not.toContain(ready.id);
    await expect(run(busy, ready)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('by articles_publish') });
  });

  test('is called as whoever runs it, and its operation can tell that it is an action', async () => {
    const busy = await startBusyDesk();
    const operation = busy.desk.groups.flatMap(({ operations }) => operations).find(({ name }) => name === 'articles_claims')!;
    const { handle } = operation;
    const seen: unknown[] = [];
    const watching: typeof handle = (services, input, caller) => (seen.push(caller), handle(services, input, caller));
    Object.assign(operation, { handle: watching });
    onTestFinished(() => void Object.assign(operation, { handle }));
    await run(busy, (await oneOf(busy, 'mend_article'))!);
    await busy.desk.call('articles_claims', { id: 'art_gated' });
    const embedded = { face: 'embedded', scope: 'admin' };
    expect(seen).toEqual([{ ...embedded, viaActions: true }, embedded]);
  });

  test('stays out of sight while its cause is the same, and comes back with another', async () => {
    const busy = await startBusyDesk();
    const issue = (await oneOf({ ...busy, fresh: busy.old }, 'mend_site'))!;
    expect((await run(busy, issue)).answer).toMatchObject({ auditId: 'aud_1' });
    const old = { ...busy, fresh: busy.old };
    expect((await list(old)).data.map(({ id }) => id)).not.toContain(issue.id);
    expect(await list(old, { status: 'run' })).toMatchObject({ data: [{ id: issue.id, status: 'run' }] });
    await expect(run(busy, issue)).rejects.toMatchObject({ code: 'conflict' });
    await rowsOf(busy.home).insert('audits', {
      ...(await rowsOf(busy.home).all('audits', { id: 'aud_1' }))[0],
      id: 'aud_2',
      job_id: 'job_80',
    });
    await rowsOf(busy.home).insert('audit_issues', {
      ...(await rowsOf(busy.home).all('audit_issues', { audit_id: 'aud_1' }))[0],
      audit_id: 'aud_2',
      code: issue.arguments['code'] as string,
    });
    expect((await list(old)).data.map(({ id }) => id)).toContain(issue.id);
    expect((await run(busy, issue)).answer).toMatchObject({ auditId: 'aud_2' });
  });

  test('is not marked where its call fails, and can be run again', async () => {
    const busy = await startBusyDesk();
    const missed = (await oneOf(busy, 'replan_slot'))!;
    const { services } = busy.desk;
    const { update } = services.calendar;
    services.calendar.update = () => Promise.reject(new Error('The disk is on fire.'));
    await expect(run(busy, missed)).rejects.toThrow('on fire');
    services.calendar.update = update;
    expect(await oneOf(busy, 'replan_slot')).toEqual(missed);
    expect(await rowsOf(busy.home).count('action_marks')).toBe(0);
    await dismiss(busy, missed);
    services.calendar.update = () => Promise.reject(new Error('The disk is on fire.'));
    await expect(run(busy, missed)).rejects.toThrow('on fire');
    services.calendar.update = update;
    expect(await list(busy, { status: 'dismissed' })).toMatchObject({ data: [{ id: missed.id }] });
    expect((await run(busy, missed)).answer).toMatchObject({ id: 'cal_1', status: 'planned' });
  });

  test('is run once where two ask at the same time', async () => {
    const busy = await startBusyDesk();
    const topic = (await oneOf(busy, 'research_topic'))!;
    const outcomes = await Promise.allSettled([run(busy, topic), run(busy, topic), run(busy, topic)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' });
  });

  test('that was cut off halfway is open again after some minutes', async () => {
    const busy = await startBusyDesk();
    const topic = (await oneOf(busy, 'research_topic'))!;
    const { services } = busy.desk;
    services.topics.research = () => new Promise(() => {});
    void run(busy, topic);
    await expect.poll(() => rowsOf(busy.home).count('action_marks', { mark: 'running' })).toBe(1);
    expect(await oneOf(busy, 'research_topic')).toBeUndefined();
    await expect(run(busy, topic)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('is being run') });
    await busy.advance(11 * 60_000);
    expect(await oneOf(busy, 'research_topic')).toMatchObject({ id: topic.id, status: 'open' });
  });

  test('that nobody offers is not there', async () => {
    const busy = await startBusyDesk();
    await expect(busy.desk.call('actions_run', { id: 'act_0' })).rejects.toMatchObject({ code: 'not_found', hint: 'See actions_list.' });
    await expect(busy.desk.call('actions_dismiss', { id: 'act_0' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('an action that is dismissed', () => {
  test('until a time comes back then', async () => {
    const busy = await startBusyDesk();
    const topic = (await oneOf(busy, 'research_topic'))!;
    const until = new Date(busy.now() + day).toISOString();
    expect(await dismiss(busy, topic, until)).toEqual({ id: topic.id, status: 'snoozed', until });
    expect(await oneOf(busy, 'research_topic')).toBeUndefined();
    expect(await oneOf(busy, 'research_topic', { status: 'snoozed' })).toMatchObject({ id: topic.id, status: 'snoozed' });
    await busy.advance(day - 1);
    expect(await oneOf(busy, 'research_topic')).toBeUndefined();
    await busy.advance(1);
    expect(await oneOf(busy, 'research_topic')).toMatchObject({ id: topic.id, status: 'open' });
    const passed = new Date(busy.now()).toISOString();
    await expect(dismiss(busy, topic, passed)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/until' }] });
  });

  test('without a time stays away while its cause is the same', async () => {
    const busy = await startBusyDesk();
    const failing = (await oneOf(busy, 'test_integration'))!;
    expect(await dismiss(busy, failing)).toEqual({ id: failing.id, status: 'dismissed', until: null });
    await busy.advance(100 * day);
    expect(await oneOf(busy, 'test_integration')).toBeUndefined();
    await rowsOf(busy.home).update('integrations', { last_error: 'Brave answered 429.' }, { provider: 'brave' });
    expect(await oneOf(busy, 'test_integration')).toMatchObject({ id: failing.id, status: 'open' });
  });

  test('is forgotten after more than a year, and goes with its project', async () => {
    const busy = await startBusyDesk();
    await dismiss(busy, (await oneOf(busy, 'research_topic'))!);
    await busy.desk.call('projects_delete', { id: busy.old, confirm: 'Old' });
    const marks = () => rowsOf(busy.home).count('action_marks');
    expect(await marks()).toBe(1);
    await busy.advance(401 * day);
    expect(await marks()).toBe(0);
  });
});

test('an action is offered until it expires', async () => {
  const busy = await startBusyDesk();
  const draft = (await oneOf(busy, 'write_draft'))!;
  expect(draft.expiresAt).toBe(new Date(busy.now() + day).toISOString());
  // Only the clock moves: nothing is written.
  const { system } = busy.desk;
  const now = system.now();
  system.now = () => now + day - 1;
  expect(await oneOf(busy, 'write_draft')).toMatchObject({ id: draft.id });
  system.now = () => now + day;
  expect(await oneOf(busy, 'write_draft')).toBeUndefined();
  await expect(run(busy, draft)).rejects.toMatchObject({ code: 'not_found' });
});

describe('through REST', () => {
  test('a key may do by an action what it may do without, and no more', async () => {
    const busy = await startBusyDesk();
    const { url } = await busy.desk.listen({ port: 0 });
    const keyOf = async (scope: 'read' | 'write') => (await busy.desk.services.keys.create({ name: scope, scope })).key;
    const [read, write] = [await keyOf('read'), await keyOf('write')];
    const ask = async (key: string, method: string, path: string) => {
      const answer = await fetch(`${url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${key}` } });
      return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
    };
    const { json } = await ask(read, 'GET', `/actions?projectId=${busy.fresh}&type=publish_article`);
    const [{ id }] = json['data'] as [Action];
    expect(await ask(read, 'POST', `/actions/${id}/run`)).toMatchObject({ status: 403, json: { code: 'insufficient_scope' } });
    expect(await ask(read, 'POST', `/actions/${id}/dismiss`)).toMatchObject({ status: 403 });
    expect(await ask(write, 'POST', `/actions/${id}/run`)).toMatchObject({ status: 200, json: { id, operation: 'articles_publish' } });
    expect(await ask(write, 'POST', `/actions/${id}/run`)).toMatchObject({ status: 409, json: { code: 'conflict' } });
  });

  test('an action whose call needs more than the key may is refused, and stays', async () => {
    const busy = await startBusyDesk();
    const { url } = await busy.desk.listen({ port: 0 });
    const { key } = await busy.desk.services.keys.create({ name: 'write', scope: 'write' });
    const operation = busy.desk.groups.flatMap(({ operations }) => operations).find(({ name }) => name === 'articles_publish')!;
    const { scope } = operation;
    Object.assign(operation, { scope: 'admin' });
    onTestFinished(() => void Object.assign(operation, { scope }));
    const ready = (await oneOf(busy, 'publish_article'))!;
    const answer = await fetch(`${url}/api/v1/actions/${ready.id}/run`, { method: 'POST', headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'insufficient_scope', detail: expect.stringContaining('/publish needs') });
    expect(await oneOf(busy, 'publish_article')).toEqual(ready);
  });
});

describe('over MCP', () => {
  test('a stranger who is asked what to do this week finds it and does the first thing in four calls', async () => {
    const busy = await startBusyDesk();
    const { url } = await busy.desk.listen({ port: 0 });
    const { key } = await busy.desk.services.keys.create({ name: 'agent', scope: 'write' });
    const client = await connectModern({ url: new URL('/mcp', url), key });
    onTestFinished(() => client.close());
    const call = async <Answer>(name: string, input: Record<string, unknown> = {}) => {
      const { isError, structuredContent, content } = await client.call(name, input);
      expect(isError ?? false, JSON.stringify(content)).toBe(false);
      return structuredContent as Answer;
    };
    const { doNext } = await call<Overview>('overview_get');
    const { data } = await call<ActionPage>('actions_list', { projectId: busy.fresh, limit: 5 });
    expect(data.map(({ id }) => id)).toEqual(doNext!.map(({ id }) => id));
    const done = await call<RunAction>('actions_run', { id: data[0]!.id });
    expect(done).toMatchObject({ operation: 'articles_publish', answer: { id: data[0]!.target.id } });
    const [next] = (await call<ActionPage>('actions_list', { projectId: busy.fresh, limit: 1 })).data;
    expect(next!.id).toBe(data[1]!.id);
  });
});
