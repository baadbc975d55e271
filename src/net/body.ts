import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';

export interface Body {
  body: Buffer;
  truncated: boolean;
}

/** What `readBody` can decode, for `accept-encoding`. */
export const acceptedEncodings = 'gzip, br';

/**
 * Reads a body to its end, to `maxBytes` or to its failure, and destroys it where it is not at its end.
 * gzip, deflate (zlib) and br are decoded, and `maxBytes` counts decoded bytes, so a bomb bursts at the cap; other codings are left as they are.
 */
export async function readBody(stream: Readable, contentEncoding: string | undefined, maxBytes: number): Promise<Body> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of decoded(stream, contentEncoding)) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: true };
    }
  } catch {
    // The status has come: a body that breaks off, or cannot be decoded, is an incomplete body and no lost answer.
    // An answer without a body (to HEAD, 204) that names a coding fails in the decoder too, yet nothing is missing.
    const isEmpty = !stream.readableDidRead && stream.errored === null;
    return { body: Buffer.concat(chunks), truncated: !isEmpty };
  }
  return { body: Buffer.concat(chunks), truncated: false };
}

/** Lets go of a body that nobody wants. */
export function discardBody(stream: Readable): void {
  stream.on('error', () => {}).destroy();
}

function decoded(stream: Readable, contentEncoding: string | undefined): AsyncIterable<Buffer> {
  const decoder = decoderOf(contentEncoding);
  if (!decoder) return stream;
  // A failure on either side reaches the loop above through the decoder.
  return pipeline(stream, decoder, () => {});
}

function decoderOf(contentEncoding: string | undefined) {
  switch (contentEncoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return createUnzip();
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}
