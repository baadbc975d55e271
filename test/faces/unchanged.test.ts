import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fetch, request } from 'undici';
import { z } from 'zod';
import { createInvoke } from '../../src/faces/invoke.ts';
import { catalogueOf, defineOperation } from '../../src/operation.ts';
import { addManual } from '../support/documents.ts';
import { writeArticle } from '../support/publishing.ts';
import { createTestApp } from '../support/test-app.ts';
import { startToy } from './toy-server.ts';

const long = 'A pool keeps connections open. '.repeat(100);

/** A desk with one article of one text, which can be changed, and a secret. */
async function startTexts() {
  const held = { version: 3, text: long };
  const operation = defineOperation<unknown>();
  const output = z.object({ version: z.number(), text: z.string() });
  const common = { title: 'Text', description: 'Text.', output, example: { input: {}, output: held } };
  const id = z.strictObject({});
  const operations = [
    operation({ ...common, name: 'texts_get', method: 'GET', path: '/text', input: id, versioned: true, handle: () => held }),
    operation({ ...common, name: 'texts_plain', method: 'GET', path: '/plain', input: id, handle: () => held }),
    operation({ ...common, name: 'texts_secret', method: 'GET', path: '/secret', input: id, answersSecret: true, handle: () => held }),
  ];
  const groups = catalogueOf([{ name: 'texts', description: 'Texts.', operations }]);
  const toy = await startToy({ groups: groups as never, invoke: createInvoke({}) as never });
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await request(`${toy.url}/api/v1${path}`, { headers: { authorization: 'Bearer read', ...headers } });
    return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) };
  };
  return { held, get, [Symbol.asyncDispose]: toy[Symbol.asyncDispose] };
}

const plain = JSON.stringify({ version: 3, text: long });

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
])('a long answer is sent as %s to who accepts it, and as it is to others', async (encoding, decode) => {
  await using texts = await startTexts();
  const answer = await texts.get('/plain', { 'accept-encoding': encoding });
  expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Origin, Authorization, accept-encoding' });
  expect(decode(answer.bytes).toString()).toBe(plain);
  const other = await texts.get('/plain', { 'accept-encoding': 'identity' });
  expect(other.headers).not.toHaveProperty('content-encoding');
  expect(other.bytes.toString()).toBe(plain);
});

test('a short answer and one with a secret are never compressed', async () => {
  await using texts = await startTexts();
  expect((await texts.get('/secret', { 'accept-encoding': 'gzip' })).headers).not.toHaveProperty('content-encoding');
  texts.held.text = 'Short.';
  expect((await texts.get('/plain', { 'accept-encoding': 'gzip' })).headers).not.toHaveProperty('content-encoding');
});

test.each(['/text', '/plain'])('%s answers 304 to who holds it in the same encoding, until it is another', async (path) => {
  await using texts = await startTexts();
  const tags = new Set<string>();
  for (const encoding of ['identity', 'gzip', 'br']) {
    const accept = { 'accept-encoding': encoding };
    const { headers } = await texts.get(path, accept);
    const tag = String(headers['etag']);
    tags.add(tag);
    const again = await texts.get(path, { ...accept, 'if-none-match': `"other", ${tag}` });
    expect(again).toMatchObject({ status: 304, headers: { etag: tag, vary: 'Origin, Authorization, accept-encoding' } });
    expect(again.bytes).toHaveLength(0);
    expect(again.headers).not.toHaveProperty('content-encoding');
  }
  // One tag never names two different sequences of bytes.
  expect(tags.size).toBe(3);
  texts.held.text = `${long}!`;
  for (const tag of tags) expect((await texts.get(path, { 'if-none-match': tag })).status).toBe(200);
});

test('the tag of what has versions begins with its version, and a secret has none', async () => {
  await using texts = await startTexts();
  expect((await texts.get('/text')).headers['etag']).toMatch(/^"3-[\w-]{22}"$/);
  expect((await texts.get('/secret')).headers).not.toHaveProperty('etag');
});

test('an article is changed by the tag that it was read with, however it was encoded', async () => {
  const app = await createTestApp();
  const { desk } = app;
  await addManual(desk);
  const { id } = await writeArticle(app);
  const { url } = await desk.listen({ port: 0 });
  const { key } = await desk.services.keys.create({ name: 'test', scope: 'write' });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const article = `${url}/api/v1/articles/${id}`;
  const read = await fetch(article, { headers: { ...headers, 'accept-encoding': 'gzip' } });
  expect(read.headers.get('content-encoding')).toBe('gzip');
  const tag = read.headers.get('etag')!;
  const change = (title: string) =>
    fetch(article, { method: 'PATCH', headers: { ...headers, 'if-match': tag }, body: JSON.stringify({ title }) });
  expect((await change('Pools, Once')).status).toBe(200);
  expect((await change('Pools, Twice')).status).toBe(412);
  expect((await fetch(article, { headers: { ...headers, 'if-none-match': tag } })).status).toBe(200);
});
