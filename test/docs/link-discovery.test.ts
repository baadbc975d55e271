import { expect, test } from 'vitest';
import { LinkState } from '../../schema/link-building.ts';
import { FindableKind } from '../../schema/link-discovery.ts';
import { maxLinksAsked } from '../../src/services/links/discovery/broken.ts';
import { answersSinceDays, maxPerHost } from '../../src/services/links/discovery/candidates.ts';
import { maxOpportunities } from '../../src/services/links/discovery/found.ts';
import { maxAsked } from '../../src/services/links/discovery/gone.ts';
import { maxSubjects } from '../../src/services/links/discovery/ground.ts';
import * as ownPages from '../../src/services/links/discovery/own-page.ts';
import { minRelevance, textWeight } from '../../src/services/links/discovery/relevance.ts';
import * as resources from '../../src/services/links/discovery/resource-page.ts';
import { searchLimits } from '../../src/services/links/discovery/searches.ts';
import { minTrades } from '../../src/services/links/discovery/sold-links.ts';
import { scorePoints } from '../../src/services/links/scoring.ts';
import { maxFollowed } from '../../src/services/links/verification/judge.ts';
import { read, tableOf } from './table-of.ts';

const code = (value: string | number) => `\`${value}\``;
const coded = (values: Readonly<Record<string, number>>) => Object.entries(values).map(([name, value]) => [code(name), code(value)]);
const page = read('docs/link-building.md');

test('the docs name every kind of reason, and every state of a link', () => {
  expect(tableOf('link-building', 'kind', 'the page', 'needs').map(([kind]) => kind)).toEqual(FindableKind.options.map(code));
  expect(tableOf('link-building', 'state', 'what the last look found').map(([state]) => state)).toEqual(LinkState.options.map(code));
  expect(page).toContain(`up to ${maxFollowed} links are followed`);
  expect(page).toContain(`answers of the last ${answersSinceDays} days`);
});

test('the docs publish the limits of a search as they are, with a reason for each', () => {
  const published = tableOf('link-building', 'limit', 'value', 'why');
  const { minWords, minShareOfWords } = ownPages;
  const { minSites, minSitesUnnamed, minLinkedShare } = resources;
  expect(published.map(([name, value]) => [name, value])).toEqual(
    coded({
      answersSinceDays,
      maxPerHost,
      ...searchLimits,
      maxLinksAsked,
      maxAsked,
      minWords,
      minShareOfWords,
      minTrades,
      minSites,
      minSitesUnnamed,
      minLinkedShare,
      minRelevance,
      textWeight,
      maxOpportunities,
      maxSubjects,
    }),
  );
  expect(published.filter(([, , why]) => why!.length < 20)).toEqual([]);
});

test('the docs publish what a score is made of', () => {
  const { kind, freshMs, ...parts } = scorePoints;
  const published = tableOf('link-building', 'part', 'points', 'why');
  expect(published.map(([name, value]) => [name, value])).toEqual(coded({ ...kind, ...parts }));
  expect(freshMs).toBe(730 * 24 * 3_600_000);
  const { answersStep, secondKind, answers, relevance, competitorLinked, contact, fresh } = parts;
  expect(kind.broken_link + secondKind + answers + relevance + competitorLinked + contact + fresh).toBe(100);
  expect(answersStep).toBeLessThan(answers);
});
