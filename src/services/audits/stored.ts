import type { Db, Tx } from '../../db/open.ts';
import type { AuditFindingRow, AuditIssueRow, AuditLinkRow, AuditPageRow } from '../../db/rows/audits.ts';
import { idsIn } from '../../db/sql.ts';
import { factsOf } from './page.ts';
import { wasRead, type FindingKey } from './queries.ts';

/** The next addresses to ask, lowest depth first. */
export function waitingPages(db: Db, auditId: string, limit: number): Promise<Pick<AuditPageRow, 'number' | 'url' | 'depth'>[]> {
  const waiting = db.selectFrom('audit_pages').select(['number', 'url', 'depth']).where('audit_id', '=', auditId);
  return waiting.where('state', '=', 'waiting').orderBy('depth').orderBy('number').limit(limit).execute();
}

export type NearPage = Pick<AuditPageRow, 'number' | 'url' | 'depth' | 'state' | 'status' | 'facts'>;

/** Pages looked at for HTML at once. */
const maxSought = 200;

/** The HTML pages nearest to the start that an audit has read. */
export async function nearestPages(db: Db, auditId: string, limit: number): Promise<NearPage[]> {
  const found: NearPage[] = [];
  for (let after = { depth: -1, number: 0 }; ;) {
    const { depth, number } = after;
    const rows = await db
      .selectFrom('audit_pages')
      .select(['number', 'url', 'depth', 'state', 'status', 'facts'])
      .where('audit_id', '=', auditId)
      .where('state', '=', 'read')
      .where(({ eb, refTuple, tuple }) => eb(refTuple('depth', 'number'), '>', tuple(depth, number)))
      .orderBy('depth')
      .orderBy('number')
      .limit(maxSought)
      .execute();
    found.push(...rows.filter((row) => factsOf(row).html !== undefined));
    if (found.length >= limit || rows.length < maxSought) return found.slice(0, limit);
    after = rows.at(-1)!;
  }
}

/** The highest number of an audit's addresses; 0 without any. */
export async function lastNumber(db: Db, auditId: string): Promise<number> {
  const numbers = db.selectFrom('audit_pages').select('number').where('audit_id', '=', auditId);
  return (await numbers.orderBy('number', 'desc').limit(1).executeTakeFirst())?.number ?? 0;
}

/** Keeps the counts of issues in place of those from before. */
export async function putIssues(tx: Tx, issues: readonly AuditIssueRow[]): Promise<void> {
  await tx
    .insertInto('audit_issues')
    .values(issues)
    .onConflict((conflict) =>
      conflict.columns(['audit_id', 'code']).doUpdateSet(({ ref }) => ({
        count: ref('excluded.count'),
        of_site: ref('excluded.of_site'),
        new_count: ref('excluded.new_count'),
        fixed_count: ref('excluded.fixed_count'),
        urls: ref('excluded.urls'),
      })),
    )
    .execute();
}

/** Addresses may be long: so many are read in a few milliseconds. */
const linksAtOnce = 500;

/** What is asked only whether it is there, a few at a time. */
export async function* linksInTurns(db: Db, auditId: string, turn: () => Promise<void>): AsyncGenerator<AuditLinkRow> {
  for (let after = ''; ;) {
    const some = db.selectFrom('audit_links').selectAll().where('audit_id', '=', auditId).where('url', '>', after);
    const rows = await some.orderBy('url').limit(linksAtOnce).execute();
    yield* rows;
    if (rows.length < linksAtOnce) return;
    after = rows.at(-1)!.url;
    await turn();
  }
}

/** A place in the order in which findings are kept: those that are mended last. */
export type FindingPlace = Pick<AuditFindingRow, 'mended' | 'code' | 'url'>;
export type ListedFinding = Pick<AuditFindingRow, 'mended' | 'code' | 'url' | 'places' | 'count' | 'change'>;

