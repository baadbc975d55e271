import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { failureOf, openNetwork, serveHttp } from './support.ts';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Answers `/to/<status>?<location>` with a redirect, everything else with what it saw. */
async function serveRedirects(host = '127.0.0.1', port = 0) {
  return serveHttp(
    async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      const [, status, location] = /^\/to\/(\d+)\?(.*)$/.exec(request.url ?? '') ?? [];
      if (status && location) return response.writeHead(Number(status), { location }).end('moved');
      return response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }));
    },
    host,
    port,
  );
}

describe('a redirect', () => {
  test('is an answer like any other unless redirects are asked for', async () => {
    const site = await serveRedirects();
    const answer = await openNetwork()(`${site.url}to/302?/there`);
    expect(answer).toMatchObject({ status: 302, headers: { location: '/there' } });
    expect(answer.body.toString()).toBe('moved');
  });

  test('is followed over several hops, relative and absolute, and the last URL is returned', async () => {
    const site = await serveRedirects();
    const answer = await openNetwork()(`${site.url}to/301?/to/302?${site.url}to/307?../end?q=1`, { maxRedirects: 3 });
    expect(answer).toMatchObject({ status: 200, url: `${site.url}end?q=1` });
  });

  test('too many are refused', async () => {
    const site = await serveRedirects();
    const failure = await failureOf(openNetwork()(`${site.url}to/301?/to/301?/to/301?/end`, { maxRedirects: 2 }));
    expect(failure).toMatchObject({ code: 'too_many_redirects', message: '127.0.0.1 redirects once more after 2 redirects.' });
  });

  test('without a Location is an answer', async () => {
    const site = await serveHttp((_, response) => response.writeHead(302).end());
    expect((await openNetwork()(site.url, { maxRedirects: 3 })).status).toBe(302);
  });

  test.each([
    ['POST', 301, 'GET', ''],
    ['POST', 302, 'GET', ''],
    ['POST', 303, 'GET', ''],
    ['PUT', 303, 'GET', ''],
    ['POST', 307, 'POST', '{}'],
    ['POST', 308, 'POST', '{}'],
    ['PUT', 302, 'PUT', '{}'],
  ] as const)('of a %s with %i leads to a %s', async (method, status, then, body) => {
    const site = await serveRedirects();
    const answer = await openNetwork()(`${site.url}to/${status}?/end`, {
      method,
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
      maxRedirects: 1,
    });
    const seen: Seen = JSON.parse(answer.body.toString());
    expect(seen).toMatchObject({ method: then, body });
    expect(seen.headers['content-type']).toBe(body === '' ? undefined : 'application/json');
  });

  test('of a HEAD with 303 stays a HEAD', async () => {
    const site = await serveRedirects();
    const answer = await openNetwork()(`${site.url}to/303?/end`, { method: 'HEAD', maxRedirects: 1 });
    expect([answer.status, answer.body.length]).toEqual([200, 0]);
  });
});

describe('what a redirect carries along', () => {
  const headers = {
    Authorization: 'Bearer hush',
    Cookie: 'a=1',
    'X-Webhook-Secret': 'hush',
    'X-Api-Key': 'hush',
    'User-Agent': 'Service-Webhook/1.0',
    Accept: 'text/html',
  };

  test('is everything within an origin', async () => {
    const site = await serveRedirects();
    const answer = await openNetwork()(`${site.url}to/302?/end`, { headers, maxRedirects: 1 });
    const seen: Seen = JSON.parse(answer.body.toString());
    expect(seen.headers).toMatchObject({
      authorization: 'Bearer hush',
      cookie: 'a=1',
      'x-webhook-secret': 'hush',
      'x-api-key': 'hush',
      accept: 'text/html',
    });
  });

  test('is nothing personal to another origin, nor back again', async () => {
    const [first, other] = [await serveRedirects(), await serveRedirects()];
    const ask = openNetwork();
    for (const start of [`${first.url}to/302?${other.url}`, `${first.url}to/302?${other.url}to/302?${first.url}`]) {
      const answer = await ask(start, { headers, maxRedirects: 2 });
      const seen: Seen = JSON.parse(answer.body.toString());
      expect(Object.keys(seen.headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    }
  });
});

describe('a hop that may not be taken', () => {
  test.each([
    ['http://169.254.169.254/latest/meta-data/', 'address_refused'],
    ['http://0xa9fea9fe/', 'address_refused'],
    ['//[::ffff:169.254.169.254]/', 'address_refused'],
    ['http://metadata.test/', 'address_refused'],
    ['http://user:hush@127.0.0.1/', 'invalid_url'],
    ['file:///etc/passwd', 'invalid_url'],
    ['http://[', 'invalid_url'],
  ])('to %s ends the request', async (location, code) => {
    const site = await serveRedirects();
    const ask = openNetwork({ resolve: async (name) => [name === 'metadata.test' ? '169.254.169.254' : '127.0.0.1'] });
    const failure = await failureOf(ask(`http://example.test:${site.port}/to/302?${location}`, { maxRedirects: 5 }));
    expect(failure.code).toBe(code);
    expect(failure.message).not.toContain('hush');
  });

  test('to a private address in production is refused on the second hop too', async () => {
    const inside = await serveHttp((_, response) => response.end());
    const site = await serveRedirects('127.0.0.2');
    const ask = openNetwork({ production: true, allowedNetworks: ['127.0.0.2'] });
    const failure = await failureOf(ask(`${site.url}to/302?${site.url}to/302?${inside.url}`, { maxRedirects: 5 }));
    expect(failure.code).toBe('address_refused');
    expect(inside.connections()).toBe(0);
  });

  test('loses the trust that the operator gave to the first origin only', async () => {
    const inside = await serveHttp((_, response) => response.end());
    const site = await serveRedirects('127.0.0.2');
    const ask = openNetwork({ production: true });
    expect((await ask(`${site.url}to/302?/end`, { configured: site.url, maxRedirects: 1 })).status).toBe(200);
    expect((await failureOf(ask(`${site.url}to/302?${inside.url}`, { configured: site.url, maxRedirects: 1 }))).code).toBe(
      'address_refused',
    );
    expect(inside.connections()).toBe(0);
  });
});
