import { describe, expect, test } from 'vitest';
import type { Audit, AuditedPage } from '../../schema/audit.ts';
import { startScript } from '../support/child.ts';
import { startSite } from '../support/site.ts';
import { browsers, pageWith as page, profiles, whatIsMissing } from './rendering/support.ts';

const missing = whatIsMissing();
if (missing !== null) process.stderr.write(`The audit with a real Chromium is skipped. ${missing}\n`);

describe.skipIf(missing !== null)('an audit with a real Chromium', () => {
  test('tells what only scripts bring, and leaves no browser behind', async () => {
    const [processes, folders] = [browsers(), profiles()];
    const words = 'A pot is fired once it is dry. '.repeat(20);
    const draw = `fetch('/text').then((a) => a.text()).then((text) => {
      document.title = 'Drawn';
      document.querySelector('main').innerHTML = '<h1>Drawn</h1><p>' + text + '</p><a href="/hidden">Hidden</a>';
    });
    fetch('/private/text').then(() => (document.title = 'Read what is forbidden'), () => {});`;
    const site = await startSite({
      '/': page('', `<main><h1>Raw</h1><p>${words}</p><a href="/app">App</a><a href="/endless">Endless</a></main>`),
      '/app': page(draw, '<main></main>'),
      '/endless': page('for (;;) {}', `<main><p>${words}</p></main>`),
      '/text': words,
      '/hidden': page('', '<main>Nobody links here</main>'),
      '/private/text': 'secret',
      '/robots.txt': 'User-agent: *\nDisallow: /private/',
    });
    const child = startScript(new URL('rendering/audit-process.ts', import.meta.url), [`${site.url}/`]);
    const { audit, pages } = JSON.parse(await child.line()) as { audit: Audit; pages: { data: AuditedPage[] } };
    expect(await child.ended).toBe(0);
    expect(audit).toMatchObject({
      endedBy: 'complete',
      htmlPages: 3,
      rendering: { rendered: 2, notRendered: 1, reasons: [{ code: 'timeout', count: 1 }] },
    });
    const [home, app, endless] = pages.data;
    expect(home!.rendered).toMatchObject({ error: null, words: home!.words, title: null, links: { count: 0 } });
    expect(app!.rendered).toMatchObject({
      error: null,
      title: { raw: 'Raw', rendered: 'Drawn' },
      links: { count: 1, first: [`${site.url}/hidden`] },
    });
    expect(app!.codes).toEqual(expect.arrayContaining(['rendered_content_differs', 'rendered_links_differ', 'rendered_title_differs']));
    expect(endless!.rendered).toMatchObject({ error: expect.stringContaining('not done after 20 s') });
    expect(site.asked).not.toContain('/private/text');
    expect(browsers().filter((id) => !processes.includes(id))).toEqual([]);
    expect(profiles().filter((name) => !folders.includes(name))).toEqual([]);
  });
});