export function findingsAfter(db: Db, auditId: string, { mended, code, url }: FindingPlace, limit: number): Promise<ListedFinding[]> {
  return db
    .selectFrom('audit_findings')
    .select(['mended', 'code', 'url', 'places', 'count', 'change'])
    .where('audit_id', '=', auditId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('mended', 'code', 'url'), '>', tuple(mended, code, url)))
    .orderBy('mended')
    .orderBy('code')
    .orderBy('url')
    .limit(limit)
    .execute();
}

/** How many of the pages with these numbers an audit has read, and another has not. */
export async function countUnread(db: Db, { of, by, from, to }: { of: string; by: string; from: number; to: number }): Promise<number> {
  const { count } = await db
    .selectFrom('audit_pages as mine')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('mine.audit_id', '=', of)
    .where('mine.number', '>=', from)
    .where('mine.number', '<', to)
    .where(wasRead('mine'))
    .where(({ not, exists, selectFrom }) => {
      const other = selectFrom('audit_pages as other').select('other.number').where('other.audit_id', '=', by);
      return not(exists(other.whereRef('other.url', '=', 'mine.url').where(wasRead('other'))));
    })
    .executeTakeFirstOrThrow();
  return count;
}

/** Which of these codes these addresses have. */
export function codesAt(db: Db, auditId: string, codes: readonly string[], urls: readonly string[]): Promise<FindingKey[]> {
  const found = db.selectFrom('audit_findings').select(['code', 'url']).where('audit_id', '=', auditId).where('mended', '=', 0);
  return found.where('code', 'in', idsIn(codes)).where('url', 'in', idsIn(urls)).orderBy('url').orderBy('code').execute();
}

/** Part of a list in the order of addresses: those after one, and between two. */
export interface Stretch {
  auditId: string;
  after: string;
  from: string;
  to: string;
  limit: number;
}

const pageColumns = [
  'audit_pages.url',
  'audit_pages.depth',
  'audit_pages.status',
  'audit_pages.state',
  'audit_pages.inlinks',
  'audit_pages.facts',
] as const;

export type ListedPage = Pick<AuditPageRow, 'url' | 'depth' | 'status' | 'state' | 'inlinks' | 'facts'>;

/** Pages that were asked; with a code, only those that have it. */
export function listPages(db: Db, { auditId, after, from, to, limit }: Stretch, code: string | undefined): Promise<ListedPage[]> {
  if (code === undefined) {
    const pages = db.selectFrom('audit_pages').select(pageColumns).where('audit_id', '=', auditId).where('state', '<>', 'waiting');
    return pages.where('url', '>', after).where('url', '>=', from).where('url', '<', to).orderBy('url').limit(limit).execute();
  }
  return db
    .selectFrom('audit_findings as found')
    .innerJoin('audit_pages', (join) => join.on('audit_pages.audit_id', '=', auditId).onRef('audit_pages.url', '=', 'found.url'))
    .select(pageColumns)
    .where('found.audit_id', '=', auditId)
    .where('found.mended', '=', 0)
    .where('found.code', '=', code)
    .where('found.url', '>', after)
    .where('found.url', '>=', from)
    .where('found.url', '<', to)
    .orderBy('found.url')
    .limit(limit)
    .execute();
}

/** Findings of one check: those that are there, or those that are mended. */
export function listFindings(
  db: Db,
  { auditId, after, from, to, limit }: Stretch,
  { code, change }: { code: string; change: AuditFindingRow['change'] | undefined },
): Promise<ListedFinding[]> {
  return db
    .selectFrom('audit_findings')
    .select(['mended', 'code', 'url', 'places', 'count', 'change'])
    .where('audit_id', '=', auditId)
    .where('mended', '=', change === 'fixed' ? 1 : 0)
    .where('code', '=', code)
    .where('url', '>', after)
    .where('url', '>=', from)
    .where('url', '<', to)
    .$if(change !== undefined && change !== null, (some) => some.where('change', '=', change!))
    .orderBy('url')
    .limit(limit)
    .execute();
}
