import { expect, test } from 'vitest';
import { nextAfter } from '../../../src/services/common/schedule.ts';

test.each([
  ['daily', '2026-05-03T09:30Z', '2026-05-03T09:30Z', '2026-05-04T09:30Z'],
  ['daily', '2026-05-03T09:30Z', '2026-05-20T10:00Z', '2026-05-21T09:30Z'],
  ['weekly', '2026-05-03T09:30Z', '2026-05-24T09:30Z', '2026-05-31T09:30Z'],
  ['monthly', '2026-01-31T09:30Z', '2026-01-31T09:30Z', '2026-02-28T09:30Z'],
  ['monthly', '2026-01-31T09:30Z', '2026-02-28T09:30Z', '2026-03-31T09:30Z'],
  ['monthly', '2026-01-31T09:30Z', '2026-03-30T09:30Z', '2026-03-31T09:30Z'],
  ['monthly', '2026-01-31T09:30Z', '2026-03-31T09:30Z', '2026-04-30T09:30Z'],
] as const)('%s since %s, after %s, is next at %s', async (every, since, now, next) => {
  const at = await nextAfter({ every, since: Date.parse(since) }, Date.parse(now), 'UTC');
  expect(at).toBe(Date.parse(next));
});

test('the local time stays where the clocks are changed', async () => {
  const since = Date.parse('2026-10-24T09:30+02:00');
  const next = (now: string) => nextAfter({ every: 'daily', since }, Date.parse(now), 'Europe/Berlin');
  expect(await next('2026-10-24T12:00Z')).toBe(Date.parse('2026-10-25T09:30+01:00'));
  expect(await next('2026-10-25T08:30Z')).toBe(Date.parse('2026-10-26T09:30+01:00'));
});

test('a clock that was set back asks for nothing before the first time', async () => {
  const since = Date.parse('2026-05-03T09:30Z');
  expect(await nextAfter({ every: 'daily', since }, since - 864e5, 'UTC')).toBe(since + 864e5);
});
