import type { onRequestHookHandler } from 'fastify';
import { AppError } from '../../errors.ts';
import { holderOf } from './auth.ts';

/** Of the bodies of all requests under way, in bytes. Each stays in memory until it is answered, several times over. */
const maxHeld = 96 * 1024 * 1024;
/** A shorter body is not counted. */
const minCounted = 64 * 1024;
const retryAfterSeconds = 20;

/** A hook behind `requireKey`: a long body that is too much beside those under way is refused unread. A key that has none under way may always send one. */
export function limitHeldBodies(): onRequestHookHandler {
  const heldBy = new Map<string, number>();
  let held = 0;
  const hold = (keyId: string, bytes: number) => {
    held += bytes;
    const own = (heldBy.get(keyId) ?? 0) + bytes;
    if (own === 0) heldBy.delete(keyId);
    else heldBy.set(keyId, own);
  };
  return (request, reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const bytes = encoding === undefined ? Number(length ?? 0) : request.routeOptions.bodyLimit;
    if (!(bytes >= minCounted)) return done();
    const { keyId } = holderOf(request);
    if (heldBy.has(keyId) && held + bytes > maxHeld) throw tooMany();
    hold(keyId, bytes);
    reply.raw.once('close', () => hold(keyId, -bytes));
    done();
  };
}

function tooMany(): AppError {
  return new AppError('unavailable', 'The requests under way are as much as this desk can hold.', {
    hint: 'Send the next once yours have been answered.',
    retryAfterSeconds,
  });
}
