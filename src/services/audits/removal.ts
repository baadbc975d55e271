import type { Tx } from '../../db/open.ts';
import { bytesOf } from '../../db/sql.ts';
import type { Jobs } from '../account/index.ts';
import type { Slice } from '../common/group.ts';

/** How many audits of a project are kept: the newest. */
export const maxKept = 10;

/** Rows removed per transaction, which must not hold the database for more than 20 ms. Links of a page may be a megabyte. */
const maxAtOnce = { links: 100, bytesOfLinks: 2 * 1024 * 1024, pages: 100, findings: 100, aside: 100 };

/** Removes some of what is kept only while an audit runs: links, and addresses that were not asked. Returns whether there may be more. */
export async function tidy(tx: Tx, auditId: string): Promise<boolean> {
  if (await removeLinks(tx, auditId)) return true;
  const waiting = tx.selectFrom('audit_pages').select('number').where('audit_id', '=', auditId).where('state', '=', 'waiting');
  const pages = tx.deleteFrom('audit_pages').where('audit_id', '=', auditId);
  const { numDeletedRows } = await pages.where('number', 'in', waiting.limit(maxAtOnce.pages)).executeTakeFirstOrThrow();
  return numDeletedRows === BigInt(maxAtOnce.pages);
}

async function removeLinks(tx: Tx, auditId: string): Promise<boolean> {
  const next = tx
    .selectFrom('audit_page_links')
    .select(['number', bytesOf('links').as('bytes')])
    .where('audit_id', '=', auditId);
  const rows = await next.orderBy('number').limit(maxAtOnce.links).execute();
  let bytes = 0;
  const some = rows.filter((row, nth) => (bytes += row.bytes) <= maxAtOnce.bytesOfLinks || nth === 0);
  const last = some.at(-1)?.number ?? 0;
  await tx.deleteFrom('audit_page_links').where('audit_id', '=', auditId).where('number', '<=', last).execute();
  return some.length < rows.length || rows.length === maxAtOnce.links;
}

/** Removes some rows of an audit, at last the audit. Returns whether there may be more. */
async function removeAudit(tx: Tx, id: string): Promise<boolean> {
  if (await removeLinks(tx, id)) return true;
  const pages = tx.selectFrom('audit_pages').select('number').where('audit_id', '=', id).limit(maxAtOnce.pages);
  const gonePages = await tx.deleteFrom('audit_pages').where('audit_id', '=', id).where('number', 'in', pages).executeTakeFirstOrThrow();
  if (gonePages.numDeletedRows > 0n) return true;
  const findings = tx
    .selectFrom('audit_findings')
    .select(['audit_id', 'mended', 'code', 'url'])
    .where('audit_id', '=', id)
    .limit(maxAtOnce.findings)
    .$asTuple('audit_id', 'mended', 'code', 'url');
  const goneFindings = await tx
    .deleteFrom('audit_findings')
    .where(({ eb, refTuple }) => eb(refTuple('audit_id', 'mended', 'code', 'url'), 'in', findings))
    .executeTakeFirstOrThrow();
  if (goneFindings.numDeletedRows > 0n) return true;
  const aside = tx.selectFrom('audit_links').select('url').where('audit_id', '=', id).limit(maxAtOnce.aside);
  const goneAside = await tx.deleteFrom('audit_links').where('audit_id', '=', id).where('url', 'in', aside).executeTakeFirstOrThrow();
  if (goneAside.numDeletedRows > 0n) return true;
  await tx.deleteFrom('audit_issues').where('audit_id', '=', id).execute();
  await tx.deleteFrom('audits').where('id', '=', id).execute();
  return true;
}

/** Removes some of a project's audits; one that runs is stopped first. Returns whether there may be more. */
export async function removeAudits(tx: Tx, jobs: Pick<Jobs, 'remove'>, projectId: string): Promise<boolean> {
  const audit = await tx
    .selectFrom('audits')
    .select(['id', 'job_id', 'finished_at'])
    .where('project_id', '=', projectId)
    .limit(1)
    .executeTakeFirst();
  if (!audit) return false;
  if (audit.finished_at === null) await jobs.remove(tx, [audit.job_id]);
  return removeAudit(tx, audit.id);
}

/** Removes the audits beyond those that are kept, and what others kept only while they ran. */
export function auditRetention(): Slice[] {
  return [tidyNext(''), removeNext('')];
}

/** Goes over the projects, one after the other. */
function removeNext(after: string): Slice {
  return async (tx) => {
    const project = await tx.selectFrom('projects').select('id').where('id', '>', after).orderBy('id').limit(1).executeTakeFirst();
    if (!project) return false;
    const surplus = await tx
      .selectFrom('audits')
      .select('id')
      .where('project_id', '=', project.id)
      .where('finished_at', 'is not', null)
      .orderBy('id', 'desc')
      .offset(maxKept)
      .limit(1)
      .executeTakeFirst();
    if (!surplus) return removeNext(project.id);
    await removeAudit(tx, surplus.id);
    return true;
  };
}

/** Goes over the audits that were canceled or failed: nothing tidied up after them. */
function tidyNext(after: string): Slice {
  return async (tx) => {
    const cut = tx.selectFrom('audits').select('id').where('finished_at', 'is not', null).where('ended_by', 'in', ['canceled', 'failed']);
    const audit = await cut.where('id', '>', after).orderBy('id').limit(1).executeTakeFirst();
    if (!audit) return false;
    return (await tidy(tx, audit.id)) || tidyNext(audit.id);
  };
}
