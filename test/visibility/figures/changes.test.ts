import { expect, test } from 'vitest';
import { changesOf } from '../../../src/visibility/figures/changes.ts';
import { pairOf } from '../../../src/visibility/figures/sample.ts';
import type { Unit, UnitKind } from '../../../src/visibility/figures/sums.ts';
import { prompts, unit } from './units.ts';

const changed = (now: readonly Unit[], before: readonly Unit[], kind: UnitKind = 'prompt') =>
  changesOf(pairOf(now, before, kind, ['own']), 'own');

const shares = [1, 2, 3, 4, 5, 6, 7, 8, 5, 5];

test('what every prompt gained is a clear change, though the prompts differ more than that', () => {
  const { visibility } = changed(prompts(shares.map((one) => one + 2), 10), prompts(shares, 10)); // prettier-ignore
  expect(visibility).toMatchObject({ value: expect.closeTo(0.2, 10), trend: 'up' });
  expect(visibility.interval!.low).toBeCloseTo(0.2, 10);
});

test('what some gained and others lost is none', () => {
  const { visibility } = changed(prompts(shares.toReversed(), 10), prompts(shares, 10));
  expect(visibility).toMatchObject({ value: 0, trend: 'no_clear_change' });
  expect(visibility.interval!.low).toBeLessThan(0);
  expect(visibility.interval!.high).toBeGreaterThan(0);
});

test('a place nearer to the first is a gain', () => {
  const places = (place: number) =>
    Array.from({ length: 6 }, (_, at) => unit(`prm_${at}`, 2, { own: { mentioned: 2, mentions: 2, positions: 2 * place } }));
  expect(changed(places(1), places(3)).position).toEqual({ value: 2, interval: { low: 2, high: 2 }, trend: 'up' });
  expect(changed(places(3), places(1)).position).toMatchObject({ value: -2, trend: 'down' });
});

test('only prompts that were asked in both periods are compared', () => {
  const now = [...prompts(shares, 10), unit('prm_new', 90, { own: { mentioned: 90, mentions: 90, positions: 90 } })];
  expect(changed(now, prompts(shares, 10)).visibility).toMatchObject({ value: 0, trend: 'no_clear_change' });
});

test('how a brand is spoken of is compared where it was judged in both periods', () => {
  const felt = (from: number, to: number, sentiment: number) =>
    Array.from({ length: to - from }, (_, at) =>
      unit(`prm_${from + at}`, 2, { own: { mentioned: 2, mentions: 2, positions: 2, sentiment: 2 * sentiment, sentiments: 2 } }),
    );
  const silent = prompts([2, 2, 2, 2, 2, 2], 2).map((one, at) => ({ ...one, id: `prm_${6 + at}` }));
  // Since this month a judge reads six prompts in another language, and finds them worse.
  expect(changed([...felt(0, 6, 80), ...felt(6, 12, 20)], [...felt(0, 6, 80), ...silent]).sentiment).toMatchObject({ value: 0, trend: 'no_clear_change' }); // prettier-ignore
  expect(changed([...felt(0, 6, 80), ...silent], [...felt(0, 6, 60), ...felt(6, 12, 20)]).sentiment).toMatchObject({ value: 20, trend: 'up' }); // prettier-ignore
  expect(changed(felt(6, 12, 20), silent).sentiment).toEqual({ value: null, interval: null, trend: null, why: 'not_applicable' });
});

test('never against always is clear with five prompts; once in three answers to two of them is not', () => {
  const all = (count: number, each: number) => prompts(Array.from({ length: count }, () => each), 3); // prettier-ignore
  expect(changed(all(5, 3), all(5, 0)).visibility).toMatchObject({ value: 1, trend: 'up' });
  expect(changed(all(2, 1), all(2, 0)).visibility.trend).toBe('no_clear_change');
});

test('a period without answers is no change to nothing', () => {
  expect(changed(prompts(shares, 10), []).visibility).toEqual({ value: null, interval: null, trend: null, why: 'not_checked' });
  const silent = changed(prompts(shares, 10), prompts(shares.map(() => 0), 10)); // prettier-ignore
  expect(silent.position).toEqual({ value: null, interval: null, trend: null, why: 'not_applicable' });
  expect(silent.visibility.trend).toBe('up');
});

test('within one prompt two periods are compared by their answers', () => {
  const answers = (count: number, named: number, place: (at: number) => number) =>
    Array.from({ length: count }, (_, at) =>
      unit(`ans_${at}`, 1, at < named ? { own: { mentioned: 1, mentions: 1, positions: place(at) } } : {}),
    );
  const { visibility, position } = changed(answers(40, 30, (at) => 1 + (at % 2)), answers(40, 12, (at) => 2 + (at % 3)), 'answer'); // prettier-ignore
  expect(visibility).toMatchObject({ value: expect.closeTo(0.45, 10), trend: 'up' });
  // Newcombe's tenth method: 0.75 (0.6235–0.8446) against 0.3 (0.1962–0.4294).
  expect(visibility.interval!.low).toBeCloseTo(0.27, 2);
  expect(visibility.interval!.high).toBeCloseTo(0.591, 2);
  expect(position).toMatchObject({ value: 1.5, trend: 'up' });
  expect(changed(answers(9, 9, () => 1), answers(9, 9, () => 2), 'answer').position).toMatchObject({ value: 1, trend: null, why: 'too_few' }); // prettier-ignore
});
