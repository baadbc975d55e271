import { describe, expect, test } from 'vitest';
import { createImageModel } from '../../src/providers/image/generate.ts';
import { createChatModel } from '../../src/providers/llm/index.ts';
import { createGhost } from '../../src/providers/publish/ghost.ts';
import { createWordPress } from '../../src/providers/publish/wordpress.ts';
import { articleOf, firstTime, pngOf } from './publish/articles.ts';
import { adminApiKey, startFakeGhost } from './publish/fake-ghost.ts';
import { credentials, openWordPress, startFakeWordPress } from './publish/fake-wordpress.ts';
import { openSystem, startSite, type Asked, type Said } from './publish/support.ts';

/** In production: a service with a public name, and a machine inside the network that it would like to have the desk call. */
async function besideInside() {
  const inside = await startSite(() => ({ body: { name: 'Inside', namespaces: ['wp/v2'], site: { title: 'Inside', version: '5' } } }));
  const { port } = new URL(inside.url);
  const system = openSystem({ resolve: async () => ['127.0.0.1'] });
  return { inside, system, places: [inside.url, `http://inside.test:${port}`, `http://www.desk.test:${port}`] };
}

const named = (url: string) => url.replace('127.0.0.1', 'desk.test');
const illustrated = () => articleOf({ image: { png: pngOf('red'), alt: 'A dredger', filename: 'dredger.png' } });
/** However it ends, nothing inside may have heard of it. */
const attempt = (work: Promise<unknown>) => work.then(() => 'done', () => 'refused'); // prettier-ignore

/** What a site may answer to lead the desk elsewhere. */
const leads: [string, (place: string, asked: Asked) => Said | undefined][] = [
  [
    'a Link header',
    (place, { url }) => (url.pathname === '/' ? { headers: { link: `<${place}/wp-json/>; rel="https://api.w.org/"` } } : undefined),
  ],
  [
    'a link in its page',
    (place, { url }) => (url.pathname === '/' ? { body: `<link rel="https://api.w.org/" href="${place}/wp-json/">` } : undefined),
  ],
  ['a redirect of everything', (place, { url }) => ({ status: 307, headers: { location: place + url.pathname } })],
  [
    'a redirect of its API',
    (place, { url }) => (url.pathname === '/' ? undefined : { status: 308, headers: { location: place + url.pathname } }),
  ],
  [
    'a redirect of what is posted',
    (place, { method, url }) => (method === 'POST' ? { status: 307, headers: { location: place + url.pathname } } : undefined),
  ],
  [
    'the next page in a header',
    (place, { url }) =>
      url.search.includes('per_page') ? { body: [], headers: { link: `<${place}/wp-json/wp/v2/posts?page=2>; rel="next"` } } : undefined,
  ],
];

describe.each(leads)('%s leads nobody inside', (_, lead) => {
  test('from WordPress', async () => {
    const { inside, system, places } = await besideInside();
    for (const place of places) {
      const site = await startFakeWordPress();
      site.instead = (asked) => lead(place, asked);
      await attempt(createWordPress(system, { siteUrl: named(site.url), ...credentials }).publish(illustrated(), firstTime));
      expect(site.asked.length).toBeGreaterThan(0);
    }
    expect(inside.asked).toEqual([]);
  });

  test('from Ghost', async () => {
    const { inside, system, places } = await besideInside();
    for (const place of places) {
      const site = await startFakeGhost();
      site.instead = (asked) => lead(place, asked);
      await attempt(createGhost(system, { siteUrl: named(site.url), adminApiKey }).publish(illustrated(), firstTime));
      expect(site.asked.length).toBeGreaterThan(0);
    }
    expect(inside.asked).toEqual([]);
  });
});

test('a language model that redirects leads nobody inside', async () => {
  const { inside, system, places } = await besideInside();
  for (const provider of ['openai', 'anthropic'] as const)
    for (const place of places) {
      const site = await startSite(({ url }) => ({ status: 307, headers: { location: place + url.pathname } }));
      const model = createChatModel(system, { provider, baseUrl: named(site.url), apiKey: 'k', model: 'm' });
      expect(await attempt(model.check())).toBe('refused');
      expect(site.asked).not.toEqual([]);
    }
  expect(inside.asked).toEqual([]);
});

test('an image model leads nobody inside, by a redirect or by the address of its picture', async () => {
  const { inside, system, places } = await besideInside();
  for (const place of places)
    for (const said of [{ status: 307, headers: { location: `${place}/x` } }, { body: { data: [{ url: `${place}/x.png` }] } }]) {
      const site = await startSite(() => said);
      const model = createImageModel(system, { baseUrl: named(site.url), apiKey: 'k', model: 'm' });
      expect(await attempt(model.draw('a lighthouse'))).toBe('refused');
      // Nor by way of a picture at its own address.
      const own = await startSite(({ url }) =>
        url.pathname === '/x.png'
          ? { status: 302, headers: { location: `${place}/x` } }
          : { body: { data: [{ url: `${named(own.url)}/x.png` }] } },
      );
      expect(await attempt(createImageModel(system, { baseUrl: named(own.url), apiKey: 'k', model: 'm' }).draw('a lighthouse'))).toBe(
        'refused',
      );
    }
  expect(inside.asked).toEqual([]);
});

test('a private address that the operator configured is served as before', async () => {
  const { site, target } = await openWordPress();
  await target.publish(articleOf(), firstTime);
  expect(site.posts.size).toBe(1);
});
