import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPolicy, refusedKind } from '../../src/net/guard.ts';
import { keepApart, openProxy, proxyUser, type Proxy, type ProxyOptions } from '../../src/net/proxy.ts';
import { eventually, serveHttp, serveTcp } from './support.ts';

const password = 'a secret of this test';
const limits = { maxRequests: 100, maxConnections: 20, maxBytes: 1_000_000 };

/** A proxy in production, which may dial 127.0.0.1 and no other private address. */
async function open(options: Partial<ProxyOptions> = {}): Promise<Proxy> {
  const proxy = await openProxy({ password, limits, production: true, allowedNetworks: ['127.0.0.1'], ...options });
  onTestFinished(() => proxy.close());
  return proxy;
}

const credentials = (secret: string) => ({ 'proxy-authorization': `Basic ${Buffer.from(`${proxyUser}:${secret}`).toString('base64')}` });

/** Asks for a whole address, as a browser does that has a proxy. */
async function ask(proxy: Proxy, url: string, { secret = password, method = 'GET', body = '', headers = {} } = {}) {
  const { hostname, port } = new URL(proxy.url);
  const asking = request({ hostname, port, path: url, method, headers: { ...credentials(secret), ...headers }, agent: false });
  const answered = once(asking, 'response') as Promise<[IncomingMessage]>;
  asking.end(body);
  const [answer] = await answered;
  const chunks = await answer.toArray();
  return { status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks).toString() };
}

/** Opens a tunnel; resolves to the first line that the proxy answers. */
async function connectTo(proxy: Proxy, target: string, secret = password): Promise<{ socket: Socket; line: string }> {
  const { hostname, port } = new URL(proxy.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(
    `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\nProxy-Authorization: ${credentials(secret)['proxy-authorization']}\r\n\r\n`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return { socket, line: answer.toString().split('\r\n')[0]! };
}

describe('through the proxy', () => {
  test('a request reaches its server as it was made, without what is between neighbours', async () => {
    const site = await serveHttp(async (asked, answer) => {
      const body = Buffer.concat(await asked.toArray()).toString();
      answer.writeHead(201, { 'x-one': 'a', connection: 'x-two', 'x-two': 'b' });
      answer.end(JSON.stringify({ method: asked.method, url: asked.url, headers: asked.headers, body }));
    });
    const proxy = await open();
    const answer = await ask(proxy, `${site.url}a%20b?c=d`, {
      method: 'POST',
      body: 'sent',
      headers: { 'x-mine': 'yes', 'proxy-connection': 'keep-alive' },
    });
    expect(answer).toMatchObject({ status: 201, headers: { 'x-one': 'a' } });
    expect(answer.headers).not.toHaveProperty('x-two');
    const seen = JSON.parse(answer.body);
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/a%20b?c=d',
      body: 'sent',
      headers: { host: `127.0.0.1:${site.port}`, 'x-mine': 'yes' },
    });
    for (const name of ['proxy-authorization', 'proxy-connection']) expect(seen.headers).not.toHaveProperty(name);
    expect(proxy.spent).toMatchObject({ requests: 1, bytes: expect.any(Number) });
    expect(proxy.unreached).toEqual([]);
  });

  test('a tunnel carries bytes both ways', async () => {
    const site = await serveTcp((socket) => socket.on('data', (chunk) => socket.write(chunk.toString().toUpperCase())));
    const proxy = await open({ resolve: async () => ['127.0.0.1'] });
    const { socket, line } = await connectTo(proxy, `example.test:${site.port}`);
    expect(line).toBe('HTTP/1.1 200 Connection Established');
    socket.write('hello');
    expect(String((await once(socket, 'data'))[0])).toBe('HELLO');
  });

  test('nobody is served without the password', async () => {
    const site = await serveHttp((_, answer) => answer.end('reached'));
    const proxy = await open();
    for (const secret of ['', 'wrong', `${password} `]) {
      expect(await ask(proxy, site.url, { secret })).toMatchObject({
        status: 407,
        headers: { 'proxy-authenticate': 'Basic realm="page"' },
      });
      expect((await connectTo(proxy, `127.0.0.1:${site.port}`, secret)).line).toBe('HTTP/1.1 407 Proxy Authentication Required');
    }
    expect(site.connections()).toBe(0);
  });

  test('only whole http addresses and tunnels to a host are asked for', async () => {
    const proxy = await open();
    for (const path of ['/', '/healthz', 'https://example.test/', 'ftp://example.test/', 'file:///etc/passwd'])
      expect(await ask(proxy, path)).toMatchObject({ status: 400 });
    for (const target of ['example.test/x:80', '[::1', 'a b:1'])
      expect((await connectTo(proxy, target)).line).toBe('HTTP/1.1 400 Bad Request');
  });
});

