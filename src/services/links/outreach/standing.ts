import type { OutreachDraft } from '../../../../schema/link-outreach.ts';
import type { MailSender } from '../../../../schema/mail.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Db, Tx } from '../../../db/open.ts';
import type { LinkProspectRow } from '../../../db/rows/links.ts';
import type { Configured } from '../../account/index.ts';
import { isoTime } from '../../common/wire.ts';
import type { Given } from '../given.ts';
import { dayMs, restDays } from '../prospects/cadence.ts';
import { writtenLately, type WrittenProspect } from '../queries.ts';
import { addressKey, readAddress } from '../suppressions/address.ts';
import { suppressedAmong } from '../suppressions/suppressed.ts';
import { capOf, mailsOn } from './daily-cap.ts';
import { openDays } from './days.ts';

type Stop = OutreachDraft['stops'][number];

/** Why no mail can go to this contact, whoever wants to send it; null where one can. */
export async function contactStop(db: Db | Tx, row: LinkProspectRow, now: number): Promise<Stop | null> {
  const { host, contact_email } = row;
  if (contact_email === null) {
    return { code: 'no_contact', detail: `Nobody is known to write to at ${host}: give a contact with link_prospects_update.` };
  }
  const address = readAddress(contact_email);
  if (address === null) {
    return {
      code: 'no_address',
      detail: `The contact of ${host} is no address that mail can go to: give another with link_prospects_update.`,
    };
  }
  const key = addressKey(address);
  if ((await suppressedAmong(db, [key])).has(key)) {
    return {
      code: 'suppressed',
      detail: `${contact_email} is on the suppression list: it gets no mail. Give another contact with link_prospects_update.`,
    };
  }
  return writtenStop(db, row, { key, now });
}

/** A person hears from one sender of this desk at a time, however many sites and projects they are the contact of. */
async function writtenStop(db: Db | Tx, row: LinkProspectRow, { key, now }: { key: string; now: number }): Promise<Stop | null> {
  const other = (await writtenLately(db, [key], now)).find((one) => comesBefore(one, row, now));
  const at = other ? other.last_mail_at : await formerMailAt(db, row, { key, now });
  if (at === null) return null;
  // Of another project nothing is told but that it wrote.
  const whose = !other
    ? ''
    : other.project_id === row.project_id
      ? ` as the contact of ${other.host} (${other.id})`
      : ' by another project';
  const from = isoTime(at + restDays * dayMs);
  return {
    code: 'written_to',
    detail: `${row.contact_email} was written to on ${isoTime(at)}${whose}: nobody gets several first mails. From ${from} it may be written to again.`,
  };
}

/** When somebody who is the contact again got a mail before another was it. */
async function formerMailAt(db: Db | Tx, row: LinkProspectRow, { key, now }: { key: string; now: number }): Promise<number | null> {
  if (row.first_mail_at !== null) return null;
  const mails = await db
    .selectFrom('link_drafts')
    .select(['recipient', 'sending_at'])
    .where('prospect_id', '=', row.id)
    .where('status', 'in', ['sent', 'sending', 'unknown'])
    .where('sending_at', '>', now - restDays * dayMs)
    .orderBy('id')
    .execute();
  return mails.findLast(({ recipient }) => recipient !== null && addressKey(recipient) === key)?.sending_at ?? null;
}

type Contacted = Pick<LinkProspectRow, 'id' | 'contact_key' | 'first_mail_at' | 'last_mail_at'>;

/** Those whose contact may get mail now, or who have none. */
export async function openToMail<Row extends Contacted>(db: Db | Tx, rows: readonly Row[], now: number): Promise<Row[]> {
  const keys = rows.flatMap(({ contact_key }) => contact_key ?? []);
  const [suppressed, written] = [await suppressedAmong(db, keys), await writtenLately(db, keys, now)];
  const isClosed = (row: Row, key: string) =>
    suppressed.has(key) || written.some((one) => one.contact_key === key && comesBefore(one, row, now));
  return rows.filter((row) => row.contact_key === null || !isClosed(row, row.contact_key));
}

/** Of two who have the same contact, who began first goes on, unless it has been silent for so long that others may begin. */
function comesBefore(one: WrittenProspect, { id, first_mail_at, last_mail_at }: Omit<Contacted, 'contact_key'>, now: number): boolean {
  const at = last_mail_at !== null && last_mail_at > now - restDays * dayMs ? first_mail_at! : Infinity;
  // Those of a project and of its copy began at the same time.
  return one.first_mail_at < at || (one.first_mail_at === at && one.id < id);
}

export function senderOf(configured: Configured | undefined): MailSender | undefined {
  // Checked when it was set: it is whole.
  return configured?.settings.sender as MailSender | undefined;
}

/** What stops a mail now, all of it. */
export async function stopsOf(
  { store, system }: Pick<Given, 'store' | 'system'>,
  row: LinkProspectRow,
  project: Project,
  sender: MailSender | undefined,
): Promise<Stop[]> {
  const stops: Stop[] = [];
  const contact = await contactStop(store.db, row, system.now());
  if (contact) stops.push(contact);
  if (sender === undefined)
    stops.push({ code: 'integration_required', detail: 'No mail server is configured: set smtp with integrations_set.' });
  else {
    const today = (await openDays(project.timezone))(system.now());
    const cap = capOf(sender);
    const mails = await mailsOn(store.db, project.id, today.day);
    if (mails >= cap)
      stops.push({ code: 'rate_limited', detail: `All ${cap} mails of today have gone; the next day begins at ${isoTime(today.endsAt)}.` });
  }
  return stops;
}
