import type { FigureRow } from './figure-rows.ts';

type Cost = Record<'seconds' | 'cpuSeconds', number>;
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
];
