import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** What a client sends: closed, defaults optional. One converter for MCP and OpenAPI, so the two cannot drift apart. */
export function inputSchema(shape: z.ZodType): JsonSchema {
  return tidy(z.toJSONSchema(shape, { io: 'input', reused: 'inline', cycles: 'throw' })) as JsonSchema;
}

/** What a client receives: left open, so that a new field breaks nobody who validates. */
export function outputSchema(shape: z.ZodType): JsonSchema {
  return opened(tidy(z.toJSONSchema(shape, { io: 'output', reused: 'inline', cycles: 'throw' }))) as JsonSchema;
}

/** Drops what carries no meaning for a client and costs tokens: zod's dialect mark, its id patterns, and the bounds it writes for safe integers. */
function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy);
  if (node === null || typeof node !== 'object') return node;
  const out: JsonSchema = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === '$schema') continue;
    if ((key === 'maximum' && value === Number.MAX_SAFE_INTEGER) || (key === 'minimum' && value === Number.MIN_SAFE_INTEGER)) continue;
    if (key === 'pattern' && typeof value === 'string' && 'format' in node) continue;
    out[key] = tidy(value);
  }
  return out;
}

function opened(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(opened);
  if (node === null || typeof node !== 'object') return node;
  const out: JsonSchema = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === 'additionalProperties' && value === false) continue;
    out[key] = opened(value);
  }
  return out;
}
