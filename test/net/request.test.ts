import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createDial } from '../../src/net/request.ts';
import { failureOf, openNetwork, serveHttp, serveTcp } from './support.ts';

describe('an answer', () => {
  test('carries status, headers, body and the time it took', async () => {
    const site = await serveHttp((_, response) =>
      response
        .writeHead(418, [
          ['X-One', 'a'],
          ['Set-Cookie', 'a=1'],
          ['Set-Cookie', 'b=2'],
        ])
        .end('short and stout'),
    );
    const answer = await openNetwork()(`${site.url}tea?pot=1`);
    expect(answer).toMatchObject({
      url: `${site.url}tea?pot=1`,
      status: 418,
      truncated: false,
      headers: { 'x-one': 'a', 'set-cookie': 'a=1, b=2' },
    });
    expect(answer.body.toString()).toBe('short and stout');
    expect(Number.isInteger(answer.durationMs)).toBe(true);
  });

  test('comes to exactly the request that was made, with the name as its Host', async () => {
    const site = await serveHttp(async (request, response) => {
      const chunks = await request.toArray();
      response.end(
        JSON.stringify({ method: request.method, url: request.url, headers: request.rawHeaders, body: Buffer.concat(chunks).toString() }),
      );
    });
    const ask = openNetwork({ resolve: async () => ['127.0.0.1'] });
    const answer = await ask(`http://example.test:${site.port}/a%20b?c=d#e`, {
      method: 'PUT',
      headers: { 'X-Service-Event': 'article.ready' },
      body: '{"ä":1}',
    });
    const seen = JSON.parse(answer.body.toString());
    expect(seen).toMatchObject({ method: 'PUT', url: '/a%20b?c=d', body: '{"ä":1}' });
    expect(seen.headers.join('\n').toLowerCase()).toContain(`host\nexample.test:${site.port}`);
    expect(seen.headers).toContain('X-Service-Event');
    expect(seen.headers).not.toContain('accept-encoding');
  });

  test('reuses a connection', async () => {
    const site = await serveHttp((_, response) => response.end('again'));
    const ask = openNetwork();
    for (let i = 0; i < 10; i++) await ask(site.url);
    // undici frees a connection a moment after its answer has ended, so two may take turns.
    expect(site.connections()).toBeLessThanOrEqual(2);
  });

  test('comes from the second address of a name when the first does not answer', async () => {
    const site = await serveHttp((_, response) => response.end('second'));
    const ask = openNetwork({ resolve: async () => ['127.0.0.9', '127.0.0.1'] });
    expect((await ask(`http://example.test:${site.port}/`)).body.toString()).toBe('second');
  });
});

describe('a body', () => {
  test.each([
    [9, 'ninebytes', false],
    [10, 'ninebytes', false],
    [8, 'ninebyte', true],
    [0, '', true],
  ])('with room for %i bytes is kept as %j', async (maxBytes, kept, truncated) => {
    const site = await serveHttp((_, response) => response.end('ninebytes'));
    const answer = await openNetwork()(site.url, { maxBytes });
    expect([answer.body.toString(), answer.truncated]).toEqual([kept, truncated]);
  });

  test.each([
    ['gzip', gzipSync('plain text')],
    ['X-GZIP', gzipSync('plain text')],
    ['deflate', deflateSync('plain text')],
    ['br', brotliCompressSync('plain text')],
    ['unheard-of', Buffer.from('plain text')],
  ])('in %s is read', async (encoding, bytes) => {
    const site = await serveHttp((_, response) => response.setHeader('content-encoding', encoding).end(bytes));
    const answer = await openNetwork()(site.url);
    expect([answer.body.toString(), answer.truncated]).toEqual(['plain text', false]);
  });

  test('is asked for in compressed form by a GET only, and not where the caller says otherwise', async () => {
    const site = await serveHttp((request, response) => response.end(request.headers['accept-encoding'] ?? 'none'));
    const ask = openNetwork();
    const said = [
      ask(site.url),
      ask(site.url, { headers: { 'Accept-Encoding': 'identity' } }),
      ask(site.url, { method: 'POST', body: '{}' }),
    ];
    expect((await Promise.all(said)).map(({ body }) => body.toString())).toEqual(['gzip, br', 'identity', 'none']);
  });

  test.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
  ])('that is a %s bomb stops at the size limit', async (encoding, bomb) => {
    const site = await serveHttp((_, response) => response.setHeader('content-encoding', encoding).end(bomb));
    const before = process.memoryUsage().rss;
    const answer = await openNetwork()(site.url, { maxBytes: 1_000 });
    expect([answer.body.length, answer.truncated]).toEqual([1_000, true]);
    expect(process.memoryUsage().rss - before).toBeLessThan(30_000_000);
  });

  test.each(['gzip', 'br'])('that only claims to be %s, or ends early, is an incomplete body of a good answer', async (encoding) => {
    const bytes = encoding === 'gzip' ? gzipSync('text '.repeat(1_000)) : brotliCompressSync('text '.repeat(1_000));
    const site = await serveHttp((request, response) =>
      response.setHeader('content-encoding', encoding).end(request.url === '/early' ? bytes.subarray(0, -5) : 'not at all'),
    );
    const ask = openNetwork();
    for (const path of ['early', 'false']) expect(await ask(site.url + path)).toMatchObject({ status: 200, truncated: true });
  });

  test.each(['gzip', 'br'])('that is empty is complete, whatever its %s encoding', async (encoding) => {
    const site = await serveHttp((request, response) =>
      response.writeHead(request.url === '/none' ? 204 : 200, { 'content-encoding': encoding }).end(),
    );
    const ask = openNetwork();
    const answers = [ask(site.url, { method: 'HEAD' }), ask(`${site.url}none`), ask(site.url)];
    for (const answer of await Promise.all(answers)) expect([answer.body.length, answer.truncated]).toEqual([0, false]);
  });

  test('that is announced as large takes no room before it comes', async () => {
    const huge = 64 * 1024 * 1024;
    const begun = Promise.withResolvers<ServerResponse>();
    const site = await serveHttp((request, response) => {
      if (request.url !== '/huge') return void response.end();
      response.writeHead(200, { 'content-length': huge }).write('x');
      begun.resolve(response);
    });
    const ask = openNetwork();
    const before = process.memoryUsage().arrayBuffers;
    const answer = ask(`${site.url}huge`, { maxBytes: huge });
    const response = await begun.promise;
    // What was written before has come by the time that others are answered.
    for (let times = 0; times < 10; times++) await ask(site.url);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(huge / 8);
    response.destroy();
    const { body, truncated } = await answer;
    expect([body.toString(), truncated]).toEqual(['x', true]);
  });

  test.each([0.5, 1, 3])('of %d MiB comes whole, announced or not', async (mebibytes) => {
    const bytes = randomBytes(mebibytes * 1024 * 1024);
    const site = await serveHttp((request, response) =>
      response.writeHead(200, request.url === '/announced' ? { 'content-length': bytes.length } : {}).end(bytes),
    );
    const ask = openNetwork();
    for (const path of ['announced', 'unannounced']) {
      const { body, truncated } = await ask(site.url + path, { maxBytes: 4 * 1024 * 1024 });
      expect([body.equals(bytes), truncated]).toEqual([true, false]);
    }
  });

  test.each([
    ['breaks off', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
    ['is chunked wrongly', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\nnonsense\r\n'],
  ])('that %s leaves a truncated answer', async (_, bytes) => {
    const site = await serveTcp((socket) => void socket.once('data', () => socket.end(bytes)));
    const answer = await openNetwork()(site.url);
    expect(answer).toMatchObject({ status: 200, truncated: true });
    expect('half'.startsWith(answer.body.toString())).toBe(true);
  });
});

