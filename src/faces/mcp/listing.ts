import type { Tool } from '@modelcontextprotocol/server';
import { hintsOf, type Group, type Operation } from '../../operation.ts';
import { inputSchema, outputSchema } from '../json-schema.ts';

/** The answer to tools/list. Converting the schemas is expensive, so this is made once and kept. */
export function listTools<Services>(groups: readonly Group<Services>[]): Tool[] {
  return groups.flatMap((group) => group.operations.map(toolOf));
}

function toolOf(operation: Operation<never>): Tool {
  const { name, title, description } = operation;
  return {
    name,
    title,
    description,
    annotations: { title, ...hintsOf(operation) },
    inputSchema: inputSchema(operation.input) as Tool['inputSchema'],
    // Clients of 2025 refuse the whole listing if one output schema is not an object, so an answer that is not JSON has none.
    ...(operation.produces === undefined && { outputSchema: outputSchema(operation.output) as Tool['outputSchema'] }),
  };
}
