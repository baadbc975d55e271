import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';
import { tagOf } from './tags.ts';

/** Reads a picture by the unguessable token in its address; undefined if there is none. `createdAt` is in milliseconds since the epoch. */
export type ReadMedia = (token: string) => Promise<{ png: Buffer; createdAt: number } | undefined>;

/** Anything that cannot be a token is not looked up. */
const tokenShape = /^[A-Za-z0-9_-]{16,200}$/;
const year = 365 * 24 * 60 * 60;

/**
 * Adds `/media/{token}.png`, which needs no key: other sites show these pictures, and knowing the address is enough.
 * The picture at an address never changes, so caches may keep it forever.
 */
export function mountMedia(app: FastifyInstance, readMedia: ReadMedia): void {
  app.get<{ Params: { file: string } }>('/media/:file', async (request, reply) => {
    const { file } = request.params;
    const token = file.endsWith('.png') ? file.slice(0, -'.png'.length) : '';
    const media = tokenShape.test(token) ? await readMedia(token) : undefined;
    if (!media)
      throw new AppError('not_found', 'There is no picture at this address.', { hint: 'Take it from featuredImage of its article.' });
    reply.headers({
      etag: tagOf(media.png),
      'cache-control': `public, max-age=${year}, immutable`,
      'last-modified': new Date(media.createdAt).toUTCString(),
      'cross-origin-resource-policy': 'cross-origin',
    });
    return reply.type('image/png').send(media.png);
  });
}