describe('an address that may not be dialled', () => {
  const names: Record<string, string[]> = { 'inside.test': ['10.1.2.3'], 'mixed.test': ['127.0.0.1', '192.168.1.1'] };
  const resolve = async (name: string) => names[name] ?? [];

  test.each([
    ['10.1.2.3', 'private'],
    ['127.0.0.2', 'loopback'],
    ['2130706434', 'loopback'],
    ['[::1]', 'loopback'],
    ['169.254.169.254', 'metadata'],
    ['[::ffff:169.254.169.254]', 'metadata'],
    ['0.0.0.0', 'reserved'],
    ['inside.test', 'private'],
    ['mixed.test', 'private'],
  ])('%s is refused as %s, forwarded or tunnelled, and told once', async (host, kind) => {
    const proxy = await open({ resolve });
    for (let time = 0; time < 2; time++) {
      await expect(ask(proxy, `http://${host}/x`)).rejects.toThrow('socket hang up');
      expect((await connectTo(proxy, `${host}:443`)).line).toBe('HTTP/1.1 502 Bad Gateway');
    }
    const told = { code: 'address_refused', message: expect.stringContaining(`a ${kind} address`) };
    const { hostname } = new URL(`http://${host}/`);
    expect(proxy.unreached).toEqual([
      { target: `http://${hostname}/x`, ...told },
      { target: `${hostname}:443`, ...told },
    ]);
  });

  test('a page from a public address reaches public ones only, in development too', () => {
    const policy = createPolicy({ production: false, allowedNetworks: ['10.0.0.0/8'] });
    keepApart(policy, '127.0.0.1');
    expect(['127.0.0.1', '10.1.2.3', '93.184.216.34'].map((address) => refusedKind(address, policy))).toEqual([null, null, null]);
    keepApart(policy, '93.184.216.34');
    expect(['127.0.0.1', '10.1.2.3', '93.184.216.34'].map((address) => refusedKind(address, policy))).toEqual([
      'loopback',
      'private',
      null,
    ]);
  });
});

describe('what is not reached', () => {
  test('a server that does not answer, and a name that is none, are told', async () => {
    const gone = await serveHttp(() => {});
    const proxy = await open({ resolve: async () => [] });
    await expect(ask(proxy, 'http://127.0.0.1:1/')).rejects.toThrow('socket hang up');
    await expect(ask(proxy, 'http://nowhere.test/')).rejects.toThrow('socket hang up');
    expect((await connectTo(proxy, '127.0.0.1:1')).line).toBe('HTTP/1.1 502 Bad Gateway');
    expect(proxy.unreached.map(({ target, code }) => [target, code])).toEqual([
      ['http://127.0.0.1:1/', 'connect'],
      ['http://nowhere.test/', 'dns'],
      ['127.0.0.1:1', 'connect'],
    ]);
    expect(gone.connections()).toBe(0);
  });

  test('a hundred such targets are kept at most', async () => {
    const proxy = await open({ limits: { ...limits, maxRequests: 1000 } });
    for (let at = 0; at < 120; at++) await connectTo(proxy, `10.0.0.1:${1000 + at}`);
    expect(proxy.unreached).toHaveLength(100);
  });
});

describe('a page cannot take more than its limits', () => {
  test('of requests', async () => {
    const site = await serveHttp((_, answer) => answer.end('more'));
    const proxy = await open({ limits: { ...limits, maxRequests: 2 } });
    for (let time = 0; time < 2; time++) expect(await ask(proxy, site.url)).toMatchObject({ body: 'more' });
    await expect(ask(proxy, site.url)).rejects.toThrow('socket hang up');
    expect(proxy.unreached).toEqual([{ target: site.url, code: 'limit', message: 'The page asks for more than 2 addresses.' }]);
    expect(site.connections()).toBe(2);
  });

  test('of bytes: an endless answer is cut, and nothing more is asked', async () => {
    const site = await serveHttp((_, answer) => {
      const pour = () => void (answer.write(Buffer.alloc(65_536)) ? setImmediate(pour) : answer.once('drain', pour));
      pour();
    });
    const proxy = await open();
    await expect(ask(proxy, site.url)).rejects.toThrow('aborted');
    await eventually(() => site.open() === 0);
    expect(proxy.spent.bytes).toBeLessThan(limits.maxBytes + 200_000);
    await expect(ask(proxy, site.url)).rejects.toThrow('socket hang up');
    expect(proxy.unreached.at(-1)).toMatchObject({ target: site.url, code: 'limit' });
  });

  test('of connections at once', async () => {
    const site = await serveTcp(() => {});
    const proxy = await open({ limits: { ...limits, maxConnections: 2 } });
    for (let time = 0; time < 2; time++) expect((await connectTo(proxy, `127.0.0.1:${site.port}`)).line).toContain('200');
    expect((await connectTo(proxy, `127.0.0.1:${site.port}`)).line).toBe('HTTP/1.1 502 Bad Gateway');
    expect(proxy.unreached).toMatchObject([{ code: 'limit' }]);
  });
});

test('closing cuts tunnels and answers under way', async () => {
  const site = await serveTcp(() => {});
  const proxy = await open();
  const { socket } = await connectTo(proxy, `127.0.0.1:${site.port}`);
  const asking = ask(proxy, site.url).catch((error: Error) => error.message);
  await eventually(() => site.open() === 2);
  await proxy.close();
  expect(await asking).toBe('socket hang up');
  await eventually(() => site.open() === 0 && socket.destroyed);
});
