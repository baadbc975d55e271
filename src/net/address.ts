import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What kind of address this is, for deciding whether to dial it. `shared` is the carriers' 100.64.0.0/10 (RFC 6598). */
export type AddressKind = 'public' | 'loopback' | 'private' | 'shared' | 'metadata' | 'link-local' | 'multicast' | 'reserved';

/** A network in CIDR notation, parsed. */
export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Where clouds hand out machine credentials. Several of these addresses sit in ranges that look public, private or shared. */
const metadataNetworks: readonly Network[] = [
  '169.254.169.254/32',
  '169.254.170.2/32',
  '168.63.129.16/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fd00:c1::a9fe:a9fe/128',
  'fd00:42::42/128',
  'fd00:a9fe:a9fe::1/128',
  'fd00:100::100:200/128',
].map((network) => ipaddr.parseCIDR(network));

const globalUnicast: Network = ipaddr.parseCIDR('2000::/3');
const wellKnownNat64: Network = ipaddr.parseCIDR('64:ff9b::/96');

/** The kind of an IPv4 or IPv6 address in canonical text, after IANA's special-purpose registries. Only what is certainly public is `public`. */
export function kindOf(address: string): AddressKind {
  // Lenient parsers disagree on what such text means, and the one that dials may be lenient.
  if (isIP(address) === 0) return 'reserved';
  // Only link-local addresses have a zone: it names an interface of this machine.
  if (address.includes('%')) return 'link-local';
  const parsed = parse(address);
  return parsed instanceof ipaddr.IPv4 ? kindOfV4(parsed) : kindOfV6(parsed);
}

/** Whether an address lies in one of the networks. An IPv4-mapped IPv6 address counts as IPv4. */
export function isWithin(address: string, networks: readonly Network[]): boolean {
  return isIP(address) !== 0 && !address.includes('%') && lies(parse(address), networks);
}

/** Parses `10.0.0.0/8`, `fd00::/8` or a single address; undefined for anything else. */
export function parseNetwork(text: string): Network | undefined {
  if (text.includes('%') || isIP(text.split('/')[0]!) === 0) return undefined;
  if (text.includes('/')) return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
  const address = parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Parses an address the way a dialler does; an IPv4-mapped one becomes IPv4. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  // ipaddr.js confuses ::127.0.0.1 with ::ffff:127.0.0.1. The URL parser writes both in plain hexadecimal first.
  return ipaddr.process(isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address);
}

function lies(address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Network[]): boolean {
  return networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}

function kindOfV4(address: ipaddr.IPv4): AddressKind {
  if (lies(address, metadataNetworks)) return 'metadata';
  switch (address.range()) {
    case 'unicast':
      return 'public';
    case 'loopback':
      return 'loopback';
    case 'private':
      return 'private';
    case 'carrierGradeNat':
      return 'shared';
    case 'linkLocal':
      return 'link-local';
    case 'multicast':
      return 'multicast';
    default:
      return 'reserved';
  }
}

function kindOfV6(address: ipaddr.IPv6): AddressKind {
  if (lies(address, metadataNetworks)) return 'metadata';
  const range = address.range();
  switch (range) {
    case 'loopback':
      return 'loopback';
    case 'uniqueLocal':
      return 'private';
    case 'linkLocal':
      return 'link-local';
    case 'multicast':
      return 'multicast';
    case 'unicast':
    case 'rfc6052':
    case '6to4':
    case 'teredo':
      // Translated and tunnelled addresses must carry a public IPv4 address; anything else is a disguise.
      return isGlobal(address) && carriedV4(address, range).every((carried) => kindOfV4(carried) === 'public') ? 'public' : 'reserved';
    default:
      return 'reserved';
  }
}

/** False for unassigned ranges, and for 64:ff9b:1::/48 (RFC 8215): only its local operator knows which bits are the IPv4 address. */
function isGlobal(address: ipaddr.IPv6): boolean {
  return lies(address, [globalUnicast, wellKnownNat64]);
}

/** The IPv4 addresses inside an IPv6 one: NAT64 (RFC 6052), 6to4 (RFC 3056), Teredo server and client (RFC 4380), ISATAP (RFC 5214). */
function carriedV4({ parts }: ipaddr.IPv6, range: string): ipaddr.IPv4[] {
  const at = (index: number, mask = 0): ipaddr.IPv4 => {
    const high = parts[index]! ^ mask;
    const low = parts[index + 1]! ^ mask;
    return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
  };
  if (range === 'rfc6052') return [at(6)];
  if (range === '6to4') return [at(1)];
  if (range === 'teredo') return [at(2), at(6, 0xffff)];
  const isIsatap = (parts[4]! & 0xfdff) === 0 && parts[5] === 0x5efe;
  return isIsatap ? [at(6)] : [];
}
