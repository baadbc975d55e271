import { AppError, errorTable, problemOf, type ErrorCode, type Problem } from '../../errors.ts';
import type { Operation } from '../../operation.ts';
import { outputSchema, type JsonSchema } from '../json-schema.ts';
import { placementOf, takesBody } from '../rest/placement.ts';

const allCodes = Object.keys(errorTable) as ErrorCode[];

/** The answers of one operation by status: its success, and a problem for each status of its error codes. */
export function responsesOf(operation: Operation<never>): Record<string, JsonSchema> {
  const errors = Map.groupBy(codesOf(operation), (code) => errorTable[code].status);
  const problems = [...errors].map(([status, codes]) => [status, { $ref: `#/components/responses/${componentName(codes)}` }]);
  return { [operation.status]: success(operation), ...Object.fromEntries(problems) };
}

/** Every problem response that `responsesOf` refers to for these operations. */
export function problemResponses(operations: readonly Operation<never>[]): Record<string, JsonSchema> {
  const responses: Record<string, JsonSchema> = {};
  for (const operation of operations) {
    for (const codes of Map.groupBy(codesOf(operation), (code) => errorTable[code].status).values()) {
      responses[componentName(codes)] ??= problemResponse(codes);
    }
  }
  return Object.fromEntries(Object.entries(responses).toSorted(([one], [other]) => one.localeCompare(other, 'en')));
}

/** The codes an operation can answer, in the table's order. */
function codesOf(operation: Operation<never>): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    'invalid_input',
    'unauthorized',
    'host_not_allowed',
    'origin_not_allowed',
    'internal',
    'unavailable',
    ...operation.errors,
  ]);
  if (takesBody(operation)) for (const code of ['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const) codes.add(code);
  if (operation.method === 'POST') for (const code of ['idempotency_key_in_use', 'idempotency_key_reused'] as const) codes.add(code);
  if (operation.method === 'POST' && operation.answersSecret) codes.add('idempotency_answer_not_kept');
  if (operation.scope !== 'read') codes.add('insufficient_scope');
  if (placementOf(operation).path.length > 0) codes.add('not_found');
  return allCodes.filter((code) => codes.has(code));
}

/** `invalid_json`, `invalid_input` → `InvalidJsonOrInvalidInput`: the same set of codes is written once. */
function componentName(codes: readonly ErrorCode[]): string {
  return codes.map((code) => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())).join('Or');
}

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
      ...(operation.versioned ? ['ETag' as const] : []),
      ...(operation.method === 'POST' && !operation.answersSecret ? ['Idempotent-Replayed' as const] : []),
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
  ETag: { description: 'The version of the content; send it as If-Match with a change.', schema: { type: 'string' } },
  Location: { description: 'The path of the new resource, or of the job to follow.', schema: { type: 'string' } },
  'Idempotent-Replayed': {
    description: 'Always true: this is the answer of the first request with the same Idempotency-Key, and nothing was done again.',
    schema: { type: 'string', enum: ['true'] },
  },
  'WWW-Authenticate': { description: 'The challenge of RFC 6750.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
};

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
