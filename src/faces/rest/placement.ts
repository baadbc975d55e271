import { pathFields, type Operation } from '../../operation.ts';

/** Where REST carries each field of an operation's input. */
export interface Placement {
  path: readonly string[];
  query: readonly string[];
  body: readonly string[];
}

/** Names in `{…}` go into the path, the rest into the query for GET and DELETE, else into the JSON body. */
export function placementOf(operation: Operation<never>): Placement {
  const path = pathFields(operation.path);
  const others = Object.keys(operation.input.shape).filter((name) => !path.includes(name));
  return takesBody(operation) ? { path, query: [], body: others } : { path, query: others, body: [] };
}

export function takesBody(operation: Operation<never>): boolean {
  return operation.method !== 'GET' && operation.method !== 'DELETE';
}
