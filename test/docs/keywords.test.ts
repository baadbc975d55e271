import { expect, test } from 'vitest';
import { maxVectors, minLexical, minShared, minVector, otherIntent } from '../../src/keywords/clusters.ts';
import { guessed, weights } from '../../src/keywords/intent.ts';
import { strongWithin, gapClasses } from '../../src/services/research/gap/classes.ts';
import { maxRanked, maxRankedRows } from '../../src/services/research/gap/by-ranks.ts';
import { maxResultsPages } from '../../src/services/research/gap/by-results.ts';
import { gapKeptMs } from '../../src/services/research/gap/csv.ts';
import { mostRows } from '../../src/services/research/gap/gap.ts';
import { maxPagesOfSite } from '../../src/services/research/gap/pages.ts';
import { phraseLimits } from '../../src/services/research/gap/phrases.ts';
import { resultsLimits } from '../../src/services/research/results/kept.ts';
import { minKnown } from '../../src/services/topics/research/cluster.ts';
import { read, tableOf } from './table-of.ts';

test('the docs have the limits of every method of clusters', () => {
  const rows = tableOf('keywords', 'method', 'when', 'rule').map((row) => row.join(' '));
  expect(rows[0]).toContain(`at least ${minShared} of the first 10`);
  expect(rows[1]).toContain(`≤ ${maxVectors.toLocaleString('en')} keywords`);
  expect(rows[1]).toContain(`of ${minVector} on average`);
  expect(rows[2]).toContain(`of ${minLexical} on average`);
});

test('the docs have the weights of what tells an intent', () => {
  const page = read('docs/keywords.md');
  expect(page).toContain(`weigh ${weights[0]}, ${weights[1]} and ${weights[2]}`);
  expect(page).toContain(`it is ${guessed} and`);
  expect(otherIntent).toBe(0.5);
  expect(page).toContain('half of their likeness counts');
});

test('the docs have the classes of a gap in the order in which they are told', () => {
  const rows = tableOf('keywords', 'class', 'when');
  expect(rows.map(([name]) => name)).toEqual(gapClasses.map((name) => `\`${name}\``));
  expect(strongWithin).toBe(10);
  expect(rows.find(([name]) => name === '`strong`')![1]).toContain('among the first ten');
});

test('the docs have the limits of a gap', () => {
  const days = (ms: number) => ms / 86_400_000;
  const limits = {
    'ranked keywords of each site': maxRanked,
    'rows of ranked keywords': maxRankedRows,
    'days that a results page is kept': days(resultsLimits.keptMs),
    'organic results kept of a results page': resultsLimits.organic,
    'results pages looked through': maxResultsPages,
    'pages read of each site': maxPagesOfSite,
    'keyphrases of a page': phraseLimits.ofPage,
    'words of a heading, at most': phraseLimits.headingWords,
    'characters of a page that keyphrases come from': phraseLimits.characters,
    'phrases compared': phraseLimits.phrases,
    'rows in the result': mostRows,
    "days that the CSV's rows are kept": days(gapKeptMs),
  };
  expect(tableOf('keywords', 'limit of a gap', 'value')).toEqual(
    Object.entries(limits).map(([name, value]) => [name, value.toLocaleString('en')]),
  );
});

test('the docs say from how many results pages on these decide', () => {
  expect(minKnown).toBe(0.5);
  expect(read('docs/topics.md')).toContain('where the pages of at least half of the keywords are kept');
});
