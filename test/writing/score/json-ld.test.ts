import Validator from '@adobe/structured-data-validator';
import { describe, expect, test } from 'vitest';
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
      expect(await issuesWith(articleJsonLd({ ...input, articleType }))).toEqual([]);
    }
  });

  test('would not pass with a property of another type, or a nameless publisher', async () => {
    const node = articleJsonLd(full);
    expect(await issuesWith({ ...node, acceptedAnswer: 'x' })).toHaveLength(1);
    expect(await issuesWith({ ...node, '@type': 'Artikel' })).toHaveLength(1);
    expect(await issuesWith({ ...node, publisher: { '@type': 'Organization' } })).toHaveLength(1);
  });
});
