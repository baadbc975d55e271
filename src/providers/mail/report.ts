import type { Email } from 'postal-mime';
import { AppError } from '../../errors.ts';
import { askedInSubject, refusalIn } from './opt-out.ts';
import { headerOf, partOf } from './parts.ts';
import { deliveryIn, idsIn, returnedIds } from './returned.ts';
import { writtenIn } from './written.ts';

/** What a mail that came back says of one that was sent. */
export interface MailReport {
  /** `other`: it ends nothing, and `why` says what it is. */
  kind: 'reply' | 'bounce' | 'opt_out' | 'other';
  why: 'auto_reply' | 'delayed' | 'delivered' | 'refused' | 'receipt' | null;
  /** Of a reply: it may ask for no more. */
  mayOptOut: boolean;
  /** In milliseconds; null where it has no date. */
  at: number | null;
  from: string | null;
  /** Message-IDs that it names, without brackets: of mails it answers, or that came back with it. */
  names: readonly string[];
  /** The token of a mail that asks for no more. */
  token: string | null;
  /** Of a bounce: whom it did not reach, and the status (RFC 3463). */
  recipient: string | null;
  status: string | null;
}

/** What comes back is told at the beginning; attachments and quotes need not be read. The parser takes its time by the line. */
const maxReadBytes = 256 * 1024;
const maxLines = 4000;
const maxHeaderBytes = 64 * 1024;
const maxDepth = 20;
const maxNames = 100;

/** Reads a mail as a file (RFC 5322). Throws `invalid_input` for what is none. */
export async function readMailReport(bytes: Uint8Array): Promise<MailReport> {
  const mail = await parse(beginningOf(bytes));
  const common = { at: dateOf(mail), from: addressOf(mail), names: namedIn(mail), recipient: null, status: null };
  const said = { ...common, why: null, mayOptOut: false, token: null };
  const subject = mail.subject ?? '';
  const token = askedInSubject(subject);
  // The program that sends it for whoever pressed a button may call itself automatic.
  if (token !== undefined) return { ...said, kind: 'opt_out', token };
  const delivery = deliveryIn(mail);
  if (delivery !== undefined) {
    const { what, ...whom } = delivery;
    return { ...said, ...whom, ...(what === 'bounce' ? { kind: what } : { kind: 'other', why: what }) };
  }
  const written = writtenIn(mail);
  const refusal = refusalIn(written, subject);
  if (refusal === 'asks') return { ...said, kind: 'opt_out' };
  if (partOf(mail, /^message\/disposition-notification$/) !== undefined) return { ...said, kind: 'other', why: 'receipt' };
  if (isAutomatic(mail)) return { ...said, kind: 'other', why: 'auto_reply' };
  return { ...said, kind: 'reply', mayOptOut: refusal === 'may' };
}

function beginningOf(bytes: Uint8Array): Uint8Array {
  let end = 0;
  for (let line = 0; line < maxLines && end < maxReadBytes; line++) {
    const at = bytes.indexOf(0x0a, end);
    if (at < 0) return bytes.subarray(0, maxReadBytes);
    end = at + 1;
  }
  return bytes.subarray(0, Math.min(end, maxReadBytes));
}

async function parse(bytes: Uint8Array): Promise<Email> {
  const { default: PostalMime } = await import('postal-mime');
  const limits = { maxHeadersSize: maxHeaderBytes, maxNestingDepth: maxDepth, maxRfc822NestingDepth: 2 };
  const mail = await PostalMime.parse(bytes, { ...limits, forceRfc822Attachments: true, attachmentEncoding: 'utf8' }).catch(
    (cause: unknown) => {
      throw noMail('its headers or its parts are more than any mail has', cause);
    },
  );
  const named = new Set(mail.headers.map(({ key }) => key));
  if (named.has('from') && (named.has('date') || named.has('message-id') || named.has('received'))) return mail;
  throw noMail('it has no sender and date');
}

function noMail(why: string, cause?: unknown): AppError {
  return new AppError('invalid_input', `eml: This is no mail: ${why}.`, {
    cause,
    hint: 'Save the mail that came back with all its headers (as .eml, or “show original”), and give that; or give outcome by hand.',
    errors: [{ pointer: '/eml', detail: `is no mail: ${why}`, code: 'no_mail' }],
  });
}

function dateOf(mail: Email): number | null {
  const at = Date.parse(mail.date ?? '');
  return Number.isNaN(at) ? null : at;
}

function addressOf({ from }: Email): string | null {
  return from?.address?.toLowerCase() ?? null;
}

/** Those it answers, and that of the mail that it brings back. */
function namedIn(mail: Email): string[] {
  const answered = [mail.inReplyTo, mail.references].flatMap((text) => idsIn(text ?? ''));
  return [...new Set([...answered, ...returnedIds(mail)])].slice(0, maxNames);
}

const marksOfRobots = ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-autoreply-from', 'x-mail-autoreply', 'x-tmda-confirm-pending'];
/** As mail programs begin the subject of what they answer by themselves, or in whose name they ask a sender to prove himself. */
const subjectOfRobots =
  /^(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office(?: reply)?|automatische (?:antwort|r[eé]ponse)|abwesenheitsnotiz|r[eé]ponse automatique|respuesta autom[aá]tica|fuera de (?:la )?oficina)\s?:|\bverify#|\brequires (?:verification|confirmation)\b/i;

/** Holiday notices (RFC 3834), questions whether the sender is a person, and the like are nobody's answer. */
function isAutomatic(mail: Email): boolean {
  const said = (name: string) => headerOf(mail, name)?.trim().toLowerCase() ?? '';
  if (!/^(?:no\b|$)/.test(said('auto-submitted'))) return true;
  return (
    marksOfRobots.some((name) => headerOf(mail, name) !== undefined) ||
    /^(?:auto_reply|bulk|junk)$/.test(said('precedence')) ||
    /^tmda\b/.test(said('x-delivery-agent')) ||
    said('return-path') === '<>' ||
    subjectOfRobots.test(mail.subject ?? '')
  );
}
