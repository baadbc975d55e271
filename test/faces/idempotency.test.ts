import { describe, expect, test } from 'vitest';
import { rowsOf } from '../support/rows.ts';
import type { Loose } from '../support/loose.ts';
import { request } from '../support/wire-clients.ts';
import { startHeldSite, startKeyedDesk } from './keyed-desk.ts';

const hour = 60 * 60 * 1000;
const another = { name: 'Another', brandTerms: ['One', 'Two'], articleDefaults: { targetWordCount: 300, includeFaq: false } };

const projectsOf = async ({ call }: Awaited<ReturnType<typeof startKeyedDesk>>): Promise<string[]> =>
  (await call('projects_list', {})).body.data.map(({ name }: Loose) => name);

describe('a request that is repeated under its key', () => {
  test('is given the first answer, word for word, and nothing is done again', async () => {
    const desk = await startKeyedDesk();
    const first = await desk.call('projects_create', another, 'key-1');
    const again = await desk.call('projects_create', another, 'key-1');
    expect(first).toMatchObject({ status: 201, replayed: null, location: expect.stringContaining(first.body.id) });
    expect(JSON.stringify(again)).toBe(JSON.stringify({ ...first, replayed: 'true' }));
    expect(await projectsOf(desk)).toEqual(['Another', 'Default']);
  });

  test('is told what was true then, whatever has become of it', async () => {
    const { call } = await startKeyedDesk();
    const first = await call('projects_create', another, 'key-1');
    await call('projects_update', { id: first.body.id, name: 'Renamed' });
    expect((await call('projects_create', another, 'key-1')).body.name).toBe('Another');
  });

  test('may say the same in another order', async () => {
    const { call } = await startKeyedDesk();
    await call('projects_create', another, 'key-1');
    const { name, brandTerms } = another;
    const turned = { articleDefaults: { includeFaq: false, targetWordCount: 300 }, brandTerms, name };
    expect((await call('projects_create', turned, 'key-1')).replayed).toBe('true');
  });

  test('is refused, and nothing is done, where it asks for something else', async () => {
    const desk = await startKeyedDesk();
    await desk.call('projects_create', another, 'key-1');
    for (const other of [
      { ...another, name: 'Third' },
      { ...another, brandTerms: ['Two', 'One'] },
    ]) {
      expect(await desk.call('projects_create', other, 'key-1')).toMatchObject({
        status: 422,
        body: { code: 'idempotency_key_reused', retryable: false },
        replayed: null,
      });
    }
    expect(await projectsOf(desk)).toEqual(['Another', 'Default']);
  });

  test('is something else where its path is another', async () => {
    const { desk, call } = await startKeyedDesk();
    await desk.services.knowledge.add({ text: 'A connection pool keeps open connections that requests share.' });
    const write = () => call('articles_create', { keyword: 'connection pool', sources: ['http://127.0.0.1:9/page'] });
    const [one, other] = [await write(), await write()];
    expect(await call('jobs_cancel', { id: one.body.jobId }, 'key-1')).toMatchObject({ status: 200, body: { status: 'canceled' } });
    expect((await call('jobs_cancel', { id: one.body.jobId }, 'key-1')).replayed).toBe('true');
    expect(await call('jobs_cancel', { id: other.body.jobId }, 'key-1')).toMatchObject({ status: 422 });
  });

  test('is a new request after 24 hours, and not before', async () => {
    const { call, advance } = await startKeyedDesk();
    await call('projects_create', another, 'key-1');
    await advance(24 * hour - 1);
    expect((await call('projects_create', another, 'key-1')).replayed).toBe('true');
    await advance(1);
    expect(await call('projects_create', another, 'key-1')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await call('projects_create', { name: 'Third' }, 'key-1')).toMatchObject({ status: 201, replayed: null });
  });

  test('is a new request for another API key, and for another operation', async () => {
    const { desk, call } = await startKeyedDesk();
    await call('projects_create', another, 'key-1');
    const { key: stranger } = await desk.services.keys.create({ name: 'stranger', scope: 'write' });
    expect(await call('projects_create', { name: 'Third' }, 'key-1', stranger)).toMatchObject({ status: 201, replayed: null });
    const { body } = await call('projects_list', {});
    const document = { text: 'A connection pool keeps open connections that requests share.', projectId: body.data[0].id };
    expect(await call('knowledge_create', document, 'key-1')).toMatchObject({ status: 201, replayed: null });
  });
});

