import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../errors.ts';
import type { Group } from '../operation.ts';
import type { System } from '../system.ts';
import { holderOf, requireKey, type Authenticate, type KeyHolder } from './http/auth.ts';
import { acceptJsonBodies, leaveBodies } from './http/bodies.ts';
import { createGuard, type Guard, type GuardConfig } from './http/guards.ts';
import { refuseBrokenRequest, sendProblem } from './http/problems.ts';
import { watchRoutes, type Unknown } from './http/unknown.ts';
import type { Invoke } from './invoke.ts';
import { openapiDocument, type EventDescription } from './openapi.ts';
import { mountRest, restPrefix } from './rest.ts';

/** Whether the process can work; `checks` says what was looked at. */
export interface Health {
  ready: boolean;
  checks: Record<string, unknown>;
}

/** The MCP endpoint: reads the raw request itself and answers on the raw response. */
export interface McpEndpoint {
  handle(request: IncomingMessage, response: ServerResponse, holder: KeyHolder): Promise<void> | void;
}

export interface HttpServerParts<Services> {
  groups: readonly Group<Services>[];
  invoke: Invoke<Services>;
  authenticate: Authenticate;
  config: GuardConfig;
  /** Of the product, for the OpenAPI document. */
  version: string;
  /** The events the product sends, for the OpenAPI document. */
  webhooks?: readonly EventDescription[];
  health(): Promise<Health>;
  mcp?: McpEndpoint;
  now: System['now'];
  id: System['id'];
  log: System['log'];
}

/** All times in milliseconds. The time a handler takes is not limited: `jobs_get` may wait. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  /** How often Node looks for requests past their time; its default of 30 s would make 10 s mean 40. */
  connectionsCheckingInterval: 1_000,
  bodyBytes: 1024 * 1024,
  urlLength: 8 * 1024,
  pathFieldLength: 500,
};

/** The HTTP server of all faces: REST, MCP, the OpenAPI document and health. Other routes may be added before the caller calls `listen`. */
export function createHttpServer<Services>(parts: HttpServerParts<Services>): FastifyInstance {
  const guard = createGuard(parts.config);
  const requests = createRequestTracker();
  const app = bareServer(parts, guard, requests);
  const unknown = watchRoutes(app);
  acceptJsonBodies(app);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, parts.log));
  app.addHook('onRequest', async (request, reply) => admit(guard, requests, request, reply));
  app.addHook('onRequest', unknown.answerOptions);
  app.addHook('onResponse', async (request, reply) => {
    parts.log.debug({ requestId: request.id, method: request.method, route: request.routeOptions.url, status: reply.statusCode, durationMs: parts.now() - requests.startOf(request) }, 'request');
  });
  guardUnknown(app, unknown);
  mountOpen(app, parts, guard);
  mountKeyed(app, parts, unknown);
  return app;
}
