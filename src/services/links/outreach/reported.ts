import type { LinkOutcome } from '../../../../schema/link-building.ts';
import type { Config } from '../../../config.ts';
import type { Db, Tx } from '../../../db/open.ts';
import type { LinkDraftRow, LinkProspectRow } from '../../../db/rows/links.ts';
import { AppError } from '../../../errors.ts';
import { readMailReport, type MailReport } from '../../../providers/mail/report.ts';
import { bytesOfBase64 } from '../../common/base64.ts';
import { readFile } from '../../common/local-files.ts';
import { addressKey } from '../suppressions/address.ts';
import { tokenOf } from './letter.ts';

/** What a mail that came back means for a prospect. */
export interface Reported {
  outcome: LinkOutcome;
  /** In milliseconds. */
  at: number | undefined;
  detail: Record<string, unknown>;
}

/** A mail that came back, as it is given: its bytes, or over stdio where it lies. */
export interface GivenMail {
  eml?: string;
  path?: string;
}

/** In MiB. */
const maxMail = 2;

/** Reads a mail that is given; undefined where none is. Throws `invalid_input`. */
export async function readGivenMail(
  { eml, path }: GivenMail,
  { home }: Config,
  roots: readonly string[] = [],
): Promise<MailReport | undefined> {
  if (eml !== undefined && path !== undefined) throw unfit('/path', 'is given beside eml: one mail at a time');
  if (path !== undefined) return readMailReport(await readFile({ roots, home }, path));
  if (eml === undefined) return undefined;
  const bytes = bytesOfBase64(eml);
  if (bytes === undefined) throw unfit('/eml', 'is not base64');
  if (bytes.length > maxMail * 1024 * 1024) throw unfit('/eml', `is larger than ${maxMail} MiB: save the mail without its attachments`);
  return readMailReport(bytes);
}

/** What a mail came to. Throws `invalid_input` where it ends nothing, and `conflict` where it is about another mail than those to this contact. */
export async function reportedOutcome(db: Db | Tx, report: MailReport, row: LinkProspectRow): Promise<Reported> {
  if (report.kind === 'other') throw endsNothing(report);
  const mails = await mailsTo(db, row.id);
  const mail = mailMeant(mails, report);
  if (mail === undefined && !isFromContact(report, row)) throw ofAnother(row);
  if (mail !== undefined && report.kind !== 'reply' && addressKey(mail.recipient ?? '') !== row.contact_key) throw ofFormer(row);
  const detail = { by: 'eml', ...(mail && { draftId: mail.id }), ...(report.status !== null && { status: report.status }) };
  return { outcome: report.kind, at: report.at ?? undefined, detail };
}

function mailsTo(db: Db | Tx, prospectId: string): Promise<LinkDraftRow[]> {
  return db.selectFrom('link_drafts').selectAll().where('prospect_id', '=', prospectId).where('sending_at', 'is not', null).execute();
}

/** A server may have given it an id of its own: then what stands before the @ is lost, and who writes must do. */
function mailMeant(mails: readonly LinkDraftRow[], { names, token }: MailReport): LinkDraftRow | undefined {
  const tokens = new Set([...names.map(tokenOf), ...(token === null ? [] : [token])]);
  return mails.findLast(({ message_id }) => message_id !== null && tokens.has(tokenOf(message_id)));
}

function isFromContact({ kind, from, recipient }: MailReport, { contact_key, first_mail_at }: LinkProspectRow): boolean {
  const who = kind === 'bounce' ? recipient : from;
  return first_mail_at !== null && who !== null && contact_key !== null && addressKey(who) === contact_key;
}

const automatic: Readonly<Record<NonNullable<MailReport['why']>, string>> = {
  auto_reply: 'an automatic answer',
  delayed: 'a notice that it is delayed',
  delivered: 'a notice that it was delivered',
  receipt: 'a receipt',
};

function endsNothing({ why }: MailReport): AppError {
  return unfit('/eml', `is ${automatic[why!]}: it ends no follow-ups`, 'Record nothing; or give outcome by hand where a person meant it.');
}

function ofAnother({ host, id }: LinkProspectRow): AppError {
  return new AppError('conflict', `This mail is about none that went to ${host}.`, {
    hint: `See the mails of ${id} with link_prospects_get; where it is about one of them all the same, give outcome by hand.`,
  });
}

function ofFormer({ host }: LinkProspectRow): AppError {
  return new AppError('conflict', `This is about a mail to a former contact of ${host}.`, {
    hint: 'Suppress that address with link_suppressions_set.',
  });
}

function unfit(pointer: string, detail: string, hint = 'Give the mail that came back as a file, in base64; or outcome by hand.'): AppError {
  return new AppError('invalid_input', `${pointer.slice(1)} ${detail}.`, { hint, errors: [{ pointer, detail, code: 'mail' }] });
}
