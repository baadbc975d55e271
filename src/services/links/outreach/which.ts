import type { LinkProspectRow } from '../../../db/rows/links.ts';
import { AppError } from '../../../errors.ts';
import { isoTime } from '../../common/wire.ts';
import { dayMs, followupDays, minDaysBetween } from '../prospects/cadence.ts';
import { requireMove } from '../prospects/moves.ts';

/** Which mail of a cadence one is: 0 for the first, then 1, 2, 3. */
export interface Place {
  kind: 'outreach' | 'followup';
  number: number;
}

/** Says which mail may be written now. Throws `conflict` where none may. */
export type Which = (row: LinkProspectRow, now: number) => Place;

/** A first mail is written once to a contact; again only where a link was lost, or who declined may be asked anew. */
export const firstMail: Which = (row) => {
  requireMove(row.id, row.status, 'contacted');
  if (row.first_mail_at === null || row.status === 'link_placed' || row.status === 'declined') return { kind: 'outreach', number: 0 };
  if (row.outcome === 'bounce') throw bounced(row);
  throw new AppError('conflict', `The first mail to ${row.host} went on ${isoTime(row.first_mail_at)}.`, {
    hint: 'Go on with link_prospects_followup, or give another contact with link_prospects_update: that starts anew.',
  });
};

/** `early` lifts both waits, never the number of follow-ups. */
export function followup(early: boolean): Which {
  return (row, now) => {
    if (row.first_mail_at === null) {
      throw new AppError('conflict', `No mail has gone to ${row.host} yet: there is nothing to follow up.`, {
        hint: 'Begin with link_prospects_outreach.',
      });
    }
    if (row.outcome === 'bounce') throw bounced(row);
    if (row.outcome !== null || (row.status !== 'contacted' && row.status !== 'no_response')) throw ended(row);
    const days = followupDays[row.followups];
    if (days === undefined) {
      throw new AppError('conflict', `All ${followupDays.length} follow-ups to ${row.host} have gone.`, {
        hint: 'Leave it at that, or give another contact with link_prospects_update.',
      });
    }
    const dueAt = Math.max(row.first_mail_at + days * dayMs, (row.last_mail_at ?? row.first_mail_at) + minDaysBetween * dayMs);
    if (now < dueAt && !early) {
      throw new AppError('conflict', `Follow-up ${row.followups + 1} to ${row.host} is due on ${isoTime(dueAt)}.`, {
        hint: 'Wait until then, or pass early true.',
      });
    }
    return { kind: 'followup', number: row.followups + 1 };
  };
}

function bounced({ host }: LinkProspectRow): AppError {
  return new AppError('conflict', `The mail to the contact of ${host} bounced.`, {
    hint: 'Give another address with link_prospects_update, then link_prospects_outreach.',
  });
}

function ended({ host, status, outcome }: LinkProspectRow): AppError {
  const why = outcome === 'opt_out' ? 'it wants no more mail' : outcome === 'reply' ? 'it has answered' : `it is ${status}`;
  return new AppError('conflict', `There is no follow-up to ${host}: ${why}.`, { hint: 'See link_prospects_get.' });
}
