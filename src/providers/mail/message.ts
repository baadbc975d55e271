import { asciiAddress } from './address.ts';

/** A mail in plain text. */
export interface Message {
  from: { name: string; address: string };
  replyTo: string;
  to: { name: string | null; address: string };
  subject: string;
  text: string;
  /** Without angle brackets. */
  messageId: string;
  /** The mails it follows, the first one first. */
  follows: readonly string[];
  /** The subject of a mail to `replyTo` that asks for no more. */
  unsubscribeSubject: string;
  /** In milliseconds. */
  date: number;
}

/** The mail as it goes (RFC 5322), for files too. No file or address is read for it. */
export async function composeMessage({
  from,
  replyTo,
  to,
  subject,
  text,
  messageId,
  follows,
  unsubscribeSubject,
  date,
}: Message): Promise<Buffer> {
  const answerTo = asciiAddress(replyTo) ?? replyTo;
  const unsubscribe = `mailto:${encodeURIComponent(answerTo).replaceAll('%40', '@')}?subject=${encodeURIComponent(unsubscribeSubject)}`;
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from: { name: oneLine(from.name), address: asciiAddress(from.address) ?? from.address },
    replyTo: answerTo,
    to: { name: oneLine(to.name ?? ''), address: to.address },
    subject: oneLine(subject),
    text,
    messageId: `<${messageId}>`,
    ...(follows.length > 0 && { inReplyTo: `<${follows.at(-1)}>`, references: follows.map((one) => `<${one}>`) }),
    headers: [{ key: 'List-Unsubscribe', value: { prepared: true, value: `<${unsubscribe}>` } }],
    date: new Date(date),
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  });
  return composer.compile().build();
}

/** A name may come from somebody else's page. What looks like an encoded word (RFC 2047) would be read as something else than was seen here. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{C}\u2028\u2029]+/gu, ' ')
    .replaceAll(/=\?(?=[^?\s]{1,60}\?[bq]\?)/gi, '= ?')
    .trim();
}
