import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { AuditFindingRow, AuditLinkRow, AuditPageRow, AuditRow } from '../../db/rows/audits.ts';
import { greatest, joinInOrder, least, rowsOf, statement } from '../../db/sql.ts';
import type { OverviewQuestion } from '../common/overview.ts';
import { countUpTo, maxCounted, ofProject } from '../common/queries.ts';

/** An address as the crawl finds it. */
export interface FoundAddress {
  url: string;
  depth: number;
  listed: 0 | 1;
}

const insertFound = statement<{ auditId: string; found: readonly FoundAddress[] }, { number: number }>(({ auditId, found }) => {
  const { from, columns, place } = rowsOf('found', ['url', 'depth', 'listed'], found);
  return sql`
    insert into audit_pages (audit_id, number, url, depth, listed, state, status)
      select ${auditId}, (select coalesce(max(number), 0) from audit_pages where audit_id = ${auditId}) + row_number() over (order by ${place}),
        ${columns.url}, ${columns.depth}, ${columns.listed}, 'waiting', 0
      from ${from}
      where not exists (select 1 from audit_pages as known where known.audit_id = ${auditId} and known.url = ${columns.url})
      returning number`;
});

/** The whole key of a row to change: were its audit told apart, SQLite would go through all rows of the audit for each change. */
const keyed = <Row extends object>(auditId: string, rows: readonly Row[]) => rows.map((row) => ({ auditId, ...row }));

const bringNearer = statement<{ found: readonly (FoundAddress & { auditId: string })[] }>(({ found }) => {
  const { from, columns } = rowsOf('found', ['auditId', 'url', 'depth', 'listed'], found);
  return sql`
    update audit_pages set depth = ${least(sql`depth`, columns.depth)}, listed = ${greatest(sql`listed`, columns.listed)} from ${from}
    where audit_id = ${columns.auditId} and url = ${columns.url} and (depth > ${columns.depth} or listed < ${columns.listed})`;
});

/** Keeps addresses, each once; one that is known takes the lower depth. Returns how many are new. */
export async function addFound(tx: Tx, auditId: string, found: readonly FoundAddress[]): Promise<number> {
  if (found.length === 0) return 0;
  await bringNearer(tx, { found: keyed(auditId, found) });
  return (await insertFound(tx, { auditId, found })).rows.length;
}

export type ReadPageRow = Pick<AuditPageRow, 'number' | 'state' | 'status'> & { facts: string };

const updateRead = statement<{ pages: readonly (ReadPageRow & { auditId: string })[] }>(({ pages }) => {
  const { from, columns } = rowsOf('read', ['auditId', 'number', 'state', 'status', 'facts'], pages);
  return sql`
    update audit_pages set state = ${columns.state}, status = ${columns.status}, facts = ${columns.facts} from ${from}
    where audit_id = ${columns.auditId} and audit_pages.number = ${columns.number}`;
});

export async function notePages(tx: Tx, auditId: string, pages: readonly ReadPageRow[]): Promise<void> {
  await updateRead(tx, { pages: keyed(auditId, pages) });
}

/** What is known of pages once all of them were gone over. */
export async function noteInlinks(
  tx: Tx,
  auditId: string,
  counts: readonly Pick<AuditPageRow, 'number' | 'inlinks' | 'depth'>[],
): Promise<void> {
  const { from, columns } = rowsOf('counted', ['auditId', 'number', 'inlinks', 'depth'], keyed(auditId, counts));
  await sql`
    update audit_pages set inlinks = ${columns.inlinks}, depth = ${columns.depth} from ${from}
    where audit_id = ${columns.auditId} and audit_pages.number = ${columns.number}`.execute(tx);
}

/** Whether an address told what is there, or that nothing is. One that failed or turned us away tells neither that faults are new nor that they are mended. */
export function wasRead(page: string): RawBuilder<boolean> {
  const status = sql.ref(`${page}.status`);
  return sql`${sql.ref(`${page}.state`)} = 'read' and (${status} between 200 and 399 or ${status} in (404, 410))`;
}

/** What a check found at an address. */
export interface NewFinding {
  code: string;
  url: string;
  of_page: 0 | 1;
  places: string;
  count: number;
  /** 1 if the audit before made this check too. */
  comparable: 0 | 1;
}

interface Kept {
  code: string;
  url: string;
  change: 'new' | 'same' | null;
}

const insertFindings = statement<{ auditId: string; previousId: string; findings: readonly NewFinding[] }, Kept>((given) => {
  const { from, columns } = rowsOf('found', ['code', 'url', 'of_page', 'places', 'count', 'comparable'], given.findings);
  const { auditId, previousId } = given;
  return sql`
    insert into audit_findings (audit_id, mended, code, url, of_page, places, count, change)
      select ${auditId}, 0, ${columns.code}, ${columns.url}, ${columns.of_page}, ${columns.places}, ${columns.count},
        case
          when ${columns.comparable} = 0 then null
          when exists (
            select 1 from audit_findings as before
            where before.audit_id = ${previousId} and before.mended = 0 and before.code = ${columns.code} and before.url = ${columns.url}
          ) then 'same'
          when ${columns.of_page} = 1 and not exists (
            select 1 from audit_pages as before where before.audit_id = ${previousId} and before.url = ${columns.url} and ${wasRead('before')}
          ) then null
          else 'new'
        end
      from ${from} where true
      on conflict (audit_id, mended, code, url) do update set places = excluded.places, count = excluded.count, change = excluded.change
      returning code, url, change`;
});

/** Keeps findings, each beside what the audit before found. */
export async function addFindings(tx: Tx, auditId: string, previousId: string | null, findings: readonly NewFinding[]): Promise<Kept[]> {
  if (findings.length === 0) return [];
  return (await insertFindings(tx, { auditId, previousId: previousId ?? '', findings })).rows;
}

