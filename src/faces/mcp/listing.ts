import type { Tool } from '@modelcontextprotocol/server';
import { hintsOf, type Group, type Operation } from '../../operation.ts';
import { inputSchema, outputSchema } from '../json-schema.ts';

/** The answer to tools/list. Converting the schemas is dear, so this is made once and kept. */
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
    // Clients of 2025 refuse a whole listing over one output schema that is no object: what is not JSON goes without.
    ...(operation.produces === undefined && { outputSchema: outputSchema(operation.output) as Tool['outputSchema'] }),
  };
}
