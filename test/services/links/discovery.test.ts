import { describe, expect, test } from 'vitest';
import { startSite } from '../../support/site.ts';
import { discovered, jobOf, pageWith, startLinkDesk } from './desk.ts';
import { answerSearches, answersCite, prose, robots, siteWith } from './web.ts';

const keywords = ['garden diary'];
const addRival = { name: 'Rival', domain: 'rival.com' };

describe('a page is a reason to link', () => {
  test('where answers cite it, name a competitor, and not the project', async () => {
    const app = await startLinkDesk();
    await app.desk.call('competitors_add', addRival);
    const [cited, together] = [await siteWith(`${prose}<p>See <a href="https://www.rival.com/">Rival</a>.</p>`), await siteWith(prose)];
    await answersCite(app, [`${cited.url}/page`, `${cited.url}/page`, 'https://blog.rival.com/post', `${app.own.url}/own`]);
    await answersCite(app, [`${together.url}/page`], 'Rival and Gardenbook are both good.');
    const { job, prospects } = await discovered(app, { kinds: ['cited'], keywords });
    expect(prospects).toMatchObject([
      {
        host: new URL(cited.url).host,
        status: 'prospected',
        opportunities: ['cited'],
        contact: { email: 'redaktion@gartenblatt.de', source: `${cited.url}/kontakt`, suppressed: false },
      },
    ]);
    expect(prospects[0]!.evidence[0]).toMatchObject({
      kind: 'cited',
      url: `${cited.url}/page`,
      details: {
        answers: 2,
        prompts: ['Which garden diary is good?'],
        page: { title: 'Garden diaries', linksTo: ['Rival'], subject: 'garden diary' },
      },
    });
    expect(prospects[0]!.score).toBe(prospects[0]!.reasons.reduce((sum, { points }) => sum + points, 0));
    expect(prospects[0]!.reasons.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([
        '2 answers cite it',
        'it links to Rival',
        'it is on the subject "garden diary"',
        'it is known whom to write to',
      ]),
    );
    expect(job.result).toMatchObject({
      kinds: [{ kind: 'cited', lookedAt: 1, found: 1, why: null }],
      leftOut: { own: 0, competitor: 0, platform: 0 },
      prospects: { new: 1, known: 0 },
    });
  });

  test('where it names the brand, in its text and without a link', async () => {
    const app = await startLinkDesk();
    const named = await siteWith(`${prose}<p>Many of us keep theirs in Gardenbook, which is free.</p>`);
    const linked = await siteWith(`${prose}<p>Keep it in <a rel="nofollow" href="${app.own.url}/">Gardenbook</a>.</p>`);
    const other = await siteWith(`${prose}<p>A gardenbook is a book.</p><script>var a = "Gardenbook"</script><!-- Gardenbook -->`);
    const asked = await answerSearches(app, () => [named, linked, other].map(({ url }) => `${url}/page`));
    const { job, prospects } = await discovered(app, { kinds: ['mention'] });
    expect(asked).toEqual(['"Gardenbook" -site:127.0.0.1']);
    expect(prospects.map(({ host }) => host)).toEqual([new URL(named.url).host]);
    expect(prospects[0]!.evidence).toMatchObject([
      { kind: 'mention', details: { sentence: 'Many of us keep theirs in Gardenbook, which is free.' } },
    ]);
    expect(job.result).toMatchObject({ pages: { read: 3, linkedAlready: 1, failed: 0 } });
    // Who is not paid to say the same again: the results page of this week is kept.
    await discovered(app, { kinds: ['mention'] });
    expect(asked).toHaveLength(1);
  });

  test('where it links to what is gone, and the project has a page on the same', async () => {
    const beds = pageWith(
      'Building raised beds for vegetables',
      `<article>${prose.repeat(2)}<p>Raised beds for vegetables are built from boards, and filled in four layers.</p></article>`,
    );
    const app = await startLinkDesk(
      {},
      { '/': pageWith('Garden', `${prose.repeat(2)}<p><a href="/beds">How to build beds</a></p>`), '/beds': beds },
    );
    await jobOf(app, 'posts_refresh', {});
    const gone = await startSite({ '/there': pageWith('There', prose), '/busy': (_, response) => void response.writeHead(503).end() });
    const links = ['there', 'busy', 'raised-beds', 'tax-law'].map(
      (path) => `<a href="${gone.url}/${path}">${path === 'raised-beds' ? 'Building raised beds' : `On ${path}`}</a>`,
    );
    const site = await siteWith(`${prose}<p>${links.join(' and ')}</p>`);
    await answerSearches(app, () => [`${site.url}/page`]);
    const { prospects, job } = await discovered(app, { kinds: ['broken_link', 'mention'] });
    expect(prospects).toMatchObject([{ opportunities: ['broken_link'], targetUrl: `${app.own.url}/beds` }]);
    expect(prospects[0]!.evidence).toMatchObject([
      {
        details: {
          brokenUrl: `${gone.url}/raised-beds`,
          gone: '404',
          anchor: 'Building raised beds',
          replacement: { url: `${app.own.url}/beds` },
        },
      },
    ]);
    expect(job.result).toMatchObject({
      kinds: [
        { kind: 'mention', found: 0 },
        { kind: 'broken_link', lookedAt: 1, found: 1 },
      ],
    });
  });

  test('where it lists links on the subject; a list on another subject is none, nor an article with sources', async () => {
    const app = await startLinkDesk();
    const many = Array.from({ length: 9 }, (_, at) => `<li><a href="https://site${at}.com/">Site ${at}</a></li>`).join('');
    const listOf = (title: string, rest = '') => startSite({ '/page': `${pageWith(title, `${prose}<ul>${many}</ul>`)}${rest}` });
    const list = await listOf('Useful links for your garden diary');
    const other = await startSite({ '/page': pageWith('Useful links on tax law', `<p>All that a lawyer needs.</p><ul>${many}</ul>`) });
    const article = await listOf(
      'Further reading on a garden diary',
      '<script type="application/ld+json">{"@type":"Article","headline":"x"}</script>',
    );
    const asked = await answerSearches(app, () => [list, other, article].map(({ url }) => `${url}/page`));
    const { prospects } = await discovered(app, { kinds: ['resource_page'], keywords });
    expect(asked).toEqual(['garden diary "useful links"']);
    expect(prospects).toMatchObject([{ host: new URL(list.url).host, evidence: [{ kind: 'resource_page', details: { sites: 9 } }] }]);
  });

  test('where the list has the subject in its headings and links, whatever it is called', async () => {
    const app = await startLinkDesk();
    const many = Array.from({ length: 9 }, (_, at) => `<li><a href="https://site${at}.com/">Site ${at}</a></li>`).join('');
    const listOf = (first: string) =>
      `<p>For our members.</p><ul>${many}</ul><h2>Paper</h2><ul><li><a href="https://a.com/">${first}</a></li></ul>`;
    const pages = {
      '/page': pageWith('Useful links', listOf('A diary of my garden')),
      '/other': pageWith('Useful links', listOf('Tax law')),
    };
    const site = await startSite(pages);
    await answerSearches(app, () => Object.keys(pages).map((path) => site.url + path));
    const { prospects } = await discovered(app, { kinds: ['resource_page'], keywords });
    expect(prospects.flatMap(({ evidence }) => evidence.map(({ url }) => url))).toEqual([`${site.url}/page`]);
  });
});

