import type { LinkProspectRow } from '../../../db/rows/links.ts';

export const dayMs = 86_400_000;
/** Days from the first mail to each follow-up: there are no others. */
export const followupDays = [3, 7, 14] as const;
/** Between two mails to one contact. */
export const minDaysBetween = 3;
/** Days after the last mail in which an answer can be expected. */
export const silentAfterDays = 14;
/** Days after a mail to somebody in which nobody else of the desk writes to them: a cadence with its wait for an answer is over by then. */
export const restDays = 30;

/** The columns of a cadence: its first mail, its last, its follow-ups, and what ended it. */
export type Cadence = Pick<LinkProspectRow, 'first_mail_at' | 'last_mail_at' | 'followups' | 'outcome' | 'outcome_at'>;

/** Before the first mail to a contact. */
export const unbegun: Cadence = { first_mail_at: null, last_mail_at: null, followups: 0, outcome: null, outcome_at: null };

/** When the next follow-up is due, in milliseconds; null where none is: not begun, ended, or all sent. */
export function nextFollowup(row: Cadence & Pick<LinkProspectRow, 'status'>): number | null {
  const days = followupDays[row.followups];
  if (row.status !== 'contacted' || row.outcome !== null || row.first_mail_at === null || days === undefined) return null;
  return Math.max(row.first_mail_at + days * dayMs, (row.last_mail_at ?? row.first_mail_at) + minDaysBetween * dayMs);
}

/** A cadence after one more mail: a follow-up while it goes on, else the first mail of another. */
export function afterMail(row: Cadence & Pick<LinkProspectRow, 'status'>, at: number): Cadence {
  const goesOn = row.first_mail_at !== null && row.outcome === null && (row.status === 'contacted' || row.status === 'no_response');
  if (!goesOn) return { ...unbegun, first_mail_at: at, last_mail_at: at };
  return { ...cadenceOf(row), last_mail_at: at, followups: row.followups + 1 };
}

function cadenceOf({ first_mail_at, last_mail_at, followups, outcome, outcome_at }: Cadence): Cadence {
  return { first_mail_at, last_mail_at, followups, outcome, outcome_at };
}
