import { copydesk } from '../config.ts';
import { inputSchema, type JsonSchema } from '../faces/json-schema.ts';
import type { Operation } from '../operation.ts';

type Described = Pick<Operation, 'name' | 'title' | 'description' | 'input' | 'example'>;

/** Explains an operation to a person: its description, each field, an example. */
export function describeOperation({ name, title, description, input, example }: Described): string {
  const { properties, required = [] } = inputSchema(input) as { properties: Record<string, JsonSchema>; required?: string[] };
  const fields = Object.entries(properties).map(([field, schema]) => fieldLines(field, schema, required.includes(field)));
  return [
    `${name}: ${title}`,
    '',
    description,
    '',
    fields.length > 0 ? 'Fields of --json:' : 'It takes no fields.',
    ...fields,
    '',
    'Example:',
    `  ${copydesk} call ${name}${fields.length > 0 ? ` --json ${quoted(JSON.stringify(example.input))}` : ''}`,
  ].join('\n');
}

function fieldLines(name: string, schema: JsonSchema, required: boolean): string {
  return `  ${name}  ${typeOf(schema)}${required ? ', required' : ''}\n      ${descriptionOf(schema)}`;
}

/** A nullable field has its description on the non-null alternative. */
function descriptionOf({ description, anyOf }: JsonSchema): string {
  if (description !== undefined) return String(description);
  return Array.isArray(anyOf) ? (anyOf.map((one) => descriptionOf(one as JsonSchema)).find((words) => words !== '') ?? '') : '';
}

function typeOf(schema: JsonSchema): string {
  if (Array.isArray(schema['enum'])) return schema['enum'].join(' | ');
  if (schema['type'] === 'array') return `array of ${typeOf((schema['items'] ?? {}) as JsonSchema)}`;
  if (Array.isArray(schema['anyOf'])) return schema['anyOf'].map((one) => typeOf(one as JsonSchema)).join(' or ');
  return String(schema['const'] ?? schema['type'] ?? 'anything');
}

/** Quotes text as one word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
