import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { join } from 'node:path';
import { createCopydesk } from '../../src/app.ts';
import { openStore } from '../../src/db/open.ts';
import { moved } from '../../src/services/search-console/store/dates.ts';
import { createSearchStore } from '../../src/services/search-console/store/store.ts';
import type { DayRow, SearchStore } from '../../src/services/search-console/store/types.ts';
import { createLog, createSystem } from '../../src/system.ts';
import { openBare } from '../db/bare.ts';
import { watchTurns } from '../support/turns.ts';
import { median, percentile, round } from './figures.ts';
import { growth } from './growth.ts';
import { peakMiB } from './memory.ts';
import { generator } from './random.ts';
import { lastDay, makeDays, type MadeRow, type SearchSize } from './search-rows.ts';

export interface SearchConsoleOptions extends Partial<SearchSize> {
  /** How often each kind of report is asked for. */
  asks?: number;
}

export const tiny: SearchConsoleOptions = { days: 40, queries: 400, pages: 40, perDay: 60, asks: 3 };

/**
 * Search Console's days over 16 months: how fast they are kept, how large they are, and how long reports over random periods take, beside the plain way, a
 * table of rows with `GROUP BY`; and how a report grows with the rows. Nothing is cached between two reports but what the system keeps of the file.
 */
export async function run(options: SearchConsoleOptions = {}): Promise<object> {
  const { days = 487, queries = 100_000, pages = 3_000, perDay = 10_700, asks = 200 } = options;
  const smaller = await measureSite({ days, queries: queries / smallerBy, pages: pages / smallerBy, perDay: perDay / smallerBy }, asks);
  const found = await measureSite({ days, queries, pages, perDay }, asks);
  const kinds = Object.keys(reportKinds).map((kind) => {
    const both = [smaller, found].map((one) => ({ size: one.rows, value: one.reportMs[kind]!.p50 }));
    return [kind, growth(both)];
  });
  return { ...found, smaller, growth: Object.fromEntries(kinds) };
}

/** So many times as small is the site that shows how reports grow. */
const smallerBy = 10;

async function measureSite(size: SearchSize, asks: number) {
  const [home, bareHome] = [mkdtempSync(join(tmpdir(), 'copydesk-bench-')), mkdtempSync(join(tmpdir(), 'copydesk-bench-'))];
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  const system = createSystem({ request: () => Promise.reject(new Error('No network here.')), log: createLog('silent') });
  const store = openStore(home, system);
  const bare = openBare(bareHome);
  bare.exec(
    'create table plain (date text, query text, page text, clicks integer, impressions integer, position real, primary key (date, query)) strict, without rowid',
  );
  try {
    const kept = await keep({ search: createSearchStore({ store, system }), desk, insertPlain: inserter(bare) }, size);
    const { data } = (await desk.call('projects_list', {})) as { data: { id: string }[] };
    await desk.call('projects_update', { id: data[0]!.id, brandTerms: ['Pumpworks'] });
    const sizes = { mebibytes: fileMiB(home), plainMebibytes: fileMiB(bareHome) };
    const first = moved(lastDay, 1 - size.days);
    const random = generator(11);
    const periods = Array.from({ length: asks }, () => periodOf(random, first, size.days));
    const reports: Record<string, Spread & { cpu: Spread; holdCpuMs: number; plain?: object }> = {};
    for (const [kind, input] of Object.entries(reportKinds)) {
      const watched = watchTurns();
      const { answers, spent } = await measured(
        periods,
        async (period) => (await desk.call('search_console_query', { ...input, ...period })) as Report,
      );
      const holdCpuMs = round(watched());
      const plain = await measured(
        isPlain(input) ? periods.slice(0, maxPlainAsks) : [],
        async ({ since, until }) => bare.prepare(plainSql(input.dimensions![0]!)).all(since, until) as PlainRow[],
      );
      for (const [index, rows] of plain.answers.entries()) checkSame(answers[index]!, rows, input.sort);
      reports[kind] = { ...spent, holdCpuMs, ...(plain.answers.length > 0 && { plain: plain.spent }) };
    }
    return {
      ...kept,
      ...sizes,
      bytesPerRow: round((sizes.mebibytes * 2 ** 20) / (kept.rows + kept.pageRows + kept.pairRows)),
      plainBytesPerRow: round((sizes.plainMebibytes * 2 ** 20) / kept.rows),
      reportMs: reports,
      peakMiB: round(peakMiB()),
    };
  } finally {
    bare.close();
    await store.close();
    await desk.close();
    for (const folder of [home, bareHome]) rmSync(folder, { recursive: true, force: true });
  }
}

async function measured<Answer>(periods: readonly Span[], ask: (period: Span) => Promise<Answer>) {
  const answers: Answer[] = [];
  const [milliseconds, cpuMilliseconds]: [number[], number[]] = [[], []];
  for (const period of periods) {
    const [began, spent] = [performance.now(), process.threadCpuUsage()];
    answers.push(await ask(period));
    milliseconds.push(performance.now() - began);
    const { user, system } = process.threadCpuUsage(spent);
    cpuMilliseconds.push((user + system) / 1000);
    // As between two requests: else all of them are one turn.
    await nextTurn();
  }
  return { answers, spent: { ...spread(milliseconds), cpu: spread(cpuMilliseconds) } };
}

type Spread = ReturnType<typeof spread>;

const spread = (milliseconds: readonly number[]) => ({ p50: round(median(milliseconds)), p99: round(percentile(milliseconds, 0.99)) });

/** The plain way takes seconds: a few are enough. */
const maxPlainAsks = 8;

