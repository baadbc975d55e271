import { expect, test } from 'vitest';
import { failureOf, openNetwork, serveHttp } from './support.ts';

test('what a URL may do for one request, it may not for the next of another kind', async () => {
  const { url, connections } = await serveHttp((_, response) => response.end());
  const ask = openNetwork({ production: true });
  const trusted = { configured: url };
  expect((await ask(url, trusted)).status).toBe(200);
  for (let times = 0; times < 2; times++) {
    expect((await failureOf(ask(url))).code).toBe('address_refused');
    expect((await failureOf(ask(url, { httpsOnly: true }))).code).toBe('https_required');
    expect((await failureOf(ask(url, { ...trusted, httpsOnly: true }))).code).toBe('https_required');
    expect((await ask(url, trusted)).status).toBe(200);
  }
  expect(connections()).toBe(1);
});

test('a thousand other URLs between them change no verdict', async () => {
  const { url } = await serveHttp((_, response) => response.end());
  const ask = openNetwork({ production: true });
  for (let times = 0; times < 2; times++) {
    expect((await failureOf(ask(url))).code).toBe('address_refused');
    const others = Array.from({ length: 1_000 }, (_, index) => failureOf(ask(`${url}${index}`)));
    expect(new Set((await Promise.all(others)).map(({ code }) => code))).toEqual(new Set(['address_refused']));
  }
});
