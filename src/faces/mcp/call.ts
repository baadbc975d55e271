import { ProtocolError, ProtocolErrorCode, type CallToolRequestParams, type CallToolResult } from '@modelcontextprotocol/server';
import { problemOf, toAppError } from '../../errors.ts';
import type { Caller, Group, Operation } from '../../operation.ts';
import type { McpFace } from './face.ts';

export type CallTool = (params: CallToolRequestParams, caller: Caller) => Promise<CallToolResult>;

/**
 * Answers tools/call. Every failure of an operation is a result with `isError` whose text is the problem object;
 * only an unknown tool is a protocol error (-32602).
 */
export function createCallTool<Services>({ groups, invoke, log }: McpFace<Services>): CallTool {
  let operations: Map<string, Operation<Services>> | undefined;
  return async (params, caller) => {
    operations ??= byName(groups instanceof Promise ? await groups : groups);
    const operation = operations.get(params.name);
    if (!operation) throw unknownTool(params.name);
    try {
      return success(operation, await invoke(operation, params.arguments, caller));
    } catch (thrown) {
      const error = toAppError(thrown);
      // Once its caller has gone, a handler stops by throwing: that is not a fault.
      if (error.code === 'internal' && !caller.signal?.aborted) {
        log.error({ err: error.cause ?? error, operation: operation.name, requestId: caller.requestId }, 'An operation failed');
      }
      return { isError: true, content: [{ type: 'text', text: JSON.stringify(problemOf(error, caller.requestId)) }] };
    }
  };
}

function byName<Services>(groups: readonly Group<Services>[]): Map<string, Operation<Services>> {
  return new Map(groups.flatMap((group) => group.operations.map((operation) => [operation.name, operation])));
}

function success(operation: Operation<never>, output: unknown): CallToolResult {
  if (operation.produces !== undefined) return { content: [{ type: 'text', text: String(output) }] };
  return { structuredContent: output as Record<string, unknown>, content: [{ type: 'text', text: JSON.stringify(output) }] };
}

function unknownTool(name: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}. tools/list names every tool.`);
}
