import { describe, expect, test } from 'vitest';
import { createTraps } from '../../src/crawl/traps.ts';

const now = Date.UTC(2026, 4, 4);
const site = 'https://a.example';
const judgeAll = (paths: readonly string[]) => {
  const traps = createTraps(now);
  return paths.map((path) => traps.judge(`${site}${path}`));
};
const count = (paths: readonly string[], reason: string) => judgeAll(paths).filter((one) => one === reason).length;
const many = (length: number, path: (index: number) => string) => Array.from({ length }, (_, index) => path(index));

describe('an address space without end is recognised:', () => {
  test.each([
    ['/a/b/a/b/a/b/', 'repeating_path'],
    ['/x/x/x', 'repeating_path'],
    ['/de/shop/about/about/about/contact', 'repeating_path'],
    [`/${many(30, (index) => `s${index}`).join('/')}`, 'deep_path'],
  ])('%s', (path, reason) => {
    expect(judgeAll([path])).toEqual([reason]);
  });

  test.each([
    ['a calendar by its path', (index: number) => `/events/${2028 + Math.floor(index / 12)}/${(index % 12) + 1}/`],
    ['by day', (index: number) => `/events/${2030 + index}-05-01`],
    ['by its query', (index: number) => `/events?month=${2028 + index}-01`],
    ['back in time', (index: number) => `/archive/${1990 - index}/12/24/`],
  ])('%s, of which some are asked', (_, path) => {
    const asked = many(200, path);
    expect(count(asked, 'calendar')).toBeGreaterThanOrEqual(140);
    expect(judgeAll(asked)[0]).toBeNull();
  });

  test('filters that combine', () => {
    const names = ['color', 'size', 'brand', 'price', 'sort', 'page'];
    const combined = many(64, (set) => `/shop?${names.filter((__, bit) => set & (1 << bit)).map((name) => `${name}=1`).join('&')}`).slice(1); // prettier-ignore
    expect(count(combined, 'query_variants')).toBe(63 - 20);
    expect(
      count(
        many(1000, (index) => `/shop?a=${index}&b=2&c=3`),
        'query_variants',
      ),
    ).toBe(800);
  });

  test('the same filters in another order', () => {
    expect(judgeAll(['/shop?a=1&b=2', '/shop?b=2&a=1', '/shop?a=1&b=3'])).toEqual([null, 'query_variants', null]);
  });

  test('sessions in the path', () => {
    const session = (index: number) => `${(index * 7919).toString(16).padStart(8, '0')}a1b2c3d4e5f6a7b8c9d0`;
    expect(
      count(
        many(600, (index) => `/s/${session(index)}/home.html`),
        'session',
      ),
    ).toBe(100);
  });
});

describe('what sites really have is asked:', () => {
  test.each([
    ['thousands of articles', many(5000, (index) => `/article/${index}`)],
    ['thousands of articles by a parameter', many(5000, (index) => `/index.php?id=${index}`)],
    ['a forum', many(1500, (index) => `/viewtopic.php?f=${index % 9}&t=${index}`)],
    ['a news archive', many(3000, (index) => `/${1998 + (index % 28)}/${1 + (index % 12)}/${1 + (index % 28)}/story-${index}`)],
    ['some old days', many(40, (index) => `/diary/19${10 + index}/05/01`)],
    ['numbers that repeat', ['/2011/11/11', '/1/1/1', '/a/b/b', '/news/news/today']],
    ['pages by their unguessable names', many(3000, (index) => `/p/${index}f81d4fae7dec11d0a76500a0c91e6bf6`)],
    ['words that are long', ['/Donaudampfschifffahrtsgesellschaftskapitaen/index.html']],
  ])('%s', (_, paths) => {
    expect(judgeAll(paths).filter((reason) => reason !== null)).toEqual([]);
  });
});
