import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { pageOrigin, speakRaw, startToy } from './toy-server.ts';

const asked = { origin: pageOrigin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };

describe('a page of an origin that the operator names', () => {
  test.each([
    ['/api/v1/notes', 'GET, HEAD, OPTIONS, POST'],
    ['/api/openapi.json', 'GET, HEAD, OPTIONS'],
  ])('may ask without a key what it can send to %s', async (path, methods) => {
    await using toy = await startToy();
    const answer = await toy.call('OPTIONS', path, { key: null, headers: asked });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': pageOrigin,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': expect.stringMatching(/Authorization.*Idempotency-Key.*If-Match/),
      vary: 'Origin',
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('still needs a key, and can read why it was refused', async () => {
    await using toy = await startToy();
    const refused = await toy.call('GET', '/api/v1/notes', { key: null, headers: { origin: pageOrigin } });
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, pageOrigin]);
    expect((await toy.call('OPTIONS', '/api/v1/notes', { key: null, headers: { origin: pageOrigin } })).status).toBe(401);
  });

  test('reads answers with the headers that matter', async () => {
    await using toy = await startToy();
    const answer = await toy.api('POST', '/notes', { body: { title: 'Pools' }, headers: { origin: pageOrigin } });
    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': pageOrigin, vary: 'Origin, Authorization, accept-encoding' });
    const exposed = String(answer.headers['access-control-expose-headers']).split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['ETag', 'Location', 'Retry-After', 'X-Request-Id', 'Idempotent-Replayed']));
  });
});

test.each(['https://app.example.org:8443', 'http://app.example.org', 'https://evil.example', 'null'])(
  'a page of %s is refused, its question too',
  async (origin) => {
    await using toy = await startToy();
    for (const method of ['OPTIONS', 'GET']) {
      expect((await toy.call(method, '/api/v1/notes', { headers: { ...asked, origin } })).json).toMatchObject({
        code: 'origin_not_allowed',
      });
    }
  },
);

test('a desk that names no origin says nothing of them', async () => {
  await using toy = await startToy({
    config: { publicUrl: 'https://desk.example.com', allowedHosts: [], allowedOrigins: [], trustProxy: false },
  });
  expect((await toy.api('GET', '/notes')).headers['vary']).toBe('Authorization, accept-encoding');
});

test.each(['*', 'app.example.org', 'https://app.example.org/', 'https://app.example.org/path', 'ftp://app.example.org'])(
  'COPYDESK_ALLOWED_ORIGINS=%s is no origin',
  (value) => {
    expect(() => readConfig({}, { COPYDESK_ALLOWED_ORIGINS: value })).toThrow(/COPYDESK_ALLOWED_ORIGINS: expected origins such as/);
  },
);

test('origins are read from a list', () => {
  const { allowedOrigins } = readConfig({}, { COPYDESK_ALLOWED_ORIGINS: 'https://app.example.org, http://localhost:3000' });
  expect(allowedOrigins).toEqual(['https://app.example.org', 'http://localhost:3000']);
});

test('two Host headers are refused, even where both are ours', async () => {
  await using toy = await startToy();
  const heard = await speakRaw(toy.port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nhost: 127.0.0.1\r\nConnection: close\r\n\r\n');
  expect(heard).toMatch(/^HTTP\/1\.1 400 /);
  expect(heard).toContain('more than one Host header');
});

test('a request for a whole address is judged by its host, not by the Host header', async () => {
  await using toy = await startToy();
  const ask = (url: string) => speakRaw(toy.port, `GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  expect(await ask(`http://localhost:${toy.port}/healthz`)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ask('http://evil.example/healthz')).toMatch(/^HTTP\/1\.1 403 /);
});
