import type { AuditAnswer, AuditedPage, AuditFinding, AuditIssue, AuditQuestion } from '../../../schema/audit.ts';
import type { Db } from '../../db/open.ts';
import type { AuditRow } from '../../db/rows/audits.ts';
import { decodeCursor, defaultLimit, encodeCursor, pageBy, pageOfAll } from '../common/paging.ts';
import { parsed, parsedOrNull } from '../common/wire.ts';
import { firstMended, placesAt } from './queries.ts';
import { issuesOf, worstFirst, type ListedIssue, type Result } from './conclude.ts';
import type { Place } from './findings.ts';
import { depthOf, factsOf } from './page.ts';
import { codesAt, listFindings, listPages, type ListedFinding, type ListedPage, type Stretch } from './stored.ts';

/** An issue comes with the reason, the remedy and ten addresses: a few of them are a full answer. */
const issuesAtOnce = 5;
const maxNamed = 10;
/** Characters of the addresses of an issue, and of the further places of a finding: answers stay small on sites whose addresses are long. */
const maxLength = { urls: 1500, more: 600 };
/** Of the evidence that an issue quotes. */
const maxQuoted = 160;
/** Places of a finding that are told besides the first. */
const maxMore = 4;

type Asked = Omit<AuditQuestion, 'id' | 'view' | 'projectId'>;

/** Issues by severity and by what they cost, each with what stands at its first address. */
export async function listIssues(db: Db, audit: AuditRow, asked: Asked): Promise<AuditAnswer> {
  const { severity, category, change } = asked;
  const issues = worstFirst(await issuesOf(db, audit.id), audit.html_pages).filter(
    ({ row, check }) =>
      (severity === undefined || check.severity === severity) &&
      (category === undefined || check.category === category) &&
      has(row, change),
  );
  const { data, nextCursor } = pageOfAll(issues, ({ row }) => row.code, { limit: asked.limit ?? issuesAtOnce, cursor: asked.cursor });
  const codes = change === 'fixed' ? data.map(({ row }) => row.code) : [];
  const mended = codes.length > 0 ? await firstMended(db, audit.id, codes, maxNamed) : [];
  const namedOf = ({ row }: ListedIssue) =>
    change === 'fixed' ? mended.filter(({ code }) => code === row.code).map(({ url }) => url) : parsed<string[]>(row.urls);
  const urlsOf = (issue: ListedIssue) => fitting(namedOf(issue), (url) => url.length, maxLength.urls);
  const named = data.map((issue) => ({ issue, urls: urlsOf(issue) }));
  const firsts = named.flatMap(({ issue, urls: [url] }) => (url === undefined ? [] : [{ code: issue.row.code, url }]));
  const found = await placesAt(db, audit.id, change === 'fixed' ? 1 : 0, firsts);
  const placeOf = new Map(found.map(({ code, places }) => [code, parsed<Place[]>(places)[0]]));
  const known = { isFirst: audit.previous_id === null, isCompared: !!parsedOrNull<Result>(audit.result)?.comparison };
  const shown = named.map(({ issue, urls }) => toIssue(issue, { urls, place: placeOf.get(issue.row.code), ...known }));
  return { auditId: audit.id, data: shown, nextCursor };
}

function has({ count, new_count, fixed_count }: ListedIssue['row'], change: Asked['change']): boolean {
  if (change === 'fixed') return fixed_count > 0;
  if (change === 'new') return new_count > 0;
  return change === 'same' ? count > new_count : count > 0;
}

interface Shown {
  urls: string[];
  /** The first place at the first address. */
  place: Place | undefined;
  /** Whether there was no audit before. */
  isFirst: boolean;
  /** Whether it was compared with that. */
  isCompared: boolean;
}

