import type { Case } from './site-cases.ts';
import { answer, at, home, link, page, redirect } from './site.ts';

/** Faults of canonical addresses and of versions in other languages, by the codes of the checks. */
export const canonicalCases: Record<string, Case> = {
  canonicals_missing: {
    has: [home(), page('/b'), page('/a', { html: { canonical: null } })],
    hasNot: [home(), page('/b'), page('/a', { html: { canonical: null, isNoindex: true } })],
    where: ['/a'],
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
    hasNot: [page('/a', { html: { canonical: { url: at('/b'), line: 4 }, isNoindex: true } }), page('/b', { html: { isNoindex: true } })],
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
  canonical_to_other_text: {
    has: [
      page('/a', { html: { sketch: '0123456789abcdef', canonical: { url: at('/b'), line: 4 } } }),
      page('/b', { html: { sketch: 'fedcba9876543210' } }),
    ],
    hasNot: [
      page('/b', { html: { sketch: '0123456789abcdef' } }),
      page('/a', { html: { sketch: '0123456789abcde0', canonical: { url: at('/b'), line: 4 } } }),
      page('/few', { html: { sketch: 'fedcba9876543210', words: 40, canonical: { url: at('/b'), line: 4 } } }),
      page('/b?sort=name', { html: { sketch: 'fedcba9876543210', canonical: { url: at('/b'), line: 4 } } }),
    ],
    where: ['/a'],
  },
  copies_linked: {
    has: [
      page('/', { depth: 0, html: { sketch: '0123456789abcdef' }, links: [link('/index.html')] }),
      page('/index.html', { html: { sketch: '0123456789abcdef', canonical: { url: at('/'), line: 4 } } }),
    ],
    hasNot: [
      page('/', { depth: 0, html: { sketch: '0123456789abcdef' }, links: [link('/?sort=name'), link('/other')] }),
      page('/index.html', { html: { sketch: '0123456789abcdef', canonical: { url: at('/'), line: 4 } } }),
      page('/?sort=name', { html: { sketch: '0123456789abcdef', canonical: { url: at('/'), line: 4 } } }),
      page('/other', { html: { sketch: 'fedcba9876543210', canonical: { url: at('/'), line: 4 } } }),
    ],
    where: ['/index.html'],
  },
  hreflang_with_canonical: {
    has: [
      page('/a', {
        html: { sketch: '0123456789abcdef', canonical: { url: at('/b'), line: 4 }, hreflangs: [{ lang: 'de', url: at('/de'), line: 5 }] },
      }),
      page('/b', { html: { sketch: 'fedcba9876543210' } }),
    ],
    hasNot: [
      page('/a', {
        html: { sketch: '0123456789abcdef', canonical: { url: at('/b'), line: 4 }, hreflangs: [{ lang: 'de', url: at('/de'), line: 5 }] },
      }),
      page('/b', { html: { sketch: '0123456789abcdef' } }),
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
      page('/a/index.html', {
        html: {
          sketch: page('/a').html!.sketch,
          canonical: { url: at('/a'), line: 4 },
          hreflangs: [{ lang: 'de', url: at('/b'), line: 5 }],
        },
      }),
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
    hasNot: [
      page('/a', { html: { isNoindex: true, hreflangs: [{ lang: 'de', url: at('/b'), line: 5 }] } }),
      page('/b', { html: { isNoindex: true } }),
    ],
    where: ['/a'],
  },
};
