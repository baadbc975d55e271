import type { Loose } from '../support/loose.ts';
import fc from 'fast-check';
import { lint } from '../support/redocly.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorTable } from '../../src/errors.ts';
import { inputSchema, outputSchema } from '../../src/faces/json-schema.ts';
import { openapiDocument } from '../../src/faces/openapi.ts';
import { validateResponse, validateSchema } from '../support/openapi-validator.ts';
import { note, toyGroups } from './toy-catalogue.ts';
import { document } from './toy-server.ts';

const paths = document.paths as Record<string, Record<string, Loose>>;
const openapiOf = (shape: z.ZodType) => outputSchema(shape, 'openapi-3.0');

describe('a schema in the dialect of OpenAPI 3.0', () => {
  test.each([
    ['a nullable text', z.string().nullable(), { type: 'string', nullable: true }],
    ['a nullable enum lists null', z.enum(['a']).nullable(), { type: 'string', enum: ['a', null], nullable: true }],
    [
      'a union bears null in one variant',
      z.union([z.string(), z.number()]).nullable(),
      { anyOf: [{ type: 'string', nullable: true }, { type: 'number' }] },
    ],
    ['a nullable choice without one type lists null', z.literal(['a', 1]).nullable(), { enum: ['a', 1, null] }],
    [
      'a union of kinds bears null in one of them',
      z.discriminatedUnion('kind', [z.looseObject({ kind: z.literal('a') }), z.looseObject({ kind: z.literal('b') })]).nullable(),
      {
        oneOf: [
          {
            type: 'object',
            properties: { kind: { type: 'string', enum: ['a'] } },
            required: ['kind'],
            additionalProperties: {},
            nullable: true,
          },
          { type: 'object', properties: { kind: { type: 'string', enum: ['b'] } }, required: ['kind'], additionalProperties: {} },
        ],
      },
    ],
    ['anything stays anything', z.unknown(), {}],
    ['anything is null already', z.unknown().nullable(), {}],
    ['a literal is an enum of one', z.literal('a'), { type: 'string', enum: ['a'] }],
    [
      'exclusive bounds are flags',
      z.number().gt(0).lt(9),
      { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
    ],
    ['a record', z.record(z.string().max(3), z.boolean()), { type: 'object', additionalProperties: { type: 'boolean' } }],
    ['examples are one example', z.string().meta({ examples: ['x', 'y'] }), { type: 'string', example: 'x' }],
    ['no media keyword of later drafts', z.base64(), { type: 'string', format: 'base64' }],
    ['formats are kept', z.iso.datetime(), { type: 'string', format: 'date-time' }],
    ['a default beside null', z.number().nullable().default(null), { type: 'number', nullable: true, default: null }],
    [
      'the description stays outside',
      z.string().nullable().describe('A word.'),
      { type: 'string', nullable: true, description: 'A word.' },
    ],
  ])('%s', (_, shape, expected) => {
    expect(openapiOf(shape)).toEqual(expected);
  });

  test('properties may be called like keywords', () => {
    const shape = z.object({ type: z.literal('a'), const: z.string().nullable(), properties: z.object({ nullable: z.boolean() }) });
    expect(openapiOf(shape)).toEqual({
      type: 'object',
      required: ['type', 'const', 'properties'],
      properties: {
        type: { type: 'string', enum: ['a'] },
        const: { type: 'string', nullable: true },
        properties: { type: 'object', required: ['nullable'], properties: { nullable: { type: 'boolean' } } },
      },
    });
  });

  test('inputs are closed, outputs are open', () => {
    expect(inputSchema(z.strictObject({}), 'openapi-3.0')['additionalProperties']).toBe(false);
    expect(openapiOf(z.strictObject({}))['additionalProperties']).toBeUndefined();
  });

  test('what is always null has no form, and says so', () => {
    expect(() => openapiOf(z.object({ never: z.null() }))).toThrow(/always null/);
  });

  test('accepts exactly what the zod shape accepts', () => {
    fc.assert(
      fc.property(shapes, values, (shape, value) => {
        expect(validateSchema({ paths: {} }, inputSchema(shape, 'openapi-3.0'), value).length === 0).toBe(shape.safeParse(value).success);
      }),
      { numRuns: 300 },
    );
  });
});

const names = fc.constantFrom('a', 'type', 'const');
const { shapes } = fc.letrec<{ shapes: z.ZodType }>((tie) => ({
  shapes: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<z.ZodType>(
      z.string(),
      z.boolean(),
      z.int(),
      z.number().gt(0),
      z.number().lt(2),
      z.int().min(1).max(2),
      z.enum(['a', 'b']),
      z.literal(1),
      z.unknown(),
    ),
    tie('shapes').map((shape) => (shape instanceof z.ZodUnknown ? shape : shape.nullable())),
    tie('shapes').map((shape) => z.array(shape)),
    tie('shapes').map((shape) => z.record(z.string(), shape)),
    fc.tuple(tie('shapes'), tie('shapes')).map((pair) => z.union(pair)),
    fc
      .dictionary(names, fc.tuple(tie('shapes'), fc.boolean()))
      .map((fields) =>
        z.strictObject(
          Object.fromEntries(Object.entries(fields).map(([name, [shape, needed]]) => [name, needed ? shape : shape.optional()])),
        ),
      ),
  ),
}));
const { values } = fc.letrec((tie) => ({
  values: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, 'a', 'b', 'c', 0, 1, 2, 1.5, -1, true, false),
    fc.array(tie('values'), { maxLength: 3 }),
    fc.dictionary(names, tie('values')),
  ),
}));

