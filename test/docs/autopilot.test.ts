import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { autoPublishAtFirst, AutoPublishPatch } from '../../schema/auto-publish.ts';
import { maxAutofillDays, maxAutofillPerWeek } from '../../schema/autofill.ts';
import { maxGaps, maxRecommended } from '../../src/services/autopilot/autofill/candidates.ts';
import { maxJudged, maxSlots, times, usual } from '../../src/services/autopilot/autofill/make.ts';
import { planLastsMs } from '../../src/services/autopilot/autofill/plans.ts';
import { weekdaysFor } from '../../src/services/autopilot/autofill/spacing.ts';
import { chance, halfVolume, uncounted } from '../../src/services/autopilot/autofill/value.ts';
import { maxPages, maxTopics } from '../../src/services/topics/open-pages.ts';

const page = readFileSync(new URL('../../docs/autopilot.md', import.meta.url), 'utf8').replace(/[ \t]+/g, ' ');
const { mode, dailyCap, minScore } = autoPublishAtFirst;

test.each([
  `| \`mode\` | \`${mode}\` |`,
  `| \`dailyCap\` | ${dailyCap} |`,
  `| \`minScore\` | ${minScore} |`,
  '| `quietHours` | none |',
  `\`days\` (${usual.days}, up to ${maxAutofillDays})`,
  `\`perWeek\` slots (${usual.perWeek}, up to ${maxAutofillPerWeek})`,
  `good for ${planLastsMs / 3_600_000} hours`,
  `The oldest ${maxTopics} topics, and ${maxPages} pages of each.`,
  `the worst ${maxGaps},`,
  `the best ${maxRecommended}.`,
  `v ÷ (v + ${halfVolume})`,
  `${uncounted.pillar} for the main page of a topic, ${uncounted.planned} for the others, ${uncounted.related} for those`,
  `${chance === 0.5 ? 'half' : '?'} of it where that may be chance`,
  `are judged, ${maxJudged} at most`,
  `A plan has up to ${maxSlots} slots`,
  `at ${times[0]}, the second at ${times[1]}`,
])('the page says %s, as it is', (figure) => {
  expect(page).toContain(figure);
});

test('the page names every field of auto_publish_set', () => {
  const named = [...page.split('## Autofill')[0]!.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect([...named, 'projectId']).toEqual(Object.keys(AutoPublishPatch.shape));
});

test('the page has the days of each number of slots a week', () => {
  const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  for (const [perWeek, days] of weekdaysFor.entries()) {
    if (perWeek === 0) continue;
    const told = days.map((day) => names[day]!);
    const row = perWeek < 5 ? told.join(', ') : perWeek === 7 ? 'every day' : `${told[0]} to ${told.at(-1)}`;
    expect(page).toContain(`| ${perWeek} | ${row} |`);
  }
});
