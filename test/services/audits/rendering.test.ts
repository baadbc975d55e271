import { expect, test } from 'vitest';
import type { Audit, AuditedPage } from '../../../schema/audit.ts';
import { RenderError } from '../../../src/crawl/chromium/render-error.ts';
import type { Rendered } from '../../../src/crawl/render.ts';
import type { Rendering } from '../../../src/crawl/rendering.ts';
import { maxFailuresInRow, maxRendered } from '../../../src/services/audits/rendering.ts';
import { rowsOf } from '../../support/rows.ts';
import { startSite, type Site } from '../../support/site.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { audited, get, htmlPage, issuesOf, listed, placesOf, rowOfPages, start } from './audit-app.ts';

type Shown = string | Pick<Rendered, 'url' | 'status'>;
type Drawing = Shown | RenderError | ((asked: { url: string; signal?: AbortSignal }) => Shown | Promise<Shown>);

/** A browser that shows what a test says for a path; any other page as the site answers it. */
function browser(drawings: Record<string, Drawing> = {}, problem: string | null = null) {
  const seen = { opened: 0, closed: 0, asked: [] as string[], forbidden: [] as string[], site: undefined as Site | undefined };
  const rendering: Rendering = {
    problem: () => problem,
    open: async () => {
      seen.opened++;
      return {
        async render(url, { mayAsk, signal }) {
          const path = new URL(url).pathname;
          seen.asked.push(path);
          const drawing = drawings[path] ?? (seen.site!.pages[path] as string);
          if (drawing instanceof RenderError) throw drawing;
          const shown = typeof drawing === 'function' ? await drawing({ url, signal }) : drawing;
          const html = typeof shown === 'string' ? shown : '';
          const wanted = [...html.matchAll(/data-asks="([^"]+)"/g)].map((found) => new URL(found[1]!, url).href);
          for (const one of wanted) if (!(await mayAsk!(one))) seen.forbidden.push(one);
          const came = typeof shown === 'string' ? { url, status: 200 } : shown;
          return { ...came, html, isSettled: true, forbidden: [], requests: 1, bytes: 1, unreached: [] };
        },
        close: async () => void seen.closed++,
      };
    },
  };
  return { rendering, seen };
}

const text = (words: number) => `<p>${'word '.repeat(words)}</p>`;
const shell = htmlPage('Loading', '');
const drawn = htmlPage('Docks', `${text(200)}<a href="/hidden">Hidden</a>`, '<link rel="canonical" href="/docks">');

async function auditWith({ rendering, seen }: ReturnType<typeof browser>, pages: Record<string, string>) {
  const site = await startSite({ ...pages });
  seen.site = site;
  const app = await createTestApp({ rendering });
  return { app, site, audit: await audited(app, site, { render: true, maxDepth: 100 }) };
}

const pagesOf = async (app: TestApp) => (await listed<AuditedPage>(app, { view: 'pages', limit: 100 })).data;
const codesOf = async (app: TestApp) => (await issuesOf(app)).map(({ code }) => code).filter((code) => code.startsWith('rendered_'));

