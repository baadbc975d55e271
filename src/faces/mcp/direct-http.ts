import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { isJsonContentType, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import type { Caller } from '../../operation.ts';
import { alwaysLight } from '../json-weight.ts';
import { createDirect } from './direct.ts';
import { modernVersion, type PlainCall, type PlainRequest, type ReadPlain } from './plain.ts';
import type { Era, Tools } from './tools.ts';

interface DirectHttpParts {
  tools: Tools;
  read: ReadPlain;
  maxBodyBytes: number;
}

/** Resolves with nothing once it has answered, else with the request for the SDK to answer: as it came, or one with the body that was read. */
export type ServeDirectly = (request: IncomingMessage, response: ServerResponse, caller: Caller) => Promise<IncomingMessage | undefined>;

export function createDirectHttp({ tools, read, maxBodyBytes }: DirectHttpParts): ServeDirectly {
  const { cancellation } = tools;
  const direct = createDirect(tools);
  const maxBytes = Math.min(alwaysLight, maxBodyBytes);
  return async (request, response, caller) => {
    // No longer body is read: it may be too large or too heavy, and the SDK's part of its cost is small.
    if (request.method !== 'POST' || !isShortJson(request, maxBytes)) return request;
    const body = await bodyOf(request);
    if (!body) return request;
    const plain = read(parsed(body));
    if (!plain || !fits(request, plain)) return withBody(request, body);
    if (plain.method === 'tools/call') await answerCall(request, response, plain, caller);
    else send(response, plain.era, direct.list(plain, caller.scope));
    return undefined;
  };

  async function answerCall({ headers }: IncomingMessage, response: ServerResponse, plain: PlainCall, caller: Caller): Promise<void> {
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    response.on('close', stop);
    if (response.destroyed) stop();
    const session = plain.era === 'legacy' ? headers['mcp-session-id'] : undefined;
    const done = session ? cancellation.begin({ keyId: caller.keyId, session: String(session), requestId: plain.id }, stopping) : undefined;
    try {
      send(response, plain.era, [await direct.call(plain, { ...caller, signal: stopping.signal })]);
    } finally {
      done?.();
      response.off('close', stop);
    }
  }
}

function isShortJson({ headers }: IncomingMessage, maxBytes: number): boolean {
  const length = Number(headers['content-length']);
  return length > 0 && length <= maxBytes && isJsonContentType(headers['content-type']);
}

/** Undefined where the body broke off. */
function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const broke = () => resolve(undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', broke).on('close', broke);
  });
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** A request whose body has been read, as the SDK's adapter reads it: it asks for no more than this. */
function withBody({ method, url, headers }: IncomingMessage, body: Buffer): IncomingMessage {
  return Object.assign(Readable.from([body]), { method, url, headers }) as Readable & Partial<IncomingMessage> as IncomingMessage;
}

/** Whether the headers say the same as the body, and what the era asks of them. */
function fits({ headers }: IncomingMessage, plain: PlainRequest): boolean {
  const version = headers['mcp-protocol-version'];
  if (plain.era === 'modern') {
    const isNamed = plain.method === 'tools/list' || headers['mcp-name'] === plain.params.name;
    return version === modernVersion && headers['mcp-method'] === plain.method && isNamed;
  }
  const { accept = '' } = headers;
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return false;
  // Who names neither a version nor a session is given one.
  return version === undefined ? headers['mcp-session-id'] !== undefined : SUPPORTED_PROTOCOL_VERSIONS.includes(String(version));
}

const frames = {
  modern: { type: 'application/json', before: '', after: '' },
  legacy: { type: 'text/event-stream', before: 'event: message\ndata: ', after: '\n\n' },
};

/** To clients of 2025 as a stream of one event, as the SDK does. */
function send(response: ServerResponse, era: Era, json: readonly [string] | readonly [Buffer, string]): void {
  if (response.destroyed) return;
  const { type, before, after } = frames[era];
  // A short answer goes out as one text, with its head.
  const parts = json.length === 1 ? [`${before}${json[0]}${after}`] : [before, json[0], `${json[1]}${after}`];
  const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store, no-transform', 'content-length': length });
  response.cork();
  const last = parts.pop();
  for (const part of parts) response.write(part);
  response.end(last);
}
