import { parseUrl } from '../../../net/parse-url.ts';

/** RFC 5321, 4.5.3.1 and RFC 3696, erratum 1690. */
const maxLocalLength = 64;
const maxAddressLength = 254;
const maxDomainLength = 253;

// No quoted local parts and no letters beyond ASCII: no mail server that matters hands these out, and few take mail for them.
const isLocal = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const isDomain = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/;

/** An address as mail goes to it: the domain in lower-case punycode, without a dot at the end. Null for what is no bare address. */
export function readAddress(written: string): string | null {
  const text = trimmed(written);
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const domain = readDomain(text.slice(at + 1));
  if (local.length > maxLocalLength || !isLocal.test(local) || domain === null) return null;
  const address = `${local}@${domain}`;
  return address.length <= maxAddressLength ? address : null;
}

/** What stands on a suppression list: an address as it is compared, or `@domain`. Null for what is neither. */
export function readEntry(written: string): string | null {
  const text = trimmed(written);
  if (text.startsWith('@')) {
    const domain = readDomain(text.slice(1));
    return domain === null ? null : `@${domain}`;
  }
  const address = readAddress(text);
  return address === null ? null : addressKey(address);
}

/**
 * An address as addresses are compared: case-free, the domain in punycode without a dot at the end, the local part without `+tag`. What is no
 * address stands for itself.
 */
export function addressKey(email: string): string {
  const address = readAddress(email);
  if (address === null) return email.toLowerCase();
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).toLowerCase();
  const bare = local.replace(/\+.*$/, '');
  return `${isLocal.test(bare) ? bare : local}${address.slice(at)}`;
}

/** What covers a whole domain that an address or `@domain` belongs to: `@mail.example.com`, `@example.com`. */
export function domainKeys(key: string): string[] {
  const labels = key.slice(key.lastIndexOf('@') + 1).split('.');
  return labels.slice(0, -1).map((_, from) => `@${labels.slice(from).join('.')}`);
}

/** In lower-case punycode; null for what is no domain with a dot in it, for an IP address too. */
function readDomain(text: string): string | null {
  // The parser would take a port, a path or an escape for part of an address.
  if (text.length > maxDomainLength || /[\s\p{C}:/?#@\\%[\]]/u.test(text)) return null;
  const domain = (parseUrl(`http://${text}/`)?.hostname ?? '').replace(/\.$/, '');
  return domain.length <= maxDomainLength && isDomain.test(domain) ? domain : null;
}

/** Without spaces around it, and without what is too long for an address: that is not looked at. */
function trimmed(written: string): string {
  return written.length > 4 * maxAddressLength ? '' : written.replace(/^ +| +$/g, '');
}
