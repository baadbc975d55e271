import { describe, expect, test } from 'vitest';
import { pageChecks } from '../../src/audit/page-checks/index.ts';
import { judgeSite } from '../../src/audit/site-checks/find-site-faults.ts';
import { siteChecks } from '../../src/audit/site-checks/index.ts';
import type { SiteFacts, SitePage } from '../../src/audit/site-checks/site-view.ts';
import { canonicalCases } from './canonical-cases.ts';
import { pageCases } from './site-cases.ts';
import { siteCases } from './site-wide-cases.ts';
import { answer, at, broken, link, page, redirect, siteOf, without } from './site.ts';

const cases = { ...pageCases, ...canonicalCases, ...siteCases };

const noWait = async () => {};

async function found(code: string, pages: readonly SitePage[], about: Partial<SiteFacts> = {}) {
  const checks = siteChecks.filter((check) => check.code === code);
  const { findings } = await judgeSite(siteOf(pages, about), checks, noWait);
  return all(findings());
}

async function all<One>(stream: AsyncIterable<One>): Promise<One[]> {
  const taken: One[] = [];
  for await (const one of stream) taken.push(one);
  return taken;
}

test('every check of the whole site has a site with its fault and one without', () => {
  expect(Object.keys(cases).toSorted()).toEqual(siteChecks.map(({ code }) => code).toSorted());
  expect(siteChecks.length).toBeGreaterThanOrEqual(30);
});

describe.each(siteChecks)('$code', ({ code, title, why, howToFix }) => {
  const { has, hasAbout, hasNot, hasNotAbout, where } = cases[code]!;

  test('finds the fault where it is', async () => {
    const findings = await found(code, has, hasAbout);
    const path = (url: string) => url.replace(/^https?:\/\/(?:www\.)?example\.com/, '');
    expect(findings.map(({ url }) => path(url))).toEqual(where);
    for (const { evidence } of findings) for (const { text } of evidence) expect(text).toMatch(/\S/);
  });

  test('finds nothing where there is none', async () => {
    expect(await found(code, hasNot, hasNotAbout)).toEqual([]);
  });

  test('says what is wrong, why it matters and what to do', () => {
    expect(title).toMatch(/^[A-Za-z].{5,70}[^.]$/);
    for (const text of [why, howToFix]) expect(text).toMatch(/^[A-Z].{10,160}\.$/s);
  });
});

test('a site without a fault has no finding at all', async () => {
  const pages = ['/', '/a', '/b'].map((path, depth, paths) => page(path, { depth, links: paths.map((to) => link(to)) }));
  const { findings } = await judgeSite(siteOf(pages), siteChecks, noWait);
  expect(await all(findings())).toEqual([]);
});

test('a chain of redirects is told with its end and all between', async () => {
  const told = async (pages: SitePage[]) => (await found('redirect_chains', pages))[0]!.evidence.map(({ text }) => text);
  const chain = [redirect('/a', '/b'), redirect('/b', '/c', 302), redirect('/c', '/d')];
  const by = `by way of ${at('/b')} (302), ${at('/c')} (301)`;
  expect(await told([...chain, page('/d')])).toEqual([`3 hops: ends at ${at('/d')}, which answers 200, ${by}`]);
  expect(await told([...chain, answer('/d', 404)])).toEqual([`3 hops: ends at ${at('/d')}, which answers 404, ${by}`]);
  expect(await told(chain)).toEqual([`3 hops: ends beyond what was read, ${by}`]);
});

test('pages with the same text and with nearly the same are told apart', async () => {
  const sketched = (path: string, sketch: string) => page(path, { html: { sketch } });
  const pages = [sketched('/a', '0123456789abcdef'), sketched('/b', '0123456789abcdee'), sketched('/c', '0123456789abcdff')];
  const [near] = await found('near_duplicate_pages', pages);
  expect(near!.evidence).toEqual([{ line: null, text: `nearly the same text as ${at('/b')} and 1 more` }]);
  const [same] = await found('duplicate_pages', [pages[0]!, sketched('/b', '0123456789abcdef')]);
  expect(same!.evidence).toEqual([{ line: null, text: `the same text as ${at('/b')}` }]);
});

