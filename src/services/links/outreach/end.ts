import type { Tx } from '../../../db/open.ts';
import type { LinkDraftRow } from '../../../db/rows/links.ts';
import { toAppError } from '../../../errors.ts';
import type { Delivered } from '../../../providers/mail/smtp.ts';
import type { Given } from '../given.ts';
import { writeLog } from '../log.ts';
import { recordOutcome } from '../prospects/outcome.ts';
import { prospectRow } from '../prospects/row.ts';
import type { Begun } from './begin.ts';
import { countMail } from './daily-cap.ts';
import { neverSettle } from './settle.ts';

type Needs = Pick<Given, 'system' | 'queue'>;
type Refusal = Extract<Delivered, { outcome: 'refused' }>;

/** The server took it. Returns when. */
export async function endSent(tx: Tx, given: Needs, { draft, row }: Begun): Promise<number> {
  const { system } = given;
  const now = system.now();
  await end(tx, given, draft, { status: 'sent', sent_at: now });
  const detail = { draftId: draft.id, number: draft.number, to: draft.recipient, messageId: draft.message_id };
  await writeLog(tx, system, [{ prospectId: row.id, kind: 'sent', detail }]);
  return now;
}

/** It may have arrived. */
export async function endUnknown(tx: Tx, given: Needs, { draft, row }: Begun, said: string): Promise<null> {
  await end(tx, given, draft, { status: 'unknown', error: JSON.stringify({ said }) });
  await writeLog(tx, given.system, [{ prospectId: row.id, kind: 'send_failed', detail: { draftId: draft.id, outcome: 'unknown', said } }]);
  return null;
}

/**
 * No mail went: the prospect stands as before, and the draft can be sent again. What the server was told of counts for the day; where it was not even
 * reached, nothing does. An address that does not exist has bounced.
 */
export async function takeBack(tx: Tx, given: Needs, begun: Begun, { error, refusal }: { error?: unknown; refusal?: Refusal }): Promise<void> {
  const { draft, before, at } = begun;
  const { system } = given;
  const said = refusal?.said ?? toAppError(error).message;
  // One that was cut off once may have arrived then, whatever became of it now.
  const status = before.draft.status === 'sending' || before.draft.status === 'unknown' ? 'unknown' : refusal ? 'refused' : 'draft';
  await end(tx, given, draft, { status, error: JSON.stringify({ said }) });
  const now = await prospectRow(tx, draft.prospect_id);
  const { first_mail_at, last_mail_at, followups, outcome, outcome_at, status: was } = before.row;
  // Changed by hand meanwhile, it stays so.
  const isOurs = now.status === 'contacted' && now.last_mail_at === at;
  const restored = isOurs ? { first_mail_at, last_mail_at, followups, outcome, outcome_at, status: was, updated_at: system.now() } : {};
  if (isOurs) await tx.updateTable('link_prospects').set(restored).where('id', '=', now.id).execute();
  const detail = { draftId: draft.id, outcome: refusal ? 'refused' : 'not_reached', said };
  const moved = isOurs && was !== 'contacted' ? [{ prospectId: now.id, kind: 'moved' as const, detail: { from: 'contacted', to: was } }] : [];
  await writeLog(tx, system, [{ prospectId: now.id, kind: 'send_failed', detail }, ...moved]);
  if (!refusal) await countMail(tx, now.project_id, begun.day, -1);
  if (refusal?.isUnknownMailbox === true) await recordOutcome(tx, system, { ...now, ...restored }, 'bounce', { detail: { draftId: draft.id, said } });
}

async function end(tx: Tx, { queue }: Needs, { id, sending_at }: LinkDraftRow, changed: Partial<LinkDraftRow>): Promise<void> {
  const ours = tx.updateTable('link_drafts').set(changed).where('id', '=', id).where('status', 'in', ['sending', 'unknown']);
  await ours.where('sending_at', '=', sending_at).execute();
  await neverSettle(tx, queue, id);
}
