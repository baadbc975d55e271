import type { Tool } from '@modelcontextprotocol/server';
import { hintsOf, includesScope, type Group, type Operation, type Scope } from '../../operation.ts';
import { toolInput, toolOutput } from './tool-schema.ts';

/** The answer to tools/list. Converting the schemas is expensive, so this is made once and kept. */
export function listTools<Services>(groups: readonly Group<Services>[]): Tool[] {
  return groups.flatMap((group) => group.operations.map(toolOf));
}

/** What each scope is shown: only what it may call. */
export function listingsOf<Services>(groups: readonly Group<Services>[]): Record<Scope, Tool[]> {
  const needed = groups.flatMap((group) => group.operations.map(({ scope }) => scope));
  const tools = listTools(groups);
  const listingFor = (held: Scope) => tools.filter((_, index) => includesScope(held, needed[index]!));
  return { read: listingFor('read'), write: listingFor('write'), admin: tools };
}

function toolOf(operation: Operation<never>): Tool {
  const { name, title, description } = operation;
  return {
    name,
    title,
    description,
    annotations: { title, ...hintsOf(operation) },
    inputSchema: toolInput(operation.input) as Tool['inputSchema'],
    // Clients of 2025 refuse the whole listing if one output schema is not an object, so an answer that is not JSON has none.
    ...(operation.produces === undefined && { outputSchema: toolOutput(operation.output) as Tool['outputSchema'] }),
  };
}
