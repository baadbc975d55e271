import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { onTestFinished } from 'vitest';
import type { FeaturedImage } from '../../../src/providers/image/draw.ts';
import { coloursFrom } from '../../../src/providers/image/colour.ts';

/** Text of any UTF-16 units, halves of surrogate pairs among them. */
export const anyText = fc.string({
  unit: fc.oneof(
    fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom('a', 'M', ' ', '<', '&', '"', 'é', '\u0301', '\u200d', 'ש', 'ع', 'ำ', '中', '😀', '𝐀'),
  ),
  maxLength: 300,
});

/** A card of which a test names only what it is about. */
export function card(some: Partial<FeaturedImage> = {}): FeaturedImage {
  const keyword = some.keyword ?? 'webhook retries';
  return { title: 'Webhook retries in practice', keyword, brand: 'Hookline', colours: coloursFrom(null, keyword), language: 'en', ...some };
}

/** The decoded pixels of a PNG: red, green, blue and opacity at a place. */
export function pixelsOf(png: Buffer): (x: number, y: number) => number[] {
  const href = `data:image/png;base64,${png.toString('base64')}`;
  const { pixels, width } = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><image width="1200" height="630" href="${href}"/></svg>`,
  ).render();
  return (x, y) => [...pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];
}

/** The longest time in milliseconds for which this thread computed without a turn of the event loop is at most what it computed in all. */
export async function computedHere(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** A server on a free port of 127.0.0.1. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
