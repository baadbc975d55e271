import type { Operation } from '../../operation.ts';
import { restPrefix } from '../rest.ts';

/** Turns the names of operations in a text, as tools and the command line have them, into requests: `events_list` → `GET /api/v1/events`. */
export function restWords(operations: readonly Operation<never>[]): (text: string) => string {
  const requests = new Map(operations.map(({ name, method, path }) => [name, `${method} ${restPrefix}${path}`]));
  return (text) => text.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (word) => requests.get(word) ?? word);
}
