import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually, failureOf, openNetwork, serveHttp, serveTcp } from './support.ts';

const deadlineMs = 300;
/** How much later than its deadline a request may end on a busy machine. */
const graceMs = 250;

/** Writes a piece every 20 ms for as long as the connection lives. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on('close', () => clearInterval(timer));
}

/** Writes as fast as the other side takes it, without end. */
function flood(socket: Socket): void {
  const piece = Buffer.alloc(65_536, 'x');
  const pour = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', pour);
  pour();
}

describe('without headers by the deadline the request fails and its connection is closed', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => {}],
    ['drips one endless header', (socket) => socket.once('data', () => (socket.write('HTTP/1.1 200 OK\r\nx: '), drip(socket, 'y')))],
    ['drips header after header', (socket) => socket.once('data', () => (socket.write('HTTP/1.1 200 OK\r\n'), drip(socket, 'x: y\r\n')))],
    ['keeps saying that it will answer', (socket) => socket.once('data', () => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'))],
  ])('a receiver that %s', async (_, onConnection) => {
    const site = await serveTcp(onConnection);
    const failure = await failureOf(openNetwork()(site.url, { method: 'POST', body: '{}', deadlineMs }));
    expect(failure).toMatchObject({ code: 'timeout', message: '127.0.0.1 did not answer within 0.3 s.' });
    expect(failure.durationMs).toBeGreaterThanOrEqual(deadlineMs - 5);
    expect(failure.durationMs).toBeLessThan(deadlineMs + graceMs);
    await eventually(() => site.open() === 0);
  });

  test('a TLS handshake that never ends', async () => {
    const site = await serveTcp(() => {});
    const failure = await failureOf(openNetwork()(site.url.replace('http:', 'https:'), { deadlineMs }));
    expect(failure.code).toBe('timeout');
    expect(failure.durationMs).toBeLessThan(deadlineMs + graceMs);
    await eventually(() => site.open() === 0);
  });

  test('a name that is found too late is not dialled any more', async () => {
    const site = await serveHttp((_, response) => response.end());
    const found = Promise.withResolvers<string[]>();
    const failure = await failureOf(openNetwork({ resolve: () => found.promise })(`http://late.test:${site.port}/`, { deadlineMs }));
    expect(failure.code).toBe('timeout');
    expect(failure.durationMs).toBeLessThan(deadlineMs + graceMs);
    found.resolve(['127.0.0.1']);
    await openNetwork()(site.url);
    expect(site.connections()).toBe(1);
  });

  test('a failure says how long it took, including the lookup', async () => {
    const resolve = () => new Promise<string[]>((found) => setTimeout(() => found([]), 50));
    const failure = await failureOf(openNetwork({ resolve })('http://slow.test/', { deadlineMs }));
    expect(failure.code).toBe('dns');
    expect(failure.durationMs).toBeGreaterThanOrEqual(45);
  });

  test('one deadline covers all hops together', async () => {
    const site = await serveHttp((request, response) => {
      setTimeout(() => response.writeHead(302, { location: `${request.url}x` }).end(), 100);
    });
    const failure = await failureOf(openNetwork()(site.url, { deadlineMs, maxRedirects: 20 }));
    expect(failure.code).toBe('timeout');
    expect(failure.durationMs).toBeLessThan(deadlineMs + graceMs);
  });

  test('a redirect with a body that never ends costs no time', async () => {
    const site = await serveTcp((socket) =>
      socket.once('data', (head) => {
        if (head.toString().startsWith('GET /end')) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
        else drip(socket, 'HTTP/1.1 302 Found\r\nlocation: /end\r\n\r\n');
      }),
    );
    expect((await openNetwork()(site.url, { deadlineMs, maxRedirects: 1 })).body.toString()).toBe('ok');
  });
});

describe('an answer whose body is not complete', () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n';

  test('at the deadline is returned, cut, and its connection is closed', async () => {
    const site = await serveTcp((socket) => socket.once('data', () => (socket.write(head), drip(socket, 'x'))));
    const answer = await openNetwork()(site.url, { deadlineMs });
    expect(answer).toMatchObject({ status: 200, truncated: true });
    expect(answer.body.length).toBeGreaterThan(0);
    expect(answer.durationMs).toBeLessThan(deadlineMs + graceMs);
    await eventually(() => site.open() === 0);
  });

  test('at the deadline is returned even without one byte of the body', async () => {
    const site = await serveTcp((socket) => socket.once('data', () => socket.write(`${head.trimEnd()}\r\ncontent-encoding: gzip\r\n\r\n`)));
    const answer = await openNetwork()(site.url, { deadlineMs });
    expect([answer.status, answer.body.length, answer.truncated]).toEqual([200, 0, true]);
  });

  test('at the size limit is returned at once, and its connection is closed', async () => {
    const site = await serveTcp((socket) => socket.once('data', () => (socket.write(head), flood(socket))));
    const answer = await openNetwork()(site.url, { deadlineMs, maxBytes: 16_384 });
    expect([answer.status, answer.body.length, answer.truncated]).toEqual([200, 16_384, true]);
    expect(answer.durationMs).toBeLessThan(deadlineMs);
    await eventually(() => site.open() === 0);
  });
});

describe('the caller', () => {
  test('can abort a request before it starts', async () => {
    const site = await serveHttp((_, response) => response.end());
    const failure = await failureOf(openNetwork()(site.url, { signal: AbortSignal.abort(new Error('hush')) }));
    expect(failure).toMatchObject({ code: 'aborted', message: 'The request was given up by its caller.' });
    expect(site.connections()).toBe(0);
  });

  test('can abort it while it waits for the answer', async () => {
    const controller = new AbortController();
    const site = await serveTcp((socket) => socket.once('data', () => controller.abort()));
    expect((await failureOf(openNetwork()(site.url, { signal: controller.signal }))).code).toBe('aborted');
    await eventually(() => site.open() === 0);
  });

  test('can abort it while the body arrives', async () => {
    const controller = new AbortController();
    // The channel speaks up while the headers are read; the body is waited for one turn later.
    const abort = () => setImmediate(() => controller.abort());
    subscribe('undici:request:headers', abort);
    onTestFinished(() => void unsubscribe('undici:request:headers', abort));
    const site = await serveTcp((socket) => socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\nhalf')));
    expect((await failureOf(openNetwork()(site.url, { signal: controller.signal }))).code).toBe('aborted');
    await eventually(() => site.open() === 0);
  });
});

test('a request that is cut harms no other to the same origin', async () => {
  const site = await serveHttp((request, response) => {
    if (request.url === '/fast') response.end('fast');
    if (request.url === '/later') setTimeout(() => response.end('later'), deadlineMs + 100);
  });
  const ask = openNetwork();
  const later = ask(`${site.url}later`);
  const cut = Array.from({ length: 20 }, () => failureOf(ask(`${site.url}never`, { deadlineMs })));
  const fast = Array.from({ length: 20 }, () => ask(`${site.url}fast`));
  expect(new Set((await Promise.all(cut)).map(({ code }) => code))).toEqual(new Set(['timeout']));
  expect((await Promise.all(fast)).every(({ status }) => status === 200)).toBe(true);
  expect((await later).body.toString()).toBe('later');
});
