import type { MailSender } from '../../../../schema/mail.ts';
import type { LinkDraftRow, LinkProspectRow } from '../../../db/rows/links.ts';
import { asciiAddress } from '../../../providers/mail/address.ts';
import type { Message } from '../../../providers/mail/message.ts';

/** What stands below every mail, by language: who hears from us, and how to end it. Other languages get the English one. */
const closings: Readonly<Record<string, (host: string, page: string | null) => string>> = {
  en: (host, page) =>
    `You get this mail as the contact of ${host}${page === null ? '' : `, named on ${page}`}. If you want no more mail from us, answer with the one word unsubscribe: nobody here will write to you again.`,
  de: (host, page) =>
    `Sie erhalten diese Mail als Kontakt von ${host}${page === null ? '' : `, genannt auf ${page}`}. Wenn Sie keine weitere Mail von uns möchten, antworten Sie mit dem einen Wort unsubscribe: Dann schreibt Ihnen hier niemand mehr.`,
  fr: (host, page) =>
    `Vous recevez ce message en tant que contact de ${host}${page === null ? '' : `, indiqué sur ${page}`}. Si vous ne souhaitez plus en recevoir, répondez par le seul mot unsubscribe : personne ici ne vous écrira plus.`,
  es: (host, page) =>
    `Recibe este mensaje como contacto de ${host}${page === null ? '' : `, indicado en ${page}`}. Si no desea recibir más, responda con la única palabra unsubscribe: nadie de aquí volverá a escribirle.`,
};

/** The word that ends all mail to whoever answers with it alone. */
const optOutWord = 'unsubscribe';

export type About = Pick<LinkProspectRow, 'host' | 'contact_source'>;

/** Who writes, from where, why, and how to say no. */
export function closingOf({ fromName, postalAddress }: MailSender, { host, contact_source }: About, language: string): string {
  const page = contact_source === null || contact_source === 'given' ? null : contact_source;
  const closing = closings[language] ?? closings['en']!;
  return ['-- ', fromName, postalAddress.replace(/\r\n?/g, '\n'), '', closing(host, page)].join('\n');
}

/** The text as it goes. */
export function wholeText(body: string, closing: string | null): string {
  return closing === null ? body : `${body}\n\n${closing}\n`;
}

/** What stands before the @ of a Message-ID names the mail in what comes back, also where only a subject does. */
export function tokenOf(messageId: string): string {
  return messageId.split('@')[0]!;
}

/** The Message-ID under the domain that mails come from, which may have been set after the mail was written. */
export function messageIdOf(token: string, { from }: Pick<MailSender, 'from'>): string {
  return `${token}@${asciiAddress(from)!.split('@')[1]}`;
}

function unsubscribeSubject(messageId: string): string {
  return `${optOutWord} ${tokenOf(messageId)}`;
}

interface Letter {
  draft: LinkDraftRow;
  row: LinkProspectRow;
  sender: MailSender;
  /** Where it goes. */
  to: string;
  language: string;
  /** Message-IDs of the mails before it. */
  follows: readonly string[];
  now: number;
}

export function messageOf({ draft, row, sender, to, language, follows, now }: Letter): Message {
  return {
    from: { name: sender.fromName, address: sender.from },
    replyTo: sender.replyTo,
    to: { name: row.contact_name, address: to },
    subject: draft.subject,
    text: wholeText(draft.body, closingOf(sender, row, language)),
    messageId: draft.message_id!,
    follows,
    unsubscribeSubject: unsubscribeSubject(draft.message_id!),
    date: now,
  };
}