test('a protection that some pages have is asked of the others one by one', async () => {
  const findings = await found('nosniff_missing', [page('/'), without('nosniff', '/a'), without('nosniff', '/b')]);
  expect(findings.map(({ url, isPage }) => [url, isPage])).toEqual([
    [at('/a'), true],
    [at('/b'), true],
  ]);
  const everywhere = await found('nosniff_missing', [without('nosniff'), without('nosniff', '/a')]);
  expect(everywhere.map(({ url, isPage }) => [url, isPage])).toEqual([[at('/'), false]]);
});

test('what an answer exposes is told of its page, or once of all', async () => {
  const open = (path: string) => ({ ...without('cookies', path), exposed: { cookies: 'id without Secure' } });
  const told = async (...pages: SitePage[]) => (await found('cookies_open', pages)).map(({ evidence }) => evidence[0]!.text);
  expect(await told(open('/a'), page('/b'))).toEqual(['id without Secure']);
  expect(await told(open('/a'), open('/b'))).toEqual(['id without Secure, on all pages of this host']);
});

test('a picture that is gone is told by what stands for it, as nobody clicks it', async () => {
  const [picture] = await found(
    'broken_images',
    [page('/', { links: [link('/a.png', { kind: 'image', text: 'A kiln' })] })],
    broken('image', at('/a.png')),
  );
  expect(picture!.evidence[0]!.text).toBe(`${at('/a.png')} (404), alt: “A kiln”`);
});

test('the one page that links to another is named', async () => {
  const pages = [page('/', { depth: 0, links: [link('/b')] }), page('/b', { links: [link('/a')] }), page('/a', { depth: null })];
  const [finding] = await found('single_inlinks', pages);
  expect(finding!.evidence[0]!.text).toBe(`only ${at('/b')} links here`);
});

test('only versions of one page share a title: pages that name one another, or read as different languages', async () => {
  const titled = (path: string, language: string | null, ...versions: string[]) =>
    page(path, { html: { title: 'Pumps', language, hreflangs: versions.map((one) => ({ lang: 'en', url: at(one), line: 5 })) } });
  const told = async (...pages: SitePage[]) =>
    (await found('duplicate_titles', pages)).map(({ url, evidence }) => [new URL(url).pathname, evidence[0]!.text.split(' also at ')[1]]);
  // Neither what a page says of its language nor one that is not known sets it apart.
  expect(await told(titled('/a', 'en'), titled('/b', null))).toEqual([
    ['/a', at('/b')],
    ['/b', at('/a')],
  ]);
  expect(await told(titled('/a', 'en'), titled('/b', 'fr'), titled('/c', null))).toEqual([
    ['/a', at('/c')],
    ['/c', at('/a')],
  ]);
  expect(await told(titled('/gb', 'en', '/us'), titled('/us', 'en', '/gb'))).toEqual([]);
  // Search engines do not hear of a version that is not named back.
  expect(await told(titled('/gb', 'en', '/us'), titled('/us', 'en'))).toHaveLength(2);
  expect(await told(titled('/gb', 'en', '/us'), titled('/us', 'en', '/gb'), titled('/other', 'en'))).toEqual([
    ['/gb', at('/other')],
    ['/us', at('/other')],
    ['/other', at('/gb')],
  ]);
});

describe('what follows from another fault at the same address is not told', () => {
  const codesAt = async (path: string, pages: readonly SitePage[], about: Partial<SiteFacts> = {}) => {
    const { findings } = await judgeSite(siteOf(pages, about), siteChecks, noWait);
    return (await all(findings())).filter(({ url }) => url === at(path)).map(({ code }) => code);
  };
  const same = { html: { sketch: '0123456789abcdef', title: 'Pumps', h1: 'Pumps', description: 'All on pumps.' } };
  const start = page('/', { depth: 0, links: ['/a', '/b', '/A', '/c'].map((to) => link(to)) });
  const others = page('/c', { links: ['/a', '/b', '/A'].map((to) => link(to)) });

  test('a page that is there twice shares its title', async () => {
    expect(await codesAt('/a', [start, others, page('/a', same), page('/b', same)])).toEqual(['duplicate_pages']);
  });

  test('nor does the page itself hear of its copy under another spelling', async () => {
    const pages = [start, others, page('/a', same), page('/A', { ...same, isListed: false })];
    expect(await codesAt('/A', pages)).toEqual(['case_duplicates']);
    expect(await codesAt('/a', pages)).toEqual([]);
  });

  test('nor is a copy by parameters told for how it is linked', async () => {
    const chain = ['/a', '/1', '/2', '/3'].map((path, nth, paths) => page(path, { links: nth < 3 ? [link(paths[nth + 1]!)] : [link('/a?sort=1', { isFollowed: false })] })); // prettier-ignore
    const copy = page('/a?sort=1', { ...same, isListed: false, depth: null });
    const pages = [start, others, { ...chain[0]!, html: page('/a', same).html }, ...chain.slice(1), copy];
    expect(await codesAt('/a?sort=1', pages)).toEqual(['parameter_duplicates']);
  });

  test('a sitemap lists a page that search may not', async () => {
    const pages = [start, others, page('/a', { html: { isNoindex: true } }), page('/b')];
    expect(await codesAt('/a', pages)).toEqual(['pages_lost']);
  });

  test('a chain of redirects that ends at an error', async () => {
    const pages = [start, others, redirect('/a', '/b', 302), redirect('/b', '/gone'), answer('/gone', 404, { isListed: false })];
    expect(await codesAt('/a', pages)).toEqual(['redirects_to_errors']);
  });

  test('a sitemap lists a page whose canonical is gone', async () => {
    const pages = [
      start,
      others,
      page('/a', { html: { canonical: { url: at('/gone'), line: 4 } } }),
      answer('/gone', 404, { isListed: false }),
    ];
    expect(await codesAt('/a', pages)).toEqual(['canonical_to_error']);
  });
});