describe('the document', () => {
  test('names every operation once, with its scope, its tag and its success', () => {
    for (const { path, method, name, group, scope, status, description } of toyGroups.flatMap((one) => one.operations)) {
      const operation = paths[`/api/v1${path}`]![method.toLowerCase()]!;
      expect(operation).toMatchObject({ operationId: name, tags: [group] });
      expect(operation.description).toContain(description);
      expect(operation.description).toContain(`\`${scope}\``);
      expect(operation.responses).toHaveProperty(String(status));
    }
    expect(document.tags.map(({ name }) => name)).toEqual(['notes', 'settings', 'faults']);
  });

  test('puts fields where REST looks for them', () => {
    const { parameters } = paths['/api/v1/notes']!['get']!;
    expect(parameters.find(({ name }: { name: string }) => name === 'tags')).toEqual({
      name: 'tags',
      in: 'query',
      required: false,
      description: 'Only notes with one of these words.',
      style: 'form',
      explode: true,
      schema: { type: 'array', items: { type: 'string' } },
      example: ['food'],
    });
    const patch = paths['/api/v1/notes/{id}']!['patch']!;
    expect(patch.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true },
      { $ref: '#/components/parameters/IdempotencyKey' },
    ]);
    expect(Object.keys(patch.requestBody.content['application/json'].schema.properties)).toEqual(['title', 'mood']);
  });

  test('asks for a body only where a field of it is required', () => {
    expect(paths['/api/v1/notes']!['post']!.requestBody.required).toBe(true);
    expect(paths['/api/v1/notes/batch']!['post']!.requestBody.required).toBe(false);
    expect(paths['/api/v1/settings/secret']!['post']!.requestBody).toBeUndefined();
  });

  test('declares the statuses an operation can answer', () => {
    const statuses = (path: string, method: string) => Object.keys(paths[`/api/v1${path}`]![method]!.responses);
    expect(statuses('/notes', 'get')).toEqual(['200', '304', '400', '401', '403', '414', '500', '503']);
    expect(statuses('/notes/{id}', 'get')).toEqual(['200', '304', '400', '401', '403', '404', '414', '500', '503']);
    expect(statuses('/notes', 'post')).toEqual(['201', '400', '401', '403', '409', '413', '414', '415', '422', '500', '503']);
    expect(statuses('/notes/batch', 'post')).toEqual(['202', '400', '401', '403', '409', '413', '414', '415', '422', '429', '500', '503']);
  });

  test('documents the headers of its answers', () => {
    const { responses } = document.components as { responses: Record<string, Loose> };
    expect(Object.keys(responses['Unauthorized'].headers)).toEqual(['X-Request-Id', 'WWW-Authenticate']);
    expect(Object.keys(responses['TooManyRequests'].headers)).toEqual(['X-Request-Id', 'Retry-After']);
    expect(Object.keys(paths['/api/v1/notes']!['post']!.responses['201'].headers)).toEqual([
      'X-Request-Id',
      'Location',
      'Idempotent-Replayed',
    ]);
  });

  test('lets every POST, PUT and PATCH, and nothing else, be sent with an idempotency key', () => {
    const reference = { $ref: '#/components/parameters/IdempotencyKey' };
    const taking = toyGroups
      .flatMap((group) => group.operations)
      .filter(({ path, method }) =>
        paths[`/api/v1${path}`]![method.toLowerCase()]!.parameters?.some((one: Loose) => one.$ref === reference.$ref),
      );
    expect(new Set(taking.map(({ method }) => method))).toEqual(new Set(['POST', 'PUT', 'PATCH']));
    expect(document.components.parameters).toMatchObject({ IdempotencyKey: { name: 'Idempotency-Key', in: 'header', required: false } });
  });

  test('says that an answer with a secret is not replayed', () => {
    const { post } = paths['/api/v1/settings/secret']!;
    expect(post!.responses['200'].headers).not.toHaveProperty('Idempotent-Replayed');
    expect(post!['x-error-codes']).toContain('idempotency_answer_not_kept');
  });

  test('names the same types where an operation can answer one more code', () => {
    const more = toyGroups.map((group) => ({
      ...group,
      operations: group.operations.map((one) => ({ ...one, errors: [...one.errors, 'conflict', 'draft_rejected'] as const })),
    }));
    const after = openapiDocument(more, { serverUrl: 'http://127.0.0.1:4141', version: '0.1.0' });
    const namesOf = ({ components }: typeof document) => [Object.keys(components.schemas), Object.keys(components.responses)];
    expect(namesOf(after)).toEqual(namesOf(document));
    const { get } = (after.paths as typeof paths)['/api/v1/notes']!;
    expect(get!['x-error-codes']).toEqual(expect.arrayContaining(['conflict', 'draft_rejected']));
  });

  test('lists every code there is', () => {
    expect(document.components.schemas.Problem.properties.code.enum).toEqual(Object.keys(errorTable));
  });

  test('is a document without events where there are none', () => {
    expect(openapiDocument(toyGroups, { serverUrl: 'http://localhost', version: '1' })).not.toHaveProperty('x-webhooks');
  });

  test('holds no value that JSON drops', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});

