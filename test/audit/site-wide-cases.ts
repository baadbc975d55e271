import type { Case } from './site-cases.ts';
import { answer, at, blocks, home, link, page, plain, probes, redirect, robots, sitemap, without } from './site.ts';

const header = (protection: string): Case => ({ has: [without(protection)], hasNot: [page('/')], where: ['/'] });

/** Faults of sitemaps, robots.txt, addresses and hosts, by the codes of the checks. */
const same = { html: { sketch: '0123456789abcdef' } };
const nearlySame = { html: { sketch: '0123456789abcdee' } };
const short = { html: { sketch: '000000000000000f', words: 9 } };

export const siteCases: Record<string, Case> = {
  sitemap_lists_other_hosts: {
    has: [home()],
    hasAbout: sitemap({ foreign: { count: 2, first: 'https://other.example/' } }),
    hasNot: [home()],
    where: ['/sitemap.xml'],
  },
  sitemap_broken: {
    has: [home()],
    hasAbout: sitemap({ status: 404, problem: 'answers 404', entries: 0 }),
    hasNot: [home()],
    hasNotAbout: sitemap({ status: 404, problem: 'answers 404', entries: 0, isNamed: false }),
    where: ['/sitemap.xml'],
  },
  sitemap_dates_wrong: {
    has: [home()],
    hasAbout: sitemap({ undated: { count: 2, first: 'yesterday' } }),
    hasNot: [home()],
    where: ['/sitemap.xml'],
  },
  sitemap_repeats: {
    has: [home()],
    hasAbout: sitemap({ repeated: { count: 1, first: at('/a') } }),
    hasNot: [home()],
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
    has: [home(), ...Array.from({ length: 9 }, (_, nth) => page(`/${nth}`))],
    hasAbout: sitemap({ status: 404, problem: 'answers 404', isNamed: false }),
    hasNot: [home(), ...Array.from({ length: 8 }, (_, nth) => page(`/${nth}`))],
    hasNotAbout: sitemap({ status: 404, problem: 'answers 404', isNamed: false }),
    where: ['/'],
  },
  robots_blocks_site: {
    has: [home()],
    hasAbout: robots({ allowsAgent: () => false }),
    hasNot: [home()],
    hasNotAbout: blocks('GPTBot', '*'),
    where: ['/robots.txt'],
  },
  site_noindex: {
    has: [page('/', { html: { isNoindex: true } }), page('/a'), page('/b')],
    hasNot: [
      home(),
      page('/a', { html: { isNoindex: true } }),
      ...['/b', '/c'].map((path) => page(path, { html: { isNoindex: true, isList: true } })),
    ],
    where: ['/'],
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
    hasAbout: robots({ faults: [{ line: 3, text: 'Dissallow: /x', isRule: true }] }),
    hasNot: [home()],
    hasNotAbout: robots({ status: 404, faults: [{ line: 1, text: 'Not found', isRule: false }] }),
    where: ['/robots.txt'],
  },
  robots_rules_lost: {
    has: [home(), page('/x')],
    hasAbout: robots({ faults: [{ line: 3, text: 'Dissallow: /x', isRule: true }], meantFor: (_, url) => !url.endsWith('/x') }),
    hasNot: [home()],
    hasNotAbout: robots({ faults: [{ line: 3, text: 'Dissallow: /x', isRule: true }], meantFor: (_, url) => !url.endsWith('/x') }),
    where: ['/robots.txt'],
  },
  robots_blocks_resources: { has: [home()], hasAbout: { blockedResources: [at('/site.css')] }, hasNot: [home()], where: ['/robots.txt'] },
  linked_but_forbidden: {
    has: [home(link('/a')), answer('/a', 0, { isForbidden: true })],
    hasNot: [
      home(...['/cart', '/de/warenkorb/', '/account/orders', '/?s=kiln'].map((path) => link(path))),
      ...['/a', '/cart', '/de/warenkorb/', '/account/orders', '/?s=kiln'].map((path) => answer(path, 0, { isForbidden: true })),
    ],
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
  llms_txt_broken: { has: [home()], hasAbout: probes({ llmsGone: [at('/gone')] }), hasNot: [home()], where: ['/'] },
  capitals_in_addresses: { has: [home(), page('/Pumps')], hasNot: [home(), page('/pumps?Q=A'), page('/%C3%A4')], where: ['/Pumps'] },
  case_duplicates: {
    has: [home(), page('/Pumps', same), page('/pumps', same)],
    hasNot: [home(), page('/Pumps', same), redirect('/pumps', '/Pumps'), page('/Regex'), page('/regex')],
    where: ['/Pumps'],
  },
  slash_duplicates: {
    has: [home(), page('/a/', same), page('/a', nearlySame), page('/b/', short), page('/b', short)],
    hasNot: [home(), page('/a/', same), redirect('/a', '/a/'), page('/b/'), page('/b')],
    where: ['/a/', '/b/'],
  },
  index_duplicates: {
    has: [page('/a/', same), page('/a/index.html', nearlySame), page('/', short), page('/index.php?b', short), page('/?b', short)],
    hasNot: [
      page('/a/', same),
      page('/a/index.html', { html: { ...same.html, canonical: { url: at('/a/'), line: 3 } } }),
      page('/b/'),
      page('/b/index.html'),
      redirect('/c/index.html', '/c/'),
      page('/c/'),
    ],
    where: ['/a/index.html', '/index.php?b'],
  },
  ending_duplicates: {
    has: [page('/a', same), page('/a.html', same)],
    hasNot: [
      page('/b'),
      page('/b.html'),
      page('/c', same),
      page('/c.html', { html: { ...same.html, canonical: { url: at('/c'), line: 3 } } }),
    ],
    where: ['/a.html'],
  },
  parameter_duplicates: {
    has: [page('/a', same), page('/a?sort=up', same), page('/a?sort=down', nearlySame)],
    hasNot: [
      page('/few', short),
      page('/few?brand=x', short),
      page('/a', same),
      page('/a?page=2'),
      page('/a?b', { html: { ...same.html, canonical: { url: at('/a'), line: 3 } } }),
    ],
    where: ['/a?sort=up', '/a?sort=down'],
  },
  double_slashes: { has: [home(), page('/a//b')], hasNot: [home(), page('/a/b?to=//c')], where: ['/a//b'] },
  spaces_in_addresses: { has: [home(), page('/a%20b')], hasNot: [home(), page('/a-b?q=c%20d')], where: ['/a%20b'] },
  underscores_in_addresses: { has: [home(), page('/a_b')], hasNot: [home(), page('/a-b?c_d=1'), page('/_next')], where: ['/a_b'] },
  long_addresses: {
    has: [home(), page(`/${'a'.repeat(100)}`)],
    hasNot: [home(), page(`/${'a'.repeat(90)}`)],
    where: [`/${'a'.repeat(100)}`],
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
  cookies_open: header('cookies'),
  server_version_told: header('discreet'),
  framing_allowed: header('framing'),
  csp_missing: header('csp'),
  referrer_policy_missing: header('referrer'),
};
