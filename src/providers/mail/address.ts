import { domainToASCII } from 'node:url';
import { isMailAddress } from '../../../schema/mail.ts';

/** An address as mail servers take it, its domain in punycode; undefined where the text is none. */
export function asciiAddress(text: string): string | undefined {
  if (!isMailAddress(text)) return undefined;
  const at = text.lastIndexOf('@');
  const domain = domainToASCII(text.slice(at + 1));
  return domain === '' ? undefined : `${text.slice(0, at)}@${domain}`;
}

/** What RFC 3463 and RFC 7505 have for a recipient's address that is none. Others of the class 5.1 are about the sender's, also at RCPT. */
export function isUnknownMailbox(status: string): boolean {
  return /^5\.1\.(?:1|2|3|6|10)$/.test(status);
}
