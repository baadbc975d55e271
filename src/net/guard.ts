import { isIP } from 'node:net';
import { AppError } from '../errors.ts';
import { isWithin, kindOf, parseNetwork, type AddressKind, type Network } from './address.ts';
import { bareHost, type NetworkErrorCode } from './errors.ts';
import { parseUrl } from './parse-url.ts';

/** What this process may dial, fixed at start. */
export interface Policy {
  production: boolean;
  allowedNetworks: readonly Network[];
}

export interface PolicyOptions {
  production: boolean;
  /** CIDR networks or single addresses that may be dialled although they are private. */
  allowedNetworks?: readonly string[];
}

/** How one URL may be dialled. */
export interface Target {
  httpsOnly?: boolean;
  /** The operator configured this origin, so the rule on private ranges does not apply. */
  trusted?: boolean;
}

export interface UrlProblem {
  code: Extract<NetworkErrorCode, 'invalid_url' | 'https_required' | 'address_refused'>;
  message: string;
}

/** @throws `AppError` `invalid_input` if a network is not in CIDR notation. */
export function createPolicy({ production, allowedNetworks = [] }: PolicyOptions): Policy {
  return { production, allowedNetworks: allowedNetworks.map(requireNetwork) };
}

/**
 * Checks one address at the moment of dialling: the kind for which it is refused, or null if it may be dialled.
 * Metadata, link-local, multicast and reserved addresses are always refused, even in allowed networks and for trusted targets.
 */
export function refusedKind(address: string, policy: Policy, trusted = false): AddressKind | null {
  const kind = kindOf(address);
  switch (kind) {
    case 'public':
      return null;
    case 'loopback':
    case 'private':
      return !policy.production || trusted || isWithin(address, policy.allowedNetworks) ? null : kind;
    case 'shared':
      return trusted || isWithin(address, policy.allowedNetworks) ? null : kind;
    default:
      return kind;
  }
}

/** Why an address of this kind is refused, and what the operator can do about it, if anything. */
export function refusalSentence(host: string, kind: AddressKind): string {
  const is = isIP(host) ? `${host} is a ${kind} address` : `${host} has a ${kind} address`;
  if (kind === 'loopback' || kind === 'private')
    return `${is}, which is not dialled in production unless its network is named in COPYDESK_ALLOWED_NETWORKS.`;
  if (kind === 'shared') return `${is} (100.64.0.0/10), which is not dialled unless its network is named in COPYDESK_ALLOWED_NETWORKS.`;
  return `${is}, which is never dialled.`;
}

export const notUrl = 'This is not a URL.';

/**
 * Checks everything about a URL that needs no name lookup.
 * The WHATWG parser has already turned decimal, octal, hexadecimal, short and full-width notations into the plain address.
 */
export function urlProblem(given: string | URL, policy: Policy, { httpsOnly = false, trusted = false }: Target = {}): UrlProblem | null {
  const url = typeof given === 'string' ? parseUrl(given) : given;
  if (!url) return { code: 'invalid_url', message: notUrl };
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { code: 'invalid_url', message: 'Only http and https URLs can be dialled.' };
  if (url.username !== '' || url.password !== '') return { code: 'invalid_url', message: 'A URL may not carry a user name or a password.' };
  if (httpsOnly && url.protocol !== 'https:') return { code: 'https_required', message: 'An https URL is required.' };
  const host = bareHost(url);
  const kind = isIP(host) ? refusedKind(host, policy, trusted) : null;
  return kind && { code: 'address_refused', message: refusalSentence(host, kind) };
}

/**
 * A cheap check at input time, so that a URL that can never be dialled is refused at once with a reason.
 * Null only means that nothing is wrong yet: names are looked up and checked when they are dialled.
 */
export function dialingProblem(url: string, options: PolicyOptions & { httpsOnly?: boolean }): UrlProblem | null {
  return urlProblem(url, createPolicy(options), options);
}

function requireNetwork(text: string): Network {
  const network = parseNetwork(text);
  if (network) return network;
  throw new AppError('invalid_input', `COPYDESK_ALLOWED_NETWORKS: '${text}' is not a network.`, {
    hint: 'Write networks such as 10.1.0.0/16 or fd12:3456::/32, separated by commas.',
  });
}
