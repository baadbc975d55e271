import type { CallToolRequestParams, CallToolResult, Implementation, RequestId, Tool } from '@modelcontextprotocol/server';
import type { Caller, Group, Scope } from '../../operation.ts';
import { createCallTool } from './call.ts';
import { createCancellation, type Cancellation } from './cancellation.ts';
import type { McpFace } from './face.ts';
import { listingsOf } from './listing.ts';

/** The two eras of the protocol: 2026-07-28; 2025-11-25 and older. */
export type Era = 'modern' | 'legacy';

/** How long a client may keep a listing. A key sees its own tools only, so its listing is nobody else's. */
export const listingHint = { ttlMs: 300_000, cacheScope: 'private' } as const;

/** What the SDK's servers and the direct answers beside them share. */
export interface Tools {
  info: Implementation;
  /** A call without a request id of its own is known by its JSON-RPC id. Throws only for an unknown tool. */
  call(id: RequestId, params: CallToolRequestParams, caller: Caller): Promise<CallToolResult>;
  /** Whether all that is offered is there; nothing is listed before. */
  isReady(): boolean;
  ready(): Promise<void>;
  groups(): readonly Group<never>[];
  listed(scope: Scope): Tool[];
  cancellation: Cancellation;
}

export function createTools<Services>(face: McpFace<Services>): Tools {
  // Not at the start: it takes some 30 ms, and a desk that is called over REST never needs it.
  let listings: ReturnType<typeof listingsOf> | undefined;
  let groups = face.groups instanceof Promise ? undefined : face.groups;
  const callTool = createCallTool(face);
  return {
    info: { name: 'copydesk', title: 'Copydesk', version: face.version },
    call: (id, params, caller) => callTool(params, { ...caller, requestId: caller.requestId ?? String(id).slice(0, 100) }),
    isReady: () => groups !== undefined,
    ready: async () => void (groups ??= await face.groups),
    groups: () => groups!,
    listed: (scope) => (listings ??= listingsOf(groups!))[scope],
    cancellation: createCancellation(),
  };
}
