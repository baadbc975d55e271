import { expect, test } from 'vitest';
import { figuresOf, visibilityInterval } from '../../../src/visibility/figures/figures.ts';
import { wilson, type Interval } from '../../../src/visibility/figures/intervals.ts';
import { sampleOf } from '../../../src/visibility/figures/sample.ts';
import { unit, uniform } from './units.ts';

/** Prompts whose chance of an answer that names the brand is mostly near 0 or 1, as with real engines: Beta(0.4, 0.4), by Jöhnk's method. */
function chance(next: () => number): number {
  for (;;) {
    const [one, other] = [next() ** 2.5, next() ** 2.5];
    if (one + other <= 1 && one + other > 0) return one / (one + other);
  }
}

const runs = 10;
const ten = Array.from({ length: 10 }, (_, at) => at);
const trialOf = (next: () => number) =>
  ten.map((at) => {
    const share = chance(next);
    const own = Array.from({ length: runs }, () => Number(next() < share)).reduce((sum, one) => sum + one, 0);
    const rival = runs - own;
    return unit(`prm_${at}`, runs, {
      own: { mentioned: own, mentions: own, positions: own },
      rival: { mentioned: rival, mentions: rival, positions: rival },
    });
  });

const holds = ({ low, high }: Interval, truth: number): boolean => low <= truth && truth <= high;

test('the interval of ten prompts with ten answers each holds the truth nine times in ten, where that of a hundred answers does half the time', () => {
  const next = uniform(7);
  const trials = Array.from({ length: 3000 }, () => sampleOf(trialOf(next), 'prompt', ['own', 'rival']));
  const covered = (intervalOf: (sample: (typeof trials)[number]) => Interval) =>
    trials.filter((sample) => holds(intervalOf(sample), 0.5)).length / trials.length;
  const ours = covered((sample) => visibilityInterval(sample, 'own'));
  const naive = covered((sample) => {
    const share = sample.column('mentioned', 'own').reduce((sum, one) => sum + one, 0) / 100;
    return wilson(share, 100);
  });
  expect(ours).toBeGreaterThan(0.87);
  expect(ours).toBeLessThan(0.93);
  expect(naive).toBeGreaterThan(0.45);
  expect(naive).toBeLessThan(0.55);
});

test('so does that of prompts drawn anew', () => {
  const next = uniform(11);
  const trials = Array.from({ length: 400 }, () => figuresOf(sampleOf(trialOf(next), 'prompt', ['own', 'rival']), 'own').shareOfVoice);
  const covered = trials.filter(({ interval }) => holds(interval!, 0.5)).length / trials.length;
  expect(covered).toBeGreaterThan(0.86);
  expect(covered).toBeLessThan(0.94);
});