test('what only scripts bring is told of each page, and as findings', async () => {
  const fake = browser({ '/p1': drawn });
  const { app, site, audit } = await auditWith(fake, { '/': htmlPage('Start', `${text(80)}<a href="/p1">One</a>`), '/p1': shell });
  expect(audit).toMatchObject({ endedBy: 'complete', limits: { render: true } });
  expect(audit.rendering).toEqual({ rendered: 2, notRendered: 0, reasons: [] });
  const [home, page] = await pagesOf(app);
  const nothing = { count: 0, first: [] };
  const same = { title: null, description: null, canonical: null, robots: null, headings: nothing, links: nothing, types: nothing };
  expect(home!.rendered).toEqual({ error: null, words: 82, ...same });
  expect(page!.rendered).toEqual({
    error: null,
    words: 202,
    title: { raw: 'Loading', rendered: 'Docks' },
    description: null,
    canonical: { raw: null, rendered: `${site.url}/docks` },
    robots: null,
    headings: { count: 1, first: ['Docks'] },
    links: { count: 1, first: [`${site.url}/hidden`] },
    types: nothing,
  });
  expect(page!.words).toBe(1);
  const codes = ['rendered_canonical_differs', 'rendered_content_differs', 'rendered_links_differ', 'rendered_title_differs'];
  expect((await codesOf(app)).toSorted()).toEqual(codes);
  expect(page!.codes).toEqual(expect.arrayContaining(codes));
  expect(home!.codes.filter((code) => code.startsWith('rendered_'))).toEqual([]);
  expect(await placesOf(app, 'rendered_content_differs')).toMatchObject([
    { url: `${site.url}/p1`, line: null, evidence: '1 words without scripts, 202 with them' },
  ]);
  expect(fake.seen).toMatchObject({ opened: 1, closed: 1, asked: ['/', '/p1'] });
});

test('without render no browser starts, and nothing is told of it', async () => {
  const { rendering, seen } = browser({}, 'there is none.');
  const app = await createTestApp({ rendering });
  const audit = await audited(app, await startSite(rowOfPages(2)));
  expect(audit).toMatchObject({ rendering: null, limits: { render: false } });
  expect((await pagesOf(app)).every((page) => !('rendered' in page))).toBe(true);
  expect(seen.opened).toBe(0);
});

test('an audit from before pages could be rendered is shown as one that renders none', async () => {
  const app = await createTestApp();
  const { id, limits } = await audited(app, await startSite(rowOfPages(2)));
  await rowsOf(app.home).update('audits', { options: JSON.stringify({ ...limits, render: undefined }) });
  expect(await get(app, id)).toMatchObject({ limits: { ...limits, render: false }, rendering: null });
});

test('where no browser can run, the call is refused and says why and what to do', async () => {
  const app = await createTestApp({ rendering: browser({}, 'there is none on this machine. Name it in COPYDESK_CHROMIUM.').rendering });
  const site = await startSite(rowOfPages(2));
  await expect(start(app, site, { render: true })).rejects.toMatchObject({
    code: 'renderer_required',
    message: 'No page can be rendered: Chromium cannot be used, as there is none on this machine. Name it in COPYDESK_CHROMIUM.',
    hint: expect.stringContaining('Leave render out'),
  });
  expect(await rowsOf(app.home).count('jobs')).toBe(0);
});

test('a configured browser that is none is refused at once', async () => {
  const app = await createTestApp({ chromium: '/nowhere/chromium' });
  const refusal = { code: 'renderer_required', message: expect.stringContaining('/nowhere/chromium (COPYDESK_CHROMIUM)') };
  await expect(start(app, await startSite(), { render: true })).rejects.toMatchObject(refusal);
});

test('a browser that does not start ends no audit', async () => {
  const unusable = new RenderError('renderer_unavailable', 'Chromium cannot be used: this system does not let it have its sandbox.');
  const fake = browser();
  const rendering = { ...fake.rendering, open: () => (fake.seen.opened++, Promise.reject(unusable)) };
  const { app, audit } = await auditWith({ ...fake, rendering }, rowOfPages(3));
  expect(audit).toMatchObject({ endedBy: 'complete', htmlPages: 3, score: expect.any(Number) });
  const reason = { code: 'renderer_unavailable', count: 3, example: unusable.message };
  expect(audit.rendering).toEqual({ rendered: 0, notRendered: 3, reasons: [reason] });
  expect((await pagesOf(app)).map(({ rendered }) => rendered!.error)).toEqual(Array(3).fill(unusable.message));
  expect(fake.seen.opened).toBe(1);
});

test('only the pages nearest to the start are rendered', async () => {
  const fake = browser();
  const { audit } = await auditWith(fake, rowOfPages(maxRendered + 3));
  expect(audit.rendering).toMatchObject({ rendered: maxRendered, notRendered: 0 });
  expect(fake.seen.asked).toEqual(Object.keys(rowOfPages(maxRendered)));
});

