import { domainToASCII } from 'node:url';
import { isMailAddress } from '../../../schema/mail.ts';

/** An address as mail servers take it, its domain in punycode; undefined where the text is none. */
export function asciiAddress(text: string): string | undefined {
  if (!isMailAddress(text)) return undefined;
  const at = text.lastIndexOf('@');
  const domain = domainToASCII(text.slice(at + 1));
  return domain === '' ? undefined : `${text.slice(0, at)}@${domain}`;
}
