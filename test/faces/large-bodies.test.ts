import { request, type ClientRequest } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '../support/test-app.ts';
import { watchTurns } from '../support/turns.ts';
import { callRest } from '../support/wire-clients.ts';

test('a text that the promised 8 MiB can hold is taken, and one beyond them is refused by its size', async () => {
  const { desk } = await createTestApp();
  const { url } = await desk.listen({ port: 0 });
  const { key } = await desk.services.keys.create({ name: 'test', scope: 'write' });
  const text = 'A pool keeps connections open, so that requests need not wait. '.repeat(16_000);
  const taken = await callRest(url, key, 'knowledge_create', { text });
  expect(taken).toMatchObject({ status: 201, body: { status: 'ready' } });
  const refused = await callRest(url, key, 'knowledge_create', { text: text.repeat(9) });
  expect(refused).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
});

/** Only the beginning of a request for 8 MiB. */
function begin(url: string, path: string, key: string): ClientRequest {
  const begun = request(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': 8 * 1024 * 1024,
      expect: '100-continue',
    },
  });
  onTestFinished(() => void begun.on('error', () => {}).destroy());
  begun.flushHeaders();
  return begun;
}

const statusOf = (begun: ClientRequest) =>
  new Promise<number | undefined>((resolve) => begun.once('response', ({ statusCode }) => resolve(statusCode)));
const continued = (begun: ClientRequest) => new Promise<void>((resolve) => begun.once('continue', resolve));

test('whoever may not write is told so before the body is sent', async () => {
  const { desk } = await createTestApp();
  const { url } = await desk.listen({ port: 0 });
  const { key } = await desk.services.keys.create({ name: 'reader', scope: 'read' });
  expect(await statusOf(begin(url, '/knowledge', key))).toBe(403);
});

test('bodies that are too much together wait outside, but nobody is kept from sending one', async () => {
  const { desk } = await createTestApp();
  const { url } = await desk.listen({ port: 0 });
  const [many, one] = await Promise.all(['many', 'one'].map((name) => desk.services.keys.create({ name, scope: 'write' })));
  const begun = Array.from({ length: 12 }, () => begin(url, '/knowledge', many!.key));
  await Promise.all(begun.map(continued));
  const short = { text: 'A pool keeps connections open, so that requests need not wait.' };
  const long = { text: `${short.text} `.repeat(2000) };
  expect(await callRest(url, many!.key, 'knowledge_create', long)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(await callRest(url, many!.key, 'knowledge_create', short)).toMatchObject({ status: 201 });
  expect(await callRest(url, one!.key, 'knowledge_create', long)).toMatchObject({ status: 201 });
  begun[0]!.on('error', () => {}).destroy();
  await expect.poll(async () => (await callRest(url, many!.key, 'knowledge_create', long)).status).toBe(201);
});

test('a body of very many fields is refused without a long look', async () => {
  const { desk } = await createTestApp();
  const { url } = await desk.listen({ port: 0 });
  const { key } = await desk.services.keys.create({ name: 'test', scope: 'write' });
  const fields = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`f${index}`, 1]));
  const body = JSON.stringify(fields);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const longestTurn = watchTurns();
  const rest = await fetch(`${url}/api/v1/knowledge`, { method: 'POST', headers, body });
  expect([rest.status, await rest.json()]).toEqual([413, expect.objectContaining({ code: 'payload_too_large', detail: expect.stringContaining('20000 values') })]); // prettier-ignore
  const mcp = await fetch(`${url}/mcp`, { method: 'POST', headers, body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"knowledge_create","arguments":${body.slice(0, 3_000_000)}` }); // prettier-ignore
  expect([mcp.status, await mcp.json()]).toEqual([413, { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.stringContaining('20000 values') } }]); // prettier-ignore
  expect(longestTurn()).toBeLessThan(150);
});
