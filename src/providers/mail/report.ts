import type { Attachment, Email } from 'postal-mime';
import { AppError } from '../../errors.ts';

/** What a mail that came back says of one that was sent. */
export interface MailReport {
  /** `other`: it ends nothing, and `why` says what it is. */
  kind: 'reply' | 'bounce' | 'opt_out' | 'other';
  why: 'auto_reply' | 'delayed' | 'delivered' | 'receipt' | null;
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

/** What comes back is told at the beginning; attachments and quotes need not be read. */
const maxReadBytes = 256 * 1024;
const maxHeaderBytes = 64 * 1024;
const maxDepth = 20;
const maxNames = 100;

/** Reads a mail as a file (RFC 5322). Throws `invalid_input` for what is none. */
export async function readMailReport(bytes: Uint8Array): Promise<MailReport> {
  const mail = await parse(bytes.subarray(0, maxReadBytes));
  const common = { at: dateOf(mail), from: addressOf(mail), names: namedIn(mail), why: null, token: null, recipient: null, status: null };
  const delivery = partOf(mail, 'message/delivery-status');
  if (delivery !== undefined) return { ...common, ...deliveryIn(delivery) };
  if (partOf(mail, 'message/disposition-notification') !== undefined) return { ...common, kind: 'other', why: 'receipt' };
  if (isAutomatic(mail)) return { ...common, kind: 'other', why: 'auto_reply' };
  const asked = /^\s*unsubscribe(?:\s+([0-9a-f]{8,64}))?\s*$/i.exec(mail.subject ?? '');
  if (asked) return { ...common, kind: 'opt_out', token: asked[1]?.toLowerCase() ?? null };
  return { ...common, kind: firstWords(mail) === 'unsubscribe' ? 'opt_out' : 'reply' };
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

function headerOf({ headers }: Pick<Email, 'headers'>, name: string): string | undefined {
  return headers.find(({ key }) => key === name)?.value;
}

function dateOf(mail: Email): number | null {
  const at = Date.parse(mail.date ?? '');
  return Number.isNaN(at) ? null : at;
}

function addressOf({ from }: Email): string | null {
  return from?.address?.toLowerCase() ?? null;
}

const messageId = /<([^<>\s@]{1,200}@[^<>\s@]{1,253})>/g;

function idsIn(text: string): string[] {
  return [...text.matchAll(messageId)].map((match) => match[1]!);
}

/** Those it answers, and that of the mail that it brings back. */
function namedIn(mail: Email): string[] {
  const answered = [mail.inReplyTo, mail.references].flatMap((text) => idsIn(text ?? ''));
  const returned = mail.attachments.filter(({ mimeType }) => mimeType === 'message/rfc822' || mimeType === 'text/rfc822-headers');
  const theirs = returned.flatMap((part) => {
    const head = textOf(part)
      .slice(0, maxHeaderBytes)
      .split(/\r?\n\r?\n/)[0]!;
    return idsIn(/^message-id:\s*(.*(?:\r?\n[ \t].*)*)/im.exec(head)?.[1] ?? '');
  });
  return [...new Set([...answered, ...theirs])].slice(0, maxNames);
}

function partOf(mail: Email, type: string): string | undefined {
  const part = mail.attachments.find(({ mimeType }) => mimeType === type);
  return part && textOf(part);
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : Buffer.from(content as Uint8Array).toString('utf8');
}

/** A report on delivery (RFC 3464): of several recipients the one that was not reached. */
function deliveryIn(text: string): Pick<MailReport, 'kind' | 'why' | 'recipient' | 'status'> {
  const blocks = text.split(/\r?\n[ \t]*\r?\n/).map(fieldsOf);
  const all = blocks.filter((fields) => fields.has('action'));
  const failed = all.find((fields) => fields.get('action') === 'failed' && (fields.get('status') ?? '5').startsWith('5'));
  const told = failed ?? all[0];
  const recipient = (told?.get('original-recipient') ?? told?.get('final-recipient') ?? '').split(';').at(-1)!.trim().replace(/^<|>$/g, '');
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(told?.get('status') ?? '')?.[0] ?? null;
  const found = { recipient: recipient === '' ? null : recipient.toLowerCase(), status };
  if (failed) return { kind: 'bounce', why: null, ...found };
  const isDelayed = told === undefined || told.get('action') === 'delayed' || told.get('action') === 'failed';
  return { kind: 'other', why: isDelayed ? 'delayed' : 'delivered', ...found };
}

function fieldsOf(block: string): Map<string, string> {
  const lines = block.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const at = line.indexOf(':');
      if (at < 1) return [];
      const [name, value] = [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()];
      return [[name, name === 'action' ? value.toLowerCase() : value] as const];
    }),
  );
}

/** Holiday notices and the like (RFC 3834) are nobody's answer. */
function isAutomatic(mail: Email): boolean {
  const submitted = headerOf(mail, 'auto-submitted')?.trim().toLowerCase() ?? 'no';
  if (!submitted.startsWith('no')) return true;
  const precedence = headerOf(mail, 'precedence')?.trim().toLowerCase() ?? '';
  const marked = ['x-autoreply', 'x-autorespond', 'x-auto-response-suppress-reply', 'x-autoreply-from'].some(
    (name) => headerOf(mail, name) !== undefined,
  );
  return (
    marked ||
    precedence === 'auto_reply' ||
    precedence === 'bulk' ||
    precedence === 'junk' ||
    headerOf(mail, 'return-path')?.trim() === '<>'
  );
}

/** The first line that is the writer's own. */
function firstWords({ text, html }: Email): string {
  const plain = text ?? (html ?? '').replaceAll(/<[^>]{0,1000}>/g, '\n');
  const line = plain
    .slice(0, 20_000)
    .split(/\r?\n/)
    .find((one) => one.trim() !== '' && !one.startsWith('>'));
  return (line ?? '')
    .replaceAll(/[^\p{L}\p{N} ]/gu, '')
    .trim()
    .toLowerCase();
}
