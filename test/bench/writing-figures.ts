import type { FigureRow } from './figure-rows.ts';
import { growthWords, type Growth } from './growth.ts';

type Write = { rows: { cpuMsPerArticle: number; retrievalCpuMs: number; composingCpuMs: number }[] };
type Batch = { rows: { seconds: number; peakMiB: number }[] };
type Spread = Record<'p50' | 'p99', number>;
type Search = { rows: { search: Spread; retrieve: Spread }[] };

const join = (values: readonly number[], unit: string) => `${values.map((value) => value.toLocaleString('en-US')).join(', ')}${unit}`;

/** Of articles, and of finding what they are written from. */
export const writingRows: readonly FigureRow[] = [
  {
    bench: 'write',
    what: 'CPU of an extractive article of 1,000 words with its picture, out of 100, 1,000 and 10,000 documents; of the last, retrieval and composing',
    aim: '≤ 300 ms',
    figure: ({ rows }: Write) =>
      `${join(
        rows.map((row) => Math.round(row.cpuMsPerArticle)),
        ' ms',
      )}; ${join([rows.at(-1)!.retrievalCpuMs, rows.at(-1)!.composingCpuMs], ' ms')}`,
  },
  {
    bench: 'write',
    what: 'its growth from 100 documents to 10,000: at both, as a share of each document, as a power of their number',
    aim: '≤ n^0.1',
    figure: (found: { growth: Growth }) => growthWords(found.growth, 'ms'),
  },
  {
    bench: 'batch',
    what: 'a batch of 100 such articles, out of 100 and out of 10,000 documents, and the peak memory of three batches',
    aim: '≤ 60 s, ≤ 300 MiB',
    figure: ({ rows }: Batch) =>
      `${join(
        rows.map(({ seconds }) => seconds),
        ' s',
      )}; ${join(
        rows.slice(-1).map(({ peakMiB }) => peakMiB),
        ' MiB',
      )}`,
  },
  {
    bench: 'batch',
    what: 'its growth from 100 documents to 10,000: time; peak memory',
    aim: '≤ n^0.1',
    figure: ({ growth }: { growth: Record<'seconds' | 'peakMiB', Growth> }) =>
      `${growthWords(growth.seconds, 's')}; ${growthWords(growth.peakMiB, 'MiB')}`,
  },
  {
    bench: 'search',
    what: 'search at 100,000 passages, p50 and p99, and the writer’s own retrieval',
    aim: 'p99 ≤ 20 ms',
    figure: ({ rows }: Search) => [rows.at(-1)!.search, rows.at(-1)!.retrieve].map(({ p50, p99 }) => join([p50, p99], ' ms')).join('; '),
  },
  {
    bench: 'search',
    what: 'the same of searches for common words and of whole questions alone',
    aim: 'p99 ≤ 20 ms',
    figure: ({ rows }: { rows: { ofCommonWords: Spread }[] }) =>
      join([rows.at(-1)!.ofCommonWords.p50, rows.at(-1)!.ofCommonWords.p99], ' ms'),
  },
  {
    bench: 'search',
    what: 'growth of a search’s p99 from 1,000 passages to 100,000',
    aim: '≤ n^0.5',
    figure: (found: { growth: Growth }) => growthWords(found.growth, 'ms'),
  },
];
