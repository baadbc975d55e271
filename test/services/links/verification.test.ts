import { describe, expect, test } from 'vitest';
import type { LinkProspectDetail } from '../../../schema/link-prospects.ts';
import type { Overview } from '../../../schema/overview.ts';
import { readPage } from '../../../src/pages/read-page.ts';
import { oursIn } from '../../../src/services/links/discovery/ground.ts';
import { standingOn } from '../../../src/services/links/verification/judge.ts';
import { startSite, type Answering } from '../../support/site.ts';
import { jobOf, pageWith, placeLink, startLinkDesk, type LinkDesk } from './desk.ts';

const text = '<p>We have dug, sown and watered for thirty years, and write down here what has worked for us.</p>';

/** What a look at a page sees; the page is made of the project's address. */
async function lookAt(page: (own: string) => Answering, more: (own: string) => Record<string, Answering> = () => ({})) {
  const app = await startLinkDesk();
  const site = await startSite();
  site.pages = { '/links': page(app.own.url), ...more(app.own.url) };
  const id = await placeLink(app, `${site.url}/links`);
  const job = await jobOf(app, 'link_prospects_verify', {});
  const { link, linkSeen, log } = (await app.desk.call('link_prospects_get', { id })) as LinkProspectDetail;
  return { app, site, id, job, state: link!.state, seen: linkSeen as Record<string, unknown>, log };
}

const linked = (href: string, attributes = '') =>
  pageWith('Links', `${text}<h2>Tools</h2>\n<p>Read <a href="${href}" ${attributes}>the Gardenbook</a>.</p>`);

