import type { Config } from '../../../config.ts';
import type { Tx } from '../../../db/open.ts';
import type { LinkDraftRow, LinkProspectRow } from '../../../db/rows/links.ts';
import { AppError } from '../../../errors.ts';
import { readMailReport, type MailReport } from '../../../providers/mail/report.ts';
import { bytesOfBase64 } from '../../common/base64.ts';
import { readFile } from '../../common/local-files.ts';
import type { System } from '../../../system.ts';
import { domainAt } from '../discovery/ground.ts';
import { writeLog } from '../log.ts';
import { recordOutcome } from '../prospects/outcome.ts';
import { addressKey, readAddress } from '../suppressions/address.ts';
import { suppress } from '../suppressions/suppressed.ts';
import { tokenOf } from './letter.ts';

/** A prospect with what came back, and what is left to do. */
export interface Recorded {
  row: LinkProspectRow;
  next: string | null;
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

/**
 * Records what a mail came to. Whoever asks for no more is suppressed, and the address that we wrote to; what is about a former contact does that
 * alone. Returns the row as it is then. Throws `invalid_input` where the mail ends nothing, and `conflict` where it is about another than those to
 * this prospect.
 */
export async function recordReport(
  tx: Tx,
  system: Pick<System, 'id' | 'now'>,
  row: LinkProspectRow,
  report: MailReport,
): Promise<Recorded> {
  const { kind, mayOptOut } = report;
  if (kind === 'other') throw endsNothing(report);
  const mail = mailMeant(await mailsTo(tx, row.id), report);
  if (mail === undefined && !isFromThere(report, row)) throw ofAnother(row, report);
  // One drafted before there was an address names nobody.
  const writtenTo = mail?.recipient ? addressKey(mail.recipient) : row.contact_key;
  const writer = kind === 'opt_out' && report.from !== null ? readAddress(report.from) : null;
  const unwanted = kind === 'reply' ? [] : [writtenTo, writer && addressKey(writer)].filter((key) => key !== null);
  await suppress(tx, system, unwanted, kind);
  const detail = {
    by: 'eml',
    ...(mail && { draftId: mail.id }),
    ...(report.status !== null && { status: report.status }),
    ...(mayOptOut && { mayOptOut }),
  };
  const isOfContact = row.contact_key === null ? writtenTo === null : unwanted.includes(row.contact_key);
  if (kind !== 'reply' && !isOfContact) {
    await writeLog(tx, system, [{ prospectId: row.id, kind, detail: { ...detail, formerContact: true } }]);
    return { row, next: ofFormer(row) };
  }
  return { row: await recordOutcome(tx, system, row, kind, { at: report.at ?? undefined, detail }), next: mayOptOut ? mayAsk : null };
}

function mailsTo(tx: Tx, prospectId: string): Promise<LinkDraftRow[]> {
  return tx.selectFrom('link_drafts').selectAll().where('prospect_id', '=', prospectId).execute();
}

/** A server may have given it an id of its own: then what stands before the @ is lost, and who writes must do. */
function mailMeant(mails: readonly LinkDraftRow[], { names, token }: MailReport): LinkDraftRow | undefined {
  const tokens = new Set([...names.map(tokenOf), ...(token === null ? [] : [token])]);
  return mails.findLast(({ message_id }) => message_id !== null && tokens.has(tokenOf(message_id)));
}

/** Whether the contact writes, or somebody else of the site. */
function isFromThere({ kind, from, recipient }: MailReport, { host, contact_key }: LinkProspectRow): boolean {
  const who = readAddress((kind === 'bounce' ? recipient : from) ?? '');
  if (who === null) return false;
  return addressKey(who) === contact_key || (kind !== 'bounce' && domainAt(`http://${who.split('@')[1]}/`) === domainAt(`http://${host}/`));
}

function ofFormer({ host }: LinkProspectRow): string {
  return `It is about a former contact of ${host}, whose address is suppressed now. Nothing else changed; give outcome where it is about the site.`;
}

const mayAsk = 'It is recorded as a reply, but may ask for no more mail. Read it; if it does, give outcome opt_out.';

const automatic: Readonly<Record<NonNullable<MailReport['why']>, string>> = {
  auto_reply: 'an automatic answer',
  delayed: 'a notice that it is delayed',
  delivered: 'a notice that it was delivered',
  refused: 'a refusal for another reason than that there is no such address',
  receipt: 'a receipt',
};

function endsNothing({ why }: MailReport): AppError {
  return unfit('/eml', `is ${automatic[why!]}: it ends no follow-ups`, 'Record nothing; or give outcome by hand where a person meant it.');
}

function ofAnother({ host, id }: LinkProspectRow, { kind }: MailReport): AppError {
  const otherwise = kind === 'opt_out' ? '; suppress who wrote it with link_suppressions_set' : '';
  return new AppError('conflict', `This mail is about none that went to ${host}${kind === 'opt_out' ? ', and asks for no more' : ''}.`, {
    hint: `See the mails of ${id} with link_prospects_get; where it is about one of them all the same, give outcome by hand${otherwise}.`,
  });
}

function unfit(pointer: string, detail: string, hint = 'Give the mail that came back as a file, in base64; or outcome by hand.'): AppError {
  return new AppError('invalid_input', `${pointer.slice(1)} ${detail}.`, { hint, errors: [{ pointer, detail, code: 'mail' }] });
}
