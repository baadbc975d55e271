import { createHash } from 'node:crypto';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { record, text } from '../json.ts';
import { askService, type Service } from '../service.ts';
import { scope } from './credentials.ts';
import { baseOf } from './hosts.ts';
import { isAccessToken, refusalOfOAuth } from './token.ts';

/** The application that asks, as Google Cloud knows it. */
export interface OAuthClient {
  clientId: string;
  clientSecret: string;
}

/** A person is asked to let this desk read, by OAuth 2.0 for desktop applications with PKCE (RFC 7636, RFC 8252). */
export interface Consent {
  /** The page on which the person allows it. It holds no secret. */
  address: string;
  /** What Google gives for the code that it sent. Rejects as `askService` does, and with `provider_refused` or `rate_limited`. */
  exchange(code: string, signal?: AbortSignal): Promise<Granted>;
}

export interface Granted {
  refreshToken: string;
  /** Milliseconds; null where it ends only when it is revoked or not used. */
  endsAt: number | null;
}

interface Asking {
  client: OAuthClient;
  /** In place of all of Google's hosts. */
  baseUrl: string | undefined;
  /** Where Google sends the person's browser. */
  redirectUri: string;
  /** Comes back with the answer. */
  state: string;
}

/** The longest that is kept; Google's have 512 bytes at most. */
const refreshToken = /^[\x21-\x7e]{1,1000}$/;

export function createConsent(system: System, { client, baseUrl, redirectUri, state }: Asking): Consent {
  const { clientId, clientSecret } = client;
  // 43 characters.
  const verifier = system.random(32).toString('base64url');
  const endpoint = `${baseOf('token', { baseUrl })}/token`;
  return {
    address: `${baseOf('consent', { baseUrl })}/o/oauth2/v2/auth?${new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      access_type: 'offline',
      // Without it Google sends a refresh token the first time only.
      prompt: 'consent',
    }).toString()}`,

    async exchange(code, signal) {
      const service: Service = { system, name: 'Google', configured: endpoint, secrets: [clientSecret, code, verifier] };
      const askedAt = system.now();
      const answer = await askService(service, {
        url: endpoint,
        form: {
          client_id: clientId,
          client_secret: clientSecret,
          code,
          code_verifier: verifier,
          grant_type: 'authorization_code',
          redirect_uri: redirectUri,
        },
        signal,
      });
      const told = record(answer.json);
      if (answer.status !== 200 || !isAccessToken(told['access_token'])) throw refusalOfOAuth(service, answer, hints);
      return grantedIn(told, askedAt);
    },
  };
}

function grantedIn({ scope: scopes, refresh_token: token, refresh_token_expires_in: seconds }: Record<string, unknown>, askedAt: number) {
  // Left out, it is what was asked for (RFC 6749, 5.1).
  if (scopes !== undefined && !text(scopes).split(' ').includes(scope))
    throw new AppError('provider_refused', 'The permission to read Search Console was not given.', {
      hint: 'Log in again, and leave the box of Search Console ticked where Google asks.',
    });
  if (!refreshToken.test(text(token)))
    throw new AppError('provider_refused', 'Google sent no refresh token.', {
      hint: 'Remove the access of this app at https://myaccount.google.com/connections, and log in again; see that the client is of the type Desktop app.',
    });
  const endsAt = typeof seconds === 'number' && seconds > 0 ? askedAt + Math.min(seconds, maxSeconds) * 1000 : null;
  return { refreshToken: text(token), endsAt };
}

/** A hundred years: no date is out of range. */
const maxSeconds = 3_153_600_000;

const hints: Readonly<Record<string, string>> = {
  invalid_grant: 'Log in again: what Google sends to the browser holds for one use and a few minutes.',
  invalid_client: 'See that id and secret are those of one OAuth client, and that it still exists in Google Cloud.',
  unauthorized_client: 'See that the OAuth client is of the type Desktop app.',
  redirect_uri_mismatch: 'Make an OAuth client of the type Desktop app: it needs no redirect addresses.',
};
