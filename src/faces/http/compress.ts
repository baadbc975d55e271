import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { vary } from './cors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Never compressed. */
    isPlain?: boolean;
  }
}

/** In bytes. Below it compression costs more than it saves. */
const minBytes = 1024;
/** Brotli's own default, 11, is made for what is compressed once and sent often: it takes a hundred times as long. */
const brotliQuality = 4;

const brotli = promisify(brotliCompress);
const encoders = {
  br: (body: string | Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: promisify(gzip),
};
const compressible = /^(?:text\/|application\/(?:[\w.-]+\+)?json)/;

/** Long texts are sent in Brotli or gzip to who accepts it; a route's `config.isPlain` leaves it out. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', compress);
}

async function compress(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (request.routeOptions.config.isPlain || !compressible.test(String(reply.getHeader('content-type')))) return payload;
  vary(reply, 'accept-encoding');
  if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length < minBytes) return payload;
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding === undefined) return payload;
  const compressed = await encoders[encoding](payload);
  reply.header('content-encoding', encoding).removeHeader('content-length');
  return compressed;
}

/** The best that the client names and does not refuse by `q=0` (RFC 9110, 12.5.3). */
function encodingFor(header: string | string[] = ''): keyof typeof encoders | undefined {
  const named = String(header).toLowerCase().split(',');
  const accepted = new Set(named.filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one)).map((one) => one.split(';')[0]!.trim()));
  return (['br', 'gzip'] as const).find((one) => accepted.has(one));
}
