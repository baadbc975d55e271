import type { FigureRow } from './figure-rows.ts';
import { growthWords, type Growth } from './growth.ts';

type Cost = Record<'seconds' | 'cpuSeconds', number>;
type Grown = Record<'export' | 'import', Record<'seconds' | 'aboveIdleMiB', Growth>>;
type Exported = Record<'export' | 'import', Cost & { aboveIdleMiB: number }> & { bare: Cost; mebibytes: number };

const costOf = ({ seconds, cpuSeconds }: Cost): string => `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)})`;

export const exportRows: readonly FigureRow[] = [
  {
    bench: 'export',
    what: 'a project of 1,000 articles of 1,000 words with their pictures: export; import (CPU); gzip of the database file alone; the archive',
    aim: '≤ 30 s',
    figure: (found: Exported) => `${[found.export, found.import, found.bare].map(costOf).join('; ')}; ${Math.round(found.mebibytes)} MiB`,
  },
  {
    bench: 'export',
    what: 'the same: peak memory above the idle desk’s, export and import',
    aim: '≤ 200 MiB',
    figure: (found: Exported) => `${found.export.aboveIdleMiB}, ${found.import.aboveIdleMiB} MiB`,
  },
  {
    bench: 'export',
    what: 'its growth from 50 articles to 1,000: export; import',
    aim: '≤ n^1.1',
    figure: ({ growth }: { growth: Grown }) => [growth.export, growth.import].map(({ seconds }) => growthWords(seconds, 's')).join('; '),
  },
  {
    bench: 'export',
    what: 'the same of memory above the idle desk’s: export; import',
    aim: '',
    figure: ({ growth }: { growth: Grown }) =>
      [growth.export, growth.import].map(({ aboveIdleMiB }) => growthWords(aboveIdleMiB, 'MiB')).join('; '),
  },
];