test('a page that fails is told with its reason, and the next is rendered', async () => {
  const late = new RenderError('timeout', 'The page was not done after 20 s.');
  const { app, audit } = await auditWith(browser({ '/p1': late, '/p2': new RenderError('failed', 'No answer.') }), rowOfPages(4));
  expect(audit.rendering).toEqual({
    rendered: 2,
    notRendered: 2,
    reasons: [
      { code: 'failed', count: 1, example: 'No answer.' },
      { code: 'timeout', count: 1, example: late.message },
    ],
  });
  expect((await pagesOf(app)).map(({ rendered }) => rendered!.error)).toEqual([null, late.message, 'No answer.', null]);
});

test('a browser that fails time and again is given up', async () => {
  const crash = new RenderError('crashed', 'The browser ended by itself.');
  const pages = rowOfPages(9);
  const fake = browser({ ...Object.fromEntries(Object.keys(pages).map((path) => [path, crash])), '/': pages['/']! });
  const { audit } = await auditWith(fake, pages);
  expect(fake.seen.asked).toHaveLength(1 + maxFailuresInRow);
  expect(audit.rendering).toMatchObject({ rendered: 1, notRendered: 8, reasons: [{ code: 'crashed', count: 8 }] });
});

test('the site’s robots.txt rules what a page may ask of the site, and of nobody else', async () => {
  const page = htmlPage(
    'Start',
    '<i data-asks="/private/a.js"></i><i data-asks="/b.js"></i><i data-asks="http://127.0.0.2:9/private/c.js"></i>',
  );
  const fake = browser();
  const { site } = await auditWith(fake, { '/': page, '/robots.txt': 'User-agent: *\nDisallow: /private/' });
  expect(fake.seen.forbidden).toEqual([`${site.url}/private/a.js`]);
});

test('a page that answers a browser otherwise, or leads it to another site, is not compared', async () => {
  const fake = browser({ '/p1': { url: 'http://other.test/p1', status: 200 }, '/p2': ({ url }) => ({ url, status: 403 }) });
  const { app, audit } = await auditWith(fake, rowOfPages(3));
  expect(audit.rendering!.reasons.map(({ code }) => code)).toEqual(['failed', 'led_away']);
  expect(await codesOf(app)).toEqual([]);
});

test('once the time of the audit is up, the pages that are left are told as not rendered', async () => {
  let now = Date.parse('2026-05-04');
  const pages = rowOfPages(4);
  const site = await startSite(pages);
  const fake = browser({ '/p1': () => ((now += 3_600_000), pages['/p1']!) });
  fake.seen.site = site;
  const app = await createTestApp({ rendering: fake.rendering, now: () => now });
  const audit = await audited(app, site, { render: true });
  expect(audit.rendering).toEqual({
    rendered: 2,
    notRendered: 2,
    reasons: [{ code: 'time_up', count: 2, example: 'The time of the audit was up.' }],
  });
  expect(audit).toMatchObject({ endedBy: 'complete', seconds: 3600 });
  expect(fake.seen).toMatchObject({ closed: 1, asked: ['/', '/p1'] });
});

test.each([
  ['is gone', 404],
  ['redirects', 302],
])('a page that %s by then is not compared', async (_how, status) => {
  const site = await startSite(rowOfPages(2));
  const fake = browser();
  fake.seen.site = site;
  const app = await createTestApp({ rendering: fake.rendering });
  const page = site.pages['/p1'] as string;
  site.pages['/p1'] = (_, response) => {
    site.pages['/p1'] = (_again, answer) => void answer.writeHead(status, { location: '/' }).end();
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  };
  const audit = await audited(app, site, { render: true });
  expect(audit.rendering).toMatchObject({ rendered: 1, notRendered: 1, reasons: [{ code: 'changed', count: 1 }] });
  expect(fake.seen.asked).toEqual(['/']);
});

