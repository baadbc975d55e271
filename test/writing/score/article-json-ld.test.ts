import { describe, expect, test } from 'vitest';
import { articleJsonLd, type JsonLdInput } from '../../../src/writing/score/article-json-ld.ts';

const input: JsonLdInput = {
  articleType: 'guide',
  title: 'Connection Pooling: A Guide',
  description: 'A pool spreads requests across several connections.',
  language: 'en',
  datePublished: '2026-05-03T09:30:00.000Z',
  dateModified: '2026-05-03T09:30:00.000Z',
  wordCount: 900,
  keyword: 'connection pooling',
  faq: [],
  citations: [],
};

describe('articleJsonLd', () => {
  test('has its type at the root', () => {
    expect(articleJsonLd(input)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: input.title,
      inLanguage: 'en',
      wordCount: 900,
    });
    expect(articleJsonLd({ ...input, articleType: 'opinion' })['@type']).toBe('BlogPosting');
  });

  test('holds the questions as an FAQPage', () => {
    const faq = [{ question: 'What is a pool?', answer: 'A set of connections.' }];
    expect(articleJsonLd({ ...input, faq })['hasPart']).toMatchObject({
      '@type': 'FAQPage',
      mainEntity: [{ '@type': 'Question', name: 'What is a pool?', acceptedAnswer: { '@type': 'Answer', text: 'A set of connections.' } }],
    });
  });

  test('leaves out unknown properties', () => {
    const bare = articleJsonLd({ ...input, language: 'und' });
    for (const member of ['publisher', 'author', 'url', 'hasPart', 'citation', 'inLanguage', 'image'])
      expect(bare).not.toHaveProperty(member);
  });

  test('cites its sources, with their URLs if known', () => {
    const citations = [
      { title: 'Manual', url: 'https://example.com/manual' },
      { title: 'Notes', url: null },
    ];
    expect(articleJsonLd({ ...input, citations })['citation']).toEqual([
      { '@type': 'CreativeWork', name: 'Manual', url: 'https://example.com/manual' },
      { '@type': 'CreativeWork', name: 'Notes' },
    ]);
  });
});
