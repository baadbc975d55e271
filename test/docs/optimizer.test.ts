import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { competitorLimits, OptimizationWriter } from '../../schema/optimizations.ts';
import { maxMarkdown } from '../../src/markdown/page.ts';
import { maxResultsAgeDays } from '../../src/services/optimizer/reading/choose.ts';

const page = readFileSync(new URL('../../docs/optimizer.md', import.meta.url), 'utf8');

test('the page says how many competitors are read, how old a results page may be, and how long a page', () => {
  expect(page).toMatch(new RegExp(`\\| up to ${competitorLimits.given} +\\|`));
  expect(page).toContain(`the best ${competitorLimits.found} of the results`);
  expect(page).toContain(`the ${competitorLimits.found} crawled pages`);
  expect(page).toContain(`a results page of the last ${maxResultsAgeDays} days`);
  expect(page).toContain(`more than ${maxMarkdown.toLocaleString('en')} characters`);
});

test('the page names every writer', () => {
  for (const writer of OptimizationWriter.options) expect(page).toMatch(new RegExp(`\\| \`${writer}\` +\\|`));
});
