import type { SiteFacts, SitePage } from '../../src/audit/site-checks/site-view.ts';
import { answer, at, broken, home, link, odd, page, plain, probes, redirect } from './site.ts';

export interface Case {
  /** A site that has the fault. */
  has: SitePage[];
  hasAbout?: Partial<SiteFacts>;
  /** One that looks like it and has not. */
  hasNot: SitePage[];
  hasNotAbout?: Partial<SiteFacts>;
  /** Where the fault is, by path. */
  where: string[];
}

/** Pages that a sitemap named before they were found, each linked from the one before. */
const row = (...paths: string[]) => [
  home(link(paths[0]!)),
  ...paths.map((path, nth) => page(path, { depth: null, links: nth + 1 < paths.length ? [link(paths[nth + 1]!)] : [] })),
];

const shut = { html: { isNoindex: true } };
const open = Array.from({ length: 9 }, (_, nth) => page(`/open-${nth}`));

/** Faults of pages, by the codes of the checks. */
export const pageCases: Record<string, Case> = {
  start_page_error: { has: [answer('/', 404, { depth: 0 })], hasNot: [redirect('/', '/en/'), page('/en/')], where: ['/'] },
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
  redirect_without_goal: {
    has: [home(), answer('/a', 302)],
    hasNot: [home(), redirect('/a', '/'), answer('/b', 304)],
    where: ['/a'],
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
  broken_icons: {
    has: [home(link('/a.png', { kind: 'named', text: 'icon' }))],
    hasAbout: broken('image', at('/a.png')),
    hasNot: [home(link('/a.png', { kind: 'named', text: 'icon' }))],
    where: ['/'],
  },
  broken_previews: {
    has: [home(link('/a.png', { kind: 'named', text: 'twitter:image' }))],
    hasAbout: broken('named', at('/a.png')),
    hasNot: [home(link('/a.png', { kind: 'named', text: 'icon' }))],
    hasNotAbout: broken('named', at('/a.png')),
    where: ['/'],
  },
  pagination_broken: {
    has: [home(link('/a', { kind: 'named', text: 'next' })), answer('/a', 404)],
    hasNot: [home(link('/a', { kind: 'named', text: 'next' })), page('/a')],
    where: ['/'],
  },
  library_vulnerable: {
    has: [home(link('/a.js', { kind: 'resource', text: 'jquery.js?ver=1.12' }))],
    hasNot: [
      home(
        ...['/a.js', '/b.js'].map((path) => link(path, { kind: 'resource', text: 'jquery.js?ver=1.12' })),
        link('/c.js', { kind: 'resource', text: '' }),
      ),
    ],
    hasNotAbout: { ...broken('resource', at('/a.js')), ...odd('/b.js', 'page') },
    where: ['/'],
  },
  resources_are_pages: {
    has: [home(link('/a.js', { kind: 'resource' }))],
    hasAbout: odd('/a.js', 'page'),
    hasNot: [home(link('/a.js', { kind: 'resource' }), link('/b.js'))],
    hasNotAbout: odd('/b.js', 'page'),
    where: ['/'],
  },
  resources_refused: {
    has: [home(link('/a.js', { kind: 'resource' }))],
    hasAbout: odd('/a.js', { type: 'text/plain' }),
    hasNot: [home(link('/a.js', { kind: 'resource' }))],
    hasNotAbout: odd('/a.js', 'page'),
    where: ['/'],
  },
  images_heavy: {
    has: [home(link('/a.png', { kind: 'image' }))],
    hasAbout: odd('/a.png', { bytes: 2_400_000 }),
    hasNot: [home(link('/a.png', { kind: 'resource' }))],
    hasNotAbout: odd('/a.png', { bytes: 2_400_000 }),
    where: ['/'],
  },
  resources_heavy: {
    has: [home(link('/a.js', { kind: 'resource' }))],
    hasAbout: odd('/a.js', { bytes: 900_000 }),
    hasNot: [home(link('/a.js', { kind: 'resource' }))],
    hasNotAbout: odd('/a.js', 'page'),
    where: ['/'],
  },
  feeds_broken: {
    has: [home(link('/feed', { kind: 'named', text: 'feed' }))],
    hasAbout: odd('/feed', 'no_feed'),
    hasNot: [home(link('/feed'))],
    hasNotAbout: odd('/feed', 'no_feed'),
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
    hasNot: [
      home(link('/b'), link('/c'), link('/d')),
      redirect('/a', '/b'),
      page('/b'),
      redirect('/c', '/c2'),
      redirect('/c2', '/c'),
      redirect('/d', '/e'),
      answer('/e', 404),
    ],
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
    has: [home(link('/a.html'), link('/b')), page('/a', { depth: null }), page('/a.html'), page('/b')],
    hasNot: [
      home(link('/a'), link('/b.html')),
      page('/a', { depth: null }),
      page('/b', { depth: null, html: { sketch: '0123456789abcdef' } }),
      page('/b.html', { html: { sketch: '0123456789abcdef' } }),
    ],
    where: ['/a'],
  },
  single_inlinks: {
    has: [home(link('/b')), page('/a', { depth: null }), page('/b', { links: [link('/a')] })],
    hasNot: [home(link('/b'), link('/c')), page('/a'), page('/b', { links: [link('/a')] }), page('/c', { links: [link('/a')] })],
    where: ['/a'],
  },
  nofollow_only_pages: {
    has: [home(link('/a', { isFollowed: false })), page('/a')],
    hasNot: [
      home(link('/a', { isFollowed: false }), link('/c', { isFollowed: false })),
      page('/a'),
      page('/b', { links: [link('/a')] }),
      page('/c', { html: { isStub: true } }),
    ],
    where: ['/a'],
  },
  deep_pages: {
    has: row('/b', '/c', '/d', '/a').toReversed(),
    hasNot: [...row('/b', '/c', '/a'), redirect('/f', '/a'), page('/g', { depth: null })],
    where: ['/a'],
  },
  duplicate_titles: {
    has: [page('/a', { html: { title: 'Pumps ' } }), page('/b', { html: { title: 'pumps' } })],
    hasNot: [
      page('/a', { html: { title: 'Pumps' } }),
      page('/b', { html: { title: 'pumps', canonical: { url: at('/a'), line: 3 } } }),
      page('/fr/a', { html: { title: 'Pumps', language: 'fr' } }),
    ],
    where: ['/a', '/b'],
  },
  duplicate_descriptions: {
    has: [page('/a', { html: { description: 'All on pumps.' } }), page('/b', { html: { description: 'All on pumps.' } })],
    hasNot: [page('/a', { html: { description: null } }), page('/b', { html: { description: null } })],
    where: ['/a', '/b'],
  },
  duplicate_headings: {
    has: [page('/a', { html: { h1: 'Pumps' } }), page('/b', { html: { h1: 'Pumps' } })],
    hasNot: [
      page('/a', { html: { h1: 'Pumps' } }),
      page('/b', { html: { h1: 'Pumps', isNoindex: true } }),
      page('/fr/a', { html: { h1: 'Pumps', language: 'fr' } }),
    ],
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
    has: [page('/a', { html: { sketch: '0123456789abcdef' } }), page('/b', { html: { sketch: '0123456789abcdf0' } })],
    hasNot: [
      page('/a', { html: { sketch: '0123456789abcdef' } }),
      page('/b', { html: { sketch: '0123456789abcdef' } }),
      page('/c', { html: { sketch: '0123456789abcd00' } }),
      page('/d', { html: { sketch: '1123456789abcdef', isList: true } }),
      page('/e', { html: { sketch: '0123456789abcde8', words: 90 } }),
      page('/f', { html: { sketch: '0123456789abcdf7', words: 90 } }),
    ],
    where: ['/a', '/b'],
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
  pages_lost: {
    has: [
      home(link('/a'), link('/b')),
      page('/a', { isListed: false, ...shut }),
      page('/b', { isListed: false, html: { isExpired: true } }),
      page('/c', shut),
      ...open,
    ],
    hasNot: [
      home(link('/tag/a'), link('/x', { isInContent: false }), ...['/d', '/e', '/f', '/g', '/privacy-policy'].map((path) => link(path))),
      page('/x', { isListed: false, ...shut }),
      page('/d', { html: { isNoindex: true, words: 79 } }),
      page('/e', { html: { isNoindex: true, isList: true } }),
      page('/f', { html: { isNoindex: true, isForFew: true } }),
      page('/g', { html: { isNoindex: true, h1: 'Datenschutzerklärung' } }),
      page('/privacy-policy', shut),
      page('/tag/a', shut),
      page('/h', { html: { isNoindex: true, canonical: { url: at('/'), line: 4 } } }),
      ...open,
    ],
    where: ['/a', '/b', '/c'],
  },
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
};
