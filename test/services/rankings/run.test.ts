import { expect, test } from 'vitest';
import { AppError } from '../../../src/errors.ts';
import { pageWith, startRuns } from './runs.ts';
import { day } from './support.ts';

test('what is found is kept with its page and features, and what is not with its depth', async () => {
  const runs = await startRuns(['pool', 'queue']);
  runs.answers['pool'] = 7;
  expect(await runs.check()).toMatchObject({ asked: 2, ranked: 1, notFound: 1, errors: 0, notChecked: 0, cost: 0.002 });
  expect(await runs.row('pool')).toMatchObject({
    status: 'ranked',
    position: 7,
    depth_checked: 7,
    url: 'https://www.example.com/pools',
    best: 7,
  });
  expect(await runs.row('queue')).toMatchObject({ status: 'not_found_in_top_n', position: null, depth_checked: 20, best: null });
  expect(await runs.rows.count('ranking_checks')).toBe(2);
});

test('what was checked before is compared: the last like check, and those 1, 7 and 30 days before', async () => {
  const runs = await startRuns(['pool']);
  for (let days = 0; days <= 30; days += 1) {
    runs.answers['pool'] = 40 - days > 20 ? 20 : 40 - days;
    if (days === 29) runs.answers['pool'] = null;
    await runs.check();
    runs.clock.advance(day);
  }
  const before = JSON.parse((await runs.row('pool'))['before'] as string) as unknown;
  expect(before).toEqual({
    last: { position: null, depth: 20 },
    days: { 1: { position: null, depth: 20 }, 7: { position: 17, depth: 17 }, 30: { position: 20, depth: 20 } },
  });
});

test('an error keeps what the last success said, and has no position', async () => {
  const runs = await startRuns(['pool']);
  runs.answers['pool'] = 4;
  await runs.check();
  runs.clock.advance(day);
  runs.answers['pool'] = 'provider_failed';
  expect(await runs.check()).toMatchObject({ asked: 1, errors: 1, cost: null });
  const row = await runs.row('pool');
  expect(row).toMatchObject({ status: 'error', position: null, best: 4, error: expect.stringContaining('provider_failed') });
  expect(JSON.parse(row['before'] as string)).toMatchObject({ last: { position: 4 } });
  runs.clock.advance(day);
  runs.answers['pool'] = 6;
  expect(await runs.check()).toMatchObject({ moved: { down: 1 }, down: [{ keyword: 'pool', from: 4, to: 6 }] });
});

test('not found at a lesser depth is no drop; at the same it is', async () => {
  const runs = await startRuns(['pool'], { depth: 50 });
  runs.answers['pool'] = 35;
  await runs.check();
  runs.clock.advance(day);
  await runs.retrack({ depth: 20 });
  runs.answers['pool'] = null;
  expect(await runs.check()).toMatchObject({ moved: { lost: 0 } });
  expect(await runs.row('pool')).toMatchObject({ dropped: 0 });
  await runs.retrack({ depth: 50 });
  runs.answers['pool'] = 35;
  await runs.check();
  runs.clock.advance(day);
  runs.answers['pool'] = null;
  expect(await runs.check()).toMatchObject({ moved: { lost: 1 }, lost: [{ keyword: 'pool', from: 35, to: null }] });
  expect(await runs.row('pool')).toMatchObject({ dropped: 1 });
});

test('another site or language is another measure: nothing is compared with what was before', async () => {
  const runs = await startRuns(['pool']);
  runs.answers['pool'] = 2;
  await runs.check();
  runs.clock.advance(day);
  await runs.retrack({ language: 'de' });
  runs.answers['pool'] = 9;
  await runs.check();
  const row = await runs.row('pool');
  expect([row['best'], row['dropped'], JSON.parse(row['before'] as string)]).toEqual([9, 0, { days: {} }]);
});

test('a cap in the middle leaves the rest as it was, and the job counts it', async () => {
  const keywords = Array.from({ length: 12 }, (_, n) => `pool ${n}`);
  const runs = await startRuns(keywords);
  await runs.check();
  runs.clock.advance(day);
  runs.asked.length = 0;
  for (const keyword of keywords.slice(4)) runs.answers[keyword] = 'cap_reached';
  expect(await runs.check()).toMatchObject({ asked: 4, notChecked: 8, notCheckedBecause: { cap_reached: 8 } });
  expect(runs.asked.length).toBeLessThanOrEqual(4 + 3);
  expect(await runs.row('pool 9')).toMatchObject({ status: 'not_found_in_top_n', left_code: 'cap_reached', waiting: 0 });
  expect(await runs.rows.count('ranking_checks')).toBe(12 + 4);
});

test('after a refused key the rest of a run is left alone', async () => {
  const keywords = Array.from({ length: 20 }, (_, n) => `pool ${n}`);
  const runs = await startRuns(keywords);
  for (const keyword of keywords) runs.answers[keyword] = 'provider_refused';
  const result = (await runs.check()) as { errors: number; notChecked: number };
  expect(runs.asked.length).toBeLessThanOrEqual(4);
  expect(result.errors + result.notChecked).toBe(20);
  expect(await runs.row('pool 19')).toMatchObject({ status: 'not_checked', left_code: 'provider_error' });
});

test('one keyword that is refused keeps no other from being asked', async () => {
  const runs = await startRuns(['one', 'two', 'three', 'four', 'five']);
  runs.answers['one'] = 'provider_refused';
  expect(await runs.check()).toMatchObject({ asked: 5, errors: 1, notChecked: 0 });
});

