import { median, round } from '../figures.ts';
import type { BatchCost, Costs, SideCosts } from './measure.ts';
import type { ByBatch } from './sides/side.ts';

export interface Speed {
  perSecond: number;
  cpuSecondsPer1000: number;
  /** Of the processes that store it; 0 where the side does that itself. */
  serverCpuSecondsPer1000: number;
}

/** What a side does with batches of so many: the medians of all rounds. */
export function figuresOf(rounds: readonly SideCosts[], deliveries: number) {
  const fills = rounds.flatMap(({ fill }) => fill ?? []);
  const speedsOf = (all: readonly Costs[]) => byBatch((batch) => speedOf(all, batch, deliveries));
  return {
    ...speedsOf(rounds.map(({ deliver }) => deliver)),
    ...(fills.length > 0 && { putIn: speedsOf(fills) }),
    peakMiB: Math.round(median(rounds.map(({ deliver }) => deliver.warm.peakMiB))),
  };
}

function speedOf(all: readonly Costs[], batch: keyof Costs, deliveries: number): Speed {
  const middle = (field: keyof BatchCost) => median(all.map((costs) => costs[batch][field]));
  return {
    perSecond: Math.round(deliveries / (middle('wallMs') / 1000)),
    cpuSecondsPer1000: round(middle('cpuMs') / deliveries, 3),
    serverCpuSecondsPer1000: round(middle('storageCpuMs') / deliveries, 3),
  };
}

/** How many times as fast as each other side the desk was, and how many times the CPU of the bare requests it took: the medians of what each round says. */
export function besideOthers(costs: ReadonlyMap<string, readonly SideCosts[]>): Record<string, ByBatch<number>> {
  const desk = costs.get('copydesk')!.map(({ deliver }) => deliver);
  const told: Record<string, ByBatch<number>> = {};
  for (const [name, all] of costs) {
    if (name === 'copydesk') continue;
    const others = all.map(({ deliver }) => deliver);
    const times = `times${pascalCase(name)}`;
    told[times] = byBatch((batch) => ratio(others, desk, (one) => one[batch].wallMs));
    if (name === 'raw') told[`${times}Cpu`] = byBatch((batch) => ratio(desk, others, (one) => one[batch].cpuMs));
  }
  return told;
}

function byBatch<Value>(valueOf: (batch: keyof ByBatch<Value>) => Value): ByBatch<Value> {
  return { cold: valueOf('cold'), warm: valueOf('warm') };
}

function ratio(ones: readonly Costs[], others: readonly Costs[], of: (costs: Costs) => number): number {
  return round(median(ones.map((one, index) => of(one) / of(others[index]!))));
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase());
}