test('a finding is new, the same or mended only where both audits rendered the page', async () => {
  const drawings: Record<string, Drawing> = { '/': drawn, '/p1': drawn, '/p2': new RenderError('timeout', 'Late.') };
  const fake = browser(drawings);
  const pages = { ...rowOfPages(3), '/': htmlPage('Start', '<a href="/p1">One</a><a href="/p2">Two</a>') };
  const { app, site, audit: first } = await auditWith(fake, pages);
  drawings['/'] = pages['/'];
  drawings['/p2'] = drawn;
  await audited(app, site, { render: true });
  const change = async (asked = {}) =>
    (await placesOf(app, 'rendered_content_differs', asked)).map((one) => [one.url.replace(site.url, ''), one.change]);
  expect(await change()).toEqual([
    ['/p1', 'same'],
    ['/p2', null],
  ]);
  expect(await change({ change: 'fixed' })).toEqual([['/', 'fixed']]);
  drawings['/p1'] = new RenderError('timeout', 'Late.');
  const third = await audited(app, site, { render: true });
  expect(await change({ change: 'fixed' })).toEqual([]);
  expect(third.previousId).not.toBe(first.id);
  const plain = await audited(app, site);
  expect(plain).toMatchObject({ rendering: null });
  expect(await change({ change: 'fixed' })).toEqual([]);
});

test('interrupted amid rendering, an audit goes on with the pages that are left', async () => {
  const site = await startSite(rowOfPages(6));
  let closed: Promise<void> | undefined;
  const before = browser({ '/p3': ({ signal }) => ((closed = first.desk.close()), aborted(signal!)) });
  before.seen.site = site;
  const first = await createTestApp({ rendering: before.rendering });
  const { home } = first;
  const { id } = await start(first, site, { render: true, maxDepth: 100 });
  await first.desk.runDue().catch(() => {});
  await closed;
  expect(before.seen).toMatchObject({ opened: 1, closed: 1, asked: ['/', '/p1', '/p2', '/p3'] });
  const after = browser({ '/p4': drawn });
  after.seen.site = site;
  const app = await createTestApp({ home, rendering: after.rendering, id: (prefix) => `${prefix}_later` });
  await app.advance(60_000);
  expect(after.seen.asked).toEqual(['/p3', '/p4', '/p5']);
  expect(await get(app, id)).toMatchObject({ endedBy: 'complete', rendering: { rendered: 6, notRendered: 0 } });
  expect((await placesOf(app, 'rendered_content_differs')).map(({ url }) => url)).toEqual([`${site.url}/p4`]);
});

test('canceled amid rendering, an audit ends its browser and keeps what it learned', async () => {
  const site = await startSite(rowOfPages(4));
  let canceled: Promise<unknown> | undefined;
  const cancel = ({ signal }: { signal?: AbortSignal }) => (
    (canceled = app.desk.call('jobs_cancel', { id: audit.jobId })),
    aborted(signal!)
  );
  const drawings: Record<string, Drawing> = { '/p1': drawn, '/p2': cancel };
  const fake = browser(drawings);
  fake.seen.site = site;
  const app = await createTestApp({ rendering: fake.rendering });
  const audit: Audit = await start(app, site, { render: true });
  await app.desk.runDue();
  await canceled;
  expect(fake.seen).toMatchObject({ opened: 1, closed: 1 });
  expect(await get(app, audit.id)).toMatchObject({ endedBy: 'canceled', rendering: { rendered: 2, notRendered: 0 } });
  expect(await codesOf(app)).toContain('rendered_content_differs');
  delete drawings['/p2'];
  await audited(app, site, { render: true });
  expect(await placesOf(app, 'rendered_content_differs')).toMatchObject([{ url: `${site.url}/p1`, change: 'same' }]);
});

/** As a renderer does whose page is given up. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const give = () => reject(new RenderError('aborted', 'The page was given up.'));
    if (signal.aborted) give();
    else signal.addEventListener('abort', give);
  });
}
