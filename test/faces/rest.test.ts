import fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readQuery } from '../../src/faces/rest/input.ts';
import { secret } from './toy-catalogue.ts';
import { startToy } from './toy-server.ts';

describe('where the input comes from', () => {
  test('query text becomes integers, numbers and booleans as the schema asks', async () => {
    await using toy = await startToy();
    expect((await toy.api('GET', '/notes?limit=5&minScore=-1.5e1&archived=true&q=12')).status).toBe(200);
    expect(toy.services.inputs).toEqual([{ limit: 5, minScore: -15, archived: true, q: '12' }]);
  });

  test('repeated parameters fill an array, and a single one is an array of one', async () => {
    await using toy = await startToy();
    await toy.api('GET', '/notes?tags=a&years=2025&tags=b%26+c&years=2026');
    await toy.api('GET', '/notes?tags=a');
    expect(toy.services.inputs).toEqual([{ tags: ['a', 'b& c'], years: [2025, 2026] }, { tags: ['a'] }]);
  });

  test.each([
    ['limit=5&limit=6', '/limit', 'repeated'],
    ['limt=5', '/limt', 'unknown_field'],
    ['limit=five', '/limit', 'invalid_type'],
    ['limit=', '/limit', 'invalid_type'],
    ['limit=0x10', '/limit', 'invalid_type'],
    ['limit=5.5', '/limit', 'invalid_type'],
    ['limit=500', '/limit', 'too_big'],
    ['archived=yes', '/archived', 'invalid_type'],
    ['minScore=1e999', '/minScore', 'invalid_type'],
    ['__proto__=1', '/__proto__', 'unknown_field'],
    ['constructor=1&constructor=2', '/constructor', 'unknown_field'],
    ['a~b/c=1', '/a~0b~1c', 'unknown_field'],
    ['q=%zz', '', 'invalid_encoding'],
    ['q=%ff', '', 'invalid_encoding'],
  ])('the query ?%s is refused at %j', async (query, pointer, code) => {
    await using toy = await startToy();
    const { status, json } = await toy.api('GET', `/notes?${query}`);
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'invalid_input', errors: [{ pointer, code }] });
    expect(toy.services.inputs).toEqual([]);
  });

  test('an id in the path is decoded once', async () => {
    await using toy = await startToy();
    for (const id of ['a%2Fb', '%252F', 'na%C3%AFve', '%25zz', 'a+b']) await toy.api('GET', `/notes/${id}`);
    expect(toy.services.inputs).toEqual([{ id: 'a/b' }, { id: '%2F' }, { id: 'naïve' }, { id: '%zz' }, { id: 'a+b' }]);
  });

  test.each(['/notes/%zz', '/notes/%', '/notes/%c3%28'])('the broken path %s is 400', async (path) => {
    await using toy = await startToy();
    expect(await toy.api('GET', path)).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
  });

  test('path and body make one input', async () => {
    await using toy = await startToy();
    await toy.api('PATCH', '/notes/not_7', { body: { title: 'New', mood: null } });
    expect(toy.services.inputs).toEqual([{ id: 'not_7', title: 'New', mood: null }]);
  });

  test('a field of the path is refused in the body and in the query, by name', async () => {
    await using toy = await startToy();
    expect((await toy.api('PATCH', '/notes/not_7', { body: { id: 'not_8' } })).json.errors).toMatchObject([
      { pointer: '/id', code: 'misplaced' },
    ]);
    expect((await toy.api('GET', '/notes/not_7?id=not_8')).json.errors).toMatchObject([{ pointer: '/id', code: 'misplaced' }]);
    expect(toy.services.inputs).toEqual([]);
  });

  test('fields of a POST are refused in the query, by name', async () => {
    await using toy = await startToy();
    const { json } = await toy.api('POST', '/notes?stars=3', { body: { title: 'Bread' } });
    expect(json).toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/stars', code: 'misplaced' }] });
  });

  test('DELETE takes its fields from the query, and refuses a body that would be passed over', async () => {
    await using toy = await startToy();
    expect((await toy.api('DELETE', '/notes/not_1?purge=true')).json).toEqual({ id: 'not_1', deleted: true });
    expect(await toy.api('DELETE', '/notes/not_1', { body: { purge: true } })).toMatchObject({
      status: 400,
      json: { code: 'invalid_input' },
    });
    expect(await toy.api('GET', '/notes', { body: { limit: 1 } })).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
    expect(toy.services.inputs).toEqual([{ id: 'not_1', purge: true }]);
  });
});

