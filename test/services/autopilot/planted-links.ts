import { prospectRow } from '../links/planted-prospects.ts';
import { day, type BusyDesk } from './planted.ts';

/** Sites that could link: one answered, one took its link away, one is to be reminded, one has a draft, and nobody wrote to one. */
export async function plantLinks({ fresh, put, now }: BusyDesk): Promise<void> {
  const at = now();
  const plant = (name: string, fields: object) =>
    put('link_prospects', prospectRow({ id: `lnk_${name}`, project_id: fresh, host: `${name}.example`, updated_at: at, ...fields }));
  const contact = (name: string) => ({
    contact_email: `ann@${name}.example`,
    contact_key: `ann@${name}.example`,
    contact_source: 'given',
    contact_found_at: at - 9 * day,
  });
  const mailed = { first_mail_at: at - 4 * day, last_mail_at: at - 4 * day };
  await plant('replied', { status: 'replied', ...mailed, outcome: 'reply', outcome_at: at - day });
  await plant('lost', { status: 'link_placed', placed_url: 'https://lost.example/pools', link_state: 'removed', link_checked_at: at });
  await plant('due', { status: 'contacted', ...contact('due'), ...mailed });
  await plant('drafted', contact('drafted'));
  await plant('unwritten', contact('unwritten'));
  const draft = { kind: 'outreach', number: 0, status: 'draft', writer: 'agent', subject: 'Your list of pools', body: 'Hello Ann,' };
  await put('link_drafts', { id: 'mld_1', prospect_id: 'lnk_drafted', ...draft, recipient: 'ann@drafted.example', created_at: at });
}
