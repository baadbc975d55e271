import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { AuditedPage } from '../../../schema/audit.ts';
import { file, startSite } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';
import { audited, htmlPage, listed, placesOf } from './audit-app.ts';

test('what only the head names is asked too, once each, and told by what it is', async () => {
  const app = await createTestApp();
  const site = await startSite({});
  const at = (path: string) => site.url + path;
  const shared = [
    '<link rel="icon" href="/lost.ico"><link rel="manifest" href="/app.webmanifest">',
    '<link rel="alternate" type="application/rss+xml" href="/feed"><link rel="alternate" type="application/atom+xml" href="/lost-feed">',
    '<script src="/page.js" defer></script><script src="/plain.js" defer></script><script src="/unsaid.js" defer></script><script src="/large.js" defer></script>',
    `<meta property="og:image" content="${at('/lost.png')}"><meta name="twitter:image" content="${at('/lost-card.png')}">`,
  ].join('');
  Object.assign(site.pages, {
    '/': htmlPage(
      'Start',
      '<a href="/b">B</a>',
      `${shared}<link rel="canonical" href="/gone"><link rel="alternate" hreflang="de" href="/de"><link rel="next" href="/next"><link rel="prev" href="/lost-page">`,
    ),
    '/b': htmlPage('B', '<a href="/">Start</a>', `${shared}<link rel="canonical" href="/moved">`),
    '/next': htmlPage('Next', '<a href="/">Start</a>'),
    '/moved': (_: unknown, response: { writeHead(status: number, headers: object): { end(): void } }) =>
      response.writeHead(301, { location: '/b' }).end(),
    '/app.webmanifest': file('application/manifest+json', '{}'),
    '/feed': file('application/rss+xml', 'Service unavailable'),
    '/page.js': htmlPage('Not there', 'Nothing is here'),
    '/plain.js': file('text/plain; charset=utf-8', 'x', { 'x-content-type-options': 'nosniff' }),
    '/unsaid.js': file('text/plain', 'x'),
    '/large.js': file('text/javascript', 'x'.repeat(10), { 'content-length': '10' }),
  });
  await audited(app, site);
  const told = async (code: string) =>
    (await placesOf(app, code)).flatMap(({ evidence, more = [] }) => [evidence, ...more.map((one) => one.evidence)]);
  expect(await told('canonical_to_error')).toEqual([`${at('/gone')} answers 404`]);
  expect(await told('canonical_to_redirect')).toEqual([`${at('/moved')} redirects`]);
  expect(await told('hreflang_to_error')).toEqual([`de: ${at('/de')} answers 404`]);
  expect(new Set(await told('broken_resources'))).toEqual(new Set([`${at('/lost-feed')} (404), feed`]));
  expect(new Set(await told('broken_previews'))).toEqual(
    new Set([`${at('/lost.png')} (404), og:image`, `${at('/lost-card.png')} (404), twitter:image`]),
  );
  expect(await told('pagination_broken')).toEqual([`${at('/lost-page')} answers 404, prev`]);
  expect(new Set(await told('broken_icons'))).toEqual(new Set([`${at('/lost.ico')} (404), icon`]));
  expect(new Set(await told('feeds_broken'))).toEqual(new Set([`${at('/feed')} is no feed`]));
  expect(new Set(await told('resources_refused'))).toEqual(
    new Set([`${at('/plain.js')} is answered as text/plain; charset=utf-8, with nosniff`]),
  );
  expect(new Set(await told('resources_are_pages'))).toEqual(new Set([`${at('/page.js')} is answered with HTML`]));
  for (const path of ['/gone', '/de', '/next', '/app.webmanifest', '/page.js'])
    expect(site.asked.filter((one) => one === path)).toHaveLength(1);
});

