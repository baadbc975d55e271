import { z } from 'zod';
import { bare } from './schema-at.ts';

export type JsonSchema = Record<string, unknown>;
/** OpenAPI 3.0 has a dialect of its own: `nullable` beside a type, `enum` for `const`, boolean exclusive bounds. */
type Dialect = 'draft-2020-12' | 'openapi-3.0';
type Direction = 'input' | 'output';

/** What a client sends: closed, defaults optional. One converter for MCP and OpenAPI, so the two cannot drift apart. */
export function inputSchema(shape: z.ZodType, dialect: Dialect = 'draft-2020-12'): JsonSchema {
  return convert(shape, 'input', dialect);
}

/** What a client receives: left open, so that a new field breaks nobody who validates. */
export function outputSchema(shape: z.ZodType, dialect: Dialect = 'draft-2020-12'): JsonSchema {
  return convert(shape, 'output', dialect);
}

function convert(shape: z.ZodType, io: Direction, target: Dialect): JsonSchema {
  const written = z.toJSONSchema(shape, {
    io,
    target,
    reused: 'inline',
    cycles: 'throw',
    override({ zodSchema, jsonSchema }) {
      if (target === 'openapi-3.0') completeOpenapi(zodSchema, jsonSchema, (part) => convert(part, io, target));
    },
  });
  return tidy(written, io) as JsonSchema;
}

/** Adds what zod leaves out of OpenAPI 3.0; called for every schema within a shape, the inner ones first. */
function completeOpenapi(shape: z.core.$ZodType, schema: z.core.JSONSchema.BaseSchema, convertPart: (part: z.ZodType) => JsonSchema): void {
  if (shape instanceof z.ZodNull)
    throw new Error('OpenAPI 3.0 has no form for a field that is always null. Use nullable() on another type.');
  delete schema.contentEncoding;
  delete schema['inTool'];
  if (schema.examples) schema['example'] = (schema.examples as unknown[])[0];
  delete schema.examples;
  if (!schema['nullable']) return;
  const { nullable, description, ...rest } = schema;
  delete schema['nullable'];
  // A description comes last, except beside a bare type: the order in which the document was published.
  if (description !== undefined && Object.keys(rest).join() !== 'type') {
    delete schema.description;
    schema.description = description;
  }
  if (schema.enum) schema.enum = [...new Set([...schema.enum, null])];
  if (schema.type) schema['nullable'] = nullable;
  else {
    // `nullable` means nothing without a type. In a union the first variant carries it; an open schema accepts null anyway.
    const union = bare(shape);
    if (!(union instanceof z.ZodUnion)) return;
    const [first, ...others] = union.options;
    Object.assign(schema, convertPart(union.clone({ ...union.def, options: [z.nullable(first!), ...others] })));
  }
}

/**
 * Drops what means nothing to a client and costs tokens: zod's dialect mark, its id patterns, and the bounds it writes for safe integers.
 * Leaves outputs open.
 */
function tidy(node: unknown, io: Direction): unknown {
  if (Array.isArray(node)) return node.map((one) => tidy(one, io));
  if (node === null || typeof node !== 'object') return node;
  const out: JsonSchema = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === '$schema') continue;
    if ((key === 'maximum' && value === Number.MAX_SAFE_INTEGER) || (key === 'minimum' && value === Number.MIN_SAFE_INTEGER)) continue;
    if (key === 'pattern' && typeof value === 'string' && 'format' in node) continue;
    if (key === 'additionalProperties' && value === false && io === 'output') continue;
    out[key] = tidy(value, io);
  }
  return out;
}