describe('a placed link is', () => {
  test('live where a link leads to the site, and it is told where on the page', async () => {
    const { job, state, seen, log } = await lookAt((own) => linked(`${own}/beds`));
    expect(state).toBe('live');
    expect(seen).toMatchObject({ status: 200, why: null, links: 1, nofollow: null, movedTo: null });
    expect(seen['link']).toMatchObject({ anchor: 'the Gardenbook', heading: 'Tools', place: 'content', isHidden: false });
    expect(job.result).toEqual({ links: 1, states: { live: 1 }, lost: [], next: null });
    expect(log[0]).toMatchObject({ kind: 'link_checked', detail: { from: null, to: 'live' } });
  });

  test.each([
    ['nofollow', 'rel="nofollow noopener"'],
    ['ugc', "rel='UGC'"],
    ['sponsored', 'REL="Sponsored"'],
  ])('nofollow where its rel says %s', async (_, rel) => {
    const { state, seen } = await lookAt((own) => linked(`${own}/`, rel));
    expect([state, seen['nofollow']]).toEqual(['nofollow', 'rel']);
  });

  test.each([
    ['its robots meta', (own: string) => linked(`${own}/`).replace('</head>', '<meta name="ROBOTS" content="noindex, NoFollow"></head>')],
    [
      'its header',
      (own: string): Answering =>
        (_, response) =>
          void response.writeHead(200, { 'content-type': 'text/html', 'x-robots-tag': 'nofollow' }).end(linked(`${own}/`)),
    ],
  ])('nofollow where the whole page says so by %s', async (_, page) => {
    const { state, seen } = await lookAt(page);
    expect([state, seen['nofollow']]).toEqual(['nofollow', 'page']);
  });

  test('live where one of several is followed', async () => {
    const { state, seen } = await lookAt((own) =>
      pageWith('Links', `${text}<a rel="nofollow" href="${own}/">one</a> <a href="${own}/two">two</a>`),
    );
    expect(state).toBe('live');
    expect(seen).toMatchObject({ links: 2, link: { anchor: 'two' } });
  });

  test.each<[string, (own: string) => string]>([
    ['with entities', (own) => `<a href="${own.replace('http', '&#104;ttp').replaceAll('/', '&#x2F;')}&#x2F;a?x=1&amp;y=2">it</a>`],
    ['without a scheme', (own) => `<a href="${own.replace('http:', '')}/a">it</a>`],
    ['in capitals and with a slash too many', (own) => `<A HREF=" ${own.replace('http', 'HTTP')}// ">it</A>`],
    ['by a base', (own) => `<base href="${own}/deep/"><a href="page">it</a>`],
    ['as an area of a map', (own) => `<map name="m"><area alt="it" href="${own}/a"></map>`],
  ])('live where it is written %s', async (_, html) => {
    expect((await lookAt((own) => pageWith('Links', `${text}${html(own)}`))).state).toBe('live');
  });

  test.each<[string, (own: string) => string]>([
    ['a comment', (own) => `<!-- <a href="${own}/">it</a> -->`],
    ['a template', (own) => `<template><a href="${own}/">it</a></template>`],
    ['noscript', (own) => `<noscript><a href="${own}/">it</a></noscript>`],
    ['a script', (own) => `<script>document.write('<a href="${own}/">it</a>')</script>`],
    ['the text alone', (own) => `<p>${own}/ is good</p>`],
    ['a part of another address', (own) => `<a href="https://archive.example/${own}/">it</a>`],
    ['what a link is called', () => `<a href="https://other.example/">Gardenbook</a>`],
  ])('removed where it stands only in %s', async (_, html) => {
    expect((await lookAt((own) => pageWith('Links', `${text}${html(own)}`))).state).toBe('removed');
  });

  test('redirected where it leads there by a redirect', async () => {
    const { state, seen, site } = await lookAt(
      () => linked('/go/gardenbook'),
      (own) => ({ '/go/gardenbook': (_, response) => void response.writeHead(302, { location: `${own}/` }).end() }),
    );
    expect([state, seen['via']]).toEqual(['redirected', `${site.url}/go/gardenbook`]);
  });

  test('redirected at its word where the redirect may not be asked', async () => {
    const { state, site } = await lookAt(
      (own) => linked(`/out?to=${encodeURIComponent(`${own}/`)}`),
      () => ({ '/robots.txt': 'User-agent: *\nDisallow: /out' }),
    );
    expect(state).toBe('redirected');
    expect(site.asked.filter((path) => path.startsWith('/out'))).toEqual([]);
  });

  test('judged where its page has moved to', async () => {
    const { state, seen, site } = await lookAt(
      () => (_, response) => void response.writeHead(301, { location: '/new' }).end(),
      (own) => ({ '/new': linked(`${own}/`) }),
    );
    expect([state, seen['movedTo']]).toEqual(['live', `${site.url}/new`]);
  });

  test('unreachable where it cannot be told: errors of the server, robots.txt, what is no page', async () => {
    const failing =
      (status: number): Answering =>
      (_, response) =>
        void response.writeHead(status).end();
    expect((await lookAt(() => failing(500))).seen).toMatchObject({ state: 'unreachable', status: 500, why: 'status_500' });
    expect((await lookAt(() => failing(403))).seen).toMatchObject({ state: 'unreachable', why: 'status_403' });
    expect((await lookAt((own) => linked(own), () => ({ '/robots.txt': 'User-agent: *\nDisallow: /' }))).seen).toMatchObject({ state: 'unreachable', status: null, why: 'robots_forbid' }); // prettier-ignore
    const picture: Answering = (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('x');
    expect((await lookAt(() => picture)).seen).toMatchObject({ state: 'unreachable', why: 'unreadable' });
    expect((await lookAt(() => (request) => void request.socket.destroy())).seen).toMatchObject({ state: 'unreachable', why: 'reset' });
  });
});

test.each<[string, string, string, boolean]>([
  ['its host without www.', 'https://www.garden.com/', 'http://garden.com/a?b=1#c', true],
  ['a subdomain', 'https://garden.com/', 'https://shop.garden.com/', true],
  ['another that ends alike', 'https://garden.com/', 'https://mygarden.com/', false],
  ['another that begins alike', 'https://garden.com/', 'https://garden.com.evil.org/', false],
  ['another port', 'https://garden.com/', 'https://garden.com:8443/', false],
  ['umlauts', 'https://gärten.de/', 'https://XN--GRTEN-GRA.de/beete', true],
  ['below its path', 'https://host.org/~ann/', 'https://host.org/~ann/beds', true],
  ['beside its path', 'https://host.org/~ann/', 'https://host.org/~bob/', false],
])('a link is to the site by the rule of hosts: %s', (_, siteUrl, href, isOurs) => {
  const facts = readPage(pageWith('Links', `<a href="${href}">it</a>`), { url: 'https://other.net/links' });
  expect(standingOn(facts, oursIn(siteUrl), null) !== null).toBe(isOurs);
});

test('a page is gone only if it says so twice', async () => {
  let asked = 0;
  const once: Answering = (_, response) =>
    void response.writeHead(++asked === 1 ? 404 : 200, { 'content-type': 'text/html' }).end(pageWith('Links', text));
  expect((await lookAt(() => once)).state).toBe('removed');
  const { state, job, id } = await lookAt(() => (_, response) => void response.writeHead(410).end());
  expect(state).toBe('page_gone');
  expect(job.result).toMatchObject({ states: { page_gone: 1 }, lost: [{ id, state: 'page_gone' }] });
});

const week = 7 * 24 * 3_600_000;
const lostIn = async ({ desk }: LinkDesk) =>
  ((await desk.call('overview_get', {})) as Overview).needsYou.filter(({ kind }) => kind === 'links_lost');

test('placed links are looked at once a week by themselves; what is lost is told, a failure that may pass is not', async () => {
  const { app, site, id } = await lookAt((own) => linked(`${own}/`));
  const stateOf = async () => ((await app.desk.call('link_prospects_get', { id })) as LinkProspectDetail).link!.state;
  const before = site.asked.length;
  await app.advance(week - 1000);
  expect(site.asked).toHaveLength(before);
  site.pages['/links'] = (_, response) => void response.writeHead(503).end();
  await app.advance(2000);
  expect(await stateOf()).toBe('unreachable');
  expect(await lostIn(app)).toEqual([]);
  site.pages['/links'] = pageWith('Links', text);
  // However many were missed, one look.
  const asked = site.asked.filter((path) => path === '/links').length;
  await app.advance(5 * week);
  expect(site.asked.filter((path) => path === '/links')).toHaveLength(asked + 1);
  expect(await stateOf()).toBe('removed');
  expect(await lostIn(app)).toMatchObject([{ count: 1, latest: [{ id }] }]);
  // The same again is no news.
  await app.advance(week);
  const { linkSeen, log } = (await app.desk.call('link_prospects_get', { id })) as LinkProspectDetail;
  expect(linkSeen).toMatchObject({ state: 'removed', link: { anchor: 'the Gardenbook' } });
  expect(log.filter(({ kind }) => kind === 'link_checked').map(({ detail }) => detail['to'])).toEqual(['removed', 'unreachable', 'live']);
});

test('the weekly look ends with the last placed link, and begins anew with the next', async () => {
  const { app, site, id } = await lookAt((own) => linked(`${own}/`));
  const looks = () => site.asked.filter((path) => path === '/links').length;
  await app.desk.call('link_prospects_update', { id, status: 'replied' });
  await app.advance(3 * week);
  expect(looks()).toBe(1);
  await app.desk.call('link_prospects_update', { id, status: 'link_placed' });
  await app.advance(week);
  expect(looks()).toBe(2);
});

test('without a placed link there is nothing to look at, and that is said', async () => {
  const { desk } = await startLinkDesk();
  await expect(desk.call('link_prospects_verify', {})).rejects.toMatchObject({
    code: 'conflict',
    hint: expect.stringContaining('link_prospects_update'),
  });
});