test('without anything to look at, the result says of each kind why, and what to do', async () => {
  const app = await startLinkDesk({ brandTerms: [] });
  const { job, prospects } = await discovered(app);
  expect(prospects).toEqual([]);
  expect(job.result).toMatchObject({
    kinds: [
      { kind: 'cited', lookedAt: 0, found: 0, why: 'too_few', hint: expect.stringContaining('competitors_add') },
      { kind: 'mention', why: 'not_applicable', hint: expect.stringContaining('brandTerms') },
      { kind: 'broken_link', why: 'too_few', hint: expect.stringContaining('posts_refresh') },
      { kind: 'resource_page', why: 'too_few', hint: expect.stringContaining('topics_create') },
    ],
  });
  await app.desk.call('projects_update', { id: app.projectId, brandTerms: ['Gardenbook'] });
  const again = await discovered(app, { kinds: ['mention', 'resource_page'], keywords });
  expect(again.job.result).toMatchObject({
    kinds: [{ why: 'integration_required', hint: expect.stringContaining('serper') }, { why: 'integration_required' }],
  });
});

test('a project without a site has nothing to link to', async () => {
  const { desk, projectId } = await startLinkDesk();
  await desk.call('projects_update', { id: projectId, siteUrl: null });
  await expect(desk.call('link_prospects_discover', {})).rejects.toMatchObject({ code: 'site_required' });
});

