import { expect, test } from 'vitest';
import { createTestApp } from '../support/test-app.ts';
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
