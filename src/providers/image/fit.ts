import { picture } from './art.ts';
import { readImageHead } from './image-file.ts';

/** Larger pictures are not decoded: each pixel takes four bytes. */
const maxPixels = 40_000_000;

/** Why a file cannot be fitted, in words for whoever configured its source. */
export class UnfitPicture extends Error {}

/**
 * Fits a PNG, JPEG or WebP file to 1200 × 630 pixels: scaled to cover, centred, overhang cropped, transparent parts white. Runs on the
 * threads of the image library. Returns a PNG; throws `UnfitPicture` if `bytes` is no such file, is broken, or has more than 40 million pixels.
 */
export async function fitPicture(bytes: Buffer, signal?: AbortSignal): Promise<Buffer> {
  signal?.throwIfAborted();
  const head = readImageHead(bytes);
  if (!head) throw new UnfitPicture('It is no PNG, JPEG or WebP file.');
  if (head.width * head.height > maxPixels) throw new UnfitPicture(`It has ${head.width} × ${head.height} pixels, which is too many.`);
  const { default: sharp } = await import('sharp');
  const png = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    .resize(picture.width, picture.height, { fit: 'cover', position: 'centre' })
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer()
    .catch((cause: unknown) => {
      throw new UnfitPicture('It is broken and cannot be decoded.', { cause });
    });
  signal?.throwIfAborted();
  return png;
}
