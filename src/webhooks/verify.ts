import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Verification {
  /** The value of `X-Service-Signature`, as `request.headers['x-service-signature']` or `headers.get('x-service-signature')` gives it. */
  header: string | readonly string[] | null | undefined;
  /** The raw body, byte for byte as it arrived: not parsed and serialised again. */
  body: string | Uint8Array;
  /** The signing secret, or several: during a rotation both the old and the new one are valid. */
  secret: string | readonly string[];
  /** Milliseconds since the epoch. Default: the machine's clock. */
  now?: number;
  /** How far the timestamp may be from now, in either direction, in seconds. Default 300. */
  tolerance?: number;
}

/**
 * `missing`: no header. `malformed`: the header is not `t=<seconds>,v1=<64 lowercase hex digits>`, each part once.
 * `expired`: the timestamp is beyond the tolerance. `mismatch`: a different body, secret or timestamp was signed.
 */
export type Verdict = { ok: true } | { ok: false; reason: 'missing' | 'malformed' | 'expired' | 'mismatch' };

/**
 * Whether an event delivery is genuine: `v1` is the HMAC-SHA256 of `<t>.<raw body>` under one of the secrets, and `t` is close to now.
 * Answer 401 if it is not. Nothing a sender can put into a request makes this throw.
 * @throws {TypeError} If the receiver's code is wrong: the body is not raw, or a secret is empty or not a string.
 */
export function verifySignature({ header, body, secret, now = Date.now(), tolerance = 300 }: Verification): Verdict {
  const secrets = checkedSecrets(secret);
  checkRaw(body);
  const [line, ...more] = [header ?? []].flat();
  if (!line) return { ok: false, reason: 'missing' };
  const t = partOf(line, 't');
  const v1 = partOf(line, 'v1');
  if (more.length > 0 || !/^\d{1,12}$/.test(t) || !/^[0-9a-f]{64}$/.test(v1)) return { ok: false, reason: 'malformed' };
  const near = Math.abs(now / 1000 - Number(t)) <= tolerance;
  if (!near) return { ok: false, reason: 'expired' };
  const given = Buffer.from(v1, 'hex');
  const matches = secrets.map((one) => timingSafeEqual(createHmac('sha256', one).update(`${t}.`).update(body).digest(), given));
  return matches.includes(true) ? { ok: true } : { ok: false, reason: 'mismatch' };
}

/** The value of a part that appears once; empty if it is missing or repeated (and so ambiguous). */
function partOf(line: string, name: string): string {
  const [part = '', ...more] = line.split(',').filter((text) => text.startsWith(`${name}=`));
  return more.length > 0 ? '' : part.slice(name.length + 1);
}

/** Rejects an empty secret: anybody could sign with it. */
function checkedSecrets(secret: Verification['secret']): readonly string[] {
  const secrets = [secret].flat();
  if (secrets.every((one) => typeof one === 'string' && one !== '')) return secrets;
  throw new TypeError('The secret is missing or empty. Give the signing secret (whsec_…), or several, as text.');
}

function checkRaw(body: unknown): void {
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return;
  throw new TypeError(
    'The body must be the raw body, as text or bytes. What was parsed, even if written again, has other bytes than what was signed.',
  );
}
