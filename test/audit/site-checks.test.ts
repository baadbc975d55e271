import { describe, expect, test } from 'vitest';
import { judgeSite } from '../../src/audit/site-checks/find-site-faults.ts';
import { siteChecks } from '../../src/audit/site-checks/index.ts';
import { addressKey, type SiteFacts, type SitePage } from '../../src/audit/site-checks/site-view.ts';
import { answer, at, link, page, redirect, siteOf } from './site.ts';

interface Case {
  /** A site that has the fault. */
  has: SitePage[];
  hasAbout?: Partial<SiteFacts>;
  /** One that looks like it and has not. */
  hasNot: SitePage[];
  hasNotAbout?: Partial<SiteFacts>;
  /** Where the fault is, by path. */
  where: string[];
}

const noWait = async () => {};

async function found(code: string, pages: readonly SitePage[], about: Partial<SiteFacts> = {}) {
  const checks = siteChecks.filter((check) => check.code === code);
  const { findings } = await judgeSite(siteOf(pages, about), checks, noWait);
  return all(findings());
}

async function all<One>(stream: AsyncIterable<One>): Promise<One[]> {
  const found: One[] = [];
  for await (const one of stream) found.push(one);
  return found;
}

const home = (...links: SitePage['links'][number][]) => page('/', { depth: 0, links });
const robots = (more: Partial<NonNullable<SiteFacts['robots']>>) => ({
  robots: { url: at('/robots.txt'), status: 200, faults: [], allowsAgent: () => true, ...more },
});
const sitemap = (more: Partial<SiteFacts['sitemaps'][number]>) => ({
  sitemaps: [{ url: at('/sitemap.xml'), status: 200, problem: null, isNamed: true, isTooLarge: false, entries: 3, foreign: 0, ...more }],
});
const probes = (more: Partial<SiteFacts['probes']>) => ({
  probes: { madeUp: { url: at('/made-up'), status: 404 }, secureWorks: null, plainLeadsTo: 'https' as const, llmsTxt: true, ...more },
});
const broken = (kind: 'external' | 'image' | 'resource', url: string) => ({
  broken: new Map([[addressKey(url), { url, kind, why: '404' }]]),
});
const without = (protection: string, path = '/') =>
  page(path, { protections: ['hsts', 'nosniff', 'framing', 'csp', 'referrer'].filter((one) => one !== protection) });
const plain = (path: string) => ({ ...page(path), url: at(path).replace('https:', 'http:') });
const blocks = (...names: string[]) => robots({ allowsAgent: (agent) => !names.includes(agent) });
const header = (protection: string): Case => ({ has: [without(protection)], hasNot: [page('/')], where: ['/'] });

