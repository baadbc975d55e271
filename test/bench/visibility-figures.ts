import type { FigureRow } from './figure-rows.ts';
import { growthWords, type Growth } from './growth.ts';

type Spread = Record<'p50' | 'p99', number>;

interface Size {
  answers: number;
  cpuMs: Spread;
  plainCpuMs: Record<'p50', number>;
  holdCpuMs: number;
  reports: Record<(typeof reportNames)[number], { cpuMs: Spread }>;
}

const reportNames = ['citations', 'sources', 'sentiment', 'gaps', 'advice'] as const;

interface Growing {
  growth: { figures: Growth; reports: Record<(typeof reportNames)[number], Growth> };
}

const each = (sizes: readonly Size[], of: (size: Size) => number) => `${sizes.map((size) => Math.round(of(size))).join(', ')} ms`;

export const visibilityRows: readonly FigureRow[] = [
  {
    bench: 'visibility',
    what: 'all figures of 3 brands over 1,000, 10,000 and 100,000 answers to 100 prompts in two periods, with intervals and changes: computing alone, p50; p99; sums alone by `GROUP BY`; longest computing between two turns of the event loop',
    aim: '≤ 200 ms; ≤ 50 ms',
    figure: ({ sizes }: { sizes: readonly Size[] }) => {
      const told = [
        each(sizes, ({ cpuMs }) => cpuMs.p50),
        each(sizes, ({ cpuMs }) => cpuMs.p99),
        each(sizes, ({ plainCpuMs }) => plainCpuMs.p50),
        each(sizes, ({ holdCpuMs }) => holdCpuMs),
      ];
      return told.join('; ');
    },
  },
  {
    bench: 'visibility',
    what: 'the other reports over the same answers, p50: citations; sources; sentiment; gaps; advice for three of them',
    aim: 'none grows faster than its rows',
    figure: ({ sizes }: { sizes: readonly Size[] }) =>
      reportNames.map((report) => each(sizes, ({ reports }) => reports[report].cpuMs.p50)).join('; '),
  },
  {
    bench: 'visibility',
    what: 'how they grow from 1,000 answers to 100,000: all figures; the other reports',
    aim: '≤ n^1',
    figure: ({ growth: { figures, reports } }: Growing) =>
      [figures, ...reportNames.map((name) => reports[name])].map((one) => growthWords(one, 'ms')).join('; '),
  },
];
