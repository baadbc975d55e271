import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RadarChange, RadarSource } from '../../schema/content-radar.ts';
import { radarLimits } from '../../src/services/planning/radar/limits.ts';
import { onPosition } from '../../src/services/planning/radar/recommend/coverage.ts';
import { flagLimits } from '../../src/services/planning/radar/recommend/own-pieces.ts';
import { flagNeeds } from '../../src/services/planning/radar/recommend/refresh.ts';
import {
  clicksOfHalf,
  gapWhereMentioned,
  halfLifeDays,
  impressionsLikeOne,
  recommendationWeights,
} from '../../src/services/planning/radar/recommend/score.ts';
import { maxSitePages } from '../../src/services/search-console/reports/site-pages.ts';
import { fieldLimits, relevanceWeights } from '../../src/services/planning/radar/relevance.ts';

const page = readFileSync(new URL('../../docs/planning.md', import.meta.url), 'utf8');
const radar = page.split(/\n(?=## )/).find((section) => section.startsWith('## The content radar'))!;
const rows = radar.split('\n').filter((line) => line.startsWith('| '));
const cells = rows.map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')).slice(1, -1)); // prettier-ignore

test('the docs name every kind of source and of change', () => {
  const named = new Set(cells.map(([first]) => first));
  const kinds = [...RadarSource.shape.kind.options, ...RadarChange.shape.kind.options];
  expect(kinds.filter((kind) => !named.has(kind))).toEqual([]);
});

const dayMs = 86_400_000;

test.each<[string, number]>([
  ['sources of a project', radarLimits.sources],
  ['known pages of a source', radarLimits.knownPages],
  ['pages of a source whose text is kept', radarLimits.readPages],
  ['the same of a project', radarLimits.readPagesOfProject],
  ['pages looked at in one check of a source', radarLimits.pagesPerCheck],
  ['minutes that one check may take', radarLimits.checkMs / 60_000],
  ['days that changes are kept', radarLimits.changesMs / dayMs],
  ['changes kept of a project', radarLimits.changes],
  ['days that a page which is gone is looked at', radarLimits.gonePagesMs / dayMs],
])('the docs give the limit of %s, as it is', (name, limit) => {
  expect(cells.find(([first]) => first === name)?.[1]).toBe(limit.toLocaleString('en'));
});

test('the docs give the weight of every part of a score', () => {
  const weights = Object.fromEntries(
    cells.filter(([first]) => Object.keys(recommendationWeights).includes(first!)).map(([name, weight]) => [name, Number(weight)]),
  );
  expect(weights).toEqual(recommendationWeights);
});

test.each([
  `every ${radarLimits.checkEveryMs / 3_600_000} hours`,
  `counts ${relevanceWeights.piece} if the project's brand`,
  `${relevanceWeights.text} if a document`,
  `${relevanceWeights.word} if one of its words`,
  `at least ${fieldLimits.titles} of its titles have it, and ${fieldLimits.share * 100} %`,
  `${gapWhereMentioned} where a page of the own site mentions it`,
  `gone ${halfLifeDays} days after`,
  `${{ 1000: 'A thousand' }[impressionsLikeOne]} impressions of the same keyword in 28 days count as one competitor more`,
  `n ÷ (n + ${clicksOfHalf})`,
  `at position ${onPosition} or better`,
  `the ${maxSitePages.toLocaleString('en')} shown most`,
  `not changed for ${flagLimits.staleDays} days`,
  `fewer than ${flagLimits.thinWords} words`,
  Object.entries(flagNeeds).map(([flag, need]) => `${flag} ${need}`).join(', '), // prettier-ignore
])('the docs say %s, as it is', (figure) => {
  expect(radar.replace(/\s+/g, ' ')).toContain(figure);
});
