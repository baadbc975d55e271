import type { MailToBeSent, SentMail } from '../../../../schema/link-outreach.ts';
import { copydesk, type Config } from '../../../config.ts';
import { AppError } from '../../../errors.ts';
import type { Caller } from '../../../operation.ts';
import { composeMessage } from '../../../providers/mail/message.ts';
import { deliverMail, mailServerOf, type Delivered } from '../../../providers/mail/smtp.ts';
import { isoTimeOrNull } from '../../common/wire.ts';
import type { Given } from '../given.ts';
import { nextFollowup } from '../prospects/cadence.ts';
import { prospectRow } from '../prospects/row.ts';
import { beginMail, type Begun } from './begin.ts';
import { capOf } from './daily-cap.ts';
import { openDays } from './days.ts';
import { endSent, endUnknown, takeBack } from './end.ts';
import { messageOf } from './letter.ts';

export interface Sending {
  /**
   * Sends a draft once, whatever happens meanwhile. Throws `approval_required`, `not_found`, `conflict`, `attempt_in_progress`, `integration_required`,
   * `rate_limited` over the daily cap; and where no mail can have gone `provider_failed` and `provider_refused` with the server's words.
   */
  send(input: MailToBeSent, caller: Pick<Caller, 'unattended' | 'viaActions'>): Promise<SentMail>;
}

export function createSending(given: Given): Sending {
  const { store, system, projects, config } = given;

  /** Written down before it goes: what is cut off here is known to have been on its way. */
  async function begin({ id, draftId, resend = false }: MailToBeSent): Promise<Begun> {
    const { project_id: projectId } = await prospectRow(store.db, id);
    const dayOf = await openDays((await projects.get(projectId)).timezone);
    return store.write((tx) => beginMail(tx, given, { id, draftId, resend, dayOf }));
  }

  async function hand(begun: Begun): Promise<Delivered> {
    const { draft, row, configured, sender, project, follows, to, at } = begun;
    const bytes = await composeMessage(messageOf({ draft, row, sender, to, language: project.language, follows, now: at }));
    const server = mailServerOf(configured.settings);
    return deliverMail(system, server, { from: sender.from, to, bytes });
  }

  async function carried(begun: Begun): Promise<SentMail> {
    let delivered: Delivered;
    try {
      delivered = await hand(begun);
    } catch (error) {
      // It was not reached, or let nobody in: the mail never went.
      await store.write((tx) => takeBack(tx, given, begun, { error }));
      throw error;
    }
    switch (delivered.outcome) {
      case 'sent':
        return store.write(async (tx) => told(begun, await endSent(tx, given, begun)));
      case 'unknown': {
        const { said } = delivered;
        return store.write(async (tx) => told(begun, await endUnknown(tx, given, begun, said)));
      }
      default: {
        const refusal = delivered;
        await store.write((tx) => takeBack(tx, given, begun, { refusal }));
        throw refused(begun, refusal);
      }
    }
  }

  function told({ row, draft, to, mails, sender }: Begun, sentAt: number | null): SentMail {
    const isSent = sentAt !== null;
    return {
      prospectId: row.id,
      draftId: draft.id,
      status: isSent ? 'sent' : 'unknown',
      to,
      messageId: draft.message_id!,
      sentAt: isoTimeOrNull(sentAt),
      leftToday: Math.max(0, capOf(sender) - mails),
      nextFollowupAt: isoTimeOrNull(nextFollowup(row)),
      next: isSent
        ? 'Record a reply, a bounce or an opt-out with link_prospects_update; follow up with link_prospects_followup once it is due.'
        : 'The connection broke off while the mail went: it may have arrived. Look for it in the mailbox; to send it again all the same, pass resend true.',
    };
  }

  return {
    async send(input, caller) {
      requireApproval(config, caller, input);
      return carried(await begin(input));
    },
  };
}

/** Words on a prospect's page must not be able to have an agent send mail: a person does, or has let it. */
function requireApproval(
  { agentsMaySend }: Config,
  { unattended = false, viaActions = false }: Pick<Caller, 'unattended' | 'viaActions'>,
  input: MailToBeSent,
): void {
  if (agentsMaySend || !(unattended || viaActions)) return;
  throw new AppError('approval_required', 'A person must send this mail: it goes to somebody outside.', {
    hint: `Show them the draft and this command: ${copydesk} call link_prospects_send --json '${JSON.stringify(input)}'. Or whoever runs the desk starts it with --agents-may-send.`,
  });
}

function refused({ to, row }: Begun, { isUnknownMailbox, isPermanent, said }: Extract<Delivered, { outcome: 'refused' }>): AppError {
  const hint = isUnknownMailbox
    ? `${to} gets no more mail. Give another contact with link_prospects_update, then link_prospects_outreach.`
    : isPermanent
      ? 'Nothing was sent. Mend what the server names, then send the draft again.'
      : 'Nothing was sent. Send the draft again later.';
  return new AppError('provider_refused', `The mail server refused the mail to ${row.host}: ${said}`, { hint });
}
