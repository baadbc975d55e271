import type { Speed } from './deliveries/costs.ts';
import { batches, type ByBatch } from './deliveries/sides/side.ts';
import type { FigureRow } from './figure-rows.ts';
import { growthWords, type Growth } from './growth.ts';

type Side = ByBatch<Speed> & { putIn: ByBatch<Speed> };
type Deliveries = Record<string, Side | undefined> & { copydesk: Side; raw: Side };
type Times = Record<string, ByBatch<number>>;
type Latency = { fromCommitMs: Record<'p50' | 'p99', number> };
type Sizes = { sizes: { pending: number; peakMiB: number; slowest: { p99: number } }[]; growth: Record<'list' | 'peak', Growth> };

const peers = ['bullmq', 'bullmq-durable', 'pg-boss', 'graphile-worker', 'graphile-worker-tuned'] as const;

const join = (values: readonly number[], unit = '') => `${values.map((value) => value.toLocaleString('en-US')).join(', ')}${unit}`;
const each = <Value>(of: ByBatch<Value>, figure: (one: Value) => number) => batches.map((batch) => figure(of[batch]));
const perSecond = (of: ByBatch<Speed>) => join(each(of, (one) => one.perSecond));
const cpu = (of: ByBatch<Speed>) =>
  join(each(of, (one) => one.cpuSecondsPer1000 + one.serverCpuSecondsPer1000).map((seconds) => Math.round(seconds * 1000) / 1000));

/** A figure of every side that was measured, by its name. */
const ofSides = (found: Deliveries, names: readonly string[], figure: (side: Side) => string) =>
  names.flatMap((name) => (found[name] ? [`${name} ${figure(found[name])}`] : [])).join('; ') || 'none is installed';

export const deliveriesRows: readonly FigureRow[] = [
  {
    bench: 'deliveries',
    what: 'deliveries a second (10,000 of 600 bytes by a fresh process, and the next 10,000 by the same; all recorded with `synchronous=FULL`) beside bare requests without storage',
    aim: '≥ 0.75×',
    figure: ({ copydesk, raw, timesRaw }: Deliveries & Times) =>
      `${perSecond(copydesk)} of ${perSecond(raw)}: ${join(each(timesRaw!, Number), '×')}`,
  },
  {
    bench: 'deliveries',
    what: 'the same: CPU of 1,000',
    aim: '≤ 1.5×',
    figure: ({ copydesk, raw, timesRawCpu }: Deliveries & Times) =>
      `${cpu(copydesk)} of ${cpu(raw)} s: ${join(each(timesRawCpu!, Number), '×')}`,
  },
  {
    bench: 'deliveries',
    what: 'the same a second through other queues, whose servers have a core of their own: BullMQ as recommended, and with each attempt kept and on the disk; pg-boss; graphile-worker as documented, and tuned',
    aim: '2 × BullMQ, 2.5 × the durable one, more than graphile-worker',
    figure: (found: Deliveries) => ofSides(found, peers, perSecond),
  },
  {
    bench: 'deliveries',
    what: 'CPU of 1,000 through other queues, with that of their servers',
    aim: '',
    figure: (found: Deliveries) => ofSides(found, peers, (side) => `${cpu(side)} s`),
  },
  {
    bench: 'deliveries',
    what: 'putting these deliveries in, by the thousand: a second, and CPU of 1,000',
    aim: '',
    figure: (found: Deliveries) => ofSides(found, ['copydesk', ...peers], ({ putIn }) => `${perSecond(putIn)} (${cpu(putIn)} s)`),
  },
  {
    bench: 'deliveries',
    what: 'from the commit to the first byte at an idle receiver, p50 and p99',
    aim: '',
    figure: ({ latency }: { latency: Latency }) => join([latency.fromCommitMs.p50, latency.fromCommitMs.p99], ' ms'),
  },
  {
    bench: 'deliveries-size',
    what: 'the list of deliveries, any filter, any page, at 10,000 rows and at 1,000,000: the slowest p99; how it grows',
    aim: '< 5 ms',
    figure: ({ growth }: Sizes) => growthWords(growth.list, 'ms'),
  },
  {
    bench: 'deliveries-size',
    what: 'peak memory of a desk at work on 10,000 pending deliveries, and on 1,000,000; how it grows',
    aim: '≤ 200 MiB',
    figure: ({ growth }: Sizes) => growthWords(growth.peak, 'MiB'),
  },
  {
    bench: 'fairness',
    what: 'from the commit to the first byte at a healthy receiver, p99: alone, beside 10,000 deliveries to a dead one, beside 200 dead ones that have failed before',
    aim: 'within a turn',
    figure: (found: Record<string, Latency>) =>
      join(
        ['nothingElse', 'oneDead10000', 'dead200'].map((crowd) => found[crowd]!.fromCommitMs.p99),
        ' ms',
      ),
  },
  {
    bench: 'fairness',
    what: 'the same beside 500 new ones that all fall silent at once; the first delivery to another new one',
    aim: 'within a turn',
    figure: ({ new500 }: { new500: Latency & { toAnotherNewOneMs: number } }) =>
      `${new500.fromCommitMs.p99} ms; ${Math.round(new500.toAnotherNewOneMs / 1000)} s`,
  },
  {
    bench: 'fairness',
    what: 'the same beside 1,000 deliveries to a dead one and beside 10,000: how it grows',
    aim: 'n^0',
    figure: ({ growth }: { growth: Growth }) => growthWords(growth, 'ms'),
  },
];
