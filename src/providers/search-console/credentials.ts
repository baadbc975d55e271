import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { AppError } from '../../errors.ts';
import { parseJson, record, text } from '../json.ts';

/** Who asks Google: a service account, or a person who allowed it. */
export type Credentials =
  | { by: 'service account'; email: string; keyId: string; key: KeyObject }
  | { by: 'person'; clientId: string; clientSecret: string; refreshToken: string };

export interface GoogleSettings {
  /** In place of all of Google's hosts. */
  baseUrl?: string | undefined;
  /** The JSON of its key. */
  serviceAccount?: string | undefined;
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  refreshToken?: string | undefined;
}

export const scope = 'https://www.googleapis.com/auth/webmasters.readonly';

/** The longest that Google accepts. */
const lifeSeconds = 3600;

/** Throws `provider_refused` where the private key is none. */
export function credentialsIn({ serviceAccount, clientId = '', clientSecret = '', refreshToken = '' }: GoogleSettings): Credentials {
  if (serviceAccount === undefined) return { by: 'person', clientId, clientSecret, refreshToken };
  const account = record(parseJson(serviceAccount));
  return {
    by: 'service account',
    email: text(account['client_email']),
    keyId: text(account['private_key_id']),
    key: privateKey(text(account['private_key'])),
  };
}

/** What must never be told. */
export function secretsIn({ serviceAccount, clientSecret = '', refreshToken = '' }: GoogleSettings): string[] {
  const key = text(record(parseJson(serviceAccount ?? ''))['private_key']);
  return [serviceAccount ?? '', key, clientSecret, refreshToken].filter((secret) => secret !== '');
}

function privateKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // What it says could hold some of the key.
  }
  throw new AppError('provider_refused', 'The private key of the service account cannot be read: it is no RSA key in PEM.', {
    hint: 'Make a new JSON key in the Google Cloud console (IAM, Service accounts, Keys), and set it whole with integrations_set.',
  });
}

/** What is sent for a token. `now`: milliseconds. */
export function tokenRequest(credentials: Credentials, audience: string, now: number): Record<string, string> {
  if (credentials.by === 'person') {
    const { clientId, clientSecret, refreshToken } = credentials;
    return { grant_type: 'refresh_token', client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken };
  }
  return { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: assertion(credentials, audience, now) };
}

/** A JSON Web Token (RFC 7523, RS256) by which a service account asks for a token. */
function assertion({ email, keyId, key }: Extract<Credentials, { by: 'service account' }>, aud: string, now: number): string {
  const iat = Math.floor(now / 1000);
  const parts = [
    { alg: 'RS256', typ: 'JWT', ...(keyId !== '' && { kid: keyId }) },
    { iss: email, scope, aud, iat, exp: iat + lifeSeconds },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return [...parts, sign('sha256', Buffer.from(parts.join('.')), key).toString('base64url')].join('.');
}
