/** The code that a bench measures: where it has changed since, its figures are old. */
export const codeOf: Readonly<Record<string, readonly string[]>> = {
  batch: ['src/db', 'src/documents', 'src/language', 'src/markdown', 'src/providers/image', 'src/services', 'src/writing'],
  calls: ['src/faces', 'src/operation.ts'],
  claims: ['src/language', 'src/writing/claims'],
  compose: ['src/documents', 'src/language', 'src/markdown', 'src/services/articles', 'src/services/knowledge', 'src/writing'],
  crawl: ['src/audit', 'src/crawl', 'src/db', 'src/language', 'src/net', 'src/pages', 'src/services/site'],
  deliveries: ['src/db', 'src/net', 'src/queue', 'src/services/deliveries', 'src/webhooks'],
  'deliveries-size': ['src/db', 'src/queue', 'src/services/deliveries', 'src/webhooks'],
  fairness: ['src/db', 'src/net', 'src/queue', 'src/services/deliveries', 'src/webhooks'],
  ingest: ['src/db', 'src/documents', 'src/language', 'src/services/knowledge'],
  reading: ['src/documents', 'src/language'],
  keyphrases: ['src/language'],
  keywords: ['src/documents', 'src/language'],
  rest: ['src/app.ts', 'src/db', 'src/faces', 'src/services/account'],
  score: ['src/language', 'src/writing/claims', 'src/writing/score'],
  search: ['src/db', 'src/language', 'src/services/knowledge'],
  start: ['schema', 'src', 'tools'],
  store: ['src/db', 'src/queue'],
  write: ['src/db', 'src/documents', 'src/language', 'src/markdown', 'src/providers/image', 'src/services', 'src/writing'],
};

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
type Write = { rows: { cpuMsPerArticle: number; retrievalCpuMs: number; composingCpuMs: number }[] };
type Batch = { rows: { seconds: number; peakMiB: number }[] };
type Search = { rows: { search: Spread; retrieve: Spread }[] };
type Ingest = { documentsPerSecond: number; longestHoldCpuMs: number; peakMiB: number };
type Ranked = { agreement: { least: number }; byCounting: number; cpuMs: number };
type Kept = Record<'headings' | 'words' | 'code' | 'links' | 'around', number>;
type Read = Record<'desk' | 'readability' | 'wholePage', Kept> & Record<'leastKept' | 'mostAround', { value: number }>;
type Keyphrases = { f1: { value: number }; baselines: Record<string, { f1: number }>; textsPerSecond: number };
type Beside = Record<'desk' | 'random' | 'sectionLead', number>;
type Composed = Record<'entityRecall' | 'sectionPurity' | 'neighboursKept' | 'offTopic' | 'hasFaq', Beside> & {
  sourcePrecision: { value: number };
};
