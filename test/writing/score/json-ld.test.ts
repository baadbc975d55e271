import Validator from '@adobe/structured-data-validator';
import { describe, expect, test } from 'vitest';
import { jsonLdProblems } from '../../../src/writing/score/json-ld.ts';
import { articleJsonLd, type JsonLdInput } from '../../../src/writing/score/article-json-ld.ts';
import { vocabulary } from '../claims/vocabulary.ts';

const articleTypes = ['guide', 'how-to', 'listicle', 'comparison', 'review', 'news', 'opinion', 'glossary'];
const full: JsonLdInput = {
  articleType: 'guide',
  title: 'Connection Pooling: A Guide',
  description: 'A pool spreads requests across several connections.',
  url: 'https://example.com/pooling',
  language: 'en',
  datePublished: '2026-05-03T09:30:00.000Z',
  dateModified: '2026-05-04T09:30:00.000Z',
  wordCount: 900,
  keyword: 'connection pooling',
  publisherName: 'Example',
  imageUrl: 'https://example.com/pooling.png',
  faq: [{ question: 'What is a pool?', answer: 'A set of connections.' }],
  citations: [
    { title: 'Manual', url: 'https://docs.example/manual' },
    { title: 'Notes', url: null },
  ],
};
const bare: JsonLdInput = {
  ...full,
  url: undefined,
  publisherName: undefined,
  imageUrl: undefined,
  faq: [],
  citations: [],
  language: 'und',
};

/** Reads the markup like a search engine: from a page, by root type. */
async function issuesWith(node: Record<string, unknown>): Promise<{ issueMessage: string }[]> {
  const parsed = JSON.parse(JSON.stringify(node)) as Record<string, unknown>;
  return new Validator(vocabulary).validate({ jsonld: { [String(parsed['@type'])]: [parsed] }, microdata: {}, rdfa: {} });
}

describe('the markup of articles', () => {
  test.each(articleTypes)('of type %s is valid by schema.org’s vocabulary', async (articleType) => {
    for (const input of [full, bare]) {
      const node = articleJsonLd({ ...input, articleType });
      expect(await issuesWith(node)).toEqual([]);
      expect(jsonLdProblems(node)).toEqual([]);
    }
  });

  test('would not pass with a property of another type, or a nameless publisher', async () => {
    const node = articleJsonLd(full);
    expect(await issuesWith({ ...node, acceptedAnswer: 'x' })).toHaveLength(1);
    expect(await issuesWith({ ...node, '@type': 'Artikel' })).toHaveLength(1);
    expect(await issuesWith({ ...node, publisher: { '@type': 'Organization' } })).toHaveLength(1);
  });
});

describe('jsonLdProblems', () => {
  const node = articleJsonLd(full);
  const circular: Record<string, unknown> = { ...node };
  circular['about'] = circular;

  test.each<[string, unknown, string]>([
    ['text', 'x', 'no'],
    ['what is no JSON', circular, 'cannot be written'],
    ['another context', { ...node, '@context': 'https://example.com' }, '@context'],
    ['another type', { ...node, '@type': 'Recipe' }, '@type'],
    ['no headline', { ...node, headline: ' ' }, 'headline'],
    ['a long headline', { ...node, headline: 'x'.repeat(111) }, '111 characters'],
    ['no description', { ...node, description: undefined }, 'description'],
    ['no date', { ...node, datePublished: undefined }, 'datePublished'],
    ['a date that is none', { ...node, datePublished: '3 May 2026' }, 'datePublished'],
    ['a day that is none', { ...node, dateModified: '2026-13-40' }, 'dateModified'],
    ['dates the wrong way round', { ...node, dateModified: '2020-01-01' }, 'before'],
    ['no language', { ...node, inLanguage: 'English' }, 'inLanguage'],
    ['half a word', { ...node, wordCount: 1.5 }, 'wordCount'],
    ['a script for an image', { ...node, image: 'javascript:alert(1)' }, 'image'],
    ['an author without a name', { ...node, author: { '@type': 'Person' } }, 'author'],
    ['a citation without a name', { ...node, citation: [{ '@type': 'CreativeWork' }] }, 'citation'],
    ['a citation of a script', { ...node, citation: { '@type': 'CreativeWork', name: 'x', url: 'data:text/html,x' } }, 'citation'],
    ['an empty FAQ', { ...node, hasPart: { '@type': 'FAQPage', mainEntity: [] } }, 'no questions'],
    [
      'a question without an answer',
      { ...node, hasPart: { '@type': 'FAQPage', mainEntity: [{ '@type': 'Question', name: 'Why?' }] } },
      'Why?',
    ],
  ])('objects to %s', (_name, value, problem) => {
    expect(jsonLdProblems(value).join(' ')).toContain(problem);
  });
});
