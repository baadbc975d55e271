import type { z } from 'zod';
import { outputSchema, type JsonSchema } from '../json-schema.ts';

/** The nouns of the wire. Generated clients name their types by these keys. */
export type Nouns = Readonly<Record<string, z.ZodType>>;

/** Replaces each copy of a noun's schema with a reference, and returns the nouns that are referred to. */
export function nameSchemas<Part>(part: Part, nouns: Nouns): { part: Part; schemas: Record<string, JsonSchema> } {
  const shapes = Object.entries(nouns).map(([name, noun]) => [name, outputSchema(noun, 'openapi-3.0')] as const);
  const names = new Map(shapes.map(([name, shape]) => [JSON.stringify(shape), name]));
  const used = new Set<string>();
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (node === null || typeof node !== 'object') return node;
    const name = 'properties' in node ? names.get(JSON.stringify(node)) : undefined;
    if (name === undefined) return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value)]));
    used.add(name);
    return { $ref: `#/components/schemas/${name}` };
  };
  const named = walk(part) as Part;
  return { part: named, schemas: Object.fromEntries(shapes.filter(([name]) => used.has(name))) };
}
