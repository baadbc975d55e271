import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { RequestId } from '@modelcontextprotocol/server';
import type { Caller } from '../../operation.ts';
import { alwaysLight } from '../json-weight.ts';
import { createDirect } from './direct.ts';
import type { PlainCall, PlainListing, ReadPlain } from './plain.ts';
import type { Era, Tools } from './tools.ts';

interface DirectStdioParts {
  tools: Tools;
  read: ReadPlain;
  caller: Caller;
  stdin: Readable;
  stdout: Writable;
  /** The end of stdin is handed on once this has resolved. */
  beforeEnd?(): Promise<void>;
}

export interface DirectStdio {
  /** What is left to the SDK, byte for byte. */
  rest: Readable;
  /** The SDK has settled the era of the connection: until then every message is its own. */
  settle(era: Era): void;
  /** Stops reading and aborts the calls under way; they are not answered. */
  close(): void;
}

const newline = 0x0a;

/** Stands before the SDK's transport: answers plain requests of the connection's era by itself, and hands on all other lines. */
export function createDirectStdio({ tools, read, caller, stdin, stdout, beforeEnd = async () => {} }: DirectStdioParts): DirectStdio {
  const direct = createDirect(tools);
  const rest = new PassThrough();
  let settled: Era | undefined;
  const running = new Set<{ id: RequestId; stopping: AbortController }>();

  const answerCall = async (request: PlainCall) => {
    const stopping = new AbortController();
    const one = { id: request.id, stopping };
    running.add(one);
    const answer = await direct.call(request, { ...caller, signal: stopping.signal });
    running.delete(one);
    if (!stopping.signal.aborted) stdout.write(`${answer}\n`);
  };
  const answerListing = (request: PlainListing) => {
    const [kept, end] = direct.list(request, caller.scope);
    stdout.write(kept);
    stdout.write(`${end}\n`);
  };
  const take = (line: Buffer): boolean => {
    if (!settled) return false;
    const message = parsed(line);
    const cancelled = cancelledBy(message);
    // Of several calls under one id the last, as with the SDK.
    if (cancelled !== undefined) [...running].findLast(({ id }) => id === cancelled)?.stopping.abort();
    const request = read(message);
    if (request?.era !== settled) return false;
    if (request.method === 'tools/call') void answerCall(request);
    else answerListing(request);
    return true;
  };
  const hear = lines(
    (line) => void (take(line) || rest.write(line)),
    (piece) => void rest.write(piece),
  );
  const end = () => void beforeEnd().then(() => rest.end());
  const fail = (error: Error) => void rest.destroy(error);
  stdin.on('data', hear).on('end', end).on('close', end).on('error', fail);
  if (stdin.readableEnded || stdin.destroyed) end();
  return {
    rest,
    settle: (era) => void (settled = era),
    close() {
      stdin.off('data', hear).off('end', end).off('close', end).off('error', fail);
      if (stdin.listenerCount('data') === 0) stdin.pause();
      // Of what came in one piece, lines may still follow.
      settled = undefined;
      for (const { stopping } of running) stopping.abort();
    },
  };
}

/** Cuts what arrives into lines, each with its end. Of a line too long to be plain it hands on the pieces as they come. */
function lines(onLine: (line: Buffer) => void, onPiece: (piece: Buffer) => void): (chunk: Buffer) => void {
  let held: Buffer | undefined;
  let isLong = false;
  return (chunk) => {
    for (let from = 0; from < chunk.length;) {
      const end = chunk.indexOf(newline, from) + 1;
      const piece = chunk.subarray(from, end || chunk.length);
      from += piece.length;
      const line = held ? Buffer.concat([held, piece]) : piece;
      held = undefined;
      isLong ||= line.length > alwaysLight;
      if (isLong) onPiece(line);
      else if (end) onLine(line);
      else held = line;
      if (end) isLong = false;
    }
  };
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}

/** What a `notifications/cancelled` names. The SDK hears it too, in case the call is its own. */
function cancelledBy(message: unknown): unknown {
  const { jsonrpc, id, method, params } = (message ?? {}) as Record<string, unknown> & { params?: { requestId?: unknown } };
  const isCancellation = jsonrpc === '2.0' && id === undefined && method === 'notifications/cancelled';
  return isCancellation ? params?.requestId : undefined;
}
