import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { OutboundRequest } from '../system.ts';

export interface Body {
  body: Buffer;
  truncated: boolean;
}

/** What can be decoded, for `accept-encoding`. */
export const acceptedEncodings = 'gzip, br';

/** Takes in a body as it comes. */
export interface BodySink {
  write(chunk: Buffer): void;
  end(): void;
  /** It breaks off. The status has come, so it is an incomplete body and no lost answer. */
  fail(): void;
}

interface Gathering {
  maxBytes: number;
  /** Takes the pieces instead of their being kept; false when no more is wanted. Must not throw. */
  onData?: OutboundRequest['onData'];
  /** Called once: at the body's end, at `maxBytes` or at its failure. What comes later is passed over. */
  done(body: Body): void;
  /** Stops and starts what writes into the sink. */
  pause(): void;
  resume(): void;
}

/**
 * Gathers a body. gzip, deflate (zlib) and br are decoded, and `maxBytes` counts decoded bytes, so a bomb bursts at the cap;
 * other codings are left as they are.
 */
export function gatherBody(contentEncoding: string | undefined, gathering: Gathering): BodySink {
  const createDecoder = decoderOf(contentEncoding);
  return createDecoder ? decodingSink(createDecoder(), gathering) : plainSink(gathering);
}

function plainSink({ maxBytes, onData, done }: Pick<Gathering, 'maxBytes' | 'onData' | 'done'>): BodySink {
  const chunks: Buffer[] = [];
  let length = 0;
  let isDone = false;
  function finish(truncated: boolean): void {
    if (isDone) return;
    isDone = true;
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    done({ body: body.subarray(0, maxBytes), truncated });
  }
  function handOn(take: NonNullable<Gathering['onData']>, chunk: Buffer): void {
    const room = maxBytes - length;
    if (take(chunk.length > room ? chunk.subarray(0, room) : chunk) === false) finish(false);
  }
  return {
    write(chunk) {
      if (isDone) return;
      if (onData) handOn(onData, chunk);
      else chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) finish(true);
    },
    end: () => finish(false),
    fail: () => finish(true),
  };
}

function decodingSink(
  decoder: ReturnType<NonNullable<ReturnType<typeof decoderOf>>>,
  { maxBytes, onData, done, pause, resume }: Gathering,
): BodySink {
  let wasWritten = false;
  const decoded = plainSink({
    maxBytes,
    onData,
    done(body) {
      decoder.destroy();
      done(body);
    },
  });
  decoder.on('data', decoded.write).on('end', decoded.end).on('error', decoded.fail);
  return {
    write(chunk) {
      if (decoder.destroyed) return;
      wasWritten = true;
      if (decoder.write(chunk)) return;
      pause();
      decoder.once('drain', resume);
    },
    // An answer without a body (to HEAD, 204) may name a coding, and nothing is missing.
    end: () => (wasWritten ? decoder.end() : decoded.end()),
    fail: decoded.fail,
  };
}

function decoderOf(contentEncoding: string | undefined) {
  switch (contentEncoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return createUnzip;
    case 'br':
      return createBrotliDecompress;
    default:
      return undefined;
  }
}