const cases: Record<string, Case> = {
  server_errors: { has: [home(), answer('/a', 503)], hasNot: [home(), answer('/a', 404)], where: ['/a'] },
  no_answer: {
    has: [home(), answer('/a', 0, { error: { code: 'timeout', message: 'It did not answer within 20 s.' } })],
    hasNot: [home(), answer('/a', 500)],
    where: ['/a'],
  },
  soft_404: {
    has: [home()],
    hasAbout: probes({ madeUp: { url: at('/made-up'), status: 200 } }),
    hasNot: [home()],
    hasNotAbout: probes({ madeUp: { url: at('/made-up'), status: 301 } }),
    where: ['/'],
  },
  slow_site: {
    has: ['/', '/a', '/b', '/c', '/d'].map((path) => page(path, { durationMs: 1500 })),
    hasNot: ['/', '/a', '/b', '/c', '/d'].map((path, nth) => page(path, { durationMs: nth < 3 ? 400 : 9000 })),
    where: ['/'],
  },
  redirect_loops: {
    has: [home(), redirect('/a', '/b'), redirect('/b', '/a')],
    hasNot: [home(), redirect('/a', '/b'), redirect('/b', '/')],
    where: ['/a', '/b'],
  },
  redirect_chains: {
    has: [home(), redirect('/a', '/b'), redirect('/b', '/c'), page('/c')],
    hasNot: [home(), redirect('/a', '/c'), redirect('/b', '/c'), page('/c')],
    where: ['/a'],
  },
  redirects_to_errors: {
    has: [home(), redirect('/a', '/b'), answer('/b', 404)],
    hasNot: [home(), redirect('/a', '/b'), page('/b')],
    where: ['/a'],
  },
  temporary_redirects: { has: [home(), redirect('/a', '/', 302)], hasNot: [home(), redirect('/a', '/', 308)], where: ['/a'] },
  redirects_to_http: { has: [home(), redirect('/a', 'http://example.com/b')], hasNot: [home(), redirect('/a', '/b')], where: ['/a'] },
  broken_internal_links: { has: [home(link('/a')), answer('/a', 404)], hasNot: [home(link('/a')), page('/a')], where: ['/'] },
  broken_images: {
    has: [home(link('/a.png', { kind: 'image' }))],
    hasAbout: broken('image', at('/a.png')),
    hasNot: [home(link('/b.png', { kind: 'image' }))],
    hasNotAbout: broken('image', at('/a.png')),
    where: ['/'],
  },
  broken_resources: {
    has: [home(link('/a.css', { kind: 'resource' }))],
    hasAbout: broken('resource', at('/a.css')),
    hasNot: [home(link('/b.css', { kind: 'resource' }))],
    hasNotAbout: broken('resource', at('/a.css')),
    where: ['/'],
  },
  broken_external_links: {
    has: [home(link('https://other.example/gone'))],
    hasAbout: broken('external', 'https://other.example/gone'),
    hasNot: [home(link('https://other.example/'))],
    hasNotAbout: broken('external', 'https://other.example/gone'),
    where: ['/'],
  },
  links_to_redirects: {
    has: [home(link('/a')), redirect('/a', '/b'), page('/b')],
    hasNot: [home(link('/b')), redirect('/a', '/b'), page('/b')],
    where: ['/'],
  },
  links_to_http: {
    has: [home(link('http://example.com/a')), plain('/a')],
    hasNot: [home(link('/a')), page('/a')],
    where: ['/'],
  },
  missing_fragments: {
    has: [home(link('/a#there'), link('/a#gone')), page('/a', { ids: ['there'] })],
    hasNot: [home(link('/a#there'), link('/b#any')), page('/a', { ids: ['there'] }), { ...page('/b'), anchors: null }],
    where: ['/'],
  },
  orphan_pages: {
    has: [home(link('/b')), page('/a', { depth: null }), page('/b')],
    hasNot: [home(link('/a')), page('/a', { depth: null })],
    where: ['/a'],
  },
  single_inlinks: {
    has: [home(link('/a')), page('/a', { depth: 2 })],
    hasNot: [home(link('/a')), page('/a', { depth: 2 }), page('/b', { links: [link('/a')] })],
    where: ['/a'],
  },
  nofollow_only_pages: {
    has: [home(link('/a', { isFollowed: false })), page('/a')],
    hasNot: [home(link('/a', { isFollowed: false })), page('/a'), page('/b', { links: [link('/a')] })],
    where: ['/a'],
  },
  deep_pages: { has: [home(), page('/a', { depth: 6 })], hasNot: [home(), page('/a', { depth: 5 })], where: ['/a'] },
  duplicate_titles: {
    has: [page('/a', { html: { title: 'Pumps ' } }), page('/b', { html: { title: 'pumps' } })],
    hasNot: [page('/a', { html: { title: 'Pumps' } }), page('/b', { html: { title: 'pumps', canonical: { url: at('/a'), line: 3 } } })],
    where: ['/a', '/b'],
  },
  duplicate_descriptions: {
    has: [page('/a', { html: { description: 'All on pumps.' } }), page('/b', { html: { description: 'All on pumps.' } })],
    hasNot: [page('/a', { html: { description: null } }), page('/b', { html: { description: null } })],
    where: ['/a', '/b'],
  },
  duplicate_headings: {
    has: [page('/a', { html: { h1: 'Pumps' } }), page('/b', { html: { h1: 'Pumps' } })],
    hasNot: [page('/a', { html: { h1: 'Pumps' } }), page('/b', { html: { h1: 'Pumps', isNoindex: true } })],
    where: ['/a', '/b'],
  },
  duplicate_pages: {
    has: [page('/a', { html: { sketch: '0123456789abcdef' } }), page('/b', { html: { sketch: '0123456789abcdef' } })],
    hasNot: [
      page('/a', { html: { sketch: '0123456789abcdef', words: 20 } }),
      page('/b', { html: { sketch: '0123456789abcdef', words: 20 } }),
    ],
    where: ['/a', '/b'],
  },
  near_duplicate_pages: {
    has: [page('/a', { html: { sketch: '0123456789abcdef' } }), page('/b', { html: { sketch: '0123456789abcde8' } })],
    hasNot: [
      page('/a', { html: { sketch: '0123456789abcdef' } }),
      page('/b', { html: { sketch: '0123456789abcdef' } }),
      page('/c', { html: { sketch: '0123456789abcd00' } }),
    ],
    where: ['/a', '/b'],
  },
  canonical_to_error: {
    has: [page('/a', { html: { canonical: { url: at('/b'), line: 4 } } }), answer('/b', 404)],
    hasNot: [page('/a', { html: { canonical: { url: at('/b'), line: 4 } } }), page('/b')],
    where: ['/a'],
  },
  canonical_to_redirect: {
    has: [page('/a', { html: { canonical: { url: at('/b'), line: 4 } } }), redirect('/b', '/c')],
    hasNot: [page('/a', { html: { canonical: { url: at('/a'), line: 4 } } }), redirect('/b', '/c')],
    where: ['/a'],
  },
  canonical_to_noindex: {
    has: [page('/a', { html: { canonical: { url: at('/b'), line: 4 } } }), page('/b', { html: { isNoindex: true } })],
    hasNot: [page('/a', { html: { canonical: { url: at('/b'), line: 4 }, isNoindex: true } }), page('/b')],
    where: ['/a'],
  },
  canonical_chains: {
    has: [
      page('/a', { html: { canonical: { url: at('/b'), line: 4 } } }),
      page('/b', { html: { canonical: { url: at('/c'), line: 4 } } }),
      page('/c'),
    ],
    hasNot: [
      page('/a', { html: { canonical: { url: at('/b'), line: 4 } } }),
      page('/b', { html: { canonical: { url: at('/b'), line: 4 } } }),
    ],
    where: ['/a'],
  },
  canonical_forbidden: {
    has: [page('/a', { html: { canonical: { url: at('/b'), line: 4 } } }), answer('/b', 0, { isForbidden: true })],
    hasNot: [page('/a', { html: { canonical: { url: at('/b'), line: 4 } } }), page('/b')],
    where: ['/a'],
  },
  hreflang_without_return: {
    has: [page('/a', { html: { hreflangs: [{ lang: 'de', url: at('/b'), line: 5 }] } }), page('/b')],
    hasNot: [
      page('/a', { html: { hreflangs: [{ lang: 'de', url: at('/b'), line: 5 }] } }),
      page('/b', { html: { hreflangs: [{ lang: 'en', url: at('/a'), line: 5 }] } }),
    ],
    where: ['/a'],
  },
  hreflang_to_error: {
    has: [page('/a', { html: { hreflangs: [{ lang: 'de', url: at('/b'), line: 5 }] } }), answer('/b', 404)],
    hasNot: [page('/a', { html: { hreflangs: [{ lang: 'de', url: at('/elsewhere'), line: 5 }] } }), answer('/b', 404)],
    where: ['/a'],
  },
  hreflang_to_noindex: {
    has: [page('/a', { html: { hreflangs: [{ lang: 'de', url: at('/b'), line: 5 }] } }), page('/b', { html: { isNoindex: true } })],
    hasNot: [page('/a', { html: { hreflangs: [{ lang: 'de', url: at('/b'), line: 5 }] } }), page('/b')],
    where: ['/a'],
  },
  not_in_sitemap: {
    has: [home(), page('/a', { isListed: false })],
    hasNot: [home(), page('/a', { isListed: false, html: { isNoindex: true } })],
    where: ['/a'],
  },
  sitemap_lists_redirects: {
    has: [home(), redirect('/a', '/')],
    hasNot: [home(), { ...redirect('/a', '/'), isListed: false }],
    where: ['/a'],
  },
  sitemap_lists_errors: { has: [home(), answer('/a', 410)], hasNot: [home(), answer('/a', 410, { isListed: false })], where: ['/a'] },
  sitemap_lists_noindex: {
    has: [home(), page('/a', { html: { isNoindex: true } })],
    hasNot: [home(), page('/a', { html: { isNoindex: true }, isListed: false })],
    where: ['/a'],
  },
  sitemap_lists_duplicates: {
    has: [home(), page('/a', { html: { canonical: { url: at('/'), line: 4 } } })],
    hasNot: [home(), page('/a', { html: { canonical: { url: at('/a'), line: 4 } } })],
    where: ['/a'],
  },
  sitemap_lists_forbidden: {
    has: [home(), answer('/a', 0, { isForbidden: true })],
    hasNot: [home(), answer('/a', 0, { isForbidden: true, isListed: false })],
    where: ['/a'],
  },
  sitemap_lists_other_hosts: { has: [home()], hasAbout: sitemap({ foreign: 2 }), hasNot: [home()], where: ['/sitemap.xml'] },
  sitemap_broken: {
    has: [home()],
    hasAbout: sitemap({ status: 404, problem: 'answers 404', entries: 0 }),
    hasNot: [home()],
    hasNotAbout: sitemap({ status: 404, problem: 'answers 404', entries: 0, isNamed: false }),
    where: ['/sitemap.xml'],
  },
  sitemap_empty: {
    has: [home()],
    hasAbout: sitemap({ entries: 0 }),
    hasNot: [home()],
    hasNotAbout: sitemap({ entries: 0, status: 500, problem: 'answers 500' }),
    where: ['/sitemap.xml'],
  },
  sitemap_too_large: { has: [home()], hasAbout: sitemap({ isTooLarge: true, entries: 50_001 }), hasNot: [home()], where: ['/sitemap.xml'] },
  sitemap_missing: {
    has: [home()],
    hasAbout: sitemap({ status: 404, problem: 'answers 404', isNamed: false }),
    hasNot: [home()],
    hasNotAbout: sitemap({ status: 500, problem: 'answers 500', isNamed: false }),
    where: ['/'],
  },
  robots_blocks_site: {
    has: [home()],
    hasAbout: robots({ allowsAgent: () => false }),
    hasNot: [home()],
    hasNotAbout: blocks('GPTBot', '*'),
    where: ['/robots.txt'],
  },
  robots_error: {
    has: [home()],
    hasAbout: robots({ status: 503 }),
    hasNot: [home()],
    hasNotAbout: robots({ status: 404 }),
    where: ['/robots.txt'],
  },
  robots_missing: {
    has: [home()],
    hasAbout: robots({ status: 404 }),
    hasNot: [home()],
    hasNotAbout: robots({ status: 500 }),
    where: ['/robots.txt'],
  },
  robots_faulty: {
    has: [home()],
    hasAbout: robots({ faults: [{ line: 3, text: 'Dissallow: /x' }] }),
    hasNot: [home()],
    hasNotAbout: robots({ status: 404, faults: [{ line: 1, text: 'Not found' }] }),
    where: ['/robots.txt'],
  },
  robots_blocks_resources: { has: [home()], hasAbout: { blockedResources: [at('/site.css')] }, hasNot: [home()], where: ['/robots.txt'] },
  linked_but_forbidden: {
    has: [home(link('/a')), answer('/a', 0, { isForbidden: true })],
    hasNot: [home(), answer('/a', 0, { isForbidden: true })],
    where: ['/a'],
  },
  ai_search_blocked: {
    has: [home()],
    hasAbout: blocks('OAI-SearchBot'),
    hasNot: [home()],
    hasNotAbout: blocks('GPTBot', 'ChatGPT-User'),
    where: ['/robots.txt'],
  },
  ai_users_blocked: {
    has: [home()],
    hasAbout: blocks('Claude-User'),
    hasNot: [home()],
    hasNotAbout: blocks('ClaudeBot'),
    where: ['/robots.txt'],
  },
  ai_training_blocked: {
    has: [home()],
    hasAbout: blocks('GPTBot', 'CCBot'),
    hasNot: [home()],
    hasNotAbout: blocks('PerplexityBot'),
    where: ['/robots.txt'],
  },
  llms_txt_missing: {
    has: [home()],
    hasAbout: probes({ llmsTxt: false }),
    hasNot: [home()],
    hasNotAbout: probes({ llmsTxt: null }),
    where: ['/'],
  },
  case_duplicates: {
    has: [home(), page('/Pumps'), page('/pumps')],
    hasNot: [home(), page('/Pumps'), redirect('/pumps', '/Pumps')],
    where: ['/Pumps'],
  },
  slash_duplicates: { has: [home(), page('/a/'), page('/a')], hasNot: [home(), page('/a/'), redirect('/a', '/a/')], where: ['/a/'] },
  double_slashes: { has: [home(), page('/a//b')], hasNot: [home(), page('/a/b?to=//c')], where: ['/a//b'] },
  spaces_in_addresses: { has: [home(), page('/a%20b')], hasNot: [home(), page('/a-b?q=c%20d')], where: ['/a%20b'] },
  underscores_in_addresses: { has: [home(), page('/a_b')], hasNot: [home(), page('/a-b?c_d=1'), page('/_next')], where: ['/a_b'] },
  long_addresses: {
    has: [home(), page(`/${'a'.repeat(200)}`)],
    hasNot: [home(), page(`/${'a'.repeat(100)}`)],
    where: [`/${'a'.repeat(200)}`],
  },
  many_parameters: { has: [home(), page('/a?b=1&c=2&d=3&e=4')], hasNot: [home(), page('/a?b=1&c=2&d=3')], where: ['/a?b=1&c=2&d=3&e=4'] },
  no_https: {
    has: [plain('/')],
    hasAbout: probes({ secureWorks: false }),
    hasNot: [plain('/')],
    hasNotAbout: probes({ secureWorks: null }),
    where: ['/'],
  },
  http_beside_https: { has: [home()], hasAbout: probes({ plainLeadsTo: 'http' }), hasNot: [home()], where: ['/'] },
  mixed_hosts: {
    has: [page('/'), { ...page('/a'), url: 'https://www.example.com/a' }],
    hasNot: [page('/'), { ...page('/a'), url: 'https://docs.example.com/a' }],
    where: ['/'],
  },
  hsts_missing: header('hsts'),
  nosniff_missing: header('nosniff'),
  framing_allowed: header('framing'),
  csp_missing: header('csp'),
  referrer_policy_missing: header('referrer'),
};

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

test('a protection that some pages have is asked of the others one by one', async () => {
  const findings = await found('nosniff_missing', [page('/'), without('nosniff', '/a'), without('nosniff', '/b')]);
  expect(findings.map(({ url, isPage }) => [url, isPage])).toEqual([
    [at('/a'), true],
    [at('/b'), true],
  ]);
  const everywhere = await found('nosniff_missing', [without('nosniff'), without('nosniff', '/a')]);
  expect(everywhere.map(({ url, isPage }) => [url, isPage])).toEqual([[at('/'), false]]);
});
