import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { certify, type Identity } from '../support/certificates.ts';
import { failureOf, listen, openNetwork, serveHttp } from './support.ts';

const { trusted, unknown, outdated } = certify('secure.test');

async function serveTls(identity: Identity) {
  const server = createServer(identity, (request, response) => {
    if (request.url === '/down') return response.writeHead(302, { location: 'http://secure.test/' }).end();
    return response.end(`${(request.socket as TLSSocket & { servername: string }).servername} ${request.headers.host}`);
  });
  return listen(server, '127.0.0.1', 'secureConnection', 'https', 0);
}

const resolve = async () => ['127.0.0.1'];

describe('over TLS', () => {
  test('the name, not the address, is asked for and verified', async () => {
    const site = await serveTls(trusted);
    const answer = await openNetwork({ resolve })(`https://secure.test:${site.port}/`, { httpsOnly: true });
    expect(answer.body.toString()).toBe(`secure.test secure.test:${site.port}`);
  });

  test.each([
    ['nobody here trusts', unknown, 'secure.test', 'The certificate of secure.test is self-signed and not trusted here.'],
    ['was issued for another name', trusted, 'other.test', 'The certificate offered by other.test was issued for another name.'],
    ['has expired', outdated, 'secure.test', 'The certificate of secure.test has expired.'],
  ])('a certificate that %s is refused, and nothing is sent', async (_, identity, host, message) => {
    const site = await serveTls(identity);
    const failure = await failureOf(openNetwork({ resolve })(`https://${host}:${site.port}/`));
    expect([failure.code, failure.message]).toEqual(['tls', message]);
  });

  test('a server without TLS is distinguished from a silent one', async () => {
    const site = await serveHttp((_, response) => response.end());
    expect((await failureOf(openNetwork({ resolve })(`https://secure.test:${site.port}/`))).code).toBe('tls');
  });
});

describe('where https is required', () => {
  test('http is refused before anything is dialled', async () => {
    const site = await serveHttp((_, response) => response.end());
    expect((await failureOf(openNetwork()(site.url, { httpsOnly: true }))).code).toBe('https_required');
    expect(site.connections()).toBe(0);
  });

  test('a redirect down to http is refused', async () => {
    const site = await serveTls(trusted);
    const failure = await failureOf(
      openNetwork({ resolve })(`https://secure.test:${site.port}/down`, { httpsOnly: true, maxRedirects: 3 }),
    );
    expect(failure.code).toBe('https_required');
  });
});