describe('answers', () => {
  test('a creation answers 201 with the escaped path of what was made', async () => {
    await using toy = await startToy();
    const { status, headers, json } = await toy.api('POST', '/notes', { body: { title: 'Bread' } });
    expect([status, json.title, headers['location']]).toEqual([201, 'Bread', '/api/v1/notes/not_a%2Fb%20c']);
    expect((await toy.call('GET', String(headers['location']))).json.id).toBe('not_a/b c');
  });

  test('work that goes on answers 202 with the path of its job', async () => {
    await using toy = await startToy();
    const { status, headers } = await toy.api('POST', '/notes/batch', { body: {} });
    expect([status, headers['location']]).toEqual([202, '/api/v1/jobs/job_1']);
  });

  test('an operation may answer something else than JSON', async () => {
    await using toy = await startToy();
    const { headers, text } = await toy.api('GET', '/notes/not_1/text');
    expect([headers['content-type'], text]).toEqual(['text/plain; charset=utf-8', 'Brød']);
  });

  test('answers are JSON and are kept by no cache', async () => {
    await using toy = await startToy();
    const { headers } = await toy.api('GET', '/notes');
    expect([headers['content-type'], headers['cache-control'], headers['vary']]).toEqual([
      'application/json; charset=utf-8',
      'no-store',
      'Origin, Authorization, accept-encoding',
    ]);
  });

  test('HEAD answers like GET, without the body', async () => {
    await using toy = await startToy();
    const [head, get] = [await toy.api('HEAD', '/notes'), await toy.api('GET', '/notes')];
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', get.headers['content-length']]);
  });

  test('the operation learns who calls', async () => {
    await using toy = await startToy();
    await toy.api('GET', '/notes', { key: 'read', headers: { 'x-request-id': 'mine-1' } });
    expect(toy.services.caller).toMatchObject({ face: 'rest', keyId: 'key_read', scope: 'read', requestId: 'mine-1' });
  });

  test('the signal is quiet while the client waits and after it has its answer', async () => {
    await using toy = await startToy();
    const aborted: boolean[] = [];
    toy.services.wait = async (signal) => {
      await setImmediate();
      aborted.push(signal!.aborted);
    };
    await toy.api('POST', '/notes/not_1/wait', { body: {}, headers: { connection: 'close' } });
    await toy.app.close();
    expect([...aborted, toy.services.caller!.signal!.aborted]).toEqual([false, false]);
  });

  test('the signal is aborted when the client goes before it has its answer', async () => {
    await using toy = await startToy();
    const client = new AbortController();
    const aborted = Promise.withResolvers<void>();
    toy.services.wait = async (signal) => {
      signal!.addEventListener('abort', () => aborted.resolve());
      client.abort();
      await aborted.promise;
    };
    const headers = { authorization: 'Bearer write', 'content-type': 'application/json' };
    await expect(
      fetch(`${toy.url}/api/v1/notes/not_1/wait`, { method: 'POST', body: '{}', headers, signal: client.signal }),
    ).rejects.toThrow();
    await aborted.promise;
  });
});

describe('errors', () => {
  test('an error meant for the caller keeps its code, and says when to come again', async () => {
    await using toy = await startToy();
    const busy = await toy.api('GET', '/faults/busy');
    expect([busy.status, busy.json.code, busy.headers['retry-after']]).toEqual([429, 'rate_limited', '17']);
    const resting = await toy.api('GET', '/faults/busy?unavailable=true');
    expect([resting.status, resting.headers['retry-after']]).toEqual([503, '5']);
  });

  test('a fault of ours is logged under the request id and never shown', async () => {
    await using toy = await startToy();
    const { status, text, headers } = await toy.api('GET', '/faults/break');
    expect(status).toBe(500);
    expect(text).not.toContain(secret);
    const line = toy.logged.find((one) => one.includes(secret));
    expect(JSON.parse(line!)).toMatchObject({ level: 50, requestId: headers['x-request-id'] });
  });

  test("too small a scope is 403 with the scheme's own challenge", async () => {
    await using toy = await startToy();
    const { status, json, headers } = await toy.api('POST', '/notes', { key: 'read', body: { title: 'Bread' } });
    expect([status, json.code]).toEqual([403, 'insufficient_scope']);
    expect(headers['www-authenticate']).toBe('Bearer realm="copydesk", error="insufficient_scope"');
    expect((await toy.api('POST', '/settings/secret', { key: 'write' })).status).toBe(403);
    expect((await toy.api('POST', '/settings/secret', { key: 'admin' })).status).toBe(200);
  });
});

describe('laws', () => {
  test('whatever text a standard encoder puts into a query is read back', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))), (pairs) => {
        const read = readQuery(`/notes?${new URLSearchParams(pairs).toString()}`);
        const expected = Map.groupBy(pairs, ([name]) => name);
        expect([...read]).toEqual([...expected].map(([name, texts]) => [name, texts.map(([, value]) => value)]));
      }),
    );
  });

  test('no query, path or body makes a fault of ours', async () => {
    await using toy = await startToy();
    const word = fc.constantFrom(
      'id',
      'limit',
      'tags',
      'title',
      'mood',
      '__proto__',
      'constructor',
      'toString',
      '%',
      '%00',
      '[]',
      '-0',
      '1e400',
      'null',
      'é',
      '',
    );
    const path = fc.array(word, { maxLength: 3 }).map((words) => `/notes/${words.map(encodeURIComponent).join('/')}`);
    const query = fc
      .array(fc.tuple(word, word), { maxLength: 3 })
      .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
    const body = fc.oneof(
      fc.json(),
      fc.dictionary(word, fc.jsonValue()).map((value) => JSON.stringify(value)),
      fc.string(),
    );
    const method = fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT');
    await fc.assert(
      fc.asyncProperty(method, path, query, body, async (verb, at, search, raw) => {
        const { status } = await toy.api(verb, `${at}?${search}`, {
          headers: { 'content-type': 'application/json' },
          ...(verb !== 'GET' && { raw }),
        });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 200 },
    );
  });
});