function toIssue({ row, check }: ListedIssue, { urls, place, isFirst, isCompared }: Shown): AuditIssue {
  const { code, severity, category, title, why, howToFix } = check;
  const { count, new_count, fixed_count } = row;
  return {
    code,
    severity,
    category,
    title,
    why,
    howToFix,
    count,
    newCount: isFirst ? null : new_count,
    fixedCount: isCompared ? fixed_count : null,
    urls,
    line: place?.[0] ?? null,
    evidence: shortened(place?.[1] ?? ''),
  };
}

function shortened(text: string): string {
  return text.length <= maxQuoted ? text : `${text.slice(0, maxQuoted - 1).toWellFormed()}…`;
}

/** Each address that has an issue, with the places in it. */
export async function listPlaces(db: Db, audit: AuditRow, asked: Asked & { code: string }): Promise<AuditAnswer> {
  const { code, change, limit = defaultLimit } = asked;
  const rows = await listFindings(db, stretchOf(audit, asked, limit), { code, change });
  return { auditId: audit.id, ...pageBy(rows, limit, toFinding, ({ url }) => encodeCursor(url)) };
}

function toFinding({ url, places, count, change }: ListedFinding): AuditFinding {
  const [first, ...others] = parsed<Place[]>(places);
  const more = fitting(others.slice(0, maxMore), ([, text]) => text.length, maxLength.more).map(([line, evidence]) => ({ line, evidence }));
  const left = count - 1 - more.length;
  return {
    url,
    line: first?.[0] ?? null,
    evidence: first?.[1] ?? '',
    change,
    ...(more.length > 0 && { more }),
    ...(left > 0 && { moreCount: left }),
  };
}

/** The first of them, as many as there is room for, but one at least. */
function fitting<One>(all: readonly One[], lengthOf: (one: One) => number, room: number): One[] {
  let length = 0;
  const tooLong = all.findIndex((one, place) => (length += lengthOf(one)) > room && place > 0);
  return tooLong === -1 ? [...all] : all.slice(0, tooLong);
}

/** Pages in the order of their addresses, each with what is wrong with it. */
export async function listAuditedPages(db: Db, audit: AuditRow, asked: Asked): Promise<AuditAnswer> {
  const { code, limit = defaultLimit } = asked;
  const rows = await listPages(db, stretchOf(audit, asked, limit), code);
  const issues = (await issuesOf(db, audit.id)).filter(({ count }) => count > 0);
  const found = await codesAt(db, audit.id, issues.map(({ row }) => row.code), rows.map(({ url }) => url)); // prettier-ignore
  const codes = Map.groupBy(found, ({ url }) => url);
  const toWire = (row: ListedPage) => toPage(row, codes.get(row.url)?.map((one) => one.code) ?? []);
  return { auditId: audit.id, ...pageBy(rows, limit, toWire, ({ url }) => encodeCursor(url)) };
}

function toPage(row: ListedPage, codes: string[]): AuditedPage {
  const { html, redirectsTo = null, error, ms, bytes, rendered } = factsOf(row);
  const isListable = html !== undefined && !html.isNoindex && (html.canonical === null || html.canonical.url === row.url);
  return {
    url: row.url,
    status: row.status === 0 ? null : row.status,
    depth: depthOf(row),
    codes,
    title: html?.title ?? null,
    words: html?.words ?? null,
    inlinks: row.inlinks,
    indexable: isListable,
    redirectsTo,
    error: error?.message ?? null,
    milliseconds: row.status === 0 ? null : ms,
    bytes,
    ...(rendered && { rendered }),
  };
}

/** After all addresses that begin alike: no address holds such a character. */
const beyond = '\uFFFF';

function stretchOf({ id: auditId, site_url }: AuditRow, { url, cursor }: Asked, limit: number): Stretch {
  const after = decodeCursor(cursor, /^https?:\/\//) ?? '';
  const from = url === undefined ? '' : (URL.parse(url, site_url)?.href ?? url);
  return { auditId, after, from, to: from + beyond, limit: limit + 1 };
}
