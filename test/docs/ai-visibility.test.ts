import { expect, test } from 'vitest';
import { maxSentenceLength, maxSentences, smallWord } from '../../src/visibility/answer.ts';
import { categoriesCheckedOn, categoryOf } from '../../src/visibility/categories.ts';
import { maxCitations } from '../../src/visibility/citations.ts';
import { nearWords } from '../../src/visibility/mentions.ts';
import { pillarDemand } from '../../src/services/topics/explore/seeds.ts';
import { demandWeight, intentWeights, kindWeights, maxCandidates, repeatLoss } from '../../src/visibility/explore/candidates.ts';
import { maxDraws } from '../../src/visibility/figures/draws.ts';
import { directionalBelow, minUnits } from '../../src/visibility/figures/figures.ts';
import { tailOf } from '../../src/visibility/figures/intervals.ts';
import { maxUnits } from '../../src/visibility/figures/sample.ts';
import { measureNames } from '../../src/visibility/figures/sums.ts';
import { maxEvidence, minShareOfWords } from '../../src/services/visibility/reports/gap-advice.ts';
import { usualDays } from '../../src/services/visibility/reports/question.ts';
import { sourceCategories } from '../../schema/ai-sources.ts';
import { read, tableOf } from './table-of.ts';

const words = read('docs/ai-visibility.md').replace(/\s+/g, ' ');

test('the docs have the limits of mentions, prominence and sentiment', () => {
  expect(words).toContain(`among the ${nearWords} words before or after it`);
  expect(words).toContain(`of an answer the first ${maxCitations}.`);
  expect(words).toContain(`those of more than ${smallWord} characters`);
  expect(words).toContain(
    `The first ${maxSentences} sentences of each brand in an answer are judged, cut at ${maxSentenceLength} characters.`,
  );
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

test('the docs have every figure, and the numbers that intervals go by', () => {
  expect(tableOf('ai-visibility', 'figure', 'is', 'over').map(([name]) => name)).toEqual(measureNames.map((name) => `\`${name}\``));
  expect(words).toContain(`the last ${usualDays} days where nothing else is said`);
  expect(words).toContain(`true below ${directionalBelow.answers} answers or ${directionalBelow.prompts} prompts`);
  expect(words).toContain(`${maxDraws} times, always the same draws`);
  expect(words).toContain(`At least ${minUnits.prompt} prompts, or ${minUnits.answer} answers, must have the figure`);
  expect(words).toContain(`expanded percentile: ${(100 * tailOf(10)).toFixed(1)} % at 10 prompts`);
  expect(words).toContain(`More than ${maxUnits} prompts are drawn in ${maxUnits} groups`);
  expect(words).toContain(`Below ${minUnits.prompt} prompts, and within one, visibility goes by Newcombe`);
});

test('the docs have what a gap is advised by', () => {
  expect(words).toContain(`cite most (${maxEvidence} at most)`);
  expect(words).toContain(`have ${100 * minShareOfWords} % of the prompt's words`);
});
