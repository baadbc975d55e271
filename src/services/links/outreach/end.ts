import type { Tx } from '../../../db/open.ts';
import type { LinkDraftRow } from '../../../db/rows/links.ts';
import { toAppError } from '../../../errors.ts';
import type { Delivered } from '../../../providers/mail/smtp.ts';
import type { Given } from '../given.ts';
import { writeLog } from '../log.ts';
import { recordOutcome } from '../prospects/outcome.ts';
import { prospectRow } from '../prospects/row.ts';
import { addressKey } from '../suppressions/address.ts';
import { suppress } from '../suppressions/suppressed.ts';
import type { Begun } from './begin.ts';
import { countMail } from './daily-cap.ts';
import { neverSettle } from './settle.ts';

type Needs = Pick<Given, 'system' | 'queue'>;
type Refusal = Extract<Delivered, { outcome: 'refused' }>;

/** The server took it. Returns when. */
export async function endSent(tx: Tx, given: Needs, { draft, row }: Begun): Promise<number> {
  const { system } = given;
  const now = system.now();
  if (!(await end(tx, given, draft, { status: 'sent', sent_at: now }))) return now;
  const detail = { draftId: draft.id, number: draft.number, messageId: draft.message_id };
  await writeLog(tx, system, [{ prospectId: row.id, kind: 'sent', detail }]);
  return now;
}

/** It may have arrived. */
export async function endUnknown(tx: Tx, given: Needs, { draft, row }: Begun, said: string): Promise<null> {
  if (!(await end(tx, given, draft, { status: 'unknown', error: JSON.stringify({ said }) }))) return null;
  const detail = { draftId: draft.id, outcome: 'unknown', said: withoutAddress(said, draft) };
  await writeLog(tx, given.system, [{ prospectId: row.id, kind: 'send_failed', detail }]);
  return null;
}

/**
 * No mail went: the prospect stands as before, and the draft can be sent again. What the server was told of counts for the day; where it was not even
 * reached, nothing does. An address that does not exist has bounced.
 */
export async function takeBack(
  tx: Tx,
  given: Needs,
  begun: Begun,
  { error, refusal }: { error?: unknown; refusal?: Refusal },
): Promise<void> {
  const { draft, before, at } = begun;
  const { system } = given;
  const said = refusal?.said ?? toAppError(error).message;
  // One that was cut off once may have arrived then, whatever became of it now.
  const status = before.draft.status === 'sending' || before.draft.status === 'unknown' ? 'unknown' : refusal ? 'refused' : 'draft';
  if (!refusal) await countMail(tx, before.row.project_id, begun.day, -1);
  if (!(await end(tx, given, draft, { status, error: JSON.stringify({ said }) }))) return;
  const now = await prospectRow(tx, draft.prospect_id);
  const { first_mail_at, last_mail_at, followups, outcome, outcome_at, status: was } = before.row;
  // Changed by hand meanwhile, it stays so.
  const isOurs = now.status === 'contacted' && now.last_mail_at === at;
  const restored = isOurs ? { first_mail_at, last_mail_at, followups, outcome, outcome_at, status: was, updated_at: system.now() } : {};
  if (isOurs) await tx.updateTable('link_prospects').set(restored).where('id', '=', now.id).execute();
  const detail = { draftId: draft.id, outcome: refusal ? 'refused' : 'not_reached', said: withoutAddress(said, draft) };
  const moved =
    isOurs && was !== 'contacted' ? [{ prospectId: now.id, kind: 'moved' as const, detail: { from: 'contacted', to: was } }] : [];
  await writeLog(tx, system, [{ prospectId: now.id, kind: 'send_failed', detail }, ...moved]);
  if (refusal?.isUnknownMailbox !== true) return;
  const bounced = addressKey(draft.recipient!);
  if (now.contact_key === bounced)
    await recordOutcome(tx, system, { ...now, ...restored }, 'bounce', { detail: { draftId: draft.id, said: detail.said } });
  // Whoever is the contact meanwhile has not bounced.
  else await suppress(tx, system, [bounced], 'bounce');
}

/** False where the mail is another's business by now, or was erased with its prospect. */
async function end(tx: Tx, { queue }: Needs, { id, sending_at }: LinkDraftRow, changed: Partial<LinkDraftRow>): Promise<boolean> {
  const ours = tx.updateTable('link_drafts').set(changed).where('id', '=', id).where('status', 'in', ['sending', 'unknown']);
  const { numUpdatedRows } = await ours.where('sending_at', '=', sending_at).executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await neverSettle(tx, queue, id);
  return numUpdatedRows > 0n;
}

/** The log holds no addresses; servers repeat them. */
function withoutAddress(said: string, { recipient }: LinkDraftRow): string {
  return recipient === null ? said : said.replaceAll(new RegExp(recipient.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), '[the contact]');
}
