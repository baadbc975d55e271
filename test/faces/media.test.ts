import { request } from 'undici';
import { expect, test } from 'vitest';
import { speakRaw, startToy } from './toy-server.ts';

const token = 'q3Zk7d0b-V2n_8sLxT4yRw';
const png = Buffer.from('\x89PNG\r\n\x1a\nand more', 'latin1');

async function startWithPicture() {
  const asked: string[] = [];
  const toy = await startToy({
    readMedia: async (one) => {
      asked.push(one);
      return one === token ? { png, createdAt: Date.UTC(2026, 4, 3) } : undefined;
    },
  });
  const ask = async (method: 'GET' | 'HEAD', headers: Record<string, string> = {}) => {
    const answer = await request(`${toy.url}/media/${token}.png`, { method, headers });
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) };
  };
  return { toy, asked, ask, [Symbol.asyncDispose]: () => toy.app.close() };
}

test('a picture is there for everybody, for any site, and for good', async () => {
  await using server = await startWithPicture();
  const { status, headers, body } = await server.ask('GET');
  expect(status).toBe(200);
  expect(body.equals(png)).toBe(true);
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(png.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'last-modified': 'Sun, 03 May 2026 00:00:00 GMT',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
  });
});

test('HEAD says the same without the picture', async () => {
  await using server = await startWithPicture();
  const [whole, head] = [await server.ask('GET'), await server.ask('HEAD')];
  const { date: _date, connection: _connection, 'x-request-id': _id, ...said } = head.headers;
  expect(whole.headers).toMatchObject(said);
  expect(head.headers['content-length']).toBe(String(png.length));
  expect(head.body).toHaveLength(0);
});

test('who has it already gets it not again', async () => {
  await using server = await startWithPicture();
  const etag = String((await server.ask('GET')).headers.etag);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const { status, headers, body } = await server.ask('GET', { 'if-none-match': known });
    expect([status, headers.etag, body.length]).toEqual([304, etag, 0]);
  }
  expect((await server.ask('GET', { 'if-none-match': '"other"' })).status).toBe(200);
});

test.each([
  'AAAAAAAAAAAAAAAAAAAAAA.png',
  `${token}`,
  `${token}.jpg`,
  `${token}.png/`,
  `${token}.PNG`,
  'x.png',
  '..%2f..%2fetc%2fpasswd.png',
  '.png',
])('there is nothing at /media/%s', async (file) => {
  await using server = await startWithPicture();
  const { status, json, headers } = await server.toy.call('GET', `/media/${file}`, { key: null });
  expect([status, json.code, headers['cache-control']]).toEqual([404, 'not_found', 'no-store']);
});

test('what cannot be a token is not looked up', async () => {
  await using server = await startWithPicture();
  await server.toy.call('GET', `/media/${'a'.repeat(201)}.png`, { key: null });
  await server.toy.call('GET', '/media/short.png', { key: null });
  expect(server.asked).toEqual([]);
});

test('other methods are refused with those that are allowed', async () => {
  await using server = await startWithPicture();
  const { status, json, headers } = await server.toy.call('DELETE', `/media/${token}.png`, { key: null });
  expect([status, json.code, headers['allow']]).toEqual([405, 'method_not_allowed', 'GET, HEAD, OPTIONS']);
});

test('the Host must be ours', async () => {
  await using server = await startWithPicture();
  const heard = await speakRaw(server.toy.port, `GET /media/${token}.png HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
  expect(heard).toMatch(/^HTTP\/1\.1 403 [^]*host_not_allowed/);
});

test('a fault in reading is told as such, and not kept by caches', async () => {
  await using toy = await startToy({ readMedia: () => Promise.reject(new Error('disk I/O error')) });
  const { status, headers, text } = await toy.call('GET', `/media/${token}.png`, { key: null });
  expect([status, headers['cache-control']]).toEqual([500, 'no-store']);
  expect(text).not.toContain('disk');
});

test('a server without pictures has no such path', async () => {
  await using toy = await startToy();
  expect((await toy.call('GET', `/media/${token}.png`, { key: null })).status).toBe(404);
});
