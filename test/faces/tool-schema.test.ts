import { expect, test } from 'vitest';
import { z } from 'zod';
import { inputSchema } from '../../src/faces/json-schema.ts';
import { toolInput } from '../../src/faces/mcp/tool-schema.ts';

const fieldsOf = (shape: z.ZodRawShape) => toolInput(z.strictObject(shape))['properties'];

test('a tool that takes nothing says so', () => {
  expect(toolInput(z.strictObject({}))).toMatchObject({ type: 'object', additionalProperties: false });
  expect(toolInput(z.strictObject({ q: z.string() }))).not.toHaveProperty('additionalProperties');
});

test('a tool says a field in the words meant for tools, OpenAPI in its own', () => {
  const q = z.string().optional().meta({ description: 'Words to search for, in any form.', inTool: 'Words.' });
  expect(fieldsOf({ q })).toEqual({ q: { type: 'string', description: 'Words.' } });
  expect(inputSchema(z.strictObject({ q }), 'openapi-3.0')['properties']).toEqual({
    q: { type: 'string', description: 'Words to search for, in any form.' },
  });
});

test('an id shows what it looks like', () => {
  expect(fieldsOf({ id: z.string().describe('The note (not_…).') })).toEqual({ id: { type: 'string', description: 'not_…' } });
  expect(fieldsOf({ id: z.string().describe('Only this note (not_…).') })).toMatchObject({
    id: { description: 'Only this note (not_…).' },
  });
});

test('words to choose from are shown once where a field says which tool has them', () => {
  const mood = z.enum(['calm', 'loud']);
  const note = z.strictObject({ mood, text: z.string() });
  expect(fieldsOf({ mood: mood.describe('As in notes_create.') })).toEqual({
    mood: { type: 'string', description: 'As in notes_create.' },
  });
  expect(JSON.stringify(fieldsOf({ notes: z.array(note).describe('Each as in notes_create.') }))).not.toContain('calm');
  expect(JSON.stringify(fieldsOf({ notes: z.array(note).describe('The notes.') }))).toContain('calm');
});

test('bounds that nobody would pass are left to the refusal', () => {
  const parts = z
    .array(z.enum(['a', 'b']))
    .min(1)
    .max(2)
    .describe('Parts.');
  const limit = z.number().int().min(1).max(100).describe('Rows.');
  expect(fieldsOf({ parts, limit })).toEqual({
    parts: { type: 'array', description: 'Parts.', items: { type: 'string', enum: ['a', 'b'] } },
    limit: { type: 'integer', description: 'Rows.', maximum: 100 },
  });
  expect(fieldsOf({ tags: z.array(z.string()).max(3).describe('Tags.') })).toMatchObject({ tags: { maxItems: 3 } });
});
