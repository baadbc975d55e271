import type { FastifyInstance, onSendHookHandler } from 'fastify';
import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** An entity tag of these bytes; `prefix` says more, such as a version. */
export function tagOf(body: string | Buffer, prefix = ''): string {
  return `"${prefix}${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

/**
 * Every `ETag` that a route of `scope` sets becomes that of the answer as it is encoded (RFC 9110, 8.8.3.3), and who has that one already
 * is answered 304. Call it before the routes are added, where answers are compressed by the scope above.
 */
export function answerUnchanged(scope: FastifyInstance): void {
  // A route's own hooks run in the order in which they were added: this one after the compression.
  scope.addHook('onRoute', (route) => void (route.onSend = [route.onSend ?? [], compareTags].flat()));
}

const compareTags: onSendHookHandler = (request, reply, payload, done) => {
  const plain = reply.getHeader('etag');
  if (typeof plain !== 'string' || reply.statusCode >= 300) return done(null, payload);
  const encoding = reply.getHeader('content-encoding');
  const tag = typeof encoding === 'string' ? plain.replace(/"$/, `-${encoding}"`) : plain;
  if (tag !== plain) reply.header('etag', tag);
  const held = request.headers['if-none-match'];
  if (held === undefined || !/^(?:GET|HEAD)$/.test(request.method) || !namesTag(held, tag)) return done(null, payload);
  (payload as Partial<Readable> | null)?.destroy?.();
  for (const name of ['content-encoding', 'content-length', 'content-type']) reply.removeHeader(name);
  reply.code(304);
  done(null, null);
};

/** Whether an `If-None-Match` header names an entity tag, by weak comparison (RFC 9110, 13.1.2). */
function namesTag(header: string, tag: string): boolean {
  return header.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')));
}
