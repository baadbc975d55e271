import type { OutreachDraft } from '../../../../schema/link-outreach.ts';
import type { MailSender } from '../../../../schema/mail.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Db, Tx } from '../../../db/open.ts';
import type { LinkProspectRow } from '../../../db/rows/links.ts';
import type { Configured } from '../../account/index.ts';
import { isoTime } from '../../common/wire.ts';
import type { Given } from '../given.ts';
import { readAddress } from '../suppressions/address.ts';
import { suppressedAmong } from '../suppressions/suppressed.ts';
import { capOf, mailsOn } from './daily-cap.ts';
import { openDays } from './days.ts';

type Stop = OutreachDraft['stops'][number];

/** Why no mail can go to this contact, whoever wants to send it; null where one can. */
export async function contactStop(db: Db | Tx, { host, contact_email, contact_key }: LinkProspectRow): Promise<Stop | null> {
  if (contact_email === null || contact_key === null) {
    return { code: 'no_contact', detail: `Nobody is known to write to at ${host}: give a contact with link_prospects_update.` };
  }
  if (readAddress(contact_email) === null) {
    return {
      code: 'no_address',
      detail: `The contact of ${host} is no address that mail can go to: give another with link_prospects_update.`,
    };
  }
  if (!(await suppressedAmong(db, [contact_key])).has(contact_key)) return null;
  return {
    code: 'suppressed',
    detail: `${contact_email} is on the suppression list: it gets no mail. Give another contact with link_prospects_update.`,
  };
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
  const contact = await contactStop(store.db, row);
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
