import type { FastifyInstance, FastifyRequest } from 'fastify';
import { copydesk } from '../../config.ts';
import { AppError } from '../../errors.ts';
import type { Scope } from '../../operation.ts';

/** Who an API key belongs to, and what it may do. */
export interface KeyHolder {
  keyId: string;
  scope: Scope;
}

/** Null for a key that does not exist or is revoked. */
export type Authenticate = (key: string) => Promise<KeyHolder | null>;

/** The challenge of RFC 6750, section 3. */
export const challenge = 'Bearer realm="copydesk"';

declare module 'fastify' {
  interface FastifyRequest {
    keyHolder: KeyHolder | null;
  }
}

/** Who sent a request that has passed `requireKey`. */
export function holderOf({ keyHolder: holder }: FastifyRequest): KeyHolder {
  if (!holder) throw new Error('The route is not behind requireKey.');
  return holder;
}

/** Lets only requests with a valid `Authorization: Bearer` into `scope`. Others are answered 401 before their body is read. */
export function requireKey(scope: FastifyInstance, authenticate: Authenticate): void {
  scope.decorateRequest('keyHolder', null);
  scope.addHook('onRequest', async (request, reply) => {
    const { authorization } = request.headers;
    const key = authorization === undefined ? undefined : bearerKey(authorization);
    if (key === undefined) {
      // RFC 6750 asks for no error code if the request has no bearer token at all.
      reply.header('www-authenticate', challenge);
      throw unauthorized('Send the header Authorization: Bearer <API_KEY>.');
    }
    request.keyHolder = await authenticate(key);
    if (request.keyHolder === null) {
      reply.header('www-authenticate', `${challenge}, error="invalid_token", error_description="The API key is unknown or revoked"`);
      throw unauthorized('The API key is unknown or revoked.');
    }
  });
}

/** The token of RFC 6750, section 2.1; the scheme's name is case-insensitive (RFC 9110, section 11.1). */
function bearerKey(authorization: string): string | undefined {
  return /^bearer +([\w.~+/-]+=*) *$/i.exec(authorization)?.[1];
}

function unauthorized(detail: string): AppError {
  return new AppError('unauthorized', detail, { hint: `Make a key with: ${copydesk} keys create` });
}
