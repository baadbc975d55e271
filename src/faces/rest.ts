import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { ServerResponse } from 'node:http';
import { AppError } from '../errors.ts';
import { fillPath, pathFields, type Caller, type Group, type Once, type Operation } from '../operation.ts';
import { holderOf } from './http/auth.ts';
import { requireScope, type Invoke } from './invoke.ts';
import { keyedWork } from './rest/idempotency.ts';
import { inputReader } from './rest/input.ts';
import { takesBody } from './rest/placement.ts';
import { etagOf, withIfMatch } from './rest/versions.ts';

/** Where every path of the catalogue starts (contract 9.1). */
export const restPrefix = '/api/v1';

/** What REST needs. */
export interface RestParts<Services> {
  groups: readonly Group<Services>[];
  invoke: Invoke<Services>;
  once: Once;
}

/** Turns the names of operations in a text, as tools and the command line have them, into requests: `events_list` → `GET /api/v1/events`. */
export function restWords(operations: readonly Operation<never>[]): (text: string) => string {
  const requests = new Map(operations.map(({ name, method, path }) => [name, `${method} ${restPrefix}${path}`]));
  return (text) => text.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (word) => requests.get(word) ?? word);
}

/** One route for every operation. `api` is a scope under `restPrefix` in which every request has a key. */
export function mountRest<Services>(api: FastifyInstance, { groups, invoke, once }: RestParts<Services>): void {
  const operations = groups.flatMap((group) => group.operations);
  for (const operation of operations) {
    api.route({
      method: operation.method,
      url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
      onRequest: takesBody(operation) ? admit(operation) : [admit(operation), refuseBody],
      // How well a text compresses tells of it (BREACH): no secret is compressed beside what a client chose.
      config: { takesFile: 'base64' in operation.input.shape, isPlain: operation.answersSecret },
      ...(operation.maxBodyBytes !== undefined && { bodyLimit: operation.maxBodyBytes }),
      handler: handlerOf(operation, invoke, keyedWork(operation, operations, once)),
    });
  }
}

/** Whoever may not do this is refused before a body is read. */
function admit(operation: Operation<never>): onRequestHookHandler {
  return (request, _reply, done) => {
    requireScope(operation, holderOf(request));
    done();
  };
}

function handlerOf<Services>(operation: Operation<Services>, invoke: Invoke<Services>, performOf: ReturnType<typeof keyedWork>) {
  const readInput = inputReader(operation);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const parts = { url: request.raw.url ?? '', params: request.params as Record<string, string>, body: request.body };
    const input = withIfMatch(operation, readInput(parts), request.headers['if-match']);
    const output = await invoke(operation, input, callerOf(request, reply), performOf(request, reply));
    const location = locationOf(operation, output);
    if (location !== undefined) reply.header('location', location);
    const body = operation.produces === undefined ? JSON.stringify(output) : String(output);
    const etag = etagOf(operation, output, body);
    if (etag !== undefined) reply.header('etag', etag);
    return reply
      .code(operation.status)
      .type(operation.produces ?? 'application/json')
      .send(body);
  };
}

function callerOf(request: FastifyRequest, reply: FastifyReply): Caller {
  return { face: 'rest', ...holderOf(request), requestId: request.id, signal: goneSignal(reply.raw) };
}

/** Aborted when the client goes away before it has its answer. Fastify's own `request.signal` fires as soon as a body has been read. */
function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Also undefined if the answer lacks a field of the address: a 202 without a job has nothing to point to. */
function locationOf(operation: Operation<never>, output: unknown): string | undefined {
  if (operation.location === undefined || typeof output !== 'object' || output === null) return undefined;
  const values = output as Record<string, unknown>;
  const complete = pathFields(operation.location).every((name) => typeof values[name] === 'string' || typeof values[name] === 'number');
  return complete ? `${restPrefix}${fillPath(operation.location, values)}` : undefined;
}

/** A filter sent in the body of a DELETE must not be silently ignored. */
function refuseBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && Number(length) === 0) return done();
  throw new AppError('invalid_input', `${request.method} takes its fields from the query; send no body.`, {
    hint: 'Move the fields of the body into the query string.',
  });
}