test('what no provider can ask is an error, and never recorded as asked', async () => {
  const runs = await startRuns(['pool'], { device: 'mobile' });
  expect(await runs.check()).toMatchObject({ asked: 0, cannotBeAsked: 1, cost: null });
  expect(await runs.row('pool')).toMatchObject({ status: 'error', checked_at: null, error: expect.stringContaining('no mobile pages') });
  expect([runs.asked, await runs.rows.count('ranking_checks')]).toEqual([[], 0]);
});

test('a job that was cut off goes on with what it has not asked', async () => {
  const keywords = Array.from({ length: 9 }, (_, n) => `pool ${n}`);
  const runs = await startRuns(keywords);
  const jobId = await runs.begin();
  const cut = runs.run(jobId, (_step, progress) => {
    if (progress > 0.4) throw new Error('cut');
  });
  await expect(cut).rejects.toThrow('cut');
  const kept = await runs.rows.count('ranking_checks');
  expect(kept).toBeGreaterThan(0);
  runs.asked.length = 0;
  expect(await runs.run(jobId)).toMatchObject({ asked: 9 });
  expect(runs.asked).toHaveLength(9 - kept);
});

test('where the provider asks to wait, the job is put off, which is no failed attempt while it gets on', async () => {
  const runs = await startRuns(['one', 'two', 'three', 'four']);
  runs.answers['two'] = 'rate_limited';
  const jobId = await runs.begin();
  expect(await runs.run(jobId)).toBeUndefined();
  expect(await runs.run(jobId)).toBeUndefined();
  await expect(runs.run(jobId)).rejects.toMatchObject({ code: 'rate_limited' });
  runs.answers['two'] = 3;
  expect(await runs.run(jobId)).toMatchObject({ asked: 4, ranked: 1 });
});

test('a short wait is waited for within the run, and from then on keywords are asked for one at a time', async () => {
  const keywords = Array.from({ length: 9 }, (_, n) => `pool ${n}`);
  const runs = await startRuns(keywords);
  let atOnce = 0;
  let refusals = 0;
  runs.providers[0]!.search = async ({ keyword, depth }) => {
    runs.asked.push(keyword);
    atOnce += 1;
    const isTooMany = atOnce > 1;
    await new Promise(setImmediate);
    atOnce -= 1;
    if (!isTooMany) return pageWith(1, depth);
    refusals += 1;
    throw new AppError('rate_limited', 'One at a time.', { retryAfterSeconds: 1 });
  };
  expect(await runs.check()).toMatchObject({ asked: 9, ranked: 9, notChecked: 0 });
  // Each of the three that ask at once is refused once at most.
  expect(refusals).toBeLessThanOrEqual(3);
  expect(runs.rested.every((ms) => ms === 1000)).toBe(true);
});

test('a keyword that is untracked meanwhile is left out', async () => {
  const runs = await startRuns(['one', 'two']);
  const jobId = await runs.begin();
  await runs.rows.delete('tracked_keywords', { keyword: 'two' });
  expect(await runs.run(jobId)).toMatchObject({ asked: 1 });
});

test('two checks that are asked for at once ask for each keyword once', async () => {
  const runs = await startRuns(['one', 'two']);
  const first = await runs.begin();
  await runs.rows.insert('jobs', {
    id: first,
    kind: 'rankings.check',
    status: 'queued',
    progress: 0,
    attempts: 0,
    cancel_requested: 0,
    created_at: 1,
    updated_at: 1,
  });
  expect(await runs.begin()).toBe(first);
  await runs.run(first);
  expect(runs.asked.toSorted()).toEqual(['one', 'two']);
});

test('what a canceled job has not asked waits for no one', async () => {
  const runs = await startRuns(['one']);
  const jobId = await runs.begin();
  await runs.store.write((tx) => runs.kind.canceled(tx, 'prj_1', jobId));
  expect(await runs.row('one')).toMatchObject({ waiting: 0, status: 'not_checked' });
});

test('what left the first ten is told apart from what only moved', async () => {
  const runs = await startRuns(['pool']);
  for (const [position, dropped] of [
    [9, 0],
    [10, 0],
    [11, 1],
    [12, 0],
    [3, 0],
  ] as const) {
    runs.answers['pool'] = position;
    await runs.check();
    expect([position, (await runs.row('pool'))['dropped']]).toEqual([position, dropped]);
    runs.clock.advance(day);
  }
});

test('refusals count against a provider only where they follow one another', async () => {
  const keywords = Array.from({ length: 24 }, (_, n) => `pool ${n}`);
  const runs = await startRuns(keywords);
  // Three are asked at once: no two of these meet.
  for (const n of [0, 6, 12, 18]) runs.answers[`pool ${n}`] = 'provider_refused';
  expect(await runs.check()).toMatchObject({ asked: 24, errors: 4, notChecked: 0 });
});

test('where nobody is configured any more, a run by itself leaves everything as it was', async () => {
  const runs = await startRuns(['pool']);
  runs.answers['pool'] = 4;
  await runs.check();
  runs.providers.length = 0;
  expect(await runs.check()).toMatchObject({ asked: 0, notChecked: 1, notCheckedBecause: { integration_required: 1 } });
  expect(await runs.row('pool')).toMatchObject({ status: 'ranked', position: 4 });
});
