import type { FigureRow } from './figure-rows.ts';
import { growthWords, type Growth } from './growth.ts';

interface KeywordClusters {
  rows: { cpuMs: number; peakMiB: number }[];
  growth: Growth;
  intent: { right: number; asked: number };
  intentUnseen: { right: number; asked: number };
  clusters: Record<string, { f1: number; firstWord: number }>;
}

export const keywordClusterRows: readonly FigureRow[] = [
  {
    bench: 'keyword-clusters',
    what: 'CPU of merging, intent and lexical clusters of 1,000 and 10,000 keywords; peak memory',
    aim: '≤ 5 s, ≤ 300 MiB',
    figure: ({ rows }: KeywordClusters) => `${rows.map(({ cpuMs }) => cpuMs / 1000).join(', ')} s; ${rows.at(-1)!.peakMiB} MiB`,
  },
  {
    bench: 'keyword-clusters',
    what: 'how this CPU grows from 1,000 keywords to 10,000',
    aim: '≤ n^1',
    figure: ({ growth }: KeywordClusters) => growthWords(growth, 'ms'),
  },
  {
    bench: 'keyword-clusters',
    what: 'intent of 242 keywords, and of 544 labelled by others who had not seen the rules, share right; by whether they ask',
    aim: 'the most',
    figure: ({ intent, intentUnseen }: KeywordClusters) => `${intent.right}, ${intentUnseen.right}; ${intent.asked}, ${intentUnseen.asked}`,
  },
  {
    bench: 'keyword-clusters',
    what: 'pairwise F1 of lexical clusters within one subject, five of our own and five of others, beside the first word that tells them apart',
    aim: 'the most',
    figure: ({ clusters }: KeywordClusters) =>
      Object.values(clusters)
        .map(({ f1, firstWord }) => `${f1} (${firstWord})`)
        .join(', '),
  },
];
