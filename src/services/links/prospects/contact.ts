import type { LinkProspect } from '../../../../schema/link-building.ts';
import type { LinkProspectRow } from '../../../db/rows/links.ts';
import { isoTime } from '../../common/wire.ts';
import { preferred } from '../discovery/contacts.ts';
import { domainAt } from '../discovery/ground.ts';

/** By what `preferred` tells them apart. */
const readers = ['those who edit the site', 'press and marketing', 'whoever writes to the site'] as const;

/** Whom to write to, and why that one. */
export function contactOf(row: LinkProspectRow, suppressed: boolean): LinkProspect['contact'] {
  if (row.contact_email === null) return null;
  return {
    name: row.contact_name,
    email: row.contact_email,
    source: row.contact_source!,
    why: whyOf(row, row.contact_email),
    foundAt: isoTime(row.contact_found_at!),
    suppressed,
  };
}

function whyOf({ host, contact_source }: LinkProspectRow, email: string): string {
  if (contact_source === 'given') return 'It was given.';
  const [name = '', domain = ''] = email.split('@');
  const reader = readers[preferred.findIndex((pattern) => pattern.test(name))];
  const said = reader === undefined ? 'The first address on that page' : `For ${reader}`;
  return domainAt(`http://${domain}/`) === domainAt(`http://${host}/`) ? `${said}.` : `${said}, at another domain.`;
}
