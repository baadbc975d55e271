import { z } from 'zod';

/** The schema that `path` leads to in an input, without optional and nullable. Undefined if there is none, or if a union leaves it open. */
export function schemaAt(input: z.ZodObject, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  return path.reduce<z.core.$ZodType | undefined>((at, step) => bare(inside(at, step)), input);
}

/** The description of the field that `path` leads to. */
export function descriptionAt(input: z.ZodObject, path: readonly PropertyKey[]): string | undefined {
  const field = inside(schemaAt(input, path.slice(0, -1)), path.at(-1) ?? '');
  return field instanceof z.ZodType ? field.description : undefined;
}

function inside(schema: z.core.$ZodType | undefined, step: PropertyKey): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodArray) return schema.element;
  return schema instanceof z.ZodObject && Object.hasOwn(schema.shape, step) ? schema.shape[String(step)] : undefined;
}

/** The schema without its optional, nullable and default. */
export function bare(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? bare(schema.unwrap())
    : schema;
}