test('pages that a sitemap hands out before their links are known have a depth all the same', async () => {
  const app = await createTestApp();
  const site = await startSite({});
  const paths = ['/', ...Array.from({ length: 8 }, (_, nth) => `/p${nth + 1}`)];
  // The last come first, and each links to the next of them.
  const locs = paths.toReversed().map((path) => `<url><loc>${site.url}${path}</loc></url>`);
  site.pages['/sitemap.xml'] = file('application/xml', `<urlset>${locs.join('')}</urlset>`);
  for (const [nth, path] of paths.entries())
    site.pages[path] = htmlPage(`Page ${nth}`, paths[nth + 1] ? `<a href="${paths[nth + 1]}">The next of them</a>` : 'The end');
  await audited(app, site);
  const { data } = await listed<AuditedPage>(app, { view: 'pages' });
  expect(data.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect((await placesOf(app, 'deep_pages')).map(({ url }) => url)).toEqual(
    ['/p4', '/p5', '/p6', '/p7', '/p8'].map((path) => site.url + path),
  );
});

test('what does not say how heavy it is, is weighed by its first byte, or read up to the limit', async () => {
  const app = await createTestApp();
  const picture = (bytes: number, knowsRanges: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    const isAsked = knowsRanges && request.headers.range === 'bytes=0-0';
    response.writeHead(isAsked ? 206 : 200, { 'content-type': 'image/png', ...(isAsked && { 'content-range': `bytes 0-0/${bytes}` }) });
    if (request.method !== 'HEAD') response.write(Buffer.alloc(isAsked ? 1 : bytes));
    response.end();
  };
  const image = (path: string) => `<img src="${path}" alt="A kiln" width="9" height="9">`;
  const site = await startSite({
    '/': htmlPage('Start', ['/ranged.png', '/whole.png', '/small.png', '/small-ranged.png'].map(image).join('')),
    '/ranged.png': picture(2_400_000, true),
    '/whole.png': picture(2_400_000, false),
    '/small.png': picture(40_000, false),
    '/small-ranged.png': picture(40_000, true),
  });
  await audited(app, site);
  const [found] = await placesOf(app, 'images_heavy');
  expect([found!.evidence, ...(found!.more ?? []).map(({ evidence }) => evidence)]).toEqual([
    `${site.url}/ranged.png has 2,400 kB`,
    `${site.url}/whole.png has more than 1,000 kB`,
  ]);
});

test('what browsers do not take, cannot run, or was not meant, is not held against the page', async () => {
  const app = await createTestApp();
  const site = await startSite({});
  const any = (type: string) => file(type, 'x', { 'content-length': '1' });
  Object.assign(site.pages, {
    '/': htmlPage(
      'Start',
      `<picture><source type="image/webp" srcset="/kiln.webp"><img src="/kiln.jpg" alt="A kiln"></picture>
      <picture><source media="(width < 400px)" srcset="/small.webp"><img src="/pot.jpg" alt="A pot"></picture>
      <img src="/pot.jpg" srcset="/pot.jpg 1x, /large,pot.jpg 2x,data:image/png;base64,AA 3x" alt="Another">
      <script src="/gone/jquery-1.12.4.min.js"></script><script src="/jquery-1.11.3.min.js"></script>
      <a href="ada@example.org">Ada Clay</a> <a href="/lost">Lost</a>`,
    ),
    '/kiln.webp': any('image/webp'),
    '/pot.jpg': any('image/jpeg'),
    '/jquery-1.11.3.min.js': any('text/javascript'),
  });
  await audited(app, site);
  const told = async (code: string) => (await placesOf(app, code)).map(({ evidence }) => evidence);
  expect(await told('library_vulnerable')).toEqual(['jquery-1.11.3.min.js']);
  expect(await told('broken_internal_links')).toEqual([`${site.url}/lost answers 404, clicked: “Lost”`]);
  expect(await told('link_malformed')).toEqual(['“ada@example.org”, “Ada Clay”']);
  const places = await placesOf(app, 'broken_images');
  expect(places.flatMap(({ evidence, more = [] }) => [evidence, ...more.map((one) => one.evidence)])).toEqual([
    `${site.url}/small.webp (404), srcset`,
    `${site.url}/large,pot.jpg (404), srcset`,
  ]);
  expect(new Set(site.asked.filter((path) => /kiln\.|pot\.|small|ada/.test(path)))).toEqual(
    new Set(['/kiln.webp', '/pot.jpg', '/small.webp', '/large,pot.jpg']),
  );
});
