import type { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** The shape of a wanted answer as it goes over the wire. */
export interface WireSchema {
  name: string;
  /** All of it, for the model to read. */
  full: JsonSchema;
  /** Types, keys and choices alone, for the provider to enforce: each knows other keywords, and refuses the rest or chokes on it. Zod sees to the rest here. */
  skeleton: JsonSchema;
  /** Everything has a type, and every object names and requires all of its keys: what `strict` asks for. */
  isClosed: boolean;
}

const enforced = new Set(['type', 'description', 'enum', 'const', 'required']);
const ofOne = new Set(['items', 'additionalProperties']);
const ofMany = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const byName = new Set(['properties', '$defs']);

/** @throws TypeError where the shape is no object at its root, which no provider takes. */
export function wireSchema(name: string, shape: z.ZodType): WireSchema {
  const { $schema: _, ...full } = shape.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as JsonSchema;
  if (full['type'] !== 'object') throw new TypeError(`The shape '${name}' must be an object at its root.`);
  const skeleton = skeletonOf(full);
  return { name, full, skeleton, isClosed: isClosed(skeleton) };
}

/** What the model is told of the shape. It is told in any case: some servers pass over the schema that they are given. */
export function schemaInstruction({ full }: WireSchema): string {
  return `Answer with one JSON object and nothing else: no Markdown fence, no remark. It must satisfy this JSON Schema:\n${JSON.stringify(full)}`;
}

function skeletonOf(schema: unknown): JsonSchema {
  const kept: JsonSchema = {};
  if (!isRecord(schema)) return kept;
  // What stands beside a reference is refused by some.
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
