import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { acceptJsonBodies } from './bodies.ts';
import type { Guard } from './guards.ts';
import { refuseBrokenRequest, sendProblem } from './problems.ts';
import { watchRoutes } from './unknown.ts';

interface ServerParts extends Pick<System, 'now' | 'id' | 'log'> {
  guard: Guard;
  /** The prefix under which this desk only reads, where it does. */
  readOnlyBelow?: string;
}

/** Times in milliseconds; what a handler takes is not limited, since `jobs_get` may wait. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  /** How often Node looks for late requests; with its default of 30 s the 10 s above could be 40. */
  connectionsCheckingInterval: 1_000,
  maxBodyBytes: 1024 * 1024,
  maxUrlLength: 8 * 1024,
  maxPathFieldLength: 500,
};

/** A server without routes that guards every request, names it, and answers every error as a problem object. */
export function createServer({ guard, readOnlyBelow, now, id, log }: ServerParts): FastifyInstance {
  const answers = new WeakMap<Duplex, ServerResponse>();
  const admit = ({ raw, id: requestId }: FastifyRequest, response: ServerResponse) => {
    answers.set(raw.socket, response);
    response.setHeader('x-request-id', requestId);
    response.setHeader('x-content-type-options', 'nosniff');
    guard.check(raw.headers);
    if ((raw.url ?? '').length > limits.maxUrlLength)
      throw new AppError('uri_too_long', `The address is longer than ${limits.maxUrlLength} characters.`);
  };
  let closing = false;
  const app = fastify({
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    bodyLimit: limits.maxBodyBytes,
    routerOptions: { maxParamLength: limits.maxPathFieldLength },
    // A request without Host is ours to refuse, in our own form.
    http: {
      headersTimeout: limits.headersTimeout,
      connectionsCheckingInterval: limits.connectionsCheckingInterval,
      requireHostHeader: false,
    },
    genReqId: ({ headers }) => clientsId(headers['x-request-id']) ?? id('req'),
    return503OnClosing: false,
    // No hook runs for a path that cannot be decoded, so it is admitted here.
    frameworkErrors: (error, request, reply) => {
      try {
        admit(request, reply.raw);
        sendProblem(error, request, reply, log);
      } catch (refusal) {
        sendProblem(refusal, request, reply, log);
      }
    },
    clientErrorHandler: (error, socket) => {
      const answer = answers.get(socket);
      // A second answer in the middle of the first would be read as a part of it.
      if (answer?.headersSent && !answer.writableFinished) socket.destroy();
      else refuseBrokenRequest(error, socket, id('req'));
    },
  });
  // RFC 9110 lets a server pass over an expectation it does not know; Node would answer 417 in a form of its own.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const unknown = watchRoutes(app, readOnlyBelow);
  acceptJsonBodies(app);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, log));
  app.setNotFoundHandler(() => {});
  if (log.isLevelEnabled('debug')) logRequests(app, now, log);
  app.addHook('onRequest', (request, reply, done) => {
    admit(request, reply.raw);
    done();
  });
  app.addHook('preParsing', unknown.answerOptions);
  app.addHook('preParsing', unknown.refuse);
  app.addHook('preClose', async () => void (closing = true));
  // Otherwise a kept connection would hold the closing server for as long as it may idle.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
  return app;
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

/** A client may name its request, as long as the name can do no harm in a log or a header. */
function clientsId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(header) ? header : undefined;
}
