import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPageFaults, pageChecks } from '../../src/audit/page-checks/index.ts';
import { bodyCases } from './faults/body.ts';
import { contentCases } from './faults/content.ts';
import { controlCases } from './faults/controls.ts';
import { audited, perfect, type Answer, type Case, type Parts } from './faults/example.ts';
import { headCases } from './faults/head.ts';
import { lookAlikeCases } from './faults/look-alikes.ts';
import { structuredDataCases } from './faults/structured-data.ts';

const cases: Case[] = [...contentCases, ...headCases, ...bodyCases, ...controlCases, ...structuredDataCases, ...lookAlikeCases];

function codesOf(source: Parts | string, answer?: Answer): string[] {
  return findPageFaults(audited(source, answer)).map(({ code }) => code);
}

describe('a page with one fault', () => {
  test.each(cases.map((one, index) => ({ ...one, name: `${one.code} (${index})` })))(
    '$name',
    ({ code, faulty, good = {}, answer, faultyAnswer, companions = [] }) => {
      expect(codesOf(faulty, { ...answer, ...faultyAnswer }).toSorted()).toEqual([code, ...companions].toSorted());
      expect(codesOf(good, answer)).toEqual([]);
    },
  );
});

test('a perfect page has no fault', () => {
  expect(codesOf({})).toEqual([]);
});

test('every check has a page that has its fault', () => {
  expect(pageChecks.map(({ code }) => code).toSorted()).toEqual([...new Set(cases.map(({ code }) => code))].toSorted());
});

test('every check says in words what is wrong, why, and what to do', () => {
  expect(new Set(pageChecks.map(({ code }) => code)).size).toBe(pageChecks.length);
  for (const { code, title, why, howToFix } of pageChecks) {
    expect(code).toMatch(/^[a-z][a-z\d_]{2,40}$/);
    expect(title).toMatch(/^\S.{3,70}[^.]$/u);
    expect(why).toMatch(/[.]$/);
    expect(howToFix).toMatch(/[.…]$/);
  }
});

test('evidence names the line, and quotes the page cut and without control characters', () => {
  const heading = `<h2>${'\u0007\u202Ekiln '.repeat(50)}</h2>`;
  const fault = findPageFaults(audited({ more: heading })).find(({ code }) => code === 'heading_too_long');
  expect(fault!.evidence).toEqual([{ line: Object.keys(perfect).indexOf('more') + 1, text: expect.stringMatching(/^<h2> “[\w ]+…”$/) }]);
  expect(fault!.evidence[0]!.text.length).toBeLessThanOrEqual(200);
});

test('a page with a thousand faults of a kind tells fifty', () => {
  const [fault] = findPageFaults(audited({ more: '<img src="/kiln.webp" width="9" height="9">'.repeat(1000) }));
  expect(fault).toMatchObject({ code: 'image_alt_missing' });
  expect(fault!.evidence).toHaveLength(50);
});

test('of an answer that is no page, nothing is told', () => {
  expect(findPageFaults({ ...audited(''), status: 404, facts: null, durationMs: 60_000, bytes: 10_000_000 })).toEqual([]);
});

test('no check throws, whatever a page says', () => {
  const pieces = Object.values(perfect).concat(
    cases.flatMap(({ faulty }) => (typeof faulty === 'string' ? [faulty] : Object.values(faulty).filter((part) => part.length < 2000))),
  );
  const piece = fc.oneof(
    fc.constantFrom(...pieces),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('<', '"', "'", '>', '</', '<!--', '<script type="application/ld+json">', '<a href=', 'content="'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.webUrl(), (parts, url) => {
      for (const { evidence } of findPageFaults(audited(parts.join(''), { url }))) {
        for (const { line, text } of evidence) expect(text.length <= 200 && (line === null || line > 0)).toBe(true);
      }
    }),
    { numRuns: 100 },
  );
});

test('no check throws, whatever JSON-LD says', () => {
  const name = fc.constantFrom(
    '@type',
    '@graph',
    '@id',
    'mainEntity',
    'itemListElement',
    'offers',
    'author',
    'datePublished',
    'dateModified',
    'aggregateRating',
    'acceptedAnswer',
  );
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(
        'Article',
        'FAQPage',
        'Question',
        'BreadcrumbList',
        'Product',
        'Offer',
        'AggregateRating',
        'VideoObject',
        null,
        7,
        '',
        true,
        {},
      ),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(name, tie('value'), { maxKeys: 5 }),
    ),
  })).value;
  fc.assert(
    fc.property(value, (said) => {
      findPageFaults(audited({ jsonLd: `<script type="application/ld+json">${JSON.stringify(said)}</script>` }));
    }),
    { numRuns: 100 },
  );
});

test('evidence counts one thing in the singular', () => {
  const oneWord = findPageFaults(audited({ lead: '', text: '', h1: '<h1>Kilns</h1>' })).find(({ code }) => code === 'thin_content');
  expect(oneWord!.evidence[0]!.text).toBe('1 word of main text');
});

test('a text without questions is told by its first headings', () => {
  const text = ['Wood', 'Gas', 'Oil', 'Pits', 'Ash']
    .map((name) => `<h2>${name}</h2>${`<p>${'Clay is fired here. '.repeat(20)}</p>`.repeat(4)}`)
    .join('');
  const fault = findPageFaults(audited({ h1: '<h1>Kilns</h1>', text })).find(({ code }) => code === 'questions_missing');
  expect(fault!.evidence[0]!.text).toBe('5 headings, none of them a question: “Wood”, “Gas”, “Oil”');
});

const evidenceOf = (parts: Parts, code: string) => findPageFaults(audited(parts)).find((fault) => fault.code === code)!.evidence[0]!.text;

test('a title in wide letters is told by how many Latin ones take its place', () => {
  expect(evidenceOf({ title: '<title>13.7. 支払処理</title>' }, 'title_too_short')).toMatch(/^10 characters, as wide as 14 Latin ones: /);
  expect(evidenceOf({ title: '<title>FAQ</title>' }, 'title_too_short')).toBe('3 characters: “FAQ”');
});

test('an image is told by what is wrong with it, and not by its name alone', () => {
  expect(evidenceOf({ more: '<img src="/kiln.webp" width="9" height="9">' }, 'image_alt_missing')).toBe('no alt: “/kiln.webp”');
  expect(evidenceOf({ more: '<img src="" alt="A kiln">' }, 'image_source_missing')).toBe('an <img> with an empty src, alt=“A kiln”');
  expect(evidenceOf({ more: '<img alt="A kiln">' }, 'image_source_missing')).toBe('an <img> without src, alt=“A kiln”');
});

test('a language that only xml:lang names is told with it', () => {
  expect(evidenceOf({ root: '<html xml:lang="en">' }, 'lang_missing')).toBe('no lang on <html>, and xml:lang=“en” counts in XML alone');
});