test('causes are checks that are made at the same time and weigh no less', () => {
  for (const some of [pageChecks, siteChecks]) {
    const severities = new Map(some.map(({ code, severity }) => [code, severity]));
    const rank = (severity: string | undefined) => ['critical', 'warning', 'notice'].indexOf(severity ?? '');
    for (const { severity, causes = [] } of some)
      for (const cause of causes) {
        expect(severities.has(cause)).toBe(true);
        expect(rank(severities.get(cause))).toBeLessThanOrEqual(rank(severity));
      }
  }
});

test('a page that only sends on, or says that nothing is there, competes with none', async () => {
  const stub = (path: string) => page(path, { html: { title: 'Redirecting …', isStub: true } });
  expect(await found('duplicate_titles', [stub('/a'), stub('/b')])).toEqual([]);
  expect(await found('not_in_sitemap', [page('/'), { ...stub('/a'), isListed: false }])).toEqual([]);
});

test('the pages of one list share its name, whatever they are called besides', async () => {
  const listed = (path: string) => page(path, { html: { title: 'Blog', description: 'All on pumps.', h1: 'Blog' } });
  const list = [listed('/blog/'), listed('/blog/page/2/'), listed('/blog/page/3/')];
  for (const code of ['duplicate_titles', 'duplicate_descriptions', 'duplicate_headings']) {
    expect(await found(code, list)).toEqual([]);
    expect(await found(code, [listed('/news?page=2'), listed('/news')])).toEqual([]);
    expect(await found(code, [...list, listed('/page/')])).toHaveLength(4);
  }
});

test('a canonical address that answers with an error keeps no page from competing', async () => {
  const deferring = (path: string) => page(path, { html: { title: 'Pumps', canonical: { url: at('/gone'), line: 4 } } });
  const pages = [deferring('/a'), deferring('/b')];
  expect(await found('duplicate_titles', [...pages, answer('/gone', 404)])).toHaveLength(2);
  expect(await found('duplicate_titles', [...pages, page('/gone')])).toEqual([]);
});

test('most pages that say noindex are told of the site, whatever its start says', async () => {
  const closed = (path: string) => page(path, { html: { isNoindex: true } });
  const [told] = await found('site_noindex', [page('/'), closed('/a'), closed('/b')]);
  expect(told).toMatchObject({ isPage: false, evidence: [{ text: '2 of 3 pages do' }] });
});

test('of pages kept out of search single ones are lost, and more of them are meant', async () => {
  const shut = Array.from({ length: 4 }, (_, nth) => page(`/shut-${nth}`, { html: { isNoindex: true } }));
  const open = (count: number) => Array.from({ length: count }, (_, nth) => page(`/open-${nth}`));
  expect(await found('pages_lost', [...shut.slice(1), ...open(9)])).toHaveLength(3);
  expect(await found('pages_lost', [...shut, ...open(9)])).toEqual([]);
  expect(await found('pages_lost', [...shut, ...open(76)])).toHaveLength(4);
  // What is wrong with the site is told of the site.
  expect(await found('pages_lost', [...shut.slice(1), page('/')])).toEqual([]);
});
