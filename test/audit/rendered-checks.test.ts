import { describe, expect, test } from 'vitest';
import { findRenderedFaults, minBroughtWords, renderedChecks } from '../../src/audit/rendered-checks.ts';
import { compareRendered } from '../../src/pages/compare-rendered.ts';
import { audited, block, type Parts } from './faults/example.ts';

/** What scripts make of a page, and what they may do without a fault. The page is the perfect one, unless `raw` changes it. */
interface Case {
  raw?: Parts;
  rendered: Parts;
  good: Parts;
}

const words = (count: number) => `<p>${'clay '.repeat(count)}</p>`;
const empty: Parts = { h1: '', lead: '', text: '' };

const cases: Record<string, Case> = {
  rendered_content_differs: {
    raw: { ...empty, more: words(20) },
    rendered: { ...empty, more: words(20 + minBroughtWords) },
    good: { ...empty, more: words(19 + minBroughtWords) },
  },
  rendered_links_differ: {
    rendered: { more: '<a href="/glazes">Glazes</a>' },
    good: {
      more: '<a href="#top">Top</a><a href="/kilns?utm_source=x">Kilns</a><a href="https://other.test/">Other</a><a href="tel:1">Call</a>',
    },
  },
  rendered_title_differs: {
    rendered: { title: '<title>Kilns (1)</title>' },
    good: { end: '<svg><title>A kiln</title></svg></article></main>' },
  },
  rendered_description_differs: { raw: { description: '' }, rendered: {}, good: { description: '' } },
  rendered_canonical_differs: {
    rendered: { canonical: '<link rel="canonical" href="https://example.com/">' },
    good: { canonical: '<link rel="canonical" href="/kilns/firing">' },
  },
  rendered_robots_differ: {
    raw: { head: '<meta name="robots" content="nofollow, noindex">' },
    rendered: { head: '' },
    good: { head: '<meta name="robots" content="noindex,nofollow">' },
  },
  rendered_data_differs: {
    raw: { jsonLd: '' },
    rendered: { jsonLd: block({ '@context': 'https://schema.org', '@type': 'Product', name: 'Kiln' }) },
    good: { jsonLd: '' },
  },
};

function faultsOf(raw: Parts, rendered: Parts) {
  const [before, after] = [audited(raw), audited(rendered)];
  return findRenderedFaults({ url: before.url, raw: before.facts!, difference: compareRendered(before.facts!, after.facts!) });
}

test('every check of rendered pages has a page with its fault and one without', () => {
  expect(Object.keys(cases)).toEqual(renderedChecks.map(({ code }) => code));
});

describe.each(renderedChecks)('$code', ({ code, title, why, howToFix }) => {
  const { raw = {}, rendered, good } = cases[code]!;

  test('finds the fault, and nothing else', () => {
    const faults = faultsOf(raw, rendered);
    expect(faults.map((fault) => fault.code)).toEqual([code]);
    expect(faults[0]!.evidence).toEqual([{ line: null, text: expect.stringMatching(/\S/) }]);
  });

  test('finds nothing where there is none', () => {
    expect(faultsOf(raw, good)).toEqual([]);
  });

  test('says what is wrong, why it matters and what to do', () => {
    expect(title).toMatch(/^[A-Z].{5,70}[^.]$/);
    for (const text of [why, howToFix]) expect(text).toMatch(/^[A-Z].{10,170}\.$/s);
  });
});

test('evidence names both sides, each cut', () => {
  const [fault] = faultsOf({}, { title: `<title>${'Kiln\u0007 '.repeat(100)}</title>` });
  expect(fault!.evidence[0]!.text).toMatch(/^“How a kiln fires clay – Potters’ Yard” without scripts, “Kiln [Kiln ]+…” with them$/);
  expect(faultsOf({ description: '' }, {})[0]!.evidence[0]!.text).toMatch(/^none without scripts, “What happens/);
});
