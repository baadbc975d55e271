import { describe, expect, test } from 'vitest';
import { StoreFault } from '../../src/errors.ts';
import { speakRaw, startToy } from './toy-server.ts';

const everyPath = ['/healthz', '/readyz', '/api/openapi.json', '/api/v1/notes', '/api/v1/nothing', '/mcp', '/nothing', '/%zz'];
const mcp = {
  handle: async (_request: unknown, response: import('node:http').ServerResponse) => void response.end('{}'),
};

describe('the Host and Origin guards', () => {
  test.each(everyPath)('%s refuses a foreign Host and a foreign Origin', async (path) => {
    await using toy = await startToy({ mcp });
    expect(await toy.call('GET', path, { headers: { host: 'evil.example' } })).toMatchObject({
      status: 403,
      json: { code: 'host_not_allowed' },
    });
    expect(await toy.call('GET', path, { headers: { origin: 'https://evil.example' } })).toMatchObject({
      status: 403,
      json: { code: 'origin_not_allowed' },
    });
  });

  test.each([
    'localhost',
    'LOCALHOST:1',
    '127.0.0.1:4141',
    '127.8.8.8',
    '[::1]:80',
    'desk.example.com',
    'desk.example.com:8443',
    'copy.example.net',
    'ported.example.net:8080',
  ])('the Host %s is ours', async (host) => {
    await using toy = await startToy();
    for (let round = 0; round < 2; round++) expect((await toy.call('GET', '/healthz', { headers: { host } })).status).toBe(200);
  });

  test.each([
    'localhost.evil.example',
    'evil.example:4141',
    '127.0.0.1.evil.example',
    'ported.example.net',
    'localhost:x',
    'user@localhost',
    'localhost/x',
    '[::2]',
    '0.0.0.0',
    'localhost:1:2',
  ])('the Host %s is not ours', async (host) => {
    await using toy = await startToy();
    expect((await toy.call('GET', '/healthz', { headers: { host } })).status).toBe(403);
  });

  test.each([
    ['http://localhost:3000', 200],
    ['https://desk.example.com', 200],
    ['null', 403],
    ['', 403],
    ['chrome-extension://localhost', 403],
    ['http://localhost:3000/path', 403],
    ['http://localhost@evil.example', 403],
    ['localhost', 403],
  ])('the Origin %j is answered %i', async (origin, status) => {
    await using toy = await startToy();
    expect((await toy.call('GET', '/healthz', { headers: { origin } })).status).toBe(status);
  });

  test('a request without Host is refused in our own form', async () => {
    await using toy = await startToy();
    for (const version of ['1.0', '1.1']) {
      const heard = await speakRaw(toy.port, `GET /healthz HTTP/${version}\r\nConnection: close\r\n\r\n`);
      expect(heard).toMatch(/^HTTP\/1\.1 403 [^]*host_not_allowed/);
    }
  });

  test('the absolute form of an address opens no way around', async () => {
    await using toy = await startToy();
    const heard = await speakRaw(toy.port, 'GET http://localhost/api/v1/notes HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(heard).toMatch(/^HTTP\/1\.1 401 /);
    expect(await speakRaw(toy.port, 'GET http://localhost/healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 403 /,
    );
  });
});

describe('the key', () => {
  test('without a key the challenge has no error code', async () => {
    await using toy = await startToy();
    for (const authorization of ['', 'Basic eDp5', 'Bearer', 'Bearer a b']) {
      const { status, headers } = await toy.api('GET', '/notes', { key: null, headers: { authorization } });
      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer realm="copydesk"']);
    }
  });

  test('an unknown key is an invalid token', async () => {
    await using toy = await startToy();
    const { status, json, headers } = await toy.api('GET', '/notes', { key: 'nobody' });
    expect([status, json.code]).toEqual([401, 'unauthorized']);
    expect(headers['www-authenticate']).toContain('error="invalid_token"');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('the name of the scheme has no case', async () => {
    await using toy = await startToy();
    expect((await toy.api('GET', '/notes', { key: null, headers: { authorization: 'bearer read' } })).status).toBe(200);
  });

  test.each(['/api/v1/nothing', '/api/v1', '/api/v1/', '/api/v1/notes/', '/%61pi/v1/notes', '/mcp', '/mcp/nothing'])(
    '%s needs a key, whether it exists or not',
    async (path) => {
      await using toy = await startToy({ mcp });
      expect((await toy.call('GET', path, { key: null })).status).toBe(401);
      expect((await toy.call('PUT', path, { key: null, body: {} })).status).toBe(401);
    },
  );

  test('a key that cannot be looked up is a fault, not a refusal', async () => {
    await using toy = await startToy({ authenticate: () => Promise.reject(new Error('disk I/O error')) });
    const { status, text } = await toy.api('GET', '/notes');
    expect(status).toBe(500);
    expect(text).not.toContain('disk');
  });

  test('a database that cannot be written is told with what to do, and that it may be tried again', async () => {
    const full = new StoreFault('full', 'the disk is full');
    await using toy = await startToy({ authenticate: () => Promise.reject(full) });
    const { status, json, headers } = await toy.api('GET', '/notes');
    expect(status).toBe(503);
    expect(json).toMatchObject({ code: 'unavailable', retryable: true, hint: expect.stringContaining('again') });
    expect(json.detail).toBe('The database cannot be used: the disk is full.');
    expect(headers['retry-after']).toMatch(/^\d+$/);
  });
});
