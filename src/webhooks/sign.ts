import { createHmac } from 'node:crypto';

/**
 * The `X-Service-Signature` header of one attempt (contract 6.3): `t=<seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`.
 * The signature covers the exact bytes that are sent.
 */
export function signatureHeader(secret: string, body: string | Uint8Array, timestampSeconds: number): string {
  return `t=${timestampSeconds},v1=${signBody(secret, body, timestampSeconds)}`;
}

/** The lowercase hex HMAC-SHA256 of `<timestamp>.<raw body>`. */
function signBody(secret: string, body: string | Uint8Array, timestampSeconds: number): string {
  return createHmac('sha256', secret).update(`${timestampSeconds}.`).update(body).digest('hex');
}
