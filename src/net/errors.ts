import { isIP } from 'node:net';
import { causeCode } from '../errors.ts';

/** Why there was no answer. */
export type NetworkErrorCode =
  | 'timeout'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'reset'
  | 'address_refused'
  | 'invalid_url'
  | 'https_required'
  | 'too_many_redirects'
  | 'aborted'
  | 'protocol'
  | 'internal';

/** There was no HTTP answer. The message is for people and in our own words: it names the host, never a path, a query or a header. */
export class NetworkError extends Error {
  readonly code: NetworkErrorCode;
  /** Milliseconds from the start of the request, over all hops. */
  readonly durationMs: number;

  constructor(code: NetworkErrorCode, message: string, durationMs = 0) {
    super(message);
    this.name = 'NetworkError';
    this.code = code;
    this.durationMs = durationMs;
  }
}

type Sentence = (host: string, port: string) => string;

const unreachable =
  (reason: string): Sentence =>
  (host, port) =>
    `${isIP(host) ? `${host} does not answer` : `No address of ${host} answers`} on port ${port} (${reason}).`;

/** When this machine runs out of something, the host has not failed. */
const shortOf = (what: string): [NetworkErrorCode, Sentence] => [
  'internal',
  (host) => `This machine has no room for another connection to ${host} (${what}).`,
];

const cutOff: Sentence = (host) => `${host} closed the connection before it answered.`;
const unusableRequest: Sentence = (host) =>
  `The request to ${host} cannot be written: its path or one of its headers has a character that is not allowed.`;

const sentences: Record<string, [NetworkErrorCode, Sentence]> = {
  ECONNREFUSED: ['connect', unreachable('connection refused')],
  EHOSTUNREACH: ['connect', unreachable('host unreachable')],
  EHOSTDOWN: ['connect', unreachable('host down')],
  ENETUNREACH: ['connect', unreachable('network unreachable')],
  ENETDOWN: ['connect', unreachable('network down')],
  EACCES: ['connect', unreachable('not permitted by this system')],
  EPERM: ['connect', unreachable('not permitted by this system')],
  EMFILE: shortOf('EMFILE: this process has too many files and connections open'),
  ENFILE: shortOf('ENFILE: the system has too many files and connections open'),
  EADDRNOTAVAIL: shortOf('EADDRNOTAVAIL: no address or port is free to dial from'),
  ENOBUFS: shortOf('ENOBUFS: the system has no network buffers left'),
  ENOMEM: shortOf('ENOMEM: out of memory'),
  ETIMEDOUT: ['timeout', unreachable('no reply to the connection attempt')],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', unreachable('no reply to the connection attempt')],
  ECONNRESET: ['reset', cutOff],
  EPIPE: ['reset', cutOff],
  UND_ERR_SOCKET: ['reset', cutOff],
  UND_ERR_HEADERS_OVERFLOW: ['protocol', (host) => `${host} answered with more headers than are read.`],
  UND_ERR_INVALID_ARG: ['protocol', unusableRequest],
  CERT_HAS_EXPIRED: ['tls', (host) => `The certificate of ${host} has expired.`],
  CERT_NOT_YET_VALID: ['tls', (host) => `The certificate of ${host} is not valid yet.`],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['tls', (host) => `The certificate of ${host} is self-signed and not trusted here.`],
  SELF_SIGNED_CERT_IN_CHAIN: ['tls', (host) => `The certificate of ${host} comes from an authority that is not trusted here.`],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    'tls',
    (host) => `The certificate of ${host} cannot be verified: an intermediate certificate is missing.`,
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: ['tls', (host) => `The certificate offered by ${host} was issued for another name.`],
};

/** OpenSSL has some eighty codes for a failed handshake or certificate; these prefixes cover them. */
const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH|EPROTO)/;

/**
 * Translates what Node or undici reported about an exchange with `url` into a `NetworkError`.
 * Anything that is not a network failure is returned unchanged, so that our own bugs stay visible.
 */
export function explainFailure(thrown: unknown, url: URL, durationMs: number): unknown {
  if (thrown instanceof NetworkError) return new NetworkError(thrown.code, thrown.message, durationMs);
  const raw = codeOf(thrown);
  if (raw === undefined) return thrown;
  const host = bareHost(url);
  const [code, sentence] = sentences[raw] ?? familyOf(raw);
  return new NetworkError(code, sentence(host, url.port || (url.protocol === 'https:' ? '443' : '80')), durationMs);
}

function codeOf(thrown: unknown): string | undefined {
  // Most errors of undici's parser have no code. Matched by name: this file loads at every start, and undici does not.
  if (thrown instanceof Error && thrown.name === 'HTTPParserError') return 'HPE_';
  if (!(thrown instanceof AggregateError)) return causeCode(thrown);
  // Every address failed. An address that was dialled says more than one that could not be: without IPv6, this machine cannot dial from it.
  const codes = thrown.errors.map(causeCode);
  return codes.find((code) => sentences[code ?? '']?.[0] !== 'internal') ?? codes[0];
}

/** The host of a URL without the brackets of IPv6. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function familyOf(raw: string): [NetworkErrorCode, Sentence] {
  if (tlsCode.test(raw))
    return ['tls', (host) => `No secure connection to ${host} could be made: the TLS handshake or its certificate failed.`];
  if (raw.startsWith('HPE_')) return ['protocol', (host) => `What ${host} answered is not HTTP.`];
  return ['protocol', (host) => `The exchange with ${host} failed.`];
}
