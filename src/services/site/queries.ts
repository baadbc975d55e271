import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { AuditPageRow } from '../../db/rows/site.ts';
import { greatest, least, rowsOf, statement } from '../../db/sql.ts';

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

const bringNearer = statement<{ auditId: string; found: readonly FoundAddress[] }>(({ auditId, found }) => {
  const { from, columns } = rowsOf('found', ['url', 'depth', 'listed'], found);
  return sql`
    update audit_pages set depth = ${least(sql`depth`, columns.depth)}, listed = ${greatest(sql`listed`, columns.listed)} from ${from}
    where audit_id = ${auditId} and url = ${columns.url} and (depth > ${columns.depth} or listed < ${columns.listed})`;
});

/** Keeps addresses, each once; one that is known takes the lower depth. Returns how many are new. */
export async function addFound(tx: Tx, auditId: string, found: readonly FoundAddress[]): Promise<number> {
  if (found.length === 0) return 0;
  await bringNearer(tx, { auditId, found });
  return (await insertFound(tx, { auditId, found })).rows.length;
}

type WaitingRow = Pick<AuditPageRow, 'number' | 'url' | 'depth'>;

const selectWaiting = statement<{ auditId: string; limit: number }, WaitingRow>(
  ({ auditId, limit }) => sql`
    select number, url, depth from audit_pages where audit_id = ${auditId} and state = 'waiting' order by depth, number limit ${limit}`,
);

/** The next addresses to ask, lowest depth first. */
export async function waitingPages(db: Db, auditId: string, limit: number): Promise<WaitingRow[]> {
  return (await selectWaiting(db, { auditId, limit })).rows;
}

export type ReadPageRow = Pick<AuditPageRow, 'number' | 'state' | 'status'> & { facts: string };

const updateRead = statement<{ auditId: string; pages: readonly ReadPageRow[] }>(({ auditId, pages }) => {
  const { from, columns } = rowsOf('read', ['number', 'state', 'status', 'facts'], pages);
  return sql`
    update audit_pages set state = ${columns.state}, status = ${columns.status}, facts = ${columns.facts} from ${from}
    where audit_id = ${auditId} and audit_pages.number = ${columns.number}`;
});

export async function notePages(tx: Tx, auditId: string, pages: readonly ReadPageRow[]): Promise<void> {
  await updateRead(tx, { auditId, pages });
}

export async function noteInlinks(tx: Tx, auditId: string, counts: readonly { number: number; inlinks: number }[]): Promise<void> {
  const { from, columns } = rowsOf('counted', ['number', 'inlinks'], counts);
  await sql`
    update audit_pages set inlinks = ${columns.inlinks} from ${from}
    where audit_id = ${auditId} and audit_pages.number = ${columns.number}`.execute(tx);
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
          when ${columns.of_page} = 1 and not exists (
            select 1 from audit_pages as before where before.audit_id = ${previousId} and before.url = ${columns.url} and before.state = 'read'
          ) then null
          when exists (
            select 1 from audit_findings as before
            where before.audit_id = ${previousId} and before.mended = 0 and before.code = ${columns.code} and before.url = ${columns.url}
          ) then 'same'
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

/** A place in the order of findings. */
export interface FindingKey {
  code: string;
  url: string;
}

/** The next findings of an audit in the order of their codes and addresses. */
export async function findingsAfter(db: Db, auditId: string, after: FindingKey, limit: number): Promise<FindingKey[]> {
  const { rows } = await sql<FindingKey>`
    select code, url from audit_findings where audit_id = ${auditId} and mended = 0 and (code, url) > (${after.code}, ${after.url})
    order by code, url limit ${limit}`.execute(db);
  return rows;
}

/** Of these findings of the audit before, keeps those that are gone, on pages that this one read too. Returns their keys. */
export async function addMended(tx: Tx, auditId: string, previousId: string, keys: readonly FindingKey[]): Promise<FindingKey[]> {
  const { from, columns } = rowsOf('gone', ['code', 'url'], keys);
  const { rows } = await sql<FindingKey>`
    insert into audit_findings (audit_id, mended, code, url, of_page, places, count, change)
      select ${auditId}, 1, before.code, before.url, before.of_page, before.places, before.count, 'fixed'
      from ${from}
      join audit_findings as before
        on before.audit_id = ${previousId} and before.mended = 0 and before.code = ${columns.code} and before.url = ${columns.url}
      where not exists (
          select 1 from audit_findings as still
          where still.audit_id = ${auditId} and still.mended = 0 and still.code = before.code and still.url = before.url)
        and (before.of_page = 0 or exists (
          select 1 from audit_pages as read where read.audit_id = ${auditId} and read.url = before.url and read.state = 'read'))
      on conflict (audit_id, mended, code, url) do update set count = excluded.count
      returning code, url`.execute(tx);
  return rows;
}

/** How many pages with these numbers an audit has read that another has not. */
export async function countUnread(db: Db, { of, by, from, to }: { of: string; by: string; from: number; to: number }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from audit_pages as mine
    where mine.audit_id = ${of} and mine.number >= ${from} and mine.number < ${to} and mine.state = 'read' and not exists (
      select 1 from audit_pages as other where other.audit_id = ${by} and other.url = mine.url and other.state = 'read')`.execute(db);
  return rows[0]!.count;
}

/** Which of these codes these addresses have. */
export async function codesAt(db: Db, auditId: string, codes: readonly string[], urls: readonly string[]): Promise<FindingKey[]> {
  const wanted = rowsOf('wanted', ['code'], codes.map((code) => ({ code }))); // prettier-ignore
  const there = rowsOf('there', ['url'], urls.map((url) => ({ url }))); // prettier-ignore
  const { rows } = await sql<FindingKey>`
    select audit_findings.code as code, audit_findings.url as url from ${wanted.from}, ${there.from}, audit_findings
    where audit_id = ${auditId} and mended = 0 and audit_findings.code = ${wanted.columns.code} and audit_findings.url = ${there.columns.url}
    order by audit_findings.url, audit_findings.code`.execute(db);
  return rows;
}
