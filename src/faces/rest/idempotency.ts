import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import type { Once, Operation } from '../../operation.ts';
import { holderOf } from '../http/auth.ts';
import type { Perform } from '../invoke.ts';

/**
 * Handles the header `Idempotency-Key`: the work is done once, and the answer to a repeat says `Idempotent-Replayed: true`.
 * Undefined for a request without the header. Throws `invalid_input` for an invalid key.
 */
export function keyedWork(
  operation: Operation<never>,
  operations: readonly Operation<never>[],
  once: Once,
): (request: FastifyRequest, reply: FastifyReply) => Perform | undefined {
  if (!takesKey(operation)) return () => undefined;
  const shownBy = operation.answersSecret ? readerOf(operation, operations) : undefined;
  return (request, reply) => {
    const key = keyOf(request);
    if (key === undefined) return undefined;
    const { keyId: owner } = holderOf(request);
    return async (input, work) => {
      const { answer, replayed } = await once({ owner, key, operation, input, shownBy }, work);
      if (replayed) reply.header('idempotent-replayed', 'true');
      return answer;
    };
  };
}

/** Whether the operation heeds `Idempotency-Key`. GET and DELETE may be repeated without one. */
export function takesKey({ method }: Operation<never>): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

/** The path above an action's is that of what it changes, and a GET there shows it. */
function readerOf({ path }: Operation<never>, operations: readonly Operation<never>[]): string | undefined {
  return operations.find((other) => other.method === 'GET' && (path === other.path || path.startsWith(`${other.path}/`)))?.name;
}

/** Node joins repeated headers with a comma and a space, so two keys are refused for the space. */
function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key))) return key;
  throw new AppError('invalid_input', 'The header Idempotency-Key must be 1–255 visible ASCII characters, sent once.', {
    hint: 'Send a random text of your own, such as a UUID, with every new request and the same one with its repeats.',
  });
}
