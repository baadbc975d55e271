import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Verification {
  /** The value of `X-Service-Signature`. */
  header: string | null | undefined;
  /** The body as it arrived, not parsed and written again. */
  body: string | Uint8Array;
  /** The signing secret, or several: during a rotation both the old and the new one are right. */
  secret: string | readonly string[];
  /** Milliseconds since the epoch. Default: the machine's clock. */
  now?: number;
  /** How far the timestamp may be from now, in seconds. Default 300. */
  toleranceSeconds?: number;
}

export type Verdict = { ok: true } | { ok: false; reason: 'missing' | 'malformed' | 'expired' | 'mismatch' };

/** Whether an event delivery is ours, as contract 6.3 says. Needs nothing but Node. */
export function verifySignature({ header, body, secret, now = Date.now(), toleranceSeconds = 300 }: Verification): Verdict {
  if (!header) return { ok: false, reason: 'missing' };
  const { t, v1 } = partsOf(header);
  if (t === undefined || v1 === undefined) return { ok: false, reason: 'malformed' };
  if (!/^\d{1,12}$/.test(t) || !/^[0-9a-f]{64}$/.test(v1)) return { ok: false, reason: 'malformed' };
  if (Math.abs(Math.floor(now / 1000) - Number(t)) > toleranceSeconds) return { ok: false, reason: 'expired' };
  const given = Buffer.from(v1, 'hex');
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const matches = secrets.map((one) => timingSafeEqual(createHmac('sha256', one).update(`${t}.`).update(body).digest(), given));
  return matches.includes(true) ? { ok: true } : { ok: false, reason: 'mismatch' };
}

function partsOf(header: string): Partial<Record<'t' | 'v1', string>> {
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string?]);
  return Object.fromEntries(parts.filter(([name]) => name === 't' || name === 'v1'));
}
