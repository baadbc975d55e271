import { crawlRows } from './crawl-figures.ts';
import { exportRows } from './export-figures.ts';
import { growthWords, type Growth } from './growth.ts';
import { keywordClusterRows } from './keyword-cluster-figures.ts';
import { keywordRows } from './keyword-figures.ts';
import { optimizerRows } from './optimizer-figures.ts';
import { prospectRows } from './prospects-figures.ts';
import { searchConsoleRows } from './search-console-figures.ts';
import { visibilityRows } from './visibility-figures.ts';
import { writingRows } from './writing-figures.ts';

/** One figure of docs/figures.md. */
export interface FigureRow {
  bench: string;
  what: string;
  aim: string;
  /** The figure in words, from the line that the bench printed. */
  figure(found: never): string;
}

type Sides = Record<'mcp' | 'bare', number>;
type Calls = Record<string, { timesBare: number; cpuMsPerCall: Sides; cpuMsPerListing: Sides }>;
interface Spread {
  p50: number;
  p99: number;
}
type Latency = { fromCommitMs: Spread };
type Side = { perSecond: number; cpuSecondsPer1000: number };
type Deliveries = Record<'copydesk' | 'raw', Side> & Record<'bullmq' | 'pg-boss' | 'graphile-worker', Side | undefined>;
type Sizes = { sizes: { pending: number; peakMiB: number; slowest: { p99: number } }[] };
type Rest = { cpuMicrosPerCall: Record<'product' | 'bare', number>; ofBare: number };
type Start = { copydesk: { wallMs: number; cpuMs: number; rssMiB: number }; wallRatio: number; cpuRatio: number };
type Store = Record<string, { timesRaw: number }>;
type Ingest = { documentsPerSecond: number; longestHoldCpuMs: number; peakMiB: number };
type Ranked = { agreement: { least: number }; byCounting: number; cpuMs: number };
type Kept = Record<'headings' | 'words' | 'code' | 'links' | 'around', number>;
type Read = Record<'desk' | 'readability' | 'wholePage', Kept> & Record<'leastKept' | 'mostAround', { value: number }>;
type Keyphrases = { f1: { value: number }; baselines: Record<string, { f1: number }>; textsPerSecond: number };
type Beside = Record<'desk' | 'random' | 'sectionLead', number>;
type Composed = Record<'entityRecall' | 'sectionPurity' | 'neighboursKept' | 'offTopic' | 'hasFaq', Beside> & {
  sourcePrecision: { value: number };
};

const eras = ['2026-07-28', '2025-11-25'] as const;
const join = (values: readonly number[], unit = '') => `${values.map((value) => value.toLocaleString('en-US')).join(', ')}${unit}`;
const peers = ['bullmq', 'pg-boss', 'graphile-worker'] as const;
const kept = ({ headings, words, code, links, around }: Kept) => join([headings, words, code, links, around]);
const composed = [
  ['entities of the subject named', 'entityRecall'],
  ['sentences of a section from one heading', 'sectionPurity'],
  ['adjacent sentences adjacent in a source', 'neighboursKept'],
  ['sentences off the keyword', 'offTopic'],
  ['articles with questions and answers', 'hasFaq'],
] as const;

type Claims = { totals: Record<string, Record<'gated' | 'figuresAndNames' | 'overlap', number>> };
const claimKinds = ['paraphrase', 'quotation', 'lie, source', 'lie, free'];
const checks = ['gated', 'figuresAndNames', 'overlap'] as const;

