import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { speakRaw, startToy } from './toy-server.ts';

const mcp = {
  handle: async (_request: unknown, response: import('node:http').ServerResponse) => void response.end('{}'),
};

describe('paths and methods', () => {
  test('an unknown path is 404, even with a broken body', async () => {
    await using toy = await startToy();
    expect((await toy.api('GET', '/nothing')).json.code).toBe('not_found');
    expect((await toy.api('POST', '/nothing', { raw: '{', headers: { 'content-type': 'application/json' } })).status).toBe(404);
    expect((await toy.call('GET', '/', { key: null })).status).toBe(404);
    expect((await toy.call('GET', '//evil.example', { key: null })).status).toBe(404);
  });

  test.each([
    ['PUT', '/api/v1/notes', 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/api/v1/notes/not_1?x=1', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['PROPFIND', '/api/v1/notes/a%2Fb', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['TRACE', '/api/v1/settings', 'OPTIONS, PUT'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
    ['GET', '/mcp', 'OPTIONS, POST'],
    ['PATCH', '/mcp', 'OPTIONS, POST'],
  ])('%s %s is 405 and names what is allowed', async (method, path, allow) => {
    await using toy = await startToy({ mcp });
    const { status, headers } = await toy.call(method, path);
    expect([status, headers['allow']]).toEqual([405, allow]);
  });

  test('OPTIONS answers what is allowed, to those who have a key where one is needed', async () => {
    await using toy = await startToy();
    const { status, headers, text } = await toy.api('OPTIONS', '/notes/not_1', { headers: { origin: 'http://localhost:3000' } });
    expect((await toy.api('OPTIONS', '/notes/not_1', { key: null })).status).toBe(401);
    expect([status, headers['allow'], text]).toEqual([204, 'DELETE, GET, HEAD, OPTIONS, PATCH', '']);
    expect(await speakRaw(toy.port, 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 [234]\d\d /,
    );
  });
});

describe('request ids', () => {
  test('a harmless id of the client is taken, any other is replaced', async () => {
    await using toy = await startToy();
    expect((await toy.call('GET', '/healthz', { headers: { 'x-request-id': 'trace.1_a-B' } })).headers['x-request-id']).toBe('trace.1_a-B');
    for (const id of ['with space', 'x'.repeat(65), '{"a":1}']) {
      expect((await toy.call('GET', '/healthz', { headers: { 'x-request-id': id } })).headers['x-request-id']).toMatch(/^req_/);
    }
  });
});

describe('requests that are none', () => {
  test.each([
    ['not HTTP at all', 'HELLO\r\n\r\n', 400, 'invalid_input'],
    ['headers without measure', `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    [
      'a broken chunk',
      'POST /api/v1/notes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer write\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
      'invalid_input',
    ],
    [
      'two lengths',
      'POST /api/v1/notes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'invalid_input',
    ],
  ])('%s is answered with a problem', async (_, bytes, status, code) => {
    await using toy = await startToy();
    const [head, body] = (await speakRaw(toy.port, bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('Content-Type: application/problem+json');
    expect(JSON.parse(body!)).toMatchObject({ status, code, requestId: /X-Request-Id: (\S+)/.exec(head!)![1] });
  });

  test('an address of more than 8 KiB is 414', async () => {
    await using toy = await startToy();
    expect(await toy.api('GET', `/notes?q=${'x'.repeat(9000)}`)).toMatchObject({ status: 414, json: { code: 'uri_too_long' } });
    expect(await toy.api('GET', `/notes/${'x'.repeat(600)}`)).toMatchObject({ status: 414, json: { code: 'uri_too_long' } });
  });

  test('an unknown expectation is passed over', async () => {
    await using toy = await startToy();
    expect(await speakRaw(toy.port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: magic\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 200 /,
    );
  });

  test('a client that leaves in the middle of its body is no fault of ours', async () => {
    await using toy = await startToy();
    const socket = connect(toy.port, '127.0.0.1');
    socket.write(
      'POST /api/v1/notes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer write\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    );
    await new Promise((done) => toy.app.server.once('request', done));
    socket.destroy();
    await new Promise(
      (done) => toy.app.server.once('connection', (one) => one.once('close', done)) && connect(toy.port, '127.0.0.1').end(),
    );
    expect(toy.logged.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
  });
});

describe('a server that closes', () => {
  test('answers what still reaches it in the usual form', async () => {
    const status = Promise.withResolvers<number>();
    const toy = await startToy({}, (app) => {
      app.addHook('preClose', async () => status.resolve((await toy.call('GET', '/nothing')).status));
    });
    await toy.app.close();
    expect(await status.promise).toBe(404);
  });
});

describe('health and the document', () => {
  test('health is answered without a key', async () => {
    await using toy = await startToy();
    expect((await toy.call('GET', '/healthz', { key: null })).json).toEqual({ status: 'ok' });
    expect((await toy.call('GET', '/readyz', { key: null })).json).toEqual({ ready: true, checks: { database: 'ok' } });
  });

  test('a process that is not ready is 503 and says why', async () => {
    await using toy = await startToy({ health: async () => ({ ready: false, checks: { database: 'locked' } }) });
    const { status, json, headers } = await toy.call('GET', '/readyz', { key: null });
    expect([status, json.checks.database, headers['retry-after']]).toEqual([503, 'locked', '5']);
  });

  test('the server of the document is the one that was asked', async () => {
    await using toy = await startToy();
    const serverOf = async (headers: Record<string, string>) =>
      (await toy.call('GET', '/api/openapi.json', { key: null, headers })).json.servers;
    expect(await serverOf({})).toEqual([{ url: toy.url }]);
    expect(await serverOf({ host: 'desk.example.com' })).toEqual([{ url: 'http://desk.example.com' }]);
    expect(await serverOf({ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' })).toEqual([{ url: toy.url }]);
  });

  test('behind a trusted proxy the forwarded origin counts, once its host is accepted', async () => {
    await using toy = await startToy({
      config: { publicUrl: 'https://desk.example.com', allowedHosts: [], allowedOrigins: [], trustProxy: true },
    });
    const ask = (host: string) =>
      toy.call('GET', '/api/openapi.json', { key: null, headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': host } });
    expect((await ask('desk.example.com, 10.0.0.1')).json.servers).toEqual([{ url: 'https://desk.example.com' }]);
    expect((await ask('evil.example')).status).toBe(403);
  });

  test('the document is sent once and then found unchanged', async () => {
    await using toy = await startToy();
    const first = await toy.call('GET', '/api/openapi.json', { key: null });
    const again = await toy.call('GET', '/api/openapi.json', {
      key: null,
      headers: { 'if-none-match': `"x", W/${String(first.headers['etag'])}` },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('the MCP endpoint', () => {
  test('gets the unread request and who calls, under the same guards', async () => {
    const seen: unknown[] = [];
    await using toy = await startToy({
      mcp: {
        async handle(request, response, holder) {
          let body = '';
          for await (const chunk of request) body += String(chunk);
          seen.push([request.method, body.length, holder]);
          response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
        },
      },
    });
    const raw = 'x'.repeat(2 * 1024 * 1024);
    const answer = await toy.call('POST', '/mcp', { key: 'read', raw, headers: { 'content-type': 'application/json' } });
    expect([answer.status, answer.json, answer.headers['cache-control']]).toEqual([200, { ok: true }, 'no-store']);
    expect(seen).toEqual([['POST', raw.length, { keyId: 'key_read', scope: 'read', requestId: answer.headers['x-request-id'] }]]);
  });

  test('a failure of it is a problem that shows nothing, and cuts an answer that had begun', async () => {
    await using toy = await startToy({
      mcp: {
        handle(request, response) {
          if (request.headers['x-begin']) response.write('begun');
          throw new Error('secret of the house');
        },
      },
    });
    const { status, json, text } = await toy.call('POST', '/mcp');
    expect([status, json.code]).toEqual([500, 'internal']);
    expect(text).not.toContain('secret');
    await expect(toy.call('POST', '/mcp', { headers: { 'x-begin': 'yes' } })).rejects.toThrow();
  });

  test('bytes that are no request do not put a second answer into the middle of the first', async () => {
    const begun = Promise.withResolvers<void>();
    await using toy = await startToy({
      mcp: {
        async handle(_request, response) {
          response.write('begun', () => begun.resolve());
        },
      },
    });
    const socket = connect(toy.port, '127.0.0.1');
    socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer read\r\nContent-Length: 0\r\n\r\n');
    await begun.promise;
    socket.write('HELLO\r\n\r\n');
    let heard = '';
    for await (const chunk of socket) heard += String(chunk);
    expect(heard).toContain('begun');
    expect(heard.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('an error meant for the caller keeps its status', async () => {
    await using toy = await startToy({
      mcp: {
        handle() {
          throw new AppError('unavailable', 'Closing.');
        },
      },
    });
    expect((await toy.call('POST', '/mcp')).status).toBe(503);
  });

  test('is absent when none is given', async () => {
    await using toy = await startToy();
    expect((await toy.call('POST', '/mcp')).status).toBe(404);
  });
});
