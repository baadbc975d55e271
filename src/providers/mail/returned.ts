import type { Email } from 'postal-mime';
import { isUnknownMailbox } from './address.ts';
import { headerOf, partOf, partsOf } from './parts.ts';

/** What a mail server says of a mail that it could not, or did, deliver. */
export interface Delivery {
  /** `bounce`: there is no such address. `refused`: for good, for another reason. */
  what: 'bounce' | 'refused' | 'delayed' | 'delivered';
  recipient: string | null;
  status: string | null;
}

/** What a report on delivery says (RFC 3464), or a mail server in words of its own; undefined where it is neither. */
export function deliveryIn(mail: Email): Delivery | undefined {
  const report = partOf(mail, /^message\/(?:global-)?delivery-status$/);
  if (report !== undefined) return reported(report);
  return isFromServer(mail) ? inWords(mail) : undefined;
}

/** Of several recipients the one that was not reached. */
function reported(text: string): Delivery {
  const blocks = text.split(/\r?\n[ \t]*\r?\n/).map(fieldsOf);
  const all = blocks.filter((fields) => fields.has('action'));
  const failed = all.find((fields) => fields.get('action') === 'failed' && (fields.get('status') ?? '5').startsWith('5'));
  const told = failed ?? all[0];
  const recipient = (told?.get('original-recipient') ?? told?.get('final-recipient') ?? '').split(';').at(-1)!.trim().replace(/^<|>$/g, '');
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(told?.get('status') ?? '')?.[0] ?? null;
  const found = { recipient: recipient === '' ? null : recipient.toLowerCase(), status };
  if (failed) return { ...found, what: whyFailed(`${status ?? ''} ${failed.get('diagnostic-code') ?? ''}`) };
  const isDelayed = told === undefined || told.get('action') === 'delayed' || told.get('action') === 'failed';
  return { ...found, what: isDelayed ? 'delayed' : 'delivered' };
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

const statusCode = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?!\.?\d)/g;
const unknownInWords =
  /user unknown|unknown (?:user|recipient)|no such (?:user|recipient|mailbox|address|person)|no mailbox here|(?:user|recipient|mailbox|account)[^.\n]{0,60}(?:does not exist|doesn't exist|not found)/i;

/** Codes outrank words: servers say "unknown" of much. 5.0.0 says nothing. */
function whyFailed(said: string): 'bounce' | 'refused' {
  const codes = [...said.matchAll(statusCode)].map(([code]) => code).filter((code) => code !== '5.0.0');
  const isUnknown = codes.length > 0 ? codes.some(isUnknownMailbox) : unknownInWords.test(said);
  return isUnknown ? 'bounce' : 'refused';
}

const address = String.raw`[^<>\s@,:]{1,64}@[^<>\s@,:]{1,253}`;
/** qmail: `<ann@example.org>:`. Exim: the address alone on an indented line. */
const failedLine = new RegExp(String.raw`^(?:<(${address})>:|[ \t]{1,8}(${address}))[ \t]{0,8}$`, 'm');
const copyBelow = /^-{3,} ?(?:Below this line is a copy|This is a copy|Original message|The header of the original)/im;

function isFromServer(mail: Email): boolean {
  return /^(?:mailer-daemon|postmaster)@/i.test(mail.from?.address ?? '') || headerOf(mail, 'x-failed-recipients') !== undefined;
}

function inWords(mail: Email): Delivery | undefined {
  const text = (mail.text ?? '').replaceAll('\r', '').slice(0, maxWords);
  const said = text.split(copyBelow)[0]!;
  const line = failedLine.exec(said);
  const recipient = headerOf(mail, 'x-failed-recipients')?.split(',')[0]!.trim() ?? line?.[1] ?? line?.[2] ?? null;
  // A person may have such an address, too.
  if (recipient === null) return undefined;
  const isDelayed = /delayed|not yet been delivered|will (?:be retried|keep trying|continue)/i.test(`${mail.subject ?? ''}\n${said}`);
  return { what: isDelayed ? 'delayed' : whyFailed(said), recipient: recipient.toLowerCase(), status: said.match(statusCode)?.[0] ?? null };
}

const maxWords = 16 * 1024;
const messageId = /<([^<>\s@]{1,200}@[^<>\s@]{1,253})>/g;

export function idsIn(text: string): string[] {
  return [...text.matchAll(messageId)].map((match) => match[1]!);
}

/** Message-IDs of the mails that it brings back, as parts or, from servers of the old kind, below its words. */
export function returnedIds(mail: Email): string[] {
  const returned = partsOf(mail, /^(?:message\/(?:rfc822|global|global-headers)|text\/rfc822-headers)$/);
  const below = isFromServer(mail) ? [(mail.text ?? '').slice(0, 2 * maxWords)] : [];
  return [...returned.map((head) => head.split(/\r?\n\r?\n/, 1)[0]!), ...below].flatMap((head) => {
    const unfolded = head.replaceAll(/\r?\n[ \t]+/g, ' ');
    return idsIn(/^message-id:(.*)/im.exec(unfolded)?.[1] ?? '');
  });
}
