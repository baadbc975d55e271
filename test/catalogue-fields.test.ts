import { expect, test } from 'vitest';
import { inputSchema, type JsonSchema } from '../src/faces/json-schema.ts';
import { catalogue } from '../tools/index.ts';

const operations = catalogue.flatMap((group) => group.operations);
const fieldsOf = (schema: JsonSchema) => schema['properties'] as Record<string, JsonSchema>;
const inputOf = (name: string) => fieldsOf(inputSchema(operations.find((operation) => operation.name === name)!.input));

test('a field of a batch is one of articles_create, and takes the same', () => {
  const single = inputOf('articles_create');
  const { items, defaults } = inputOf('articles_create_batch') as Record<'items' | 'defaults', JsonSchema>;
  const fields = [items['items'] as JsonSchema, defaults].flatMap((part) => Object.entries(fieldsOf(part)));
  expect(fields.length).toBeGreaterThan(15);
  for (const [name, field] of fields) expect(single[name], name).toEqual(field);
});

test('what is as another tool has it takes the same words there', () => {
  const choices = inputOf('articles_create');
  const slot = fieldsOf(inputOf('calendar_create')['slots']!['items'] as JsonSchema);
  for (const name of ['articleType', 'writer']) expect(slot[name]!['enum'], name).toEqual(choices[name]!['enum']);
  expect(inputOf('calendar_update')['articleType']!['enum']).toEqual(choices['articleType']!['enum']);
  const { writer } = fieldsOf(inputOf('projects_create')['articleDefaults']!);
  expect(writer!['enum']).toEqual(choices['writer']!['enum']);
});

test('a field has other words in tools only to be shorter there', () => {
  const longer = operations.flatMap(({ name }) =>
    Object.entries(inputOf(name)).filter(
      ([, { description, inTool }]) => inTool !== undefined && !(String(inTool).length < String(description).length),
    ),
  );
  expect(longer).toEqual([]);
});

test('a field that is as another tool has it names a tool', () => {
  const names = new Set(operations.map(({ name }) => name));
  const named = operations.flatMap(({ name }) =>
    Object.values(inputOf(name)).flatMap((field) => [
      ...String(field['description']).matchAll(/(?<!such )\bas (?:in )?([a-z]+(?:_[a-z]+)+)/gi),
    ]),
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.map(([, tool]) => tool!).filter((tool) => !names.has(tool))).toEqual([]);
});
