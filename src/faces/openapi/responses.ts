import { AppError, errorTable, problemOf, type ErrorCode, type Problem } from '../../errors.ts';
import type { Operation } from '../../operation.ts';
import { outputSchema, type JsonSchema } from '../json-schema.ts';
import { takesKey } from '../rest/idempotency.ts';
import { placementOf, takesBody } from '../rest/placement.ts';
import { comparesTag } from '../rest/versions.ts';

const allCodes = Object.keys(errorTable) as ErrorCode[];

/** The answers of one operation by status: its success, and a problem for each status of its error codes. */
export function responsesOf(operation: Operation<never>): Record<string, JsonSchema> {
  const problems = statusesOf(codesOf(operation)).map((status) => [status, { $ref: `#/components/responses/${componentName(status)}` }]);
  const unchanged = comparesTag(operation) ? { 304: { $ref: `#/components/responses/${componentName(304)}` } } : {};
  return { [operation.status]: success(operation), ...unchanged, ...Object.fromEntries(problems) };
}

/**
 * Every response that `responsesOf` refers to for these operations: one for each status, under the status's own name. An operation that
 * can answer one more code changes no name, so no type of a generated client.
 */
export function sharedResponses(operations: readonly Operation<never>[]): Record<string, JsonSchema> {
  const used = new Set(operations.flatMap(codesOf));
  const codes = allCodes.filter((code) => used.has(code));
  return {
    ...(operations.some(comparesTag) && { [componentName(304)]: notModified }),
    ...Object.fromEntries(
      statusesOf(codes).map((status) => [
        componentName(status),
        problemResponse(codes.filter((code) => errorTable[code].status === status)),
      ]),
    ),
  };
}

/** The codes an operation can answer, in the table's order. */
export function codesOf(operation: Operation<never>): ErrorCode[] {
  const codes = new Set<ErrorCode>([...everywhere, ...operation.errors]);
  if (takesBody(operation)) for (const code of ['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const) codes.add(code);
  if (takesKey(operation)) for (const code of ['idempotency_key_in_use', 'idempotency_key_reused'] as const) codes.add(code);
  if (takesKey(operation) && operation.answersSecret) codes.add('idempotency_answer_not_kept');
  if (operation.scope !== 'read') codes.add('insufficient_scope');
  if (placementOf(operation).path.length > 0) codes.add('not_found');
  return allCodes.filter((code) => codes.has(code));
}

const everywhere = [
  'invalid_input',
  'unauthorized',
  'host_not_allowed',
  'origin_not_allowed',
  'uri_too_long',
  'internal',
  'unavailable',
] as const satisfies ErrorCode[];

function statusesOf(codes: readonly ErrorCode[]): number[] {
  return [...new Set(codes.map((code) => errorTable[code].status))];
}

function componentName(status: number): string {
  return statusNames[status] ?? `Status${status}`;
}

const statusNames: Readonly<Record<number, string>> = {
  304: 'NotModified',
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  414: 'UriTooLong',
  415: 'UnsupportedMediaType',
  422: 'Unprocessable',
  429: 'TooManyRequests',
  500: 'Internal',
  502: 'BadGateway',
  503: 'Unavailable',
};

function success(operation: Operation<never>): JsonSchema {
  const { produces, example } = operation;
  const content =
    produces === undefined
      ? { 'application/json': { schema: outputSchema(operation.output, 'openapi-3.0'), example: example.output } }
      : { [produces]: { schema: { type: 'string' }, ...(typeof example.output === 'string' && { example: example.output }) } };
  return {
    description:
      operation.status === 202 ? 'Accepted: the work goes on after this answer.' : operation.status === 201 ? 'Created.' : 'Done.',
    headers: headersWith(
      ...(operation.location === undefined ? [] : ['Location' as const]),
      ...(operation.versioned || comparesTag(operation) ? ['ETag' as const] : []),
      ...(takesKey(operation) && !operation.answersSecret ? ['Idempotent-Replayed' as const] : []),
    ),
    content,
  };
}

function problemResponse(codes: readonly ErrorCode[]): JsonSchema {
  const { status } = errorTable[codes[0]!];
  const challenged = status === 401 || codes.includes('insufficient_scope');
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].title}.`).join(' '),
    headers: headersWith(
      ...(challenged ? ['WWW-Authenticate' as const] : []),
      ...(status === 429 || status === 503 ? ['Retry-After' as const] : []),
    ),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
}

function exampleOf(code: ErrorCode): Problem {
  return problemOf(new AppError(code, `${errorTable[code].title}.`), 'req_0199b1c2');
}

function headersWith(...names: (keyof typeof rareHeaders)[]): JsonSchema {
  return {
    'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
    ...Object.fromEntries(names.map((name) => [name, rareHeaders[name]])),
  };
}

/** The headers of every answer. Rare ones are written where they occur, so that no document defines one it never uses. */
export const sharedHeaders = {
  'X-Request-Id': {
    description: 'Names this request in the logs. A client may choose it: 1–64 of the characters A–Z a–z 0–9 . _ -',
    schema: { type: 'string' },
  },
};

const rareHeaders = {
  ETag: {
    description: 'Names this very answer for If-None-Match. That of an article begins with its version and serves as If-Match too.',
    schema: { type: 'string' },
  },
  Location: { description: 'The path of the new resource, or of the job to follow.', schema: { type: 'string' } },
  'Idempotent-Replayed': {
    description: 'Always true: this is the answer of the first request with the same Idempotency-Key, and nothing was done again.',
    schema: { type: 'string', enum: ['true'] },
  },
  'WWW-Authenticate': { description: 'The challenge of RFC 6750.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
};

const notModified = { description: 'What you hold is still what it is.', headers: headersWith('ETag') };

/** RFC 9457 with this service's extensions; the shape of `Problem` in errors.ts. */
export const problemSchemas = {
  Problem: {
    type: 'object',
    description: 'What went wrong (RFC 9457), and what to do about it.',
    required: ['type', 'title', 'status', 'detail', 'code', 'retryable'],
    properties: {
      type: { type: 'string', format: 'uri', description: 'Identifies the kind of problem.' },
      title: { type: 'string', description: 'The kind of problem in a few words.' },
      status: { type: 'integer', description: 'The HTTP status.' },
      detail: { type: 'string', description: 'What happened this time.' },
      code: { type: 'string', enum: allCodes, description: 'The kind of problem, for programs. Codes are only ever added.' },
      requestId: { type: 'string', description: 'The X-Request-Id of the answer.' },
      retryable: { type: 'boolean', description: 'Whether the very same call may succeed later.' },
      hint: { type: 'string', description: 'What to do next.' },
      errors: { type: 'array', items: { $ref: '#/components/schemas/FieldError' }, description: 'Each field that is wrong.' },
      instead: {
        type: 'object',
        description: 'What to go on with in place of what was named, such as the new plan where one is out of date.',
      },
    },
  },
  FieldError: {
    type: 'object',
    description: 'One problem with one field of the input.',
    required: ['pointer', 'detail', 'code'],
    properties: {
      pointer: { type: 'string', description: 'A JSON Pointer (RFC 6901) into the input; empty for the input as a whole.' },
      detail: { type: 'string', description: 'What is wrong with it.' },
      code: { type: 'string', description: 'The kind of fault, for programs.' },
    },
  },
};