describe('the response validator', () => {
  test('accepts what the document describes, new fields too', () => {
    expect(validateResponse(document, 'GET', '/api/v1/notes/not_1', 200, 'application/json; charset=utf-8', { ...note, added: 1 })).toEqual(
      [],
    );
  });

  test.each([
    ['a missing field', 'GET', '/api/v1/notes/not_1', 200, 'application/json', { ...note, title: undefined }, /title/],
    ['null where none may be', 'GET', '/api/v1/notes/not_1', 200, 'application/json', { ...note, stars: null }, /stars/],
    ['a bound that is exclusive', 'GET', '/api/v1/notes/not_1', 200, 'application/json', { ...note, counts: { de: 0 } }, /counts/],
    ['a bad format', 'GET', '/api/v1/notes/not_1', 200, 'application/json', { ...note, createdAt: 'today' }, /createdAt/],
    ['an undeclared status', 'GET', '/api/v1/notes/not_1', 418, 'application/json', {}, /418/],
    ['an undeclared type', 'GET', '/api/v1/notes/not_1', 200, 'text/html', '', /text\/html/],
    ['a method that is not there', 'PUT', '/api/v1/notes/not_1', 200, 'application/json', {}, /PUT/],
    ['a path that is not there', 'GET', '/api/v1/notes/a/b', 200, 'application/json', {}, /a\/b/],
    ['a problem without code', 'GET', '/api/v1/notes', 400, 'application/problem+json', { status: 400 }, /code/],
  ])('names %s', (_, method, path, status, type, body, complaint) => {
    expect(validateResponse(document, method, path, status, type, JSON.parse(JSON.stringify(body))).join()).toMatch(complaint);
  });
});

describe('redocly', () => {
  test('has nothing to say about the document', async () => {
    expect(await lint(document)).toEqual([]);
  });

  test('has nothing to say about the smallest one', async () => {
    const [group] = toyGroups;
    const smallest = [{ ...group!, operations: group!.operations.slice(0, 1) }];
    expect(await lint(openapiDocument(smallest, { serverUrl: 'http://127.0.0.1:4141', version: '1' }))).toEqual([]);
  });

  test('would have, if a nullable had no type, an event a bad example, or an operation no summary', async () => {
    const broken = structuredClone(document) as Loose;
    delete broken.paths['/api/v1/notes'].get.summary;
    broken.components.schemas.FieldError.properties.code = { nullable: true };
    broken['x-webhooks']['note.ready'].post.requestBody.content['application/json'].example = { id: 1 };
    const rules = (await lint(broken)).map(({ ruleId }) => ruleId);
    expect(rules).toEqual(expect.arrayContaining(['operation-summary', 'nullable-type-sibling', 'no-invalid-media-type-examples']));
  });
});
