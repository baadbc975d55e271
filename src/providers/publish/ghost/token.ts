import { createHmac } from 'node:crypto';
import { AppError } from '../../../errors.ts';

export interface AdminKey {
  id: string;
  secret: Buffer;
}

/** The longest that Ghost accepts. */
const lifeSeconds = 300;

/** Reads an Admin API key, `id:secret` in hex. Throws `invalid_input`. */
export function parseAdminKey(written: string): AdminKey {
  const [, id, secret] = /^([\da-f]{24}):((?:[\da-f]{2}){16,64})$/i.exec(written.trim()) ?? [];
  if (id !== undefined && secret !== undefined) return { id, secret: Buffer.from(secret, 'hex') };
  throw new AppError(
    'invalid_input',
    'This is not an Admin API key of Ghost: that is an id and a secret in hex, with a colon between them.',
    {
      hint: 'Copy the Admin API key (not the Content API key) of a custom integration: Settings → Integrations.',
    },
  );
}

/** A JSON Web Token (RFC 7519, HS256) for Ghost's Admin API. `now`: milliseconds. */
export function adminToken({ id, secret }: AdminKey, now: number): string {
  const iat = Math.floor(now / 1000);
  const parts = [
    { alg: 'HS256', typ: 'JWT', kid: id },
    { iat, exp: iat + lifeSeconds, aud: '/admin/' },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return [...parts, createHmac('sha256', secret).update(parts.join('.')).digest('base64url')].join('.');
}
