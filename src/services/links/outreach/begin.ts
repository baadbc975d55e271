import type { MailSender } from '../../../../schema/mail.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Tx } from '../../../db/open.ts';
import type { LinkDraftRow, LinkProspectRow } from '../../../db/rows/links.ts';
import { AppError } from '../../../errors.ts';
import { notConfigured, type Configured } from '../../account/index.ts';
import { isoTime, isoTimeOrNull } from '../../common/wire.ts';
import type { Given } from '../given.ts';
import { writeLog } from '../log.ts';
import { afterMail } from '../prospects/cadence.ts';
import { requireMove } from '../prospects/moves.ts';
import { prospectRow } from '../prospects/row.ts';
import { readAddress } from '../suppressions/address.ts';
import { capOf, capReached, countMail, mailsOn } from './daily-cap.ts';
import type { Day } from './days.ts';
import { messageIdOf, tokenOf } from './letter.ts';
import { earlierOf } from './material.ts';
import { isStuck, settleLater } from './settle.ts';
import { contactStop, senderOf } from './standing.ts';
import { firstMail, followup } from './which.ts';

/** A mail that is on its way, as far as the rows know. */
export interface Begun {
  draft: LinkDraftRow;
  /** As it stands with this mail. */
  row: LinkProspectRow;
  /** As both stood before. */
  before: { draft: LinkDraftRow; row: LinkProspectRow };
  project: Project;
  configured: Configured;
  sender: MailSender;
  follows: readonly string[];
  to: string;
  day: string;
  /** Mails of that day, with this one. */
  mails: number;
  at: number;
}

interface Asked {
  id: string;
  draftId: string;
  resend: boolean;
  dayOf: (instant: number) => Day;
}

/** Counts the mail, moves the prospect and marks the draft, if it may go. Throws `not_found`, `conflict`, `attempt_in_progress`, `integration_required`, `rate_limited`. */
export async function beginMail(tx: Tx, given: Given, { id, draftId, resend, dayOf }: Asked): Promise<Begun> {
  const { system, projects, integrations } = given;
  const now = system.now();
  const row = await prospectRow(tx, id);
  const draft = await draftOf(tx, row, draftId);
  const project = await projects.resolve(row.project_id, tx);
  requireUnsent(draft, resend, now);
  const configured = await integrations.find(project.id, 'smtp', tx);
  const sender = senderOf(configured);
  if (!configured || !sender) throw notConfigured('smtp');
  const to = await recipientOf(tx, row, now);
  requireItsContact(draft, to);
  const isAgain = draft.status === 'sending' || draft.status === 'unknown';
  if (isAgain) requireLast(draft, row);
  else requirePlace(draft, row, now);
  requireMove(row.id, row.status, 'contacted');
  const today = dayOf(now);
  const cap = capOf(sender);
  if ((await mailsOn(tx, project.id, today.day)) >= cap) throw capReached(cap, today, now);
  const earlier = await earlierOf(tx, row);
  const mails = await countMail(tx, project.id, today.day, 1);
  const begun: LinkDraftRow = {
    ...draft,
    status: 'sending',
    // A mail that may have arrived keeps its id: whoever gets it twice can tell.
    message_id: isAgain ? draft.message_id : messageIdOf(tokenOf(draft.message_id!), sender),
    error: null,
    sending_at: now,
  };
  const moved: LinkProspectRow = {
    ...row,
    ...(isAgain ? { last_mail_at: now } : afterMail(row, now)),
    status: 'contacted',
    updated_at: now,
  };
  await tx.updateTable('link_drafts').set(begun).where('id', '=', draft.id).execute();
  await tx.updateTable('link_prospects').set(moved).where('id', '=', row.id).execute();
  if (row.status !== 'contacted')
    await writeLog(tx, system, [{ prospectId: row.id, kind: 'moved', detail: { from: row.status, to: 'contacted' } }]);
  await settleLater(tx, given, begun);
  const follows = draft.kind === 'followup' ? earlier.filter((one) => one.id !== draft.id).map((one) => one.message_id!) : [];
  return { draft: begun, row: moved, before: { draft, row }, project, configured, sender, follows, to, day: today.day, mails, at: now };
}

async function draftOf(tx: Tx, { id }: LinkProspectRow, draftId: string): Promise<LinkDraftRow> {
  const draft = await tx.selectFrom('link_drafts').selectAll().where('id', '=', draftId).where('prospect_id', '=', id).executeTakeFirst();
  if (draft) return draft;
  throw new AppError('not_found', `The prospect ${id} has no draft ${draftId}.`, { hint: 'See its drafts with link_prospects_get.' });
}

function requireUnsent({ id, status, sent_at, sending_at }: LinkDraftRow, resend: boolean, now: number): void {
  if (status === 'draft' || status === 'refused') return;
  if (status === 'sent')
    throw new AppError('conflict', `The mail ${id} went on ${isoTime(sent_at!)}.`, { hint: 'Follow it up with link_prospects_followup.' });
  if (status === 'replaced')
    throw new AppError('conflict', `The draft ${id} was replaced by a later one.`, {
      hint: 'See link_prospects_get for the one that stands.',
    });
  if (status === 'sending' && !isStuck(sending_at, now)) {
    throw new AppError('attempt_in_progress', `The mail ${id} is on its way.`, { hint: 'See in link_prospects_get what becomes of it.' });
  }
  if (resend) return;
  throw new AppError('conflict', `The mail ${id} was cut off on its way on ${isoTimeOrNull(sending_at)}: it may have arrived.`, {
    hint: 'Look for it in the mailbox that mails are sent from; to send it again all the same, pass resend true.',
  });
}

async function recipientOf(tx: Tx, row: LinkProspectRow, now: number): Promise<string> {
  const stop = await contactStop(tx, row, now);
  if (stop === null) return readAddress(row.contact_email!)!;
  throw new AppError('conflict', stop.detail, { hint: 'Give another contact with link_prospects_update, then draft the mail again.' });
}

/** The cadence may have gone on since it was written, or begun anew. Whether a follow-up is early was said when it was. */
function requirePlace({ id, kind, number, created_at }: LinkDraftRow, row: LinkProspectRow, now: number): void {
  const place = kind === 'outreach' ? firstMail(row, now) : followup(true)(row, now);
  if (place.number === number && created_at >= (row.last_mail_at ?? 0)) return;
  throw new AppError('conflict', `The draft ${id} was written before the last mail to ${row.host}.`, {
    hint: `Draft the next one with link_prospects_${kind}.`,
  });
}

/** Whoever agreed to it was shown whom it goes to. */
function requireItsContact({ id, kind, recipient }: LinkDraftRow, to: string): void {
  if (recipient === to) return;
  const why =
    recipient === null ? 'was written before it was known whom to write to' : `is for ${recipient}, and the contact is another now`;
  throw new AppError('conflict', `The mail ${id} ${why}.`, {
    hint: `Draft it again with link_prospects_${kind}, and show whom it goes to.`,
  });
}

/** Only the last mail of a cadence that still goes on is sent again. */
function requireLast({ id, number, sending_at }: LinkDraftRow, { status, outcome, first_mail_at, followups }: LinkProspectRow): void {
  const goesOn = outcome === null && (status === 'contacted' || status === 'no_response');
  if (goesOn && number === followups && first_mail_at !== null && sending_at! >= first_mail_at) return;
  const why = outcome === null ? (goesOn ? 'another mail went since' : `the prospect is ${status}`) : `there was a ${outcome} since`;
  throw new AppError('conflict', `The mail ${id} is not sent again: ${why}.`, { hint: 'See link_prospects_get.' });
}