/** Every figure, in the order of the table. */
export const figureRows: readonly FigureRow[] = [
  {
    bench: 'calls',
    what: 'CPU of an MCP call over HTTP (2026-07-28, 2025-11-25) beside a bare JSON-RPC loop with the same validation',
    aim: '≤ 10×',
    figure: (found: Calls) =>
      `${join(
        eras.map((era) => found[`http ${era}`]!.timesBare),
        '×',
      )}; ${join(
        eras.map((era) => found[`http ${era}`]!.cpuMsPerCall.mcp),
        ' ms',
      )}`,
  },
  {
    bench: 'calls',
    what: 'the same over stdio',
    aim: '≤ 5.5×',
    figure: (found: Calls) =>
      `${join(
        eras.map((era) => found[`stdio ${era}`]!.timesBare),
        '×',
      )}; ${join(
        eras.map((era) => found[`stdio ${era}`]!.cpuMsPerCall.mcp),
        ' ms',
      )}`,
  },
  {
    bench: 'calls',
    what: 'CPU of one `tools/list` of 70 tools: over HTTP, on stdio',
    aim: '≤ 4 ms',
    figure: (found: Calls) =>
      join(
        Object.keys(found)
          .filter((key) => / \d/.test(key))
          .map((key) => found[key]!.cpuMsPerListing.mcp),
        ' ms',
      ),
  },
  {
    bench: 'start',
    what: '`copydesk stdio` to its first answer beside a bare script with the same imports (compile cache warm): wall, CPU',
    aim: '≤ 1.5×',
    figure: (found: Start) =>
      `${join([found.wallRatio, found.cpuRatio], '×')}; ${join([Math.round(found.copydesk.wallMs), Math.round(found.copydesk.cpuMs)], ' ms')}`,
  },
  {
    bench: 'start',
    what: 'its memory half a second later',
    aim: '≤ 150 MiB',
    figure: (found: Start) => `${Math.round(found.copydesk.rssMiB)} MiB`,
  },
  {
    bench: 'rest',
    what: 'a GET by id with key, validation and SQLite, in CPU, as a part of bare `node:http` doing the same',
    aim: '≥ 0.7',
    figure: (found: Rest) => `${found.ofBare}; ${found.cpuMicrosPerCall.product} µs`,
  },
  {
    bench: 'store',
    what: 'get, claim of 1 and of 64, acknowledgement of 1 and of 64 through the product beside raw prepared statements',
    aim: '≤ 4×, ≤ 2×, ≤ 2×',
    figure: (found: Store) =>
      join(
        ['get', 'claim 1', 'claim 64', 'acknowledge 1', 'acknowledge 64'].map((what) => found[what]!.timesRaw),
        '×',
      ),
  },
  {
    bench: 'deliveries',
    what: 'deliveries a second (10,000 of 600 bytes, all recorded with `synchronous=FULL`) beside bare requests without storage',
    aim: '≥ 0.85×',
    figure: ({ copydesk, raw, timesRaw }: Deliveries & { timesRaw: number }) =>
      `${join([copydesk.perSecond])} of ${join([raw.perSecond])}: ${timesRaw}×; ${copydesk.cpuSecondsPer1000} s of CPU per 1,000`,
  },
  {
    bench: 'deliveries',
    what: 'the same through other queues, whose servers have a core of their own',
    aim: '≥ 2.5 × BullMQ',
    figure: (found: Deliveries) =>
      peers.flatMap((peer) => (found[peer] ? [`${peer} ${join([found[peer].perSecond])}`] : [])).join(', ') || 'none is installed',
  },
  {
    bench: 'deliveries',
    what: 'from the commit to the first byte at an idle receiver, p50 and p99',
    aim: '',
    figure: ({ latency }: { latency: Latency }) => join([latency.fromCommitMs.p50, latency.fromCommitMs.p99], ' ms'),
  },
  {
    bench: 'deliveries-size',
    what: 'the list of deliveries, any filter, any page, at 10,000 rows and at 1,000,000: the slowest p99',
    aim: '< 5 ms',
    figure: ({ sizes }: Sizes) =>
      join(
        sizes.map(({ slowest }) => slowest.p99),
        ' ms',
      ),
  },
  {
    bench: 'deliveries-size',
    what: 'peak memory of a desk at work on 10,000 pending deliveries, and on 1,000,000',
    aim: '≤ 150 MiB',
    figure: ({ sizes }: Sizes) =>
      join(
        sizes.map(({ peakMiB }) => peakMiB),
        ' MiB',
      ),
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
  ...writingRows,
  ...searchConsoleRows,
  ...exportRows,
  {
    bench: 'ingest',
    what: 'documents a second (10,000 of them, every 200th long); longest computing between two turns of the event loop; peak memory',
    aim: '≤ 50 ms',
    figure: (found: Ingest) =>
      `${Math.round(found.documentsPerSecond)}; ${Math.round(found.longestHoldCpuMs)} ms; ${Math.round(found.peakMiB)} MiB`,
  },
  {
    bench: 'ingest',
    what: 'its growth from the first 1,000 documents to 10,000: time; peak memory',
    aim: '≤ n^1.1',
    figure: ({ growth }: { growth: Record<'seconds' | 'peakMiB', Growth> }) =>
      `${growthWords(growth.seconds, 's')}; ${growthWords(growth.peakMiB, 'MiB')}`,
  },
  {
    bench: 'claims',
    what: 'share held back of labelled claims: free paraphrase, quotation, lies in the words of a source, lies in others; the same by “figures and names present?” and by an overlap of 65 %',
    aim: '≤ 0.05, ≤ 0.01, ≥ 0.60, ≥ 0.70',
    figure: ({ totals }: Claims) => checks.map((check) => join(claimKinds.map((kind) => totals[kind]![check]))).join('; '),
  },
  {
    bench: 'reading',
    what: 'main part of pages of seven Debian manuals kept: headings, words, code, links; navigation that came along',
    aim: '≥ 0.97, ≤ 0.02',
    figure: ({ desk }: Read) => kept(desk),
  },
  {
    bench: 'reading',
    what: 'the same in the manual where most is lost, and where most came along',
    aim: '≥ 0.97, ≤ 0.02',
    figure: ({ leastKept, mostAround }: Read) => join([leastKept.value, mostAround.value]),
  },
  {
    bench: 'reading',
    what: 'the same by Readability',
    aim: '',
    figure: ({ readability }: Read) => kept(readability),
  },
  {
    bench: 'reading',
    what: 'the same of the whole page',
    aim: '',
    figure: ({ wholePage }: Read) => kept(wholePage),
  },
  ...crawlRows,
  {
    bench: 'compose',
    what: 'share of quoted sentences from the right documents, articles of 800 words (FreshWiki, with its headings)',
    aim: '0.97',
    figure: ({ sourcePrecision }: Composed) => join([sourcePrecision.value]),
  },
  ...composed.map(([what, name]): FigureRow => ({
    bench: 'compose',
    what: `the same, ${what}: the desk, random sentences, first sentences of sections`,
    aim: name === 'offTopic' ? 'the least' : 'the most',
    figure: (found: Composed) => join([found[name].desk, found[name].random, found[name].sectionLead]),
  })),
  {
    bench: 'score',
    what: 'four honest articles ranked among 12 worse variants each (Spearman, the least), beside length and mentions of the keyword; CPU of a check',
    aim: '≥ 0.8',
    figure: ({ written: { agreement, byCounting, cpuMs } }: { written: Ranked }) =>
      `${agreement.least}, ${byCounting}; ${Math.round(cpuMs)} ms`,
  },
  ...optimizerRows,
  {
    bench: 'keyphrases',
    what: 'F1 of the first ten keyphrases of 2,000 abstracts (Inspec) beside YAKE alone, counts, first phrases, TF–IDF; abstracts a second',
    aim: '0.316',
    figure: ({ f1, baselines, textsPerSecond }: Keyphrases) =>
      `${join([f1.value, ...Object.values(baselines).map((one) => one.f1)])}; ${join([textsPerSecond])}`,
  },
  ...keywordRows,
  ...keywordClusterRows,
  ...visibilityRows,
  ...prospectRows,
];

/** The figures of a bench, by what they are about, from what it found; none where it was skipped. Throws where one is not there. */
export function figuresIn(bench: string, found: object): Map<string, string> {
  if ('skipped' in found && typeof found.skipped === 'string') return new Map();
  const figures = figureRows.filter((row) => row.bench === bench).map((row) => [row.what, row.figure(found as never)] as const);
  for (const [what, figure] of figures)
    if (/undefined|NaN|null/.test(figure)) throw new Error(`There is no figure for: ${what} (${figure}).`);
  return new Map(figures);
}
