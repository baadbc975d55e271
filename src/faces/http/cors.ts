import type { FastifyRequest, FastifyReply } from 'fastify';

/** What pages may send and read beyond what browsers allow by themselves. */
const sent =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id';
const read = 'Allow, ETag, Idempotent-Replayed, Location, Mcp-Session-Id, Retry-After, WWW-Authenticate, X-Request-Id';
const preflightSeconds = 600;

/** Lets pages of other sites call (the Fetch standard's CORS). Only origins that the operator names; a key is needed all the same. */
export interface Cors {
  /** Marks the answer as readable by the page, if its origin is one of those. */
  open(origin: string | undefined, reply: FastifyReply): void;
  /** Answers the question that a browser asks, without a key, before it sends the real request. False if it is none, or of another origin. */
  answerPreflight(request: FastifyRequest, reply: FastifyReply, methodsAt: (url: string) => readonly string[]): boolean;
}

export function createCors(allowedOrigins: readonly string[]): Cors {
  const allowed = new Set(allowedOrigins.map((origin) => origin.toLowerCase()));
  const isAllowed = (origin: string | undefined): origin is string => origin !== undefined && allowed.has(origin.toLowerCase());
  return {
    open(origin, reply) {
      if (allowed.size > 0) reply.header('vary', 'Origin');
      if (!isAllowed(origin)) return;
      reply.header('access-control-allow-origin', origin);
      reply.header('access-control-expose-headers', read);
    },
    answerPreflight({ method, headers, raw }, reply, methodsAt) {
      const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
      const methods = isPreflight && isAllowed(headers.origin) ? methodsAt(raw.url ?? '') : [];
      if (methods.length === 0) return false;
      reply.code(204).headers({
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': sent,
        'access-control-max-age': preflightSeconds,
        'cache-control': 'no-store',
      });
      reply.send();
      return true;
    },
  };
}

/** Adds to what the answer depends on. */
export function vary(reply: FastifyReply, names: string): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? names : `${String(before)}, ${names}`);
}
