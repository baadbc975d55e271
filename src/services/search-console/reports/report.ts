import type { SearchQuestion, SearchReport, SearchRow } from '../../../../schema/search-console.ts';
import { AppError } from '../../../errors.ts';
import type { Projects } from '../../account/index.ts';
import { decodeCursor, defaultLimit, encodeCursor } from '../../common/paging.ts';
import { moved } from '../store/dates.ts';
import { keysOf, type Comparison, type GroupedBy, type Period, type Property, type SearchStore } from '../store/types.ts';
import type { Asked, Listed, ListedRow } from './asked.ts';
import { notByDay, notInExport, type CannotTell } from './cannot-tell.ts';
import { figuresOf, withoutCtr } from './figures.ts';
import { asKept } from './filters.ts';
import { groupingOf, nameKeys, tableFor } from './grouping.ts';
import type { Given, Held } from './held.ts';
import { defaultDays, type Compare } from './periods.ts';
import { propertyOf } from './property.ts';
import { pagesShown, type Pages } from './shown-pages.ts';
import { sourceFor } from './source.ts';
import type { Ranked } from './top.ts';
import { totalsOf } from './totals.ts';
import { views, type View } from './views.ts';

interface Needs extends Given {
  search: SearchStore;
  projects: Pick<Projects, 'resolve'>;
  askLive: AskLive;
}

/** Asks Google now, for what no table holds; undefined where it is not connected. */
export type AskLive = (asked: {
  projectId: string;
  property: string;
  dimensions: NonNullable<SearchQuestion['dimensions']>;
  filters: Pick<SearchQuestion, 'query' | 'page' | 'country' | 'device'>;
  period: Period;
  limit: number;
}) => Promise<SearchRow[] | undefined>;

/** Answers `search_console_query`. */
export function createReports(needs: Needs) {
  const { search, projects } = needs;
  return async function report(asked: SearchQuestion): Promise<SearchReport> {
    const question = asKept(asked);
    const project = await projects.resolve(question.projectId);
    const property = await propertyOf(search, project);
    const view = views[question.view ?? 'rows'];
    const dimensions = dimensionsOf(question, view);
    const table = tableFor(dimensions, question);
    if (!table) return askedLive(needs, property, dimensions, question);
    const compare = question.compare ?? (view.compares ? 'previous' : 'none');
    const namesPages = view.namesPages && dimensions.join() === 'query';
    const also = namesPages ? ['query_page' as const] : [];
    const { now, before, comparison } = await sourceFor(needs, property, table, question, compare, also);
    const grouping = await groupingOf(needs.store.db, needs.system.turns(), property.number, table, dimensions, question);
    const limit = question.limit ?? defaultLimit;
    const listing: Asked = {
      ...needs,
      project,
      property,
      grouping,
      now,
      before,
      sort: question.sort,
      limit,
      after: placeOf(question.cursor),
    };
    const listed = untoldBy(now, table, dimensions) ?? (await view.list(listing));
    const pages =
      namesPages && 'rows' in listed
        ? await pagesShown(
            listing,
            question,
            listed.rows.map(({ key }) => key),
          )
        : undefined;
    const answer = await answerOf(listing, listed, pages);
    return {
      ...answer,
      totals: await totalsOf(now, before, table),
      comparison: before && comparison ? told(comparison) : null,
      ...whyOf({ listed, data: answer.data, pages, now, before, compare }),
    };
  };
}

function untoldBy(now: Held, table: GroupedBy, dimensions: Asked['grouping']['dimensions']): CannotTell | undefined {
  if (!now.has(table)) return notInExport(table);
  return dimensions.includes('date') && table !== 'day' && !now.byDay ? notByDay : undefined;
}

function told({ since, until, ...more }: Period | Comparison): NonNullable<SearchReport['comparison']> {
  return { since, until, ...('assumed' in more && more.assumed && { assumed: true as const }) };
}

/** Throws `invalid_input` where the view cannot list by them. */
function dimensionsOf({ view = 'rows', dimensions, sort }: SearchQuestion, { dimensions: possible }: View) {
  if (sort !== undefined && view !== 'rows') throw refused('sort', 'only goes with the view rows: the others have an order of their own');
  if (possible === 'any') return [...new Set(dimensions ?? ['query' as const])];
  const wanted = dimensions
    ? possible.find((some) => some.length === new Set(dimensions).size && some.every((one) => dimensions.includes(one)))
    : possible[0];
  if (wanted) return wanted;
  throw refused('dimensions', `${view} lists by ${possible.map((some) => some.join(' and ')).join(', or ')}`);
}

