import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { OutboundRequest } from '../system.ts';

export interface Body {
  body: Buffer;
  truncated: boolean;
}

/** Of every answer without one. */
export const noBody = Buffer.alloc(0);

/** The encodings we can decode, for `accept-encoding`. */
export const acceptedEncodings = 'gzip, br';

/** Receives a body piece by piece. */
export interface BodySink {
  write(chunk: Buffer): void;
  end(): void;
  /** The connection broke off. The status has arrived, so the body is incomplete rather than the answer lost. */
  fail(): void;
}

interface Gathering {
  maxBytes: number;
  /** How many bytes are said to come; of an encoded body it says nothing. */
  declaredBytes?: number;
  /** Takes the pieces instead of them being kept; returns false when it wants no more. Must not throw. */
  onData?: OutboundRequest['onData'];
  /** Called once: at the end of the body, at `maxBytes`, or on failure. What arrives later is ignored. */
  done(body: Body): void;
  /** Pause and resume the source that writes into the sink. */
  pause(): void;
  resume(): void;
}

/**
 * Collects a body that is not empty: an answer without one (to HEAD, or 204) may still name an encoding. gzip, deflate (zlib) and br are decoded, and `maxBytes` counts decoded bytes, so a decompression bomb stops at the limit.
 * Other encodings are left as they are.
 */
export function gatherBody(contentEncoding: string | undefined, gathering: Gathering): BodySink {
  const createDecoder = decoderOf(contentEncoding);
  return createDecoder ? decodingSink(createDecoder(), gathering) : plainSink(gathering);
}

function plainSink({ maxBytes, declaredBytes = 0, onData, done }: Omit<Gathering, 'pause' | 'resume'>): BodySink {
  let kept: Buffer = noBody;
  let length = 0;
  let isDone = false;
  function finish(truncated: boolean): void {
    if (isDone) return;
    isDone = true;
    const body = kept.subarray(0, Math.min(length, maxBytes));
    // Less may have come than was said.
    done({ body: 2 * body.length < kept.length ? Buffer.from(body) : body, truncated });
  }
  /** Copied, for a chunk of one byte may be a piece of a large buffer, and there may be millions. */
  function keep(chunk: Buffer): void {
    const needed = Math.min(length + chunk.length, maxBytes);
    if (needed > kept.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(Math.max(declaredBytes, 2 * kept.length), maxBytes)));
      kept.copy(larger, 0, 0, length);
      kept = larger;
    }
    chunk.copy(kept, length);
  }
  function handOn(take: NonNullable<Gathering['onData']>, chunk: Buffer): void {
    const room = maxBytes - length;
    if (take(chunk.length > room ? chunk.subarray(0, room) : chunk) === false) finish(false);
  }
  return {
    write(chunk) {
      if (isDone) return;
      if (onData) handOn(onData, chunk);
      else keep(chunk);
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
      if (decoder.write(chunk)) return;
      pause();
      decoder.once('drain', resume);
    },
    end: () => void decoder.end(),
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
