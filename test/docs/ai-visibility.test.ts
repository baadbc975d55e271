import { expect, test } from 'vitest';
import { maxSentenceLength, maxSentences, smallWord } from '../../src/visibility/answer.ts';
import { categoriesCheckedOn, categoryOf, sourceCategories } from '../../src/visibility/categories.ts';
import { nearWords } from '../../src/visibility/mentions.ts';
import { read, tableOf } from './table-of.ts';

const words = read('docs/ai-visibility.md').replace(/\s+/g, ' ');

test('the docs have the limits of mentions, prominence and sentiment', () => {
  expect(words).toContain(`among the ${nearWords} words before or after it`);
  expect(words).toContain(`those of more than ${smallWord} characters`);
  expect(words).toContain(`The first ${maxSentences} sentences of each brand are judged and told, cut at ${maxSentenceLength} characters.`);
});

test('the docs have all categories of sources, with examples that are of them', () => {
  expect(words).toContain(`gone through on ${categoriesCheckedOn}`);
  const rows = tableOf('ai-visibility', 'category', 'examples');
  expect(rows.map(([name]) => name)).toEqual(sourceCategories.map((name) => `\`${name}\``));
  for (const [category, examples] of rows.slice(2, -1))
    for (const site of examples!.split(', '))
      if (!site.startsWith('`')) expect([site, `\`${categoryOf(site, site)}\``]).toEqual([site, category]);
});
