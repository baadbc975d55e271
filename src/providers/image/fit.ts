import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';
import { picture } from './art.ts';
import { readImageHead, type ImageType } from './image-file.ts';

/** Tells this module that it runs as the worker. It starts its own file, which works from source and when compiled. */
const role = 'copydesk: fits a picture';

interface Task {
  role: typeof role;
  bytes: Uint8Array;
  type: ImageType;
}

/** Larger pictures are not decoded: each pixel takes four bytes, several times over. */
const maxPixels = 40_000_000;

/** Why a file cannot be fitted, in words for whoever configured its source. */
export class UnfitPicture extends Error {}

/**
 * Fits a PNG, JPEG or WebP file to 1200 × 630 pixels: scaled to cover, centred, overhang cropped, transparent parts white. Runs on its own
 * thread. Returns a PNG; throws `UnfitPicture` if `bytes` is no such file, is broken, or has more than 40 million pixels.
 */
export async function fitPicture(bytes: Buffer, signal?: AbortSignal): Promise<Buffer> {
  signal?.throwIfAborted();
  const head = readImageHead(bytes);
  if (!head) throw new UnfitPicture('It is no PNG, JPEG or WebP file.');
  if (head.width * head.height > maxPixels) throw new UnfitPicture(`It has ${head.width} × ${head.height} pixels, which is too many.`);
  const worker = new Worker(new URL(import.meta.url), { workerData: { role, bytes, type: head.type } satisfies Task });
  const giveUp = () => void worker.terminate();
  signal?.addEventListener('abort', giveUp);
  try {
    const png = await new Promise<Uint8Array | null>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => resolve(null));
    });
    signal?.throwIfAborted();
    if (!png) throw new UnfitPicture('It is broken and cannot be decoded.');
    return Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  } finally {
    signal?.removeEventListener('abort', giveUp);
    void worker.terminate();
  }
}

/** The PNG, or null if the file cannot be decoded. */
async function fitHere({ bytes, type }: Task): Promise<Uint8Array | null> {
  const { Resvg } = await import('@resvg/resvg-js');
  const source = type === 'webp' ? await pngOfWebp(bytes) : Buffer.from(bytes);
  if (!source) return null;
  const href = `data:image/${type === 'jpeg' ? 'jpeg' : 'png'};base64,${source.toString('base64')}`;
  const size = `width="${picture.width}" height="${picture.height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} preserveAspectRatio="xMidYMid slice" href="${href}"/></svg>`;
  const render = (background?: string) => new Resvg(svg, { font: { loadSystemFonts: false }, background, logLevel: 'off' }).render();
  // The renderer skips an image it cannot decode, and leaves the canvas blank.
  const { pixels } = render();
  const isBlank = pixels.every((value, index) => index % 4 !== 3 || value === 0);
  return isBlank ? null : render('#ffffff').asPng();
}

/** The renderer does not read WebP. */
async function pngOfWebp(bytes: Uint8Array): Promise<Buffer | null> {
  const { decode } = await import('@cwasm/webp');
  try {
    const { data, width, height } = decode(bytes);
    return packPng(Buffer.from(data.buffer), width, height);
  } catch {
    return null;
  }
}

/** Encodes RGBA pixels as a PNG, fast rather than small: it is decoded again at once. */
function packPng(pixels: Buffer, width: number, height: number): Buffer {
  const rows = Buffer.alloc((4 * width + 1) * height);
  // The byte before each row says that the row is unfiltered.
  for (let row = 0; row < height; row++) pixels.copy(rows, row * (4 * width + 1) + 1, row * 4 * width, (row + 1) * 4 * width);
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

if (!isMainThread && (workerData as Partial<Task> | null)?.role === role) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  parentPort!.postMessage(await fitHere(workerData as Task));
}