describe('a receiver that does not speak HTTP', () => {
  test.each([
    ['closes at once', '', 'reset'],
    ['closes amid the headers', 'HTTP/1.1 200 OK\r\ncontent-le', 'reset'],
    ['speaks something else', 'SSH-2.0-OpenSSH_9.2\r\n', 'protocol'],
    ['sends noise', '\0\x01\x02\xff\r\n\r\n', 'protocol'],
    ['contradicts itself on the length', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx', 'protocol'],
    ['never ends its headers', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`, 'protocol'],
    ['switches protocols unasked', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 'reset'],
  ])('%s', async (_, bytes, code) => {
    const site = await serveTcp((socket) => void socket.once('data', () => socket.end(bytes, 'latin1')));
    expect((await failureOf(openNetwork()(site.url, { method: 'POST', body: '{}' }))).code).toBe(code);
  });

  test('resets the connection', async () => {
    const site = await serveTcp((socket) => void socket.once('data', () => socket.resetAndDestroy()));
    expect(await failureOf(openNetwork()(site.url))).toMatchObject({
      code: 'reset',
      message: '127.0.0.1 closed the connection before it answered.',
    });
  });
});

describe('where nobody answers', () => {
  test('the host and the port are named, and nothing of the path', async () => {
    const site = await serveHttp(() => {});
    const free = site.port === 65_535 ? 1 : site.port;
    const ask = openNetwork({ resolve: async () => ['127.0.0.9', '127.0.0.8'] });
    const failures = await Promise.all([
      failureOf(ask(`http://example.test:${free}/hook?token=hush`)),
      failureOf(ask(`http://127.0.0.7:${free}/hush`)),
    ]);
    expect(failures.map(({ code, message }) => [code, message])).toEqual([
      ['connect', `No address of example.test answers on port ${free} (connection refused).`],
      ['connect', `127.0.0.7 does not answer on port ${free} (connection refused).`],
    ]);
  });

  test.each([
    ['has no address', async () => []],
    ['cannot be looked up', async () => Promise.reject(new Error('SERVFAIL at ns.internal'))],
  ])('a name that %s says so', async (_, resolve) => {
    const failure = await failureOf(openNetwork({ resolve })('http://example.test/'));
    expect([failure.code, failure.message]).toEqual(['dns', 'No address of example.test could be found.']);
  });

  test('a header that cannot be written is refused without repeating it', async () => {
    const site = await serveHttp((_, response) => response.end());
    const failure = await failureOf(openNetwork()(site.url, { headers: { authorization: 'Bearer hush\r\nx: y' } }));
    expect(failure.code).toBe('protocol');
    expect(failure.message).not.toContain('hush');
    expect(site.connections()).toBe(0);
  });
});

describe('closing', () => {
  test('waits for open requests, closes every connection and dials no more', async () => {
    let answer = () => {};
    const asked = Promise.withResolvers<void>();
    const site = await serveHttp((_, response) => {
      answer = () => response.end('done');
      asked.resolve();
    });
    const network = createDial({ production: false, allowedNetworks: [] });
    const request = { url: site.url, deadlineMs: 2_000, maxBytes: 100 };
    const last = network.request(request);
    await asked.promise;
    const closed = network.close();
    expect((await failureOf(network.request(request))).code).toBe('aborted');
    answer();
    expect((await last).body.toString()).toBe('done');
    await closed;
    await expect.poll(() => site.open(), { interval: 5 }).toBe(0);
  });
});