const reportKinds: Record<string, { dimensions?: string[]; view?: string; compare?: string; query?: string; sort?: string }> = {
  byQuery: { dimensions: ['query'] },
  byQueryCompared: { dimensions: ['query'], compare: 'previous', sort: 'change' },
  byPage: { dimensions: ['page'] },
  byQueryAndPage: { dimensions: ['query', 'page'] },
  cannibalization: { view: 'cannibalization' },
  daysOfOneQuery: { dimensions: ['date'], query: 'how to choose pump 1 for a house' },
};

/** Whether the plain table answers it too. */
const isPlain = ({ dimensions, query }: (typeof reportKinds)[string]): boolean => dimensions?.length === 1 && query === undefined;

interface Span {
  since: string;
  until: string;
}

interface Report {
  data: { query?: string; page?: string; clicks: number; impressions: number; position: number }[];
}

type PlainRow = { name: string; clicks: number; impressions: number };

const plainSql = (
  column: string,
) => `select ${column} as name, sum(clicks) as clicks, sum(impressions) as impressions, sum(position * impressions) / sum(impressions) as position
  from plain where date between ? and ? group by ${column} order by 2 desc limit 20`;

/** Both must tell the same clicks and impressions of a row, and where both show the most clicks first the same clicks in the same order. */
function checkSame({ data }: Report, plain: readonly PlainRow[], sort: string | undefined): void {
  const clicks = (rows: readonly { clicks: number }[]) => rows.map((row) => row.clicks).join(' ');
  const named = new Map(plain.map((row) => [row.name, row]));
  const differs = data.some((row) => {
    const other = named.get(row.query ?? row.page!);
    return other !== undefined && (other.clicks !== row.clicks || other.impressions !== row.impressions);
  });
  if (differs || (sort === undefined && clicks(data) !== clicks(plain)))
    throw new Error('The report answers otherwise than the plain rows.');
}

interface Keeping {
  search: SearchStore;
  desk: { call(operation: string, input?: Record<string, unknown>): Promise<unknown> };
  insertPlain: (rows: readonly MadeRow[]) => void;
}

async function keep({ search, desk, insertPlain }: Keeping, size: SearchSize) {
  const { data } = (await desk.call('projects_list', {})) as { data: { id: string }[] };
  const property = await search.open(data[0]!.id, 'sc-domain:example.com');
  let [rows, milliseconds, pageRows, pairRows, holdCpuMs] = [0, 0, 0, 0, 0];
  for (const day of makeDays(size)) {
    const [{ date }] = day as [MadeRow];
    insertPlain(day);
    const byPage = pagesOf(day);
    const byPair = pairsOf(day);
    const longestTurn = watchTurns();
    const began = performance.now();
    await search.putDays(property, { table: 'query', rows: day.map(({ query, ...row }) => ({ ...row, keys: [query] })) });
    await search.markDays(property, 'query', [date], true);
    milliseconds += performance.now() - began;
    holdCpuMs = Math.max(holdCpuMs, longestTurn());
    rows += day.length;
    pageRows += byPage.length;
    pairRows += byPair.length;
    await search.putDays(property, { table: 'page', rows: byPage });
    await search.putDays(property, { table: 'query_page', rows: byPair });
    await search.putDays(property, { table: 'day', rows: [total(day)] });
    for (const table of ['page', 'query_page', 'day'] as const) await search.markDays(property, table, [date], true);
  }
  const longestTurn = watchTurns();
  const began = performance.now();
  await search.sumMonths(property);
  return {
    rows,
    pageRows,
    pairRows,
    rowsPerSecond: Math.round((rows / milliseconds) * 1000),
    sumMonthsMs: Math.round(performance.now() - began),
    holdCpuMs: round(holdCpuMs),
    sumMonthsHoldCpuMs: round(longestTurn()),
  };
}

function pagesOf(day: readonly MadeRow[]): DayRow[] {
  return [...Map.groupBy(day, ({ page }) => page)].map(([page, rows]) => ({ ...total(rows), keys: [page] }));
}

function pairsOf(day: readonly MadeRow[]): DayRow[] {
  return day.flatMap(({ query, page, rival, date, clicks, impressions, position }) => {
    const own = { date, position, clicks: clicks - (rival?.clicks ?? 0), impressions: impressions - (rival?.impressions ?? 0) };
    return [
      ...(own.impressions > 0 ? [{ ...own, keys: [query, page] }] : []),
      ...(rival ? [{ ...own, ...rival, keys: [query, rival.page] }] : []),
    ];
  });
}

function total(rows: readonly MadeRow[]): DayRow {
  const sum = (of: (row: MadeRow) => number) => rows.reduce((all, row) => all + of(row), 0);
  const impressions = sum((row) => row.impressions);
  return {
    date: rows[0]!.date,
    keys: [],
    clicks: sum((row) => row.clicks),
    impressions,
    position: sum((row) => row.position * row.impressions) / impressions,
  };
}

function inserter(bare: ReturnType<typeof openBare>) {
  const insert = bare.prepare('insert into plain values (?, ?, ?, ?, ?, ?)');
  return bare.transaction((rows: readonly MadeRow[]) => {
    for (const { date, query, page, clicks, impressions, position } of rows) insert.run(date, query, page, clicks, impressions, position);
  });
}

/** Of any length and anywhere; compared periods that are not held are told as such. */
function periodOf(random: () => number, first: string, days: number): Span {
  const length = 1 + Math.floor(random() * days);
  const start = Math.floor(random() * (days - length + 1));
  return { since: moved(first, start), until: moved(first, start + length - 1) };
}

function fileMiB(home: string): number {
  return round(statSync(join(home, 'copydesk.db')).size / 2 ** 20);
}
