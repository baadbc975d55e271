import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mountExports } from '../../src/faces/http/exports.ts';

/** A list of a hundred megabytes, and how much of it was made. */
async function serveLongList() {
  const made = { pieces: 0, isClosed: false };
  async function* text() {
    try {
      for (; made.pieces < 5000; made.pieces++) {
        yield 'x'.repeat(20_000);
        await nextTurn();
      }
    } finally {
      made.isClosed = true;
    }
  }
  const app = Fastify();
  mountExports(app, async () => ({ name: 'list', text: text() }));
  onTestFinished(() => app.close());
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { made, app, url: `${address}/exports/${'a'.repeat(40)}.csv` };
}

test('who asks for the headers alone has nothing made', async () => {
  const { made, url } = await serveLongList();
  const answer = await fetch(url, { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  await nextTurn();
  expect(made).toEqual({ pieces: 0, isClosed: false });
});

test('a list is made as fast as it is read, and no further than to where the reader left', async () => {
  const { made, url } = await serveLongList();
  const { body } = await fetch(url);
  const reader = body!.getReader();
  await reader.read();
  await reader.cancel().catch(() => {});
  await vi.waitFor(() => expect(made.isClosed).toBe(true));
  expect(made.pieces).toBeLessThan(2000);
});
