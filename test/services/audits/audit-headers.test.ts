import { expect, test } from 'vitest';
import { exposedIn, protectionsIn } from '../../../src/services/audits/protections.ts';
import { file, startSite } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';
import { audited, htmlPage, placesOf } from './audit-app.ts';

test.each([
  ['id=1; Secure; SameSite=Lax', true],
  ['session=1; Secure; SameSite=Lax', false],
  ['session=1; Secure; HttpOnly; SameSite=Lax, csrftoken=2; Secure; SameSite=Strict', true],
  ['id=1; Expires=Wed, 02 Dec 2026 09:00:00 GMT; Secure; SameSite=Lax, other=2; Secure', false],
  ['id=1; SameSite=Lax', false],
  ['id=; Max-Age=0', true],
])('the cookie %s: kept well is %s', (cookie, isKept) => {
  expect(protectionsIn('https://example.com/', { 'set-cookie': cookie }).includes('cookies')).toBe(isKept);
});

test('what an answer exposes is named: of a cookie what it lacks and never its value, of a server what it says', () => {
  const headers = { 'set-cookie': 'session=s3cret, id=1; Secure; SameSite=Lax', server: 'nginx/1.18.0', 'x-powered-by': 'PHP/7.2' };
  expect(exposedIn('https://example.com/', headers)).toEqual({
    cookies: 'session without Secure, HttpOnly, SameSite',
    discreet: 'Server: “nginx/1.18.0”; X-Powered-By: “PHP/7.2”',
  });
  expect(exposedIn('https://example.com/', { server: 'nginx' })).toEqual({});
});

test('a version in an answer is told, a name alone is not', () => {
  expect(protectionsIn('https://example.com/', { server: 'nginx' })).toContain('discreet');
  expect(protectionsIn('https://example.com/', { server: 'Apache/2.4.41 (Ubuntu)' })).not.toContain('discreet');
  expect(protectionsIn('https://example.com/', { 'x-powered-by': 'PHP/7.2' })).not.toContain('discreet');
});

test('dates of a sitemap that cannot be, and addresses that it lists twice, are told, and pages of llms.txt that are gone', async () => {
  const app = await createTestApp();
  const site = await startSite({ '/': htmlPage('Start', '<a href="/a">A</a>'), '/a': htmlPage('A', 'Text') });
  const entry = (path: string, lastmod: string) => `<url><loc>${site.url}${path}</loc><lastmod>${lastmod}</lastmod></url>`;
  const entries = [entry('/', '2024-05-31'), entry('/a', '31.05.2024'), entry('/a', '2999-01-01'), entry('/b', '2024-05-31T09:00:00+0200')];
  site.pages['/sitemap.xml'] = file('application/xml', `<urlset>${entries.join('')}</urlset>`);
  site.pages['/llms.txt'] = file('text/plain', '# Yard\n- [A](/a)\n- [Gone](/gone)\n- [Other](https://other.example/gone)\n');
  await audited(app, site);
  const told = async (code: string) => (await placesOf(app, code)).map(({ evidence }) => evidence);
  expect(await told('sitemap_dates_wrong')).toEqual([`2 of them, the first is “31.05.2024” at ${site.url}/a`]);
  expect(await told('sitemap_repeats')).toEqual([`1 of them, the first is ${site.url}/a`]);
  expect(await told('llms_txt_broken')).toEqual([`${site.url}/gone`]);
});

test('a mistyped rule of robots.txt weighs where it would change what is allowed for a page', async () => {
  const app = await createTestApp();
  const site = await startSite({ '/': htmlPage('Start', '<a href="/a">A</a>'), '/a': htmlPage('A', 'Text') });
  site.pages['/robots.txt'] = file('text/plain', 'User-agent: *\nDissallow: /a\n');
  await audited(app, site);
  const told = async (code: string) => (await placesOf(app, code)).map(({ evidence }) => evidence);
  expect(await told('robots_rules_lost')).toEqual([`Dissallow: /a: without the slip ${site.url}/a is forbidden`]);
  expect(await told('robots_faulty')).toEqual([]);
});

test('a page is linked from the content also where the menu links to it first, and not where only a menu or a frame does', async () => {
  const app = await createTestApp();
  const shut = (title: string) =>
    htmlPage(title, `<p>${`${title} fires clay in a kiln. `.repeat(30)}</p>`, '<meta name="robots" content="noindex">');
  const body =
    '<nav><a href="/linked">L</a><a href="/menu">M</a></nav><p>See <a href="/linked">it</a>.</p><iframe src="/frame" title="F"></iframe>';
  const site = await startSite({
    '/': htmlPage('Start', `${body}<a href="/a">A</a><a href="/b">B</a><a href="/c">C</a>`),
    ...Object.fromEntries(['/a', '/b', '/c'].map((path) => [path, htmlPage(path, 'Text')])),
    ...Object.fromEntries(['/linked', '/menu', '/frame'].map((path) => [path, shut(path)])),
  });
  await audited(app, site);
  expect((await placesOf(app, 'pages_lost')).map(({ url }) => url)).toEqual([`${site.url}/linked`]);
});
