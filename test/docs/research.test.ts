import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { difficultyResults } from '../../src/keywords/difficulty.ts';
import { maxQuestions } from '../../src/keywords/expansion.ts';
import { suggestServices } from '../../src/providers/suggest/services.ts';
import { suggestSources } from '../../src/providers/suggest/suggest.ts';
import { longTailWords, unknownFigures } from '../../src/services/research/keywords/candidates.ts';
import { askingMs } from '../../src/services/research/keywords/ask.ts';
import { discoveryLimits } from '../../src/services/research/keywords/discover.ts';
import { maxSearches } from '../../src/services/research/keywords/shown.ts';
import { metricsKeptMs } from '../../src/services/research/keywords/kept.ts';
import { monthsShown } from '../../src/services/research/keywords/measured.ts';
import { maxPlanned } from '../../src/services/research/keywords/plan.ts';
import { suggestionLimits } from '../../src/services/research/suggestions/kept.ts';
import { suggestionPace, usualSources } from '../../src/services/research/suggestions/suggestions.ts';

const page = readFileSync(new URL('../../docs/research.md', import.meta.url), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| '));
const cells = new Map(rows.map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')).slice(1, 3) as [string, string])); // prettier-ignore

test.each(suggestSources)('the docs say when %s is asked', (source) => {
  expect(cells.get(source)).toBe(usualSources.includes(source) ? 'by default' : 'only where sources names it');
});

test.each(suggestSources)('the docs say where %s is asked, and with which parameters', (source) => {
  const { url, headers } = suggestServices[source].asked({ text: 'pool', language: 'de', country: 'AT' });
  const at = url.host.replace(/^de\./, '{language}.') + url.pathname;
  const row = rows.find((line) => line.startsWith(`| \`${at}`));
  const asked = [...url.searchParams.keys()].filter((name) => !['q', 'query', 'search', 'namespace', 'limit', 'format'].includes(name));
  for (const name of [...asked, ...(headers?.['cookie']?.split('=').slice(0, 1) ?? [])]) expect(row).toContain(name);
});

test.each<[string, number]>([
  ['questions on a seed', maxQuestions],
  ['milliseconds between two requests to a host', suggestionPace.delayMs],
  ['days that an answer is kept', suggestionLimits.keptMs / 86_400_000],
  ['seconds for completion services', askingMs / 1000],
  ['keywords weighed', discoveryLimits.weighed],
  ['searches read', maxSearches],
  ['searches of the site among the keywords', discoveryLimits.shown],
  ['searches that a keyword of unknown volume counts as', unknownFigures.searchVolume],
  ['difficulty that an unknown one counts as', unknownFigures.difficulty],
  ['subjects put to the services where no seed is given', discoveryLimits.seeds],
  ['words of a long-tail keyword, at least', longTailWords],
  ['articles of a plan', maxPlanned],
  ['results of a page that difficulty is counted from', difficultyResults.first],
  ['of those, at least', difficultyResults.atLeast],
  ['months of monthly searches, at most', monthsShown],
  ['days that figures are kept', metricsKeptMs / 86_400_000],
  ['days without a request after it answered so', suggestionLimits.pauseMs / 86_400_000],
])('the docs give the number of %s', (name, value) => expect(cells.get(name)).toBe(String(value)));
