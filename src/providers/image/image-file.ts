export type ImageType = 'png' | 'jpeg' | 'webp';

/** What an image file's header says; sizes in pixels. */
export interface ImageHead {
  type: ImageType;
  width: number;
  height: number;
}

/** Reads type and size of a PNG, JPEG or WebP file; null if `bytes` is none of them, or its header is incomplete. */
export function readImageHead(bytes: Buffer): ImageHead | null {
  try {
    const head = pngHead(bytes) ?? jpegHead(bytes) ?? webpHead(bytes);
    return head && head.width > 0 && head.height > 0 ? head : null;
  } catch (error) {
    // The file ends inside its header.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** PNG, third edition (W3C 2025), 5.2 and 11.2.1. */
function pngHead(bytes: Buffer): ImageHead | null {
  if (bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n' || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** ITU-T T.81, annex B: the size is in the segment that starts the frame. */
function jpegHead(bytes: Buffer): ImageHead | null {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; ; at += 2 + bytes.readUInt16BE(at + 2)) {
    while (bytes.readUInt16BE(at) === 0xffff) at++;
    const marker = bytes.readUInt16BE(at) - 0xff00;
    if (marker < 0xc0 || marker === 0xd9 || marker === 0xda) return null;
    const startsFrame = marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (startsFrame) return { type: 'jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
}

/** RFC 9649, sections 2.5 to 2.7. */
function webpHead(bytes: Buffer): ImageHead | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  const sizes: Record<string, () => [width: number, height: number]> = {
    'VP8 ': () => [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff],
    VP8L: () => [(bytes.readUInt32LE(21) & 0x3fff) + 1, ((bytes.readUInt32LE(21) >>> 14) & 0x3fff) + 1],
    VP8X: () => [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1],
  };
  const size = sizes[bytes.toString('latin1', 12, 16)]?.();
  return size ? { type: 'webp', width: size[0], height: size[1] } : null;
}
