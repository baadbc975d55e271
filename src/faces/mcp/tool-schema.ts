import type { z } from 'zod';
import { inputSchema, outputSchema, type JsonSchema } from '../json-schema.ts';

/** Limits from here on guard against abuse; no agent needs to plan for them, and the refusal names them. */
const farLimits: Readonly<Record<string, number>> = { maxLength: 100, maxItems: 20, maximum: 10_000, minimum: 1000 };

/** Bounds that nobody would try to pass. */
const expected: Readonly<Record<string, readonly unknown[]>> = { minLength: [1], minItems: [1], minimum: [0, 1] };

/** Left out where names and types must do; OpenAPI has all of it. */
const forPeople = new Set(['description', 'inTool', 'format', 'pattern', 'minimum', 'maximum', 'propertyNames']);

type Lean = (schema: JsonSchema, depth: number) => JsonSchema;

/** The input as a tool shows it: what an agent needs to call it right. `invoke` checks the rest. */
export function toolInput(shape: z.ZodType): JsonSchema {
  return portable(inputSchema(shape), leanInput, 0);
}

/** The answer as a tool shows it: names and types. */
export function toolOutput(shape: z.ZodType): JsonSchema {
  return portable(outputSchema(shape), (schema) => only(schema, (word) => !forPeople.has(word)), 0);
}

/** Fields within a field are named and typed only: its description speaks for them. */
function leanInput(given: JsonSchema, depth: number): JsonSchema {
  const schema = inShort(isElsewhere(given) ? withoutChoices(given) : given);
  const isNamed = depth === 1 && namesItsFields(schema);
  const takesFields = Object.keys(schema['properties'] ?? {}).length > 0;
  return only(schema, (word, value) => {
    if (isNamed && word === 'properties') return false;
    // What takes a URL is named so.
    if (word === 'pattern' || (word === 'format' && value === 'uri') || expected[word]?.includes(value)) return false;
    // Unknown fields are refused in any case. Only where there are none at all does a tool say so.
    if (word === 'additionalProperties' && value === false && (depth > 0 || takesFields)) return false;
    // There are no more than the words to choose from.
    if (word === 'maxItems' && isChoice(schema['items'])) return false;
    if (depth > 1 && forPeople.has(word)) return false;
    return !(Number(value) >= (farLimits[word] ?? Infinity));
  });
}

/** With the words meant for tools. An id shows what it looks like: of what it is, the tool's name says. */
function inShort({ inTool, ...schema }: JsonSchema): JsonSchema {
  const [, id] = /^The [a-z ]+ \((\w+_…)\)\.$/.exec(String(schema['description'])) ?? [];
  const description = inTool ?? id;
  return description === undefined ? schema : { ...schema, description };
}

/** Whether a field is as another tool has it: that one shows the words to choose from. */
function isElsewhere({ description }: JsonSchema): boolean {
  return /(?<!such )\bas (in )?[a-z]+_[a-z_]+\b/i.test(String(description));
}

function withoutChoices(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (word, value: unknown) => (word === 'enum' ? undefined : value)) as JsonSchema;
}

/** A field whose description names every field within it shows them no other way. */
function namesItsFields({ properties = {}, description }: JsonSchema): boolean {
  const words = new Set(String(description).match(/\w+/g));
  return Object.keys(properties as object).every((name) => words.has(name));
}

function isChoice(items: unknown): boolean {
  return typeof items === 'object' && items !== null && ('enum' in items || 'const' in items);
}

function only(schema: JsonSchema, isKept: (word: string, value: unknown) => boolean): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([word, value]) => isKept(word, value)));
}

/** Clients that know one `type` per schema, and none without a type, take the result too: `anyOf` for what may be null, nothing for "anything". */
function portable(schema: JsonSchema, lean: Lean, depth: number): JsonSchema {
  const { type, ...rest } = lean(schema, depth);
  const out: JsonSchema = {};
  if (Array.isArray(type)) out['anyOf'] = type.map((one) => ({ type: one as string }));
  else if (type !== undefined) out['type'] = type;
  for (const [word, value] of Object.entries(rest)) {
    if (word === 'properties') {
      const fields = Object.entries(value as Record<string, JsonSchema>);
      out[word] = Object.fromEntries(fields.map(([name, field]) => [name, portable(field, lean, depth + 1)]));
    } else if (word === 'anyOf') out[word] = (value as JsonSchema[]).map((one) => portable(one, lean, depth));
    else if (word === 'items' || (word === 'additionalProperties' && typeof value === 'object')) {
      const inner = portable(value as JsonSchema, lean, depth);
      if (Object.keys(inner).length > 0) out[word] = inner;
    } else out[word] = value;
  }
  return out;
}
