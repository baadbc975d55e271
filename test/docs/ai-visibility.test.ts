import { expect, test } from 'vitest';
import { maxSentenceLength, maxSentences, smallWord } from '../../src/visibility/answer.ts';
import { categoriesCheckedOn, categoryOf, sourceCategories } from '../../src/visibility/categories.ts';
import { nearWords } from '../../src/visibility/mentions.ts';
import { pillarDemand } from '../../src/services/topics/explore/seeds.ts';
import { demandWeight, intentWeights, kindWeights, maxCandidates, repeatLoss } from '../../src/visibility/explore/candidates.ts';
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

test('the docs have the weights of the prompt explorer', () => {
  const rows = tableOf('ai-visibility', 'source', 'weight', 'asked for');
  expect(rows.map(([kind, weight]) => [kind, Number(weight)])).toEqual(
    Object.entries(kindWeights).map(([kind, weight]) => [`\`${kind}\``, weight]),
  );
  expect(rows[3]![2]).toBe(`${pillarDemand} for a pillar keyword, 0 for others`);
  const intents = Object.entries(intentWeights).map(([intent, weight]) => `${weight} (\`${intent}\`)`);
  expect(words).toContain(`Intents weigh ${intents.slice(0, -1).join(', ')} and ${intents.at(-1)}`);
  expect(words).toContain(`${demandWeight} × how much it is asked for`);
  expect(words).toContain(`loses ${repeatLoss}. The best ${maxCandidates} are kept.`);
});
