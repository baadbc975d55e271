import { expect, test } from 'vitest';
import type { Overview } from '../../../schema/overview.ts';
import { rowsOf } from '../../support/rows.ts';
import { createTestApp } from '../../support/test-app.ts';
import { day, plantFound, track } from './support.ts';

test('of checks older than a year the last of each week that succeeded is kept', async () => {
  const app = await createTestApp();
  const { added } = await track(app, ['pool']);
  const rows = rowsOf(app.home);
  const week = 7 * day;
  // The weeks of the thinning begin on Thursdays: the first of January 1970 was one.
  const start = Math.floor((app.now() - 800 * day) / week) * week;
  const check = { keyword_id: added[0]!.id, depth: 20, sample: 'example.com/ en', provider: 'serper' };
  const checks = Array.from({ length: 800 }, (_, n) => ({
    ...check,
    checked_at: start + n * day,
    status: n % 7 === 6 ? 'error' : 'ranked',
    position: n % 7 === 6 ? null : (n % 7) + 1,
  }));
  await rows.insert('ranking_checks', checks);
  await app.desk.services.retention.sweep(new AbortController().signal);
  const kept = await rows.all<{ checked_at: number; position: number | null }>('ranking_checks', {}, 'checked_at');
  const old = kept.filter(({ checked_at }) => checked_at < app.now() - 365 * day);
  const whole = Math.floor((app.now() - 365 * day - start) / week);
  expect(old.slice(0, whole).map(({ position }) => position)).toEqual(Array.from({ length: whole }, () => 6));
  expect(kept.length - old.length).toBe(checks.filter(({ checked_at }) => checked_at >= app.now() - 365 * day).length);
});

test('the overview tells which keywords fell out, and which could not be checked', async () => {
  const app = await createTestApp();
  await track(app, ['pool', 'queue', 'socket']);
  const before = (position: number) => JSON.stringify({ last: { position, depth: 20 }, days: {} });
  await plantFound(app, 'pool', { status: 'not_found_in_top_n', dropped: 1, before: before(4) });
  await plantFound(app, 'queue', { status: 'error', error: '{"code":"provider_failed","message":"Serper answered 500."}' });
  const { needsYou, happened } = (await app.desk.call('overview_get')) as Overview;
  expect(needsYou).toContainEqual(
    expect.objectContaining({
      kind: 'rankings_failing',
      count: 1,
      latest: [expect.objectContaining({ about: 'queue: Serper answered 500.' })],
      arguments: expect.objectContaining({ status: 'error' }),
    }),
  );
  expect(happened).toContainEqual(
    expect.objectContaining({
      kind: 'rankings_dropped',
      count: 1,
      latest: [expect.objectContaining({ about: 'pool: from 4 to not found' })],
    }),
  );
  await app.advance(30 * day);
  expect(((await app.desk.call('overview_get')) as Overview).happened.map(({ kind }) => kind)).not.toContain('rankings_dropped');
});
