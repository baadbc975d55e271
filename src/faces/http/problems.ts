import type { FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, causeCode, errorTable, problemOf, toAppError, type ErrorCode, type Problem } from '../../errors.ts';
import type { System } from '../../system.ts';
import { challenge } from './auth.ts';

/** The default for 429 and 503. */
export const retryAfterSeconds = 5;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body may hold a whole document. */
    takesFile?: boolean;
  }
}

const ofFastify: Partial<Record<string, [ErrorCode, string]>> = {
  FST_ERR_BAD_URL: ['invalid_input', 'The path is not valid percent-encoded UTF-8.'],
  FST_ERR_MAX_PARAM_LENGTH: ['uri_too_long', 'A part of the path is too long to be an id.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The Content-Type header is not valid.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_input', 'The body is not as long as Content-Length says.'],
};

const ofParser: Partial<Record<string, [ErrorCode, string, hint?: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.', 'Send it again, without pauses.'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The address and the headers are longer than 16 KiB together.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['payload_too_large', 'The chunk extensions are too long.', 'Send the chunks without extensions.'],
};

/** How problems are told. */
export interface Telling {
  log: System['log'];
  /** Turns a sentence written for every face into one for this face. */
  words: (text: string) => string;
}

/** Answers what a route, a hook or fastify has thrown. Internal faults are logged with the request id and never shown. */
export function sendProblem(thrown: unknown, request: FastifyRequest, reply: FastifyReply, { log, words }: Telling): FastifyReply {
  const error = errorOf(thrown, request);
  const { status } = errorTable[error.code];
  if (status >= 500) {
    // A failure after the caller has left is expected.
    const level = reply.raw.destroyed ? 'debug' : 'error';
    log[level]({ err: error.cause ?? error, requestId: request.id, route: request.routeOptions.url }, error.message);
  }
  if (error.code === 'insufficient_scope') reply.header('www-authenticate', `${challenge}, error="insufficient_scope"`);
  if (status === 429 || status === 503) reply.header('retry-after', error.retryAfterSeconds ?? retryAfterSeconds);
  if (!reply.raw.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  // Sent as bytes: fastify adds a charset to text, which RFC 9457's media type does not have.
  return reply
    .code(status)
    .type('application/problem+json')
    .send(Buffer.from(JSON.stringify(inWords(problemOf(error, request.id), words))));
}

function inWords(problem: Problem, words: Telling['words']): Problem {
  const { detail, hint, errors } = problem;
  return {
    ...problem,
    detail: words(detail),
    ...(hint !== undefined && { hint: words(hint) }),
    ...(errors && { errors: errors.map((one) => ({ ...one, detail: words(one.detail) })) }),
  };
}

function errorOf(thrown: unknown, request: FastifyRequest): AppError {
  const code = causeCode(thrown) ?? '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(request, thrown);
  const known = ofFastify[code];
  return known ? new AppError(known[0], known[1], { cause: thrown }) : toAppError(thrown);
}

const count = new Intl.NumberFormat('en-US');

/** The size is known only from Content-Length, since a body that is too large is not read to its end. */
function bodyTooLarge({ headers, routeOptions: { bodyLimit, config } }: FastifyRequest, cause: unknown): AppError {
  const sent = headers['content-length'] === undefined ? 'is too large' : `has ${count.format(Number(headers['content-length']))} bytes`;
  const limit = `${count.format(bodyLimit)} bytes (${bodyLimit / 1024 / 1024} MiB)`;
  return new AppError('payload_too_large', `The body ${sent}; this operation takes ${limit} at most.`, {
    hint: config.takesFile ? 'Cut the document into smaller ones, or name its url.' : 'Send less at once: shorter texts, or fewer items.',
    cause,
  });
}

/** For handlers that write the raw response: answers with a problem, or cuts an answer that has begun. */
export function failRaw(thrown: unknown, response: ServerResponse, requestId: string, log: System['log']): void {
  log.error({ err: thrown, requestId }, 'A handler of raw requests failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const error = toAppError(thrown);
  response
    .writeHead(errorTable[error.code].status, { 'content-type': 'application/problem+json' })
    .end(JSON.stringify(problemOf(error, requestId)));
}

/** Answers on the bare socket what never became a request: broken HTTP, endless headers, bytes that never arrive. */
export function refuseBrokenRequest(thrown: Error, socket: Duplex, requestId: string): void {
  if (!socket.writable || causeCode(thrown) === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [code, detail, hint] = ofParser[causeCode(thrown) ?? ''] ?? ['invalid_input', 'This is not valid HTTP/1.1.'];
  const { status } = errorTable[code];
  const body = JSON.stringify(problemOf(new AppError(code, detail, { hint }), requestId));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
