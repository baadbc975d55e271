import type { MailSender } from '../../../../schema/mail.ts';
import type { Db, Tx } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import { isoTime } from '../../common/wire.ts';
import type { Day } from './days.ts';

const usualDailyCap = 20;

export function capOf({ dailyCap = usualDailyCap }: Pick<MailSender, 'dailyCap'>): number {
  return dailyCap;
}

export async function mailsOn(db: Db | Tx, projectId: string, day: string): Promise<number> {
  const kept = db.selectFrom('link_mail_days').select('mails').where('project_id', '=', projectId).where('day', '=', day);
  return (await kept.executeTakeFirst())?.mails ?? 0;
}

/** Counts one more mail, or one less that did not go. */
export async function countMail(tx: Tx, projectId: string, day: string, more: 1 | -1): Promise<number> {
  const mails = Math.max(0, (await mailsOn(tx, projectId, day)) + more);
  await tx
    .insertInto('link_mail_days')
    .values({ project_id: projectId, day, mails })
    .onConflict((there) => there.columns(['project_id', 'day']).doUpdateSet({ mails }))
    .execute();
  return mails;
}

/** The 429 of a project that has sent all it may on a day. */
export function capReached(cap: number, { endsAt }: Day, now: number): AppError {
  const later = cap === 0 ? 'raise sender.dailyCap' : `send it then, or raise sender.dailyCap`;
  return new AppError(
    'rate_limited',
    `${cap} mails a day are allowed, and as many have gone today; the next day begins at ${isoTime(endsAt)}.`,
    {
      hint: `The draft stays: ${later} of smtp with integrations_set.`,
      retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now) / 1000)),
    },
  );
}
