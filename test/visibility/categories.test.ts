import { expect, test } from 'vitest';
import { categoryOf } from '../../src/visibility/categories.ts';
import { pageOf } from '../../src/visibility/citations.ts';

test.each([
  ['https://www.reddit.com/r/x', 'forum'],
  ['https://old.reddit.com/r/x', 'forum'],
  ['https://community.acme.example/t/1', 'forum'],
  ['https://unix.stackexchange.com/q/1', 'forum'],
  ['https://youtu.be/dQw4w9WgXcQ', 'video'],
  ['https://de.linkedin.com/in/x', 'social'],
  ['https://www.pinterest.co.uk/x', 'social'],
  ['https://en.wikipedia.org/wiki/X', 'encyclopedia'],
  ['https://plato.stanford.edu/entries/x', 'encyclopedia'],
  ['https://www.bbc.co.uk/news', 'news'],
  ['https://www.g2.com/products/x', 'reviews'],
  ['https://www.capterra.com.de/x', 'reviews'],
  ['https://www.amazon.co.uk/dp/1', 'shop'],
  ['https://shop.acme.example/x', 'shop'],
  ['https://github.com/a/b', 'docs/code'],
  ['https://someone.github.io/b', 'docs/code'],
  ['https://docs.acme.example/x', 'docs/code'],
  ['https://www.gov.uk/x', 'government/education'],
  ['https://www.irs.gov/x', 'government/education'],
  ['https://cs.ox.ac.uk/x', 'government/education'],
  ['https://www.uni-bonn.de/x', 'government/education'],
  ['https://acme.example/forum', 'other'],
  ['https://notamazon.example/', 'other'],
  ['https://go.dev/', 'other'],
  ['https://192.0.2.1/', 'other'],
])('%s is of the category %s', (url, category) => {
  const { host, domain } = pageOf(url)!;
  expect(categoryOf(host, domain)).toBe(category);
});
