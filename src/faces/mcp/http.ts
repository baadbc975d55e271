import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, ProtocolErrorCode, type AuthInfo, type McpRequestContext } from '@modelcontextprotocol/server';
import { toAppError } from '../../errors.ts';
import type { Caller, Group } from '../../operation.ts';
import type { KeyHolder } from '../http/auth.ts';
import { alwaysLight, checkWeight } from '../json-weight.ts';
import { createDirectHttp } from './direct-http.ts';
import { transportErrors, type McpFace } from './face.ts';
import { createInFlight } from './in-flight.ts';
import { createPlainReader } from './plain.ts';
import { createServerFactory } from './server.ts';
import { createTools } from './tools.ts';

export interface McpHttpOptions<Services> extends McpFace<Services> {
  groups: readonly Group<Services>[];
  /** A name for the session of a client of 2025. It only tells clients of one key apart; nothing is kept of it. */
  newSession: () => string;
  /** A larger body is answered 413 unread. Default 4 MiB. */
  maxBodyBytes?: number;
}

/** The caller that the HTTP server has let in. */
export interface McpAuth extends KeyHolder {
  /** The answer's `X-Request-Id`. Without it, problems and logs show the JSON-RPC id. */
  requestId?: string;
}

export interface McpHttp {
  /** Answers one request to the MCP endpoint. `Host`, `Origin` and the key must have been checked before; the body must not have been read. */
  handle(request: IncomingMessage, response: ServerResponse, auth: McpAuth): Promise<void>;
  /** Resolves when every request under way has been answered. Stop accepting requests first. A cut connection aborts its call. */
  close(): Promise<void>;
}

/** MCP over streamable HTTP, stateless in both eras of the protocol. */
export function createMcpHttp<Services>(options: McpHttpOptions<Services>): McpHttp {
  const { log, groups, instructions, newSession, maxBodyBytes = 4 * 1024 * 1024 } = options;
  const tools = createTools(options);
  const limits = { onerror: transportErrors(log), maxRequestBodySize: maxBodyBytes };
  const handler = createMcpHandler(createServerFactory({ tools, instructions, callerOf }), limits);
  const answer: typeof handler.fetch = async (request, context) => {
    const response = await lightEnough(request, (light) => handler.fetch(light, context));
    // The SDK says no-cache of streams, which lets a cache keep them.
    response.headers.set('cache-control', 'no-store, no-transform');
    if (beginsSession(request)) response.headers.set('mcp-session-id', newSession());
    return response;
  };
  const serve = toNodeHandler({ fetch: answer }, limits);
  const serveDirectly = createDirectHttp({ tools, read: createPlainReader(groups), maxBodyBytes });
  const exchanges = createInFlight();
  const answerOne: McpHttp['handle'] = async (request, response, { keyId, scope, requestId }) => {
    const caller: Caller = { face: 'mcp', keyId, scope, requestId };
    const left = await serveDirectly(request, response, caller);
    if (left) await serve(Object.assign(left, { auth: authInfoOf(caller) }), response);
  };
  return {
    handle: (request, response, auth) => exchanges.track(answerOne(request, response, auth)),
    close: () => exchanges.settled(),
  };
}

/** Answers 413 in place of `answer` where the body would take long to parse; the SDK parses it as it is. */
async function lightEnough(request: Request, answer: (request: Request) => Promise<Response>): Promise<Response> {
  if (request.body === null || Number(request.headers.get('content-length') ?? Infinity) <= alwaysLight) return answer(request);
  const body = await request.bytes();
  try {
    checkWeight(body);
  } catch (error) {
    const { message, hint } = toAppError(error);
    const refusal = { jsonrpc: '2.0', id: null, error: { code: ProtocolErrorCode.InvalidRequest, message: `${message} ${hint}` } };
    return Response.json(refusal, { status: 413 });
  }
  return answer(new Request(request, { method: request.method, body }));
}

/** Clients of 2025 name neither a session nor a version before they are initialised; today's always name their version. */
function beginsSession({ headers }: Request): boolean {
  return !headers.has('mcp-session-id') && !headers.has('mcp-protocol-version');
}

/** The SDK passes this to the factory unread. The key itself has been checked and is not passed on. */
function authInfoOf(caller: Caller): AuthInfo {
  return { token: '', clientId: caller.keyId!, scopes: [caller.scope], extra: { caller } };
}

function callerOf({ authInfo }: McpRequestContext): Caller {
  return authInfo!.extra!['caller'] as Caller;
}
