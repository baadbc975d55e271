import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { checkWeight } from '../json-weight.ts';

/** `application/json` and `application/…+json`, with parameters. */
const jsonType = /^application\/(?:[\w.!#$&^-]+\+)?json(?:;|$)/;

type Done = (error: Error | null, body?: unknown) => void;

/** Accepts JSON in UTF-8, or no body. An empty body counts as none, whatever its type. The last of several equal keys wins. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(jsonType, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, parseJson(request, body as Buffer));
    } catch (error) {
      done(error as AppError);
    }
  });
  app.addContentTypeParser('*', refuseUnlessEmpty);
}

/** Leaves the request's stream unread for a handler that reads it itself. */
export function leaveBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request: FastifyRequest, _payload: unknown, done: Done) => done(null));
}

function parseJson(request: FastifyRequest, body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1] ?? 'utf-8';
  if (!/^(utf-?8|us-ascii)$/i.test(charset) || encoding !== 'identity')
    throw notJson('The body must be plain JSON in UTF-8, not compressed.');
  checkWeight(body);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new AppError('invalid_json', 'The body cannot be parsed as JSON in UTF-8.', { cause, hint: 'Send one JSON object.' });
  }
}

/** Refuses at the first byte, without waiting for a body that it cannot read. */
function refuseUnlessEmpty(_request: FastifyRequest, payload: NodeJS.ReadableStream, done: Done): void {
  const settle = (error: Error | null) => {
    payload.removeListener('data', refuse);
    payload.removeListener('end', accept);
    payload.removeListener('error', settle);
    done(error);
  };
  const refuse = () => settle(notJson('The body must be JSON.'));
  const accept = () => settle(null);
  payload.on('data', refuse);
  payload.on('end', accept);
  payload.on('error', settle);
}

function notJson(detail: string): AppError {
  return new AppError('unsupported_media_type', detail, { hint: 'Send Content-Type: application/json.' });
}
