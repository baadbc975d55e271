import type { FigureRow } from './figure-rows.ts';

interface Size {
  answers: number;
  cpuMs: Record<'p50' | 'p99', number>;
  plainCpuMs: Record<'p50', number>;
  holdCpuMs: number;
}

export const visibilityRows: readonly FigureRow[] = [
  {
    bench: 'visibility',
    what: 'all figures of 3 brands over 1,000, 10,000 and 100,000 answers to 100 prompts in two periods, with intervals and changes: computing alone, p50; sums alone by `GROUP BY`; longest computing between two turns of the event loop',
    aim: '≤ 200 ms; ≤ 50 ms',
    figure: ({ sizes }: { sizes: readonly Size[] }) => {
      const each = (of: (size: Size) => number) => sizes.map((size) => Math.round(of(size))).join(', ');
      return `${each(({ cpuMs }) => cpuMs.p50)} ms; ${each(({ plainCpuMs }) => plainCpuMs.p50)} ms; ${each(({ holdCpuMs }) => holdCpuMs)} ms`;
    },
  },
];
