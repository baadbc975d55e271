import type { FastifyInstance, onSendHookHandler } from 'fastify';
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

type Compressed = (error: Error | null, body: Buffer) => void;

const encoders = {
  br: (body: string | Buffer, done: Compressed) =>
    brotliCompress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }, done),
  gzip: (body: string | Buffer, done: Compressed) => gzip(body, done),
};
const compressible = /^(?:text\/|application\/(?:[\w.-]+\+)?json)/;

/** Long texts are sent in Brotli or gzip to who accepts it; a route's `config.isPlain` leaves it out. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', compress);
}

/** Answers by `done`: most answers are short, and need not wait for a promise. */
const compress: onSendHookHandler = (request, reply, payload, done) => {
  const { isPlain } = request.routeOptions.config;
  if (isPlain || !compressible.test(String(reply.getHeader('content-type')))) return done(null, payload);
  vary(reply, 'accept-encoding');
  if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length < minBytes) return done(null, payload);
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding === undefined) return done(null, payload);
  encoders[encoding](payload, (error, compressed) => {
    if (error) return done(error);
    reply.header('content-encoding', encoding).removeHeader('content-length');
    done(null, compressed);
  });
};

/** The best that the client names and does not refuse by `q=0` (RFC 9110, 12.5.3). */
function encodingFor(header: string | string[] = ''): keyof typeof encoders | undefined {
  const named = String(header).toLowerCase().split(',');
  const accepted = new Set(named.filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one)).map((one) => one.split(';')[0]!.trim()));
  return (['br', 'gzip'] as const).find((one) => accepted.has(one));
}
