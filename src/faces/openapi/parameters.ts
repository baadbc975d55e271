import { takesVersion, type Operation } from '../../operation.ts';
import type { JsonSchema } from '../json-schema.ts';
import { takesKey } from '../rest/idempotency.ts';
import { placementOf } from '../rest/placement.ts';
import { comparesTag } from '../rest/versions.ts';

/** The JSON Schema of an operation's input. */
export interface ObjectSchema {
  properties: Record<string, JsonSchema>;
  required?: string[];
}

/** What an operation takes outside its body: fields in the path and the query, and the headers `Idempotency-Key` and `If-Match`. */
export function parametersOf(operation: Operation<never>, schema: ObjectSchema, example: Record<string, unknown>): JsonSchema[] {
  const { path, query } = placementOf(operation);
  return [
    ...path.map((name) => parameter(name, 'path', schema, example)),
    ...query.map((name) => parameter(name, 'query', schema, example)),
    ...headers.filter(({ isTaken }) => isTaken(operation)).map((header) => ({ $ref: `#/components/parameters/${componentOf(header)}` })),
  ];
}

/** Every parameter that `parametersOf` refers to for these operations. */
export function sharedParameters(operations: readonly Operation<never>[]): Record<string, JsonSchema> {
  const taken = headers.filter(({ isTaken }) => operations.some(isTaken));
  return Object.fromEntries(
    taken.map(({ isTaken: _, name, ...rest }) => [componentOf({ name }), { name, in: 'header', required: false, ...rest }]),
  );
}

function parameter(name: string, place: 'path' | 'query', schema: ObjectSchema, example: Record<string, unknown>): JsonSchema {
  const { description, ...rest } = schema.properties[name]!;
  return {
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    description,
    ...(rest['type'] === 'array' && { style: 'form', explode: true }),
    schema: rest,
    ...(example[name] !== undefined && { example: example[name] }),
  };
}

/** The headers that some operations take. Each is a component, named as the header without its hyphens. */
const headers = [
  {
    isTaken: takesKey,
    name: 'Idempotency-Key',
    description:
      'A text of your own for this request, such as a UUID. With it a request that was lost on the way may be repeated: what it asks for is done once, and for 24 hours a repeat with the same input is given the first answer. An error is not kept: the repeat is tried anew.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '5b0a1c3e-7d42-4f7e-9f0c-2a6d1f9be8a4',
  },
  {
    isTaken: takesVersion,
    name: 'If-Match',
    description:
      'The ETag of the version that was read: where it is another by now, nothing is changed (412). The same as the field version.',
    schema: { type: 'string' },
    example: '"3-hT9wQx2Vb0aKfJ5mZ1cLrA"',
  },
  {
    isTaken: comparesTag,
    name: 'If-None-Match',
    description: 'The ETag of an answer that you hold: where this one would be the same, it is 304 without a body.',
    schema: { type: 'string' },
    example: '"hT9wQx2Vb0aKfJ5mZ1cLrA"',
  },
];

function componentOf({ name }: { name: string }): string {
  return name.replaceAll('-', '');
}
