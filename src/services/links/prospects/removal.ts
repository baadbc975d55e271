import type { Deleted } from '../../../../schema/common.ts';
import type { Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import { inSlices } from '../../common/slices.ts';
import type { Given } from '../given.ts';
import type { LogKind } from '../log.ts';
import { keepErased } from './erased.ts';
import { prospectRow } from './row.ts';

/** Per transaction, which must not hold the database for more than 20 ms. */
const maxAtOnce = 100;

/** Erases all that is known of one, but a hash of its host and its contact. Throws `not_found`. */
export async function deleteProspect({ store, system }: Given, id: string): Promise<Deleted> {
  return inSlices({ store, system }, async (tx) => {
    const { project_id, host, contact_key } = await prospectRow(tx, id);
    if (await removeParts(tx, [id])) return undefined;
    await tx.deleteFrom('link_prospects').where('id', '=', id).execute();
    await keepErased(tx, system, project_id, contact_key === null ? [host] : [host, contact_key]);
    return { id, deleted: true as const };
  });
}

/** Removes some of the prospects of a project that is being deleted; returns whether there may be more. The suppression list stays. */
export async function removeProspectsOf(tx: Tx, projectId: string): Promise<boolean> {
  const some = tx.selectFrom('link_prospects').select('id').where('project_id', '=', projectId).limit(maxAtOnce);
  const ids = (await some.execute()).map(({ id }) => id);
  if (ids.length > 0) {
    if (!(await removeParts(tx, ids))) await tx.deleteFrom('link_prospects').where('id', 'in', idsIn(ids)).execute();
    return true;
  }
  const hashes = tx.selectFrom('link_erased').select('hash').where('project_id', '=', projectId).limit(maxAtOnce);
  const erased = tx.deleteFrom('link_erased').where('project_id', '=', projectId).where('hash', 'in', hashes);
  if ((await erased.executeTakeFirstOrThrow()).numDeletedRows > 0n) return true;
  const days = tx.selectFrom('link_mail_days').select('day').where('project_id', '=', projectId).limit(maxAtOnce);
  const mailed = tx.deleteFrom('link_mail_days').where('project_id', '=', projectId).where('day', 'in', days);
  return (await mailed.executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

/** Removes some of what hangs on prospects; returns whether there may be more. */
async function removeParts(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const lines = tx.selectFrom('link_log').select('id').where('prospect_id', 'in', idsIn(ids)).limit(maxAtOnce);
  if ((await tx.deleteFrom('link_log').where('id', 'in', lines).executeTakeFirstOrThrow()).numDeletedRows > 0n) return true;
  if (await removeDrafts(tx, ids)) return true;
  const found = tx
    .selectFrom('link_opportunities')
    .select(['prospect_id', 'kind', 'url'])
    .where('prospect_id', 'in', idsIn(ids))
    .limit(maxAtOnce)
    .$asTuple('prospect_id', 'kind', 'url');
  const opportunities = tx
    .deleteFrom('link_opportunities')
    .where(({ eb, refTuple }) => eb(refTuple('prospect_id', 'kind', 'url'), 'in', found));
  return (await opportunities.executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

/** Lines of the log that tell of mails to a person and of what came back. */
const personal: readonly LogKind[] = ['contact', 'drafted', 'sent', 'send_failed', 'reply', 'bounce', 'opt_out'];

/** Removes some of what a contact leaves that is forgotten: the mails, and what the log tells of them; returns whether there may be more. */
export async function removeTraces(tx: Tx, ids: readonly string[]): Promise<boolean> {
  if (await removeDrafts(tx, ids)) return true;
  const lines = tx
    .selectFrom('link_log')
    .select('id')
    .where('prospect_id', 'in', idsIn(ids))
    .where('kind', 'in', idsIn(personal))
    .limit(maxAtOnce);
  return (await tx.deleteFrom('link_log').where('id', 'in', lines).executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

/** Removes some of the mails to prospects; returns whether there may be more. */
async function removeDrafts(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const drafts = tx.selectFrom('link_drafts').select('id').where('prospect_id', 'in', idsIn(ids)).limit(maxAtOnce);
  return (await tx.deleteFrom('link_drafts').where('id', 'in', drafts).executeTakeFirstOrThrow()).numDeletedRows > 0n;
}
