import { domainToASCII } from 'node:url';

/** An address as the suppression list compares it: case-free, its domain in punycode without a trailing dot, without `+tag`. */
export function addressKey(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at).toLowerCase().replace(/\+.*$/s, '');
  const domain = email.slice(at + 1).replace(/\.+$/, '');
  return `${name}@${domainToASCII(domain) || domain.toLowerCase()}`;
}