function refused(field: string, detail: string): AppError {
  return new AppError('invalid_input', `${field}: ${detail}.`, { errors: [{ pointer: `/${field}`, detail, code: 'not_possible' }] });
}

async function answerOf({ store, property, grouping, now, limit }: Asked, listed: Listed | CannotTell, pages: Told) {
  const base = { property: property.name, source: now.source, period: now.period };
  if ('why' in listed) return { ...base, data: null, nextCursor: null, count: null };
  const shown = listed.rows.slice(0, limit);
  const names = await nameKeys(
    store.db,
    property.number,
    { dimensions: listed.dimensions ?? grouping.dimensions },
    shown.map(({ key }) => key),
  );
  const last = shown.at(-1);
  return {
    ...base,
    data: shown.map((row, index) => toRow(row, { ...names[index], ...(pages && { page: pageOf(row, pages) }) })),
    nextCursor: listed.rows.length > limit && last ? encodeCursor(`${last.rank} ${last.key}`) : null,
    count: listed.count,
    ...(listed.basis !== undefined && { basis: listed.basis }),
  };
}

/** The pages of rows by query, where the view names them. */
type Told = Pages | CannotTell | undefined;

const pageOf = ({ key }: Ranked, pages: Pages | CannotTell): string | null => ('why' in pages ? null : (pages.get(key) ?? null));

function toRow({ sums, before, reason, pages }: ListedRow, named: Partial<SearchRow>): SearchRow {
  return {
    ...named,
    ...figuresOf(sums),
    ...(before && { before: withoutCtr(before), change: sums.clicks - before.clicks }),
    ...(reason !== undefined && { reason }),
    ...(pages && { pages }),
  };
}

interface Untold {
  listed: Listed | CannotTell;
  data: readonly SearchRow[] | null;
  pages: Told;
  now: Held;
  before: Held | null;
  compare: Compare;
}

function whyOf({ listed, data, pages, now, before, compare }: Untold): Pick<SearchReport, 'why'> {
  const isUnheld = now.source === 'api' ? 'not_checked' : 'provider_has_none';
  return {
    why: {
      ...('why' in listed && { data: listed.why, instead: listed.instead }),
      ...(pages && whyOfPages(data, pages)),
      ...(!now.has('day') && { totals: isUnheld }),
      ...(compare !== 'none' && !before && { comparison: isUnheld }),
    },
  };
}

/** Of rows without a page: Google withholds rare queries by page. */
function whyOfPages(data: readonly SearchRow[] | null, pages: Pages | CannotTell): Record<string, string> {
  if (!data?.some(({ page }) => page === null)) return {};
  return 'why' in pages ? { page: pages.why, instead: pages.instead } : { page: 'provider_has_none' };
}

function placeOf(cursor: string | undefined): Ranked | undefined {
  const position = decodeCursor(cursor, /^-?\d[\d.e+-]{0,30} \d{1,16}$/);
  if (position === undefined) return undefined;
  const [rank, key] = position.split(' ').map(Number) as [number, number];
  return { rank, key };
}

async function askedLive(
  { search, askLive }: Needs,
  property: Property,
  dimensions: AskLiveDimensions,
  question: SearchQuestion,
): Promise<SearchReport> {
  const until = question.until ?? (await search.heldDays(property, 'day')).at(-1);
  if ((question.view ?? 'rows') !== 'rows' || until === undefined) throw noSuchTable(dimensions);
  const period = { since: question.since ?? moved(until, 1 - defaultDays), until };
  const data = await askLive({
    projectId: property.projectId,
    property: property.name,
    dimensions: [...dimensions],
    filters: { query: question.query, page: question.page, country: question.country, device: question.device },
    period,
    limit: question.limit ?? defaultLimit,
  });
  if (!data) throw noSuchTable(dimensions);
  return {
    property: property.name,
    source: 'live',
    period,
    comparison: null,
    totals: null,
    data,
    nextCursor: null,
    count: null,
    why: { totals: 'not_applicable' },
  };
}

function noSuchTable(dimensions: AskLiveDimensions): AppError {
  const held = Object.values(keysOf)
    .map((kinds) => kinds.join(' × ') || 'date alone')
    .join(', ');
  return new AppError(
    'period_not_held',
    `No table is held by ${[...dimensions].join(' × ')} with these filters. Held: ${held}, each with the days.`,
    { hint: 'Ask by fewer dimensions, or with fewer filters.' },
  );
}

type AskLiveDimensions = readonly NonNullable<SearchQuestion['dimensions']>[number][];
