import type { Logger } from 'pino';
import type { Group } from '../../operation.ts';
import type { Invoke } from '../invoke.ts';

/** What the MCP face needs, over any transport. */
export interface McpFace<Services> {
  /** A client may be greeted before they are there. */
  groups: readonly Group<Services>[] | Promise<readonly Group<Services>[]>;
  invoke: Invoke<Services>;
  log: Logger;
  /** The product's version, as clients see it. */
  version: string;
  /** A short text that tells a model what this server is for and where to begin. */
  instructions: string;
}

/** Logs what goes wrong outside a call: requests that are not MCP, answers that could not be sent. */
export function transportErrors(log: Logger): (error: Error) => void {
  return (error) => log.warn({ reason: error.message.slice(0, 200) }, 'MCP: a message was not served');
}
