import type { FigureRow } from './figure-rows.ts';
import { growthWords, type Growth } from './growth.ts';

type Spread = Record<'p50' | 'p99', number>;
type Report = Spread & { cpu: Spread; holdCpuMs: number };
type Compared = Report & { plain: Spread };
type SearchConsole = Record<'rowsPerSecond' | 'bytesPerRow' | 'plainBytesPerRow' | 'holdCpuMs', number> & {
  reportMs: Record<'byQuery' | 'byQueryCompared', Compared> & Record<'byQueryAndPage' | 'cannibalization', Report>;
};

const growing = ['byQuery', 'byQueryCompared', 'byQueryAndPage', 'cannibalization'] as const;

const reported = ({ p50, p99, cpu }: Report): string =>
  `${Math.round(p50)}, ${Math.round(p99)} ms (${Math.round(cpu.p50)}, ${Math.round(cpu.p99)})`;

export const searchConsoleRows: readonly FigureRow[] = [
  {
    bench: 'search-console',
    what: 'a report by query over 5,000,000 rows, any period of 16 months, p50 and p99 (computing alone); compared with the days before; by `GROUP BY` over plain rows, p50',
    aim: 'p99 ≤ 100 ms',
    figure: ({ reportMs: { byQuery, byQueryCompared } }: SearchConsole) =>
      `${[byQuery, byQueryCompared].map(reported).join('; ')}; ${Math.round(byQuery.plain.p50)} ms`,
  },
  {
    bench: 'search-console',
    what: 'the same by query and page; pages that take turns for a query (cannibalization)',
    aim: 'p99 ≤ 100 ms',
    figure: ({ reportMs: { byQueryAndPage, cannibalization } }: SearchConsole) =>
      [byQueryAndPage, cannibalization].map(reported).join('; '),
  },
  {
    bench: 'search-console',
    what: 'how such reports grow from 500,000 rows to 5,000,000, p50: by query; compared; by query and page; cannibalization',
    aim: '≤ n^1',
    figure: ({ growth }: { growth: Record<(typeof growing)[number], Growth> }) =>
      growing.map((kind) => growthWords(growth[kind], 'ms')).join('; '),
  },
  {
    bench: 'search-console',
    what: 'rows kept a second; bytes a row, and of a plain one; longest computing between two turns of the event loop, keeping and reporting',
    aim: '≤ 50 ms',
    figure: (found: SearchConsole) =>
      `${found.rowsPerSecond}; ${Math.round(found.bytesPerRow)}, ${Math.round(found.plainBytesPerRow)}; ${[found.holdCpuMs, Math.max(...Object.values(found.reportMs).map(({ holdCpuMs }) => holdCpuMs))].map((ms) => `${Math.round(ms)} ms`).join(', ')}`,
  },
];
