import type { Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import type { System } from '../../../system.ts';
import type { Slice } from '../../common/group.ts';
import { contactsFoundBefore, type UsedContact } from '../queries.ts';
import { writeLog } from '../log.ts';
import { dayMs, silentAfterDays, unbegun } from './cadence.ts';
import { nobody } from './by-hand.ts';
import { removeTraces } from './removal.ts';

/** After so long without mail or reply nobody needs to know whom to write to. */
export const contactMonths = 12;
/** Per transaction, which must not hold the database for more than 20 ms. */
const maxAtOnce = { silent: 50, contacts: 100, mails: 100 };

/** What time does to prospects: who has not answered becomes `no_response`; contacts that are not used, and old mails, are erased. */
export function prospectAging(system: Pick<System, 'id' | 'now'>): Slice[] {
  return [(tx) => markSilent(tx, system), eraseContacts(system, { contact_found_at: 0, id: '' }), eraseMails(system)];
}

async function markSilent(tx: Tx, system: Pick<System, 'id' | 'now'>): Promise<boolean> {
  const now = system.now();
  const rows = await tx
    .selectFrom('link_prospects')
    .select('id')
    .where('status', '=', 'contacted')
    .where('last_mail_at', '<=', now - silentAfterDays * dayMs)
    .orderBy('last_mail_at')
    .limit(maxAtOnce.silent)
    .execute();
  const ids = rows.map(({ id }) => id);
  const changes = { status: 'no_response', updated_at: now } as const;
  await tx.updateTable('link_prospects').set(changes).where('id', 'in', idsIn(ids)).execute();
  const detail = { from: 'contacted', to: 'no_response', by: 'time' };
  await writeLog(
    tx,
    system,
    ids.map((prospectId) => ({ prospectId, kind: 'moved', detail })),
  );
  return ids.length === maxAtOnce.silent;
}

/** Goes over the contacts that were found long ago: most of those that are still written to are not old yet. */
function eraseContacts(system: Pick<System, 'id' | 'now'>, after: { contact_found_at: number; id: string }): Slice {
  return async (tx) => {
    const now = system.now();
    const before = monthsBefore(now, contactMonths);
    const rows = await contactsFoundBefore(tx, { before, after, limit: maxAtOnce.contacts });
    const unused = rows.filter((row) => lastUsed(row) <= before).map(({ id }) => id);
    if (unused.length > 0 && (await removeTraces(tx, unused))) return true;
    const erased = { ...nobody, ...unbegun, updated_at: now };
    await tx.updateTable('link_prospects').set(erased).where('id', 'in', idsIn(unused)).execute();
    const detail = { removed: true, by: 'time' };
    await writeLog(
      tx,
      system,
      unused.map((prospectId) => ({ prospectId, kind: 'contact', detail })),
    );
    const last = rows.at(-1);
    return rows.length === maxAtOnce.contacts && last !== undefined && eraseContacts(system, last);
  };
}

function lastUsed({ contact_found_at, last_mail_at, outcome, outcome_at }: UsedContact): number {
  return Math.max(contact_found_at, last_mail_at ?? 0, outcome === 'reply' ? (outcome_at ?? 0) : 0);
}

/** Also those to whoever is no longer the contact. */
function eraseMails({ now }: Pick<System, 'now'>): Slice {
  return async (tx) => {
    const before = monthsBefore(now(), contactMonths);
    const old = tx
      .selectFrom('link_drafts')
      .select('id')
      .where('created_at', '<=', before)
      .where((mail) => mail.or([mail('sending_at', 'is', null), mail('sending_at', '<=', before)]))
      .orderBy('created_at')
      .orderBy('id')
      .limit(maxAtOnce.mails);
    return (await tx.deleteFrom('link_drafts').where('id', 'in', old).executeTakeFirstOrThrow()).numDeletedRows > 0n;
  };
}

/** The same day so many months ago, in UTC; the last of its month where that is shorter. */
function monthsBefore(now: number, months: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}
