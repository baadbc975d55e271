import { callRows } from './calls-figures.ts';
import { crawlRows } from './crawl-figures.ts';
import { deliveriesRows } from './deliveries-figures.ts';
import { exportRows } from './export-figures.ts';
import { growthWords, type Growth } from './growth.ts';
import { keywordClusterRows } from './keyword-cluster-figures.ts';
import { keywordRows } from './keyword-figures.ts';
import { optimizerRows } from './optimizer-figures.ts';
import { prospectRows } from './prospects-figures.ts';
import { searchConsoleRows } from './search-console-figures.ts';
import { startRows } from './start-figures.ts';
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

type Rest = { cpuMicrosPerCall: Record<'product' | 'bare', number>; ofBare: number };
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

const join = (values: readonly number[], unit = '') => `${values.map((value) => value.toLocaleString('en-US')).join(', ')}${unit}`;
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
  ...callRows,
  ...startRows,
  {
    bench: 'rest',
    what: 'a GET by id with key, validation and SQLite, in CPU, as a part of bare `node:http` doing the same',
    aim: '≥ 0.8',
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
  ...deliveriesRows,
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
