import type { JsonSchema } from '../json-schema.ts';

/**
 * JSON Schema draft 2020-12, as zod writes it, in the dialect of OpenAPI 3.0.3: `nullable` beside a type, `enum` for `const`,
 * boolean exclusive bounds, one `example`. Walks by keyword and not over every object, since a property may be called `type` or `const`.
 */
export function toOpenapiSchema(schema: JsonSchema): JsonSchema {
  const rest = withoutNull(schema);
  if (rest !== undefined) return nullable(toOpenapiSchema(rest));
  return Object.assign({}, ...Object.entries(schema).map(([keyword, value]) => translate(keyword, value)));
}

function translate(keyword: string, value: unknown): JsonSchema {
  switch (keyword) {
    case 'propertyNames':
    case 'contentEncoding':
    case 'contentMediaType':
      return {};
    case 'const':
      return { enum: [value] };
    case 'examples':
      return { example: (value as unknown[])[0] };
    case 'exclusiveMinimum':
      return { minimum: value, exclusiveMinimum: true };
    case 'exclusiveMaximum':
      return { maximum: value, exclusiveMaximum: true };
    case 'type':
      return Array.isArray(value) ? { anyOf: value.map((type) => ({ type })) } : { type: value };
    case 'properties':
      return { properties: Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, toOpenapiSchema(one)])) };
    case 'additionalProperties':
      return { additionalProperties: typeof value === 'boolean' ? value : toOpenapiSchema(value as JsonSchema) };
    case 'items':
    case 'not':
      return { [keyword]: toOpenapiSchema(value as JsonSchema) };
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
      return { [keyword]: (value as JsonSchema[]).map(toOpenapiSchema) };
    default:
      return { [keyword]: value };
  }
}

/** The schema without the null it admits, or undefined where it admits none. */
function withoutNull(schema: JsonSchema): JsonSchema | undefined {
  const { type, ...untyped } = schema;
  if (type === 'null') throw new Error('OpenAPI 3.0 has no form for a field that is always null.');
  if (Array.isArray(type) && type.includes('null')) {
    const types = type.filter((one) => one !== 'null');
    return { ...untyped, type: types.length === 1 ? types[0] : types };
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const { [keyword]: variants, ...others } = schema;
    if (!Array.isArray(variants) || !variants.some(isNull)) continue;
    const left = variants.filter((variant) => !isNull(variant));
    return left.length === 1 ? { ...left[0], ...others } : { ...others, [keyword]: left };
  }
  return undefined;
}

function isNull(schema: JsonSchema): boolean {
  return schema['type'] === 'null';
}

/** `nullable` has a meaning only beside `type`, so in a union one of the variants bears it; a schema without either admits null already. */
function nullable(schema: JsonSchema): JsonSchema {
  if (schema['type'] !== undefined) {
    const values = schema['enum'];
    return { ...schema, nullable: true, ...(Array.isArray(values) && { enum: [...new Set([...values, null])] }) };
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const variants = schema[keyword];
    if (Array.isArray(variants)) return { ...schema, [keyword]: [nullable(variants[0]), ...variants.slice(1)] };
  }
  return schema;
}