describe('an error', () => {
  test('is not kept: what failed is tried anew', async () => {
    const { call } = await startKeyedDesk();
    const taken = await call('projects_create', another);
    expect(await call('projects_create', another, 'key-1')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await call('projects_update', { id: taken.body.id, name: 'Renamed' });
    expect(await call('projects_create', another, 'key-1')).toMatchObject({ status: 201, replayed: null });
    expect(await call('projects_create', another, 'key-1')).toMatchObject({ status: 201, replayed: 'true' });
  });

  test('in the input leaves the key to the mended request', async () => {
    const { call } = await startKeyedDesk();
    expect((await call('projects_create', { ...another, language: 7 }, 'key-1')).status).toBe(400);
    expect(await call('projects_create', another, 'key-1')).toMatchObject({ status: 201, replayed: null });
  });
});

describe('while the first request is under way', () => {
  test('a repeat is told to come again, and then given its answer', async () => {
    const { call } = await startKeyedDesk();
    const site = await startHeldSite();
    const first = call('knowledge_create', { url: site.url }, 'key-1');
    await site.visitors(1);
    expect(await call('knowledge_create', { url: site.url }, 'key-1')).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_in_use', retryable: true },
    });
    expect(await call('knowledge_create', { text: 'Something else.' }, 'key-1')).toMatchObject({ status: 422 });
    site.letGo(0);
    const { status, body } = await first;
    expect(await call('knowledge_create', { url: site.url }, 'key-1')).toMatchObject({ status, body, replayed: 'true' });
  });

  test('a repeat takes its place once the lease has run out, and what comes late then leaves no trace', async () => {
    const { call, advance } = await startKeyedDesk();
    const site = await startHeldSite();
    const stalled = call('knowledge_create', { url: site.url }, 'key-1');
    await site.visitors(1);
    await advance(60_000);
    const heir = call('knowledge_create', { url: site.url }, 'key-1');
    await site.visitors(2);
    site.letGo(1);
    expect(await heir).toMatchObject({ status: 201, replayed: null });
    site.letGo(0);
    expect(await stalled).toMatchObject({ status: 409, body: { code: 'idempotency_key_in_use' } });
    const { body } = await call('knowledge_list', {});
    expect(body.data.map(({ id }: Loose) => id)).toEqual([(await heir).body.id]);
  });

  test('one that stalled keeps its effect and its key where nobody took its place', async () => {
    const { call, advance } = await startKeyedDesk();
    const site = await startHeldSite();
    const stalled = call('knowledge_create', { url: site.url }, 'key-1');
    await site.visitors(1);
    await advance(2 * hour);
    site.letGo(0);
    expect(await stalled).toMatchObject({ status: 201 });
    expect(await call('knowledge_create', { url: site.url }, 'key-1')).toMatchObject({ status: 201, replayed: 'true' });
  });

  test('of twenty at once one does it, and the others are told so', async () => {
    const desk = await startKeyedDesk();
    const twenty = await Promise.all(Array.from({ length: 20 }, () => desk.call('projects_create', another, 'key-1')));
    const done = twenty.filter(({ status, replayed }) => status === 201 && replayed === null);
    expect(done).toHaveLength(1);
    for (const one of twenty.filter((other) => other !== done[0])) {
      if (one.status === 201) expect(one).toEqual({ ...done[0], replayed: 'true' });
      else expect(one).toMatchObject({ status: 409, body: { code: 'idempotency_key_in_use' } });
    }
    expect(await projectsOf(desk)).toEqual(['Another', 'Default']);
  });

  test('a client that goes before its answer finds the key free', async () => {
    const { url, key, call } = await startKeyedDesk();
    const site = await startHeldSite();
    const client = new AbortController();
    const gone = fetch(`${url}/api/v1/knowledge`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'key-1' },
      body: JSON.stringify({ url: site.url }),
      signal: client.signal,
    });
    await site.visitors(1);
    client.abort();
    await expect(gone).rejects.toThrow();
    const text = { text: 'A connection pool keeps open connections that requests share.' };
    await expect.poll(async () => (await call('knowledge_create', text, 'key-1')).status).toBe(201);
  });
});

