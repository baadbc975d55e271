import { expect, test } from 'vitest';
import { besideOthers, figuresOf } from './costs.ts';
import type { Costs } from './measure.ts';

const costs = (wallMs: number, cpuMs: number): Costs => {
  const cold = { wallMs, cpuMs, storageCpuMs: 50, peakMiB: 100 };
  return { cold, warm: { ...cold, wallMs: wallMs / 2, cpuMs: cpuMs / 4 } };
};
const side = (wallMs: number, cpuMs: number) => ({ fill: null, deliver: costs(wallMs, cpuMs), request: {} });

test('the desk is compared with the bare requests in time and CPU, and with other queues in time, cold and warm', () => {
  const [desk, raw, queue] = [side(2000, 300), side(1000, 100), side(5000, 900)];
  const all = new Map(Object.entries({ copydesk: [desk, desk], raw: [raw, raw], 'some-queue': [queue, queue] }));
  expect(besideOthers(all)).toEqual({
    timesRaw: { cold: 0.5, warm: 0.5 },
    timesRawCpu: { cold: 3, warm: 3 },
    timesSomeQueue: { cold: 2.5, warm: 2.5 },
  });
});

test('a side is told by the medians of its rounds, and putting in only where it has storage', () => {
  const rounds = [side(1000, 100), side(2000, 200), side(4000, 300)];
  const delivered = {
    cold: { perSecond: 500, cpuSecondsPer1000: 0.2, serverCpuSecondsPer1000: 0.05 },
    warm: { perSecond: 1000, cpuSecondsPer1000: 0.05, serverCpuSecondsPer1000: 0.05 },
    peakMiB: 100,
  };
  expect(figuresOf(rounds, 1000)).toEqual(delivered);
  const { cold, warm } = delivered;
  const stored = rounds.map((round) => ({ ...round, fill: round.deliver }));
  expect(figuresOf(stored, 1000)).toEqual({ ...delivered, putIn: { cold, warm } });
});
