import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { maxNewSlots, SlotStatus } from '../../schema/calendar.ts';
import { maxPast } from '../../src/services/planning/calendar/feed.ts';
import { maxLateMs, onTimeMs } from '../../src/services/planning/calendar/late.ts';
import { maxPlanned } from '../../src/services/planning/calendar/new-slots.ts';
import { defaultTime } from '../../src/services/planning/calendar/slots.ts';

const page = readFileSync(new URL('../../docs/planning.md', import.meta.url), 'utf8');
const calendar = page.split(/\n(?=## )/).find((section) => section.startsWith('## The calendar'))!;

test('the docs name every status of a slot', () => {
  const rows = calendar.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows.map((line) => /`(\w+)`/.exec(line)![1])).toEqual(SlotStatus.options);
});

test.each([
  `up to ${maxNewSlots} slots`,
  `holds ${maxPlanned.toLocaleString('en')} planned slots`,
  `${defaultTime} where you give none`,
  `more than ${onTimeMs / 60_000} minutes after its time`,
  `more than ${maxLateMs / 86_400_000} days after its time`,
  `the newest ${maxPast} of what was`,
])('the docs say %s, as it is', (figure) => {
  expect(calendar.replace(/\s+/g, ' ')).toContain(figure);
});