/** Keeps addresses to ask later, each once. */
export async function addAside(tx: Tx, auditId: string, aside: readonly Pick<AuditLinkRow, 'url' | 'kind'>[]): Promise<void> {
  if (aside.length === 0) return;
  const { from, columns } = rowsOf('aside', ['url', 'kind'], aside);
  await sql`
    insert into audit_links (audit_id, url, kind, status) select ${auditId}, ${columns.url}, ${columns.kind}, 0 from ${from} where true
    on conflict (audit_id, url) do nothing`.execute(tx);
}

type Answered = Pick<AuditLinkRow, 'url' | 'outcome' | 'status' | 'reason'>;

export async function noteAside(tx: Tx, auditId: string, answers: readonly Answered[]): Promise<void> {
  const { from, columns } = rowsOf('answer', ['auditId', 'url', 'outcome', 'status', 'reason'], keyed(auditId, answers));
  await sql`
    update audit_links set outcome = ${columns.outcome}, status = ${columns.status}, reason = ${columns.reason} from ${from}
    where audit_id = ${columns.auditId} and audit_links.url = ${columns.url}`.execute(tx);
}

export async function addPageLinks(
  tx: Tx,
  auditId: string,
  pages: readonly { number: number; links: string; anchors: string }[],
): Promise<void> {
  if (pages.length === 0) return;
  const { from, columns } = rowsOf('page', ['number', 'links', 'anchors'], pages);
  await sql`
    insert into audit_page_links (audit_id, number, links, anchors)
      select ${auditId}, ${columns.number}, ${columns.links}, ${columns.anchors} from ${from} where true
      on conflict (audit_id, number) do update set links = excluded.links, anchors = excluded.anchors`.execute(tx);
}

export type FindingKey = Pick<AuditFindingRow, 'code' | 'url'>;

/** Of these findings of the audit before, keeps those that are gone, on pages that this one read too. Returns their keys. */
export async function addMended(tx: Tx, auditId: string, previousId: string, keys: readonly FindingKey[]): Promise<FindingKey[]> {
  const { from, columns } = rowsOf('gone', ['code', 'url'], keys);
  const { rows } = await sql<FindingKey>`
    insert into audit_findings (audit_id, mended, code, url, of_page, places, count, change)
      select ${auditId}, 1, before.code, before.url, before.of_page, before.places, before.count, 'fixed'
      from ${from}
      ${joinInOrder} audit_findings as before
        on before.audit_id = ${previousId} and before.mended = 0 and before.code = ${columns.code} and before.url = ${columns.url}
      where not exists (
          select 1 from audit_findings as still
          where still.audit_id = ${auditId} and still.mended = 0 and still.code = before.code and still.url = before.url)
        and (before.of_page = 0 or exists (
          select 1 from audit_pages as read where read.audit_id = ${auditId} and read.url = before.url and ${wasRead('read')}))
      on conflict (audit_id, mended, code, url) do update set count = excluded.count
      returning code, url`.execute(tx);
  return rows;
}

/** The first addresses of each of these codes that are mended. */
export async function firstMended(db: Db, auditId: string, codes: readonly string[], limit: number): Promise<FindingKey[]> {
  const wanted = rowsOf('wanted', ['code'], codes.map((code) => ({ code }))); // prettier-ignore
  const { rows } = await sql<FindingKey>`
    select code, url from (
      select code, url, row_number() over (partition by code order by url) as nth from audit_findings
      where audit_id = ${auditId} and mended = 1 and code in (select ${wanted.columns.code} from ${wanted.from})
    ) as numbered where nth <= ${limit} order by code, url`.execute(db);
  return rows;
}

/** The places of these findings. */
export async function placesAt(
  db: Db,
  auditId: string,
  mended: 0 | 1,
  keys: readonly FindingKey[],
): Promise<Pick<AuditFindingRow, 'code' | 'places'>[]> {
  const { from, columns } = rowsOf('wanted', ['code', 'url'], keys);
  const { rows } = await sql<Pick<AuditFindingRow, 'code' | 'places'>>`
    select found.code, found.places from ${from}
    join audit_findings as found
      on found.audit_id = ${auditId} and found.mended = ${mended} and found.code = ${columns.code} and found.url = ${columns.url}`.execute(
    db,
  );
  return rows;
}

type AuditNews = Pick<AuditRow, 'id' | 'site_url' | 'ended_by' | 'pages_read' | 'new_critical'>;
interface News {
  count: number;
  /** The first of them. */
  rows: AuditNews[];
}

const newsColumns = sql`id, site_url, ended_by, pages_read, new_critical`;

/** Audits whose critical findings the audit before did not have; found by a partial index, which has the same condition. */
export async function alarmingAudits(db: Db, { projectId }: OverviewQuestion, limit: number): Promise<News> {
  const found = sql`select ${newsColumns} from audits where new_critical > 0 and ${ofProject('project_id', projectId)}`;
  const { rows } = await sql<AuditNews>`${found} order by id desc limit ${limit}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`select sum(new_critical) as count from (${found}) as alarming`.execute(db);
  return { count: Math.min(counted[0]?.count ?? 0, maxCounted), rows };
}

/** Audits that ended in a period. */
export async function endedAudits(db: Db, { since, projectId }: OverviewQuestion, limit: number): Promise<News> {
  const found = sql`select ${newsColumns} from audits where finished_at is not null and finished_at >= ${since} and ${ofProject('project_id', projectId)}`;
  const { rows } = await sql<AuditNews>`${found} order by finished_at desc limit ${limit}`.execute(db);
  return { count: await countUpTo(db, found), rows };
}
