import type { ServerResponse } from 'node:http';
import { brotliCompressSync, createGzip, constants, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gatherBody } from '../../src/net/body.ts';
import { eventually, failureOf, openNetwork, serveHttp, serveTcp } from './support.ts';

/** Writes each piece only when the one before has been taken. */
async function conversation(pieces: readonly string[]) {
  const taken: string[] = [];
  const site = await serveHttp(async (_, response) => {
    for (const [index, piece] of pieces.entries()) {
      response.write(piece);
      await eventually(() => taken.join('') === pieces.slice(0, index + 1).join(''));
    }
    response.end();
  });
  return { site, taken, onData: (chunk: Buffer) => void taken.push(chunk.toString()) };
}

describe('a body that is consumed as it arrives', () => {
  test('comes piece by piece, and nothing of it is kept', async () => {
    const { site, taken, onData } = await conversation(['one ', 'two ', 'three']);
    const answer = await openNetwork()(site.url, { onData });
    expect(taken).toEqual(['one ', 'two ', 'three']);
    expect(answer).toMatchObject({ status: 200, truncated: false, body: Buffer.alloc(0) });
  });

  test('is decoded as it arrives', async () => {
    const taken: string[] = [];
    const site = await serveHttp(async (_, response) => {
      response.setHeader('content-encoding', 'gzip');
      const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
      gzip.pipe(response);
      gzip.write('first ');
      await eventually(() => taken.length === 1);
      gzip.end('second');
    });
    await openNetwork()(site.url, { onData: (chunk) => void taken.push(chunk.toString()) });
    expect(taken).toEqual(['first ', 'second']);
  });

  test('is the same as a kept body, however it was cut, encoded and limited', async () => {
    let bytes: Buffer = Buffer.alloc(0);
    let encoding = 'identity';
    let cuts: readonly number[] = [];
    const site = await serveHttp((_, response) => {
      response.setHeader('content-encoding', encoding);
      writeCut(response, bytes, cuts);
    });
    const ask = openNetwork();
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 200, unit: 'binary' }),
        fc.constantFrom('identity', 'gzip', 'br'),
        fc.array(fc.nat(200), { maxLength: 4 }),
        fc.nat(300),
        async (text, coding, places, maxBytes) => {
          encoding = coding;
          cuts = places.toSorted((a, b) => a - b);
          bytes = { identity: Buffer.from(text), gzip: gzipSync(text), br: brotliCompressSync(text) }[coding]!;
          const kept = await ask(site.url, { maxBytes });
          const pieces: Buffer[] = [];
          const taken = await ask(site.url, { maxBytes, onData: (chunk) => void pieces.push(Buffer.from(chunk)) });
          expect([Buffer.concat(pieces), taken.truncated, taken.body.length]).toEqual([kept.body, kept.truncated, 0]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('is kept as usual if the answer is not a success', async () => {
    const site = await serveHttp((_, response) => response.writeHead(429).end('slow down'));
    const answer = await openNetwork()(site.url, { onData: () => expect.unreachable() });
    expect([answer.status, answer.body.toString()]).toEqual([429, 'slow down']);
  });

  test('is that of the last hop', async () => {
    const site = await serveHttp((request, response) => {
      if (request.url === '/end') response.end('here');
      else response.writeHead(302, { location: '/end' }).end('not here');
    });
    const taken: string[] = [];
    await openNetwork()(site.url, { maxRedirects: 1, onData: (chunk) => void taken.push(chunk.toString()) });
    expect(taken).toEqual(['here']);
  });

  test('that breaks off leaves a truncated answer', async () => {
    const site = await serveTcp((socket) => void socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')));
    const taken: string[] = [];
    const answer = await openNetwork()(site.url, { onData: (chunk) => void taken.push(chunk.toString()) });
    expect([taken.join(''), answer.truncated]).toEqual(['half', true]);
  });
});

function writeCut(response: ServerResponse, bytes: Buffer, cuts: readonly number[]): void {
  let from = 0;
  for (const to of cuts) {
    response.write(bytes.subarray(from, to));
    from = Math.max(from, to);
  }
  response.end(bytes.subarray(from));
}

describe('its taker', () => {
  test('ends the exchange when it wants no more, and the connection is closed', async () => {
    const site = await serveHttp((_, response) => void response.write('enough'));
    const answer = await openNetwork()(site.url, { onData: () => false });
    expect(answer).toMatchObject({ status: 200, truncated: false });
    await eventually(() => site.open() === 0);
  });

  test.each(['identity', 'gzip'])('may fail amid %s bytes: the request fails with that error', async (encoding) => {
    const site = await serveHttp((_, response) => {
      response.setHeader('content-encoding', encoding);
      response.write(encoding === 'gzip' ? gzipSync('text') : 'text');
    });
    const fault = Object.assign(new Error('of mine'), { code: 'ECONNRESET' });
    const asked = openNetwork()(site.url, {
      deadlineMs: 60_000,
      onData() {
        throw fault;
      },
    });
    await expect(asked).rejects.toBe(fault);
    await eventually(() => site.open() === 0);
  });

  test('receives nothing more once the request was aborted', async () => {
    const caller = new AbortController();
    const site = await serveHttp((_, response) => void response.write('first'));
    let pieces = 0;
    const failure = await failureOf(
      openNetwork()(site.url, {
        signal: caller.signal,
        onData() {
          pieces++;
          caller.abort();
        },
      }),
    );
    expect([failure.code, pieces]).toEqual(['aborted', 1]);
    await eventually(() => site.open() === 0);
  });
});

describe('silence', () => {
  test('after a piece of the body ends the exchange, and the connection is closed', async () => {
    const site = await serveHttp((_, response) => void response.write('and then'));
    const failure = await failureOf(openNetwork()(site.url, { onData: () => {}, idleMs: 50, deadlineMs: 60_000 }));
    expect(failure).toMatchObject({ code: 'timeout', message: '127.0.0.1 fell silent for 0.05 s amid its answer.' });
    expect(failure.durationMs).toBeGreaterThanOrEqual(45);
    await eventually(() => site.open() === 0);
  });

  test('no longer counts once the answer is complete', async () => {
    const site = await serveHttp((_, response) => response.end('all'));
    const ask = openNetwork();
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    // The first opens the connection, whose own timers stay.
    await ask(site.url, { onData: () => {} });
    const before = timers();
    for (let i = 0; i < 10; i++) await ask(site.url, { onData: () => {}, idleMs: 60_000 });
    expect(timers()).toBeLessThan(before + 5);
  });

  test('does not count while pieces keep coming; before the first, only the deadline applies', async () => {
    const site = await serveHttp((_, response) => {
      response.flushHeaders();
      setTimeout(() => {
        const timer = setInterval(() => response.write('.'), 20);
        setTimeout(() => (clearInterval(timer), response.end()), 400);
      }, 250);
    });
    const answer = await openNetwork()(site.url, { onData: () => {}, idleMs: 200 });
    expect(answer.truncated).toBe(false);
  });

  test('or not, the deadline covers the whole body', async () => {
    const site = await serveHttp((_, response) => {
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const answer = await openNetwork()(site.url, { onData: () => {}, idleMs: 1_000, deadlineMs: 150 });
    expect(answer.truncated).toBe(true);
    expect(answer.durationMs).toBeGreaterThanOrEqual(145);
  });
});

test('a body in pieces of one byte holds no more memory than its bytes', () => {
  let kept: Buffer | undefined;
  const sink = gatherBody(undefined, { maxBytes: 100_000, done: ({ body }) => void (kept = body), pause() {}, resume() {} });
  const before = process.memoryUsage().arrayBuffers;
  // Each piece is a view of what was read from the socket at once.
  for (let index = 0; index < 50_000; index++) sink.write(Buffer.alloc(8192, index % 251).subarray(0, 1));
  const held = process.memoryUsage().arrayBuffers - before;
  sink.end();
  expect(kept!.equals(Buffer.from(Array.from({ length: 50_000 }, (_, index) => index % 251)))).toBe(true);
  expect(held).toBeLessThan(200_000_000);
});

describe('a body whose length is known', () => {
  const gather = (declaredBytes: number) => {
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    return {
      promise,
      sink: gatherBody(undefined, { maxBytes: 3e6, declaredBytes, done: ({ body }) => resolve(body), pause() {}, resume() {} }),
    };
  };

  test('is held once', async () => {
    const { promise, sink } = gather(1_000_000);
    for (let sent = 0; sent < 1_000_000; sent += 50_000) sink.write(Buffer.alloc(50_000, 'x'));
    sink.end();
    const body = await promise;
    expect(body.equals(Buffer.alloc(1_000_000, 'x'))).toBe(true);
    expect(body.buffer.byteLength).toBe(1_000_000);
  });

  test('holds no more than has come, whatever was said', async () => {
    for (const declaredBytes of [5, 1_000_000, 1e12]) {
      const { promise, sink } = gather(declaredBytes);
      sink.write(Buffer.from('one '));
      sink.write(Buffer.from('two'));
      sink.fail();
      const body = await promise;
      expect(body.toString()).toBe('one two');
      expect(body.buffer.byteLength).toBeLessThan(100_000);
    }
  });
});