test('robots.txt is obeyed: what answers cite is known without reading it, whom to write to is not', async () => {
  const app = await startLinkDesk();
  await app.desk.call('competitors_add', addRival);
  const site = await siteWith(prose);
  site.pages['/robots.txt'] = robots('User-agent: Copydesk\nDisallow: /');
  await answersCite(app, [`${site.url}/page`]);
  const { job, prospects } = await discovered(app, { kinds: ['cited', 'mention'], keywords });
  expect(site.asked).toEqual(['/robots.txt']);
  expect(prospects).toMatchObject([{ opportunities: ['cited'], contact: null, evidence: [{ details: { answers: 1 } }] }]);
  expect(job.result).toMatchObject({ pages: { read: 0, forbidden: 1 } });
});

test('what was erased is not brought back, neither the site nor the address', async () => {
  const app = await startLinkDesk();
  const named = `${prose}<p>We use Gardenbook.</p>`;
  const [erased, same] = [await siteWith(named), await siteWith(named)];
  const found: string[] = [`${erased.url}/page`];
  await answerSearches(app, () => found);
  const [first] = (await discovered(app, { kinds: ['mention'] })).prospects;
  await app.desk.call('link_prospects_delete', { id: first!.id });
  found.push(`${same.url}/page`);
  await app.advance(8 * 24 * 3_600_000);
  const { job, prospects } = await discovered(app, { kinds: ['mention'] });
  expect(prospects).toMatchObject([{ host: new URL(same.url).host, contact: null }]);
  expect(job.result).toMatchObject({ pages: { erased: 1 }, prospects: { new: 1 } });
});

test('a site is there once, however often it is found, and what somebody changed stays', async () => {
  const app = await startLinkDesk();
  const site = await siteWith(`${prose}<p>We use Gardenbook.</p>`);
  site.pages['/other'] = site.pages['/page']!;
  await answerSearches(app, () => ['/page', '/other'].map((path) => site.url + path));
  const first = await discovered(app, { kinds: ['mention'] });
  expect(first.prospects).toHaveLength(1);
  expect(first.prospects[0]!.evidence).toHaveLength(2);
  const { id } = first.prospects[0]!;
  await app.desk.call('link_prospects_update', {
    id,
    status: 'contacted',
    contact: { email: 'anna@example.com', name: 'Anna' },
    notes: 'Knows us.',
  });
  site.pages['/page'] = pageWith('Garden diaries', `${prose}<p>We still use Gardenbook.</p>`);
  const { job, prospects } = await discovered(app, { kinds: ['mention'] });
  expect(prospects).toMatchObject([{ id, status: 'contacted', notes: 'Knows us.', contact: { email: 'anna@example.com', name: 'Anna' } }]);
  expect(JSON.stringify(prospects[0]!.evidence)).toContain('still use');
  expect(job.result).toMatchObject({ prospects: { new: 0, known: 1 } });
  // Its contact is known, so nobody looks for another.
  expect(site.asked.filter((path) => path === '/kontakt')).toHaveLength(1);
});
