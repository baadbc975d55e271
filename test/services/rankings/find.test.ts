import { expect, test } from 'vitest';
import { findSite } from '../../../src/services/rankings/record.ts';
import { pageWith } from './runs.ts';

const question = { keyword: 'pool', engine: 'google', device: 'desktop', country: null, language: 'en', depth: 20 } as const;

test('pages of others are not ours, however near their names, and the rest of ours on the page are told', () => {
  const pages = ['https://notexample.com/', 'https://example.com.evil.example/', 'https://example.org/?u=example.com', 'not an address'];
  const organic = [...pages, 'https://docs.example.com/a', 'https://example.com/b'].map((url, index) => ({ position: index + 1, url, title: '', snippet: '' })); // prettier-ignore
  const results = { ...pageWith(null, 10), organic };
  expect(findSite('https://example.com/', question, results)).toMatchObject({
    position: 5,
    url: 'https://docs.example.com/a',
    details: { otherUrls: ['https://example.com/b'] },
  });
  expect(findSite('https://www.example.com/b', question, results)).toMatchObject({ position: 6, details: { otherUrls: [] } });
  expect(
    findSite('http://127.0.0.1:8080/', question, { ...results, organic: [{ ...organic[0]!, url: 'http://127.0.0.1:8081/' }] }),
  ).toMatchObject({ position: null });
});

test('results beyond the depth that was asked for do not count', () => {
  expect(findSite('https://example.com/', question, pageWith(21, 30))).toMatchObject({ position: null, url: null });
});
