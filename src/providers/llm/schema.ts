import type { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** The schema of an answer, as sent to the provider. */
export interface WireSchema {
  name: string;
  /** The full schema, for the model to read. */
  full: JsonSchema;
  /** Only types, keys and choices, for the provider to enforce: each provider refuses other keywords. Zod checks the rest here. */
  skeleton: JsonSchema;
  /** Whether everything has a type and every object requires all of its keys, as `strict` demands. */
  isClosed: boolean;
}

const enforced = new Set(['type', 'description', 'enum', 'const', 'required']);
const ofOne = new Set(['items', 'additionalProperties']);
const ofMany = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const byName = new Set(['properties', '$defs']);

/** @throws TypeError if the shape is not an object at its root, which no provider accepts. */
export function wireSchema(name: string, shape: z.ZodType): WireSchema {
  const { $schema: _, ...full } = shape.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as JsonSchema;
  if (full['type'] !== 'object') throw new TypeError(`The shape '${name}' must be an object at its root.`);
  const skeleton = skeletonOf(full);
  return { name, full, skeleton, isClosed: isClosed(skeleton) };
}

/** Tells the model the schema in any case: some servers ignore the schema parameter. */
export function schemaInstruction({ full }: WireSchema): string {
  return `Answer with one JSON object and nothing else: no Markdown fence, no remark. It must satisfy this JSON Schema:\n${JSON.stringify(full)}`;
}

function skeletonOf(schema: unknown): JsonSchema {
  const kept: JsonSchema = {};
  if (!isRecord(schema)) return kept;
  // Some providers refuse keywords next to a reference.
  if ('$ref' in schema) return { $ref: schema['$ref'] };
  for (const [keyword, value] of Object.entries(schema)) {
    if (enforced.has(keyword)) kept[keyword] = value;
    else if (ofOne.has(keyword)) kept[keyword] = isRecord(value) ? skeletonOf(value) : value;
    else if (ofMany.has(keyword) && Array.isArray(value)) kept[keyword === 'oneOf' ? 'anyOf' : keyword] = value.map(skeletonOf);
    else if (byName.has(keyword) && isRecord(value))
      kept[keyword] = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, skeletonOf(one)]));
  }
  if (isRecord(kept['properties'])) kept['additionalProperties'] ??= false;
  return kept;
}

function isClosed(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  if ('$ref' in schema) return true;
  const { type, anyOf, items, properties, required, additionalProperties, $defs = {} } = schema;
  if (!Object.values($defs as JsonSchema).every(isClosed)) return false;
  if (Array.isArray(anyOf)) return anyOf.every(isClosed);
  if (type === 'array') return isClosed(items);
  if (type !== 'object') return type !== undefined;
  const names = Object.keys((properties as JsonSchema | undefined) ?? {});
  const isComplete = additionalProperties === false && Array.isArray(required) && names.every((name) => required.includes(name));
  return isComplete && Object.values(properties as JsonSchema).every(isClosed);
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
