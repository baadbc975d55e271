import { z } from 'zod';

/** Breaks and marks that could end a header or hide in it. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/u;

/** Text of a header: one line. */
export function headerLine(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !unseen.test(text), 'must be one line of text, without control characters');
}

const local = /^[^\s\p{C}\p{Z}"(),:;<>@[\\\]]{1,64}$/u;
const label = /^(?!-)[\p{L}\p{N}\p{M}-]{1,63}(?<!-)$/u;

/** Whether text is the address of one mailbox, without a name or quotes: `ann@example.com`. */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [name, labels] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1).split('.')];
  return local.test(name) && !/^\.|\.$|\.\./.test(name) && labels.length > 1 && labels.every((one) => label.test(one));
}

const MailAddress = z.string().trim().max(254).refine(isMailAddress, 'must be a plain address such as ann@example.com');

/** What is wrong with the address of a server: mail servers speak no HTTP, and all others nothing but that. */
export function mailServerFault(isForMail: boolean, baseUrl: unknown): { field: string; detail: string }[] {
  const url = typeof baseUrl === 'string' ? URL.parse(baseUrl) : null;
  if (url === null) return [];
  const isMail = /^smtps?:$/.test(url.protocol);
  if (!isForMail) return isMail ? [{ field: 'baseUrl', detail: 'baseUrl begins with http:// or https://.' }] : [];
  if (isMail && url.hostname !== '' && (url.pathname === '' || url.pathname === '/')) return [];
  return [{ field: 'baseUrl', detail: 'baseUrl is smtps://host or smtp://host, with the port where it is not 465 or 587.' }];
}

/** Who mails are from, and how many may go on a day. */
export const MailSender = z.strictObject({
  fromName: headerLine(100).describe('The person who writes.'),
  from: MailAddress.describe('The address that mails come from.'),
  replyTo: MailAddress.describe('Where answers and refusals go.'),
  postalAddress: z.string().trim().min(5).max(300).describe('Where the sender can be reached by post; it ends each mail.'),
  dailyCap: z.number().int().min(0).max(1000).optional().describe("Mails on a day of the project's zone at most. Default 20."),
});

export type MailSender = z.infer<typeof MailSender>;
