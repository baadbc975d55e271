import type { AppError } from '../../errors.ts';
import { record, text } from '../json.ts';
import { askService, failureOf, type Service, type ServiceAnswer } from '../service.ts';
import { tokenRequest, type Credentials } from './credentials.ts';

/** The token that Google knows us by, kept in memory until it expires. */
export interface Tokens {
  /** Rejects as `askService` does, and with `provider_refused` or `rate_limited`. */
  get(signal?: AbortSignal): Promise<string>;
  /** Google knows it no longer. */
  forget(token: string): void;
}

/** An hour is what Google gives. */
const maxLifeMs = 86_400_000;
/** It must not expire on its way. */
const marginMs = 60_000;

export function createTokens(service: Service, endpoint: string, credentials: () => Credentials): Tokens {
  let kept: { token: string; until: number } | undefined;
  return {
    async get(signal) {
      const { now } = service.system;
      if (kept && kept.until > now()) return kept.token;
      const asker = credentials();
      const askedAt = now();
      const answer = await askService(service, { url: endpoint, form: tokenRequest(asker, endpoint, askedAt), signal });
      const { access_token: token, expires_in: seconds } = record(answer.json);
      if (answer.status !== 200 || !isAccessToken(token)) {
        throw refusalOfOAuth(service, answer, asker.by === 'person' ? hintsForPerson : hintsForAccount);
      }
      const lifeMs = typeof seconds === 'number' ? Math.min(seconds * 1000, maxLifeMs) : 0;
      kept = { token, until: askedAt + lifeMs - marginMs };
      return kept.token;
    },
    forget(token) {
      if (kept?.token === token) kept = undefined;
    },
  };
}

/** It goes into a header. */
export function isAccessToken(token: unknown): token is string {
  return /^[\x21-\x7e]{1,4096}$/.test(text(token));
}

/** Errors of OAuth (RFC 6749, 5.2), and what helps. */
export function refusalOfOAuth(service: Service, answer: ServiceAnswer, hints: Readonly<Record<string, string>>): AppError {
  const { error, error_description: description } = record(answer.json);
  const code = text(error);
  const said = [code, text(description)].filter((words) => words !== '').join(': ');
  const hint = Object.hasOwn(hints, code) ? hints[code] : undefined;
  return failureOf(service, answer, { said, ...(hint !== undefined && { hint }) });
}

const hintsForPerson: Readonly<Record<string, string>> = {
  invalid_grant:
    'The refresh token has expired or was revoked: allow it anew with the command copydesk search-console login, or set refreshToken with integrations_set. Tokens of an OAuth app whose publishing status is Testing last seven days.',
  invalid_client: 'See that clientId and clientSecret are those of one OAuth client, with integrations_set.',
  unauthorized_client:
    'The refresh token is of another OAuth client: set clientId, clientSecret and refreshToken of one, with integrations_set.',
};

const hintsForAccount: Readonly<Record<string, string>> = {
  invalid_grant:
    'See that the key and its service account still exist in the Google Cloud console and that the clock of this machine is right, or set a new key with integrations_set.',
  invalid_client: 'See that the service account still exists in the Google Cloud console.',
  unauthorized_client: 'See that the service account is not disabled in the Google Cloud console.',
};
