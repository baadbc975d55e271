import { expect, test } from 'vitest';
import { findSite, isOurs } from '../../../src/services/rankings/record.ts';
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

test.each([
  ['https://example.com/', 'https://example.com'],
  ['https://example.com/', 'https://www.example.com'],
  ['https://example.com/', 'https://WWW.EXAMPLE.com/'],
  ['https://example.com/', 'https://blog.example.com/'],
  ['https://example.com/', 'https://example.com:443/'],
  ['http://example.com/', 'https://example.com/'],
  ['http://example.com:8080/', 'http://example.com:8080/x'],
  ['http://example.com:8080/', 'http://blog.example.com:8080/x'],
  ['https://example.com./', 'https://example.com/'],
  ['https://example.com/blog/', 'https://example.com/blog'],
  ['https://example.com/blog', 'https://example.com/blog/a'],
  ['https://example.com/blog', 'https://example.com/blog'],
  ['https://example.com/blog/', 'https://example.com/blog?x=1'],
  ['https://example.com/blog/', 'https://www.example.com/blog/a'],
  ['https://example.com/blog/', 'https://example.com/%62log/a'],
  ['https://example.com/bl%C3%B6g/', 'https://example.com/blög/a'],
  ['https://example.com/bl%c3%b6g/', 'https://example.com/bl%C3%B6g/a'],
  ['https://example.com/bl%C3%B6g/', 'https://example.com/bl%c3%b6g/a'],
  ['https://münchen.de/', 'https://www.xn--mnchen-3ya.de/a'],
  ['https://www.com/', 'https://www.com/'],
  ['https://[::1]:8080/', 'https://[::1]:8080/a'],
  ['https://example.com/index.html', 'https://example.com/other'],
])('to %s belongs %s', (siteUrl, url) => {
  expect(isOurs(siteUrl, url)).toBe(true);
});

test.each([
  ['https://example.com', 'https://example.comx'],
  ['https://example.com', 'https://example.comx/'],
  ['https://example.com/', 'https://evil-example.com/'],
  ['https://example.com/', 'https://example.com.evil.org/'],
  ['https://example.com/', 'https://notexample.com/'],
  ['https://example.com/', 'https://www.example.com.evil.org/'],
  ['https://example.com/', 'https://evil.org/example.com/'],
  ['https://example.com/', 'https://evil.org/?https://example.com/'],
  ['https://example.com/', 'https://example.com@evil.org/'],
  ['https://example.com/', 'https://example.com:8443/'],
  ['http://example.com:8080/', 'http://example.com/x'],
  ['https://blog.example.com/', 'https://example.com/'],
  ['https://example.com/blog/', 'https://example.com/blogs/'],
  ['https://example.com/blog/', 'https://example.com/blog-old/'],
  ['https://example.com/blog/', 'https://de.example.com/blog/a'],
  ['https://example.com/blog/', 'https://example.com/blog/../other'],
  ['https://münchen.de/', 'https://munchen.de/a'],
  ['https://example.co.uk/', 'https://example.uk/'],
  ['https://www.com/', 'https://example.com/'],
  ['https://127.0.0.1/', 'https://1127.0.0.1/'],
  ['https://example.com/', 'ftp://example.com/'],
])('to %s does not belong %s', (siteUrl, url) => {
  expect(isOurs(siteUrl, url)).toBe(false);
});