describe('an answer with a secret', () => {
  test('is not kept: the repeat says that it was done, and where to read it', async () => {
    const { home, call } = await startKeyedDesk();
    const { secret } = (await call('webhook_secret_rotate', {}, 'key-1')).body;
    const again = await call('webhook_secret_rotate', {}, 'key-1');
    expect(again).toMatchObject({ status: 409, body: { code: 'idempotency_answer_not_kept', hint: /webhook_secret_get/ }, replayed: null });
    expect((await call('webhook_secret_get', {})).body.secret).toBe(secret);
    expect(await rowsOf(home).query('select answer from idempotency_keys')).toEqual([{ answer: null }]);
  });
});

describe('the header', () => {
  const create = (url: string, key: string, headers: [string, string][], method = 'POST') =>
    request(`${url}/api/v1/projects${method === 'POST' ? '' : '?limit=1'}`, {
      method,
      headers: [['authorization', `Bearer ${key}`], ['content-type', 'application/json'], ...headers],
      ...(method === 'POST' && { body: JSON.stringify(another) }),
    });

  test.each([
    ['nothing', ['']],
    ['a space', ['one two']],
    ['a character beyond ASCII', ['schlüssel']],
    ['256 characters', ['x'.repeat(256)]],
    ['two keys', ['one', 'two']],
  ])('may not hold %s', async (_, keys) => {
    const { url, key } = await startKeyedDesk();
    const sent = keys.map((one): [string, string] => ['idempotency-key', one]);
    const { status, body } = await create(url, key, sent);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_input', detail: expect.stringContaining('Idempotency-Key') });
  });

  test('may hold 255 characters of any that can be seen', async () => {
    const { call } = await startKeyedDesk();
    const seen = Array.from({ length: 255 }, (_, index) => String.fromCharCode(0x21 + (index % 94))).join('');
    await call('projects_create', another, seen);
    expect((await call('projects_create', another, seen)).replayed).toBe('true');
  });

  test('is heeded by PATCH too', async () => {
    const { call } = await startKeyedDesk();
    const { body } = await call('projects_create', another);
    expect(await call('projects_update', { id: body.id, name: 'One' }, 'key-1')).toMatchObject({ status: 200, replayed: null });
    await call('projects_update', { id: body.id, name: 'Two' });
    expect(await call('projects_update', { id: body.id, name: 'One' }, 'key-1')).toMatchObject({ replayed: 'true', body: { name: 'One' } });
    expect((await call('projects_get', { id: body.id })).body.name).toBe('Two');
    expect(await call('projects_update', { id: body.id, name: 'Three' }, 'key-1')).toMatchObject({ status: 422 });
  });

  test('has no meaning for GET and DELETE, not even as a mistake', async () => {
    const { home, url, key, call } = await startKeyedDesk();
    expect((await create(url, key, [['idempotency-key', 'no key']], 'GET')).status).toBe(200);
    const { body } = await call('projects_create', another);
    expect((await call('projects_delete', { id: body.id, confirm: 'Another' }, 'key-1')).status).toBe(200);
    expect((await call('projects_delete', { id: body.id, confirm: 'Another' }, 'key-1')).status).toBe(404);
    expect(await rowsOf(home).count('idempotency_keys')).toBe(0);
  });
});
