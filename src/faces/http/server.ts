import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { compressAnswers } from './compress.ts';
import { acceptJsonBodies } from './bodies.ts';
import { createClientErrorHandler } from './client-errors.ts';
import type { Cors } from './cors.ts';
import type { Guard } from './guards.ts';
import { sendProblem, type Telling } from './problems.ts';
import { watchRoutes } from './unknown.ts';

interface ServerParts extends Pick<System, 'now' | 'id' | 'log'> {
  guard: Guard;
  cors: Cors;
  words: Telling['words'];
  /** Set on a read-only desk: the prefix of its operations. */
  readOnlyBelow?: string;
}

/** Times in milliseconds. A handler may take as long as it needs, since `jobs_get` waits. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  /** How often Node looks for late requests. With its default of 30 s, the 10 s above could become 40; so they become 12 at most. */
  connectionsCheckingInterval: 1_000,
  maxBodyBytes: 1024 * 1024,
  maxUrlLength: 8 * 1024,
  maxPathFieldLength: 500,
};

/** A server without routes. It guards every request, gives it an id, and answers every error with a problem object. */
export function createServer({ guard, cors, words, readOnlyBelow, now, id, log }: ServerParts): FastifyInstance {
  const answers = new WeakMap<Duplex, ServerResponse>();
  const telling = { log, words };
  const admit = ({ raw, id: requestId }: FastifyRequest, reply: FastifyReply) => {
    answers.set(raw.socket, reply.raw);
    reply.header('x-request-id', requestId);
    reply.header('x-content-type-options', 'nosniff');
    refuseSecondHost(raw.rawHeaders);
    checkHosts(guard, raw);
    cors.open(raw.headers.origin, reply);
    if ((raw.url ?? '').length > limits.maxUrlLength)
      throw new AppError('uri_too_long', `The address is longer than ${limits.maxUrlLength} characters.`);
  };
  let closing = false;
  const app = fastify({
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    bodyLimit: limits.maxBodyBytes,
    routerOptions: { maxParamLength: limits.maxPathFieldLength },
    // The guard refuses a request without Host, with a problem object.
    http: {
      headersTimeout: limits.headersTimeout,
      connectionsCheckingInterval: limits.connectionsCheckingInterval,
      requireHostHeader: false,
    },
    genReqId: ({ headers }) => clientsId(headers['x-request-id']) ?? id('req'),
    return503OnClosing: false,
    // No hook runs for a path that cannot be decoded, so the request is checked here.
    frameworkErrors: (error, request, reply) => {
      try {
        admit(request, reply);
        sendProblem(error, request, reply, telling);
      } catch (refusal) {
        sendProblem(refusal, request, reply, telling);
      }
    },
    clientErrorHandler: createClientErrorHandler(answers, id),
  });
  // RFC 9110 lets a server ignore an unknown expectation; Node would answer 417 without a problem object.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const unknown = watchRoutes(app, readOnlyBelow);
  acceptJsonBodies(app);
  compressAnswers(app);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, telling));
  app.setNotFoundHandler(() => {});
  if (log.isLevelEnabled('debug')) logRequests(app, now, log);
  app.addHook('onRequest', (request, reply, done) => {
    admit(request, reply);
    if (!cors.answerPreflight(request, reply, unknown.methodsAt)) done();
  });
  app.addHook('preParsing', unknown.answerOptions);
  app.addHook('preParsing', unknown.refuse);
  app.addHook('preClose', async () => void (closing = true));
  // Otherwise an idle connection would keep the server from closing until it times out.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
  return app;
}

/** Node reads the first `Host` of several, and a proxy before it may have read another (RFC 9112, 3.2). */
function refuseSecondHost(rawHeaders: readonly string[]): void {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.length === 4 && rawHeaders[index]!.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) throw new AppError('invalid_input', 'The request has more than one Host header.', { hint: 'Send one.' });
}

/** A request for a whole address is meant for its host, whatever `Host` says (RFC 9112, 3.2.2). */
function checkHosts(guard: Guard, { headers, url = '' }: IncomingMessage): void {
  guard.check(headers);
  const host = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1];
  if (host !== undefined) guard.check({ host });
}

function logRequests(app: FastifyInstance, now: System['now'], log: System['log']): void {
  const startedAt = new WeakMap<FastifyRequest, number>();
  app.addHook('onRequest', (request, _reply, done) => {
    startedAt.set(request, now());
    done();
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const { id: requestId, method, routeOptions } = request;
    const durationMs = now() - (startedAt.get(request) ?? now());
    log.debug({ requestId, method, route: routeOptions.url, status: statusCode, durationMs }, 'request');
    done();
  });
}

/** A client may choose the request's id, if it can do no harm in a log or a header. */
function clientsId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(header) ? header : undefined;
}
