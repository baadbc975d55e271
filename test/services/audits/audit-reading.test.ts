import { expect, test } from 'vitest';
import type { AuditedPage } from '../../../schema/audit.ts';
import { startSite } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';
import { audited, htmlPage, issuesOf, listed } from './audit-app.ts';

test('pages of the site that frames show are crawled and count as linked, also where the frame stands in for scripts', async () => {
  const app = await createTestApp();
  const site = await startSite({
    '/': htmlPage(
      'Start',
      '<iframe src="/shown"></iframe><noscript><iframe src="/toc"></iframe></noscript><template><iframe src="/inert"></iframe></template>',
    ),
    '/toc': htmlPage('Contents', '<a href="/chapter">Chapter</a>'),
    '/shown': htmlPage('Shown', '<a href="/">Start</a>'),
    '/chapter': htmlPage('Chapter', '<a href="/">Start</a>'),
    '/inert': htmlPage('Inert', '<a href="/">Start</a>'),
  });
  await audited(app, site);
  const { data } = await listed<AuditedPage>(app, { view: 'pages' });
  expect(Object.fromEntries(data.map(({ url, depth, inlinks }) => [url.replace(site.url, ''), [depth, inlinks]]))).toEqual({
    '/': [0, 2],
    '/toc': [1, 1],
    '/shown': [1, 1],
    '/chapter': [2, 1],
  });
});

test('a heading in the site’s header is not taken for that of the page', async () => {
  const app = await createTestApp();
  const named = (subject: string, top = '<header><h1>The yard</h1></header>') =>
    `<!doctype html><html lang="en"><title>${subject}</title><body>${top}<main><h1>${subject}</h1><a href="/a">A</a><a href="/b">B</a><a href="/c">C</a><a href="/d">D</a></main></body></html>`;
  const site = await startSite({
    '/': named('Kilns'),
    '/a': named('Glazes'),
    // The header of the site, marked by nothing.
    '/b': named('Clays', '<div><h1>The yard</h1></div>'),
    '/c': named('Twice'),
    '/d': named('Twice'),
  });
  await audited(app, site);
  const shared = (await issuesOf(app)).find(({ code }) => code === 'duplicate_headings');
  expect(shared!.urls.map((url) => url.replace(site.url, ''))).toEqual(['/c', '/d']);
});

test('pages in two languages may share a title, whatever they say of their language', async () => {
  const app = await createTestApp();
  const page = (lang: string, text: string) =>
    `<!doctype html><html lang="${lang}"><title>asyncio</title><body><h1>asyncio</h1><a href="/fr">F</a><a href="/gb">G</a>${`<p>${text}</p>`.repeat(4)}</body></html>`;
  const site = await startSite({
    '/': page(
      'en',
      'This is what you can do with it when there is more than one thing to wait for and none of them should have to be the first.',
    ),
    '/fr': page(
      'en',
      'Voici ce que vous pouvez faire avec lui quand il y a plus de une chose à attendre et que aucune ne doit être la première.',
    ),
    '/gb': page(
      'fr',
      'If it is not clear which of the two will be there before the other, then you may ask for both at once and go on with any.',
    ),
  });
  await audited(app, site);
  const shared = (await issuesOf(app)).filter(({ code }) => /^duplicate_(?:titles|headings)$/.test(code));
  expect(shared.map(({ urls }) => urls.map((url) => url.replace(site.url, '')))).toEqual([
    ['/', '/gb'],
    ['/', '/gb'],
  ]);
});
