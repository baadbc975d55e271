import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { errorTable } from '../src/errors.ts';
import { inputSchema } from '../src/faces/json-schema.ts';
import { catalogue } from '../tools/index.ts';
import { instructions } from '../tools/instructions.ts';

const operations = catalogue.flatMap((group) => group.operations);

test('an agent is told of nothing that is not there', () => {
  const choices = JSON.stringify(operations.map(({ input }) => inputSchema(input))).match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
  const known = new Set([...operations.map(({ name }) => name), ...Object.keys(errorTable), ...choices]);
  const named = instructions.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((word) => !known.has(word))).toEqual([]);
});

test('what an agent is told at first is short', () => {
  expect(encode(instructions).length).toBeLessThanOrEqual(1000);
});
