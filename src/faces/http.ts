import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { Config } from '../config.ts';
import type { System } from '../system.ts';
import { holderOf, requireKey, type Authenticate } from './http/auth.ts';
import { leaveBodies } from './http/bodies.ts';
import { createCors, vary } from './http/cors.ts';
import { mountExports, type ReadExport } from './http/exports.ts';
import { limitHeldBodies } from './http/held-bodies.ts';
import { createGuard, type Guard, type GuardConfig } from './http/guards.ts';
import { mountMedia, type ReadMedia } from './http/media.ts';
import type { Metrics } from './http/metrics.ts';
import { failRaw, retryAfterSeconds } from './http/problems.ts';
import { createServer } from './http/server.ts';
import { answerUnchanged, tagOf } from './http/tags.ts';
import type { McpHttp } from './mcp/http.ts';
import { openapiDocument, type EventDescription } from './openapi.ts';
import type { Nouns } from './openapi/named.ts';
import { mountRest, restPrefix, restWords, type RestParts } from './rest.ts';

/** Whether the process can work; `checks` says what was checked. */
export interface Health {
  ready: boolean;
  checks: Record<string, unknown>;
}

export interface HttpServerParts<Services> extends RestParts<Services> {
  authenticate: Authenticate;
  config: GuardConfig & Partial<Pick<Config, 'readOnly'>>;
  /** The product's version and the events it sends, for the OpenAPI document. */
  version: string;
  webhooks?: readonly EventDescription[];
  /** Shapes that the OpenAPI document names. */
  nouns?: Nouns;
  health(): Promise<Health>;
  metrics?: Pick<Metrics, 'contentType' | 'text'>;
  /** Pictures for pages of other sites. */
  readMedia?: ReadMedia;
  /** Lists as files, at addresses that need no key. */
  readExport?: ReadExport;
  mcp?: Pick<McpHttp, 'handle'>;
  now: System['now'];
  id: System['id'];
  log: System['log'];
}

/** The HTTP server of all faces: REST, MCP, the OpenAPI document and health. The caller may add routes of its own, then calls `listen`. */
export function createHttpServer<Services>(parts: HttpServerParts<Services>): FastifyInstance {
  const guard = createGuard(parts.config);
  const app = createServer({
    ...parts,
    guard,
    cors: createCors(parts.config.allowedOrigins),
    words: restWords(parts.groups.flatMap((group) => group.operations)),
    readOnlyBelow: parts.config.readOnly ? restPrefix : undefined,
  });
  mountOpen(app, (scope) => {
    mountHealth(scope, parts.health);
    if (parts.metrics) mountMetrics(scope, parts.metrics);
    if (parts.readMedia) mountMedia(scope, parts.readMedia);
    if (parts.readExport) mountExports(scope, parts.readExport);
    mountDocument(scope, guard, parts);
  });
  const letIn = { authenticate: parts.authenticate, limitBodies: limitHeldBodies() };
  mountKeyed(app, restPrefix, letIn, (api) => mountRest(api, parts));
  const { mcp } = parts;
  if (mcp) mountKeyed(app, '/mcp', letIn, (scope) => mountMcp(scope, mcp, parts.log));
  return app;
}

/** A scope of paths that need no key. */
function mountOpen(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    answerUnchanged(scope);
    mount(scope);
  });
}

/** A scope in which every path, known or not, needs a key, and no answer may be cached. */
function mountKeyed(
  app: FastifyInstance,
  prefix: string,
  { authenticate, limitBodies }: { authenticate: Authenticate; limitBodies: onRequestHookHandler },
  mount: (scope: FastifyInstance) => void,
): void {
  void app.register(
    async (scope) => {
      scope.addHook('onRequest', (_request, reply, done) => {
        reply.header('cache-control', 'no-store');
        vary(reply, 'Authorization');
        done();
      });
      requireKey(scope, authenticate);
      scope.addHook('onRequest', limitBodies);
      answerUnchanged(scope);
      // Having this handler makes the scope's hooks run for unknown paths too. A hook answers before it is reached.
      scope.setNotFoundHandler(() => {});
      mount(scope);
    },
    { prefix },
  );
}

function mountMcp(scope: FastifyInstance, mcp: Pick<McpHttp, 'handle'>, log: System['log']): void {
  leaveBodies(scope);
  scope.route({
    // Without streams and stored sessions there is nothing to GET or DELETE.
    method: 'POST',
    url: '',
    handler: async (request, reply) => {
      // A hijacked answer goes out without what was set before it.
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
      reply.hijack();
      try {
        await mcp.handle(request.raw, reply.raw, { ...holderOf(request), requestId: request.id });
      } catch (error) {
        failRaw(error, reply.raw, request.id, log);
      }
    },
  });
}

function mountHealth(app: FastifyInstance, health: () => Promise<Health>): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const { ready, checks } = await health();
    if (!ready) reply.code(503).header('retry-after', retryAfterSeconds);
    return reply.header('cache-control', 'no-store').send({ ready, checks });
  });
}

function mountMetrics(app: FastifyInstance, { contentType, text }: Pick<Metrics, 'contentType' | 'text'>): void {
  app.get('/metrics', async (_request, reply) =>
    reply.headers({ 'content-type': contentType, 'cache-control': 'no-store' }).send(await text()),
  );
}

/** The document is made at the first request, which may never come. Only the server's URL differs between origins. */
function mountDocument(
  app: FastifyInstance,
  guard: Guard,
  parts: Pick<HttpServerParts<never>, 'groups' | 'version' | 'webhooks' | 'nouns'>,
): void {
  let document: ReturnType<typeof openapiDocument> | undefined;
  let latest: { origin: string; body: string; tag: string } | undefined;
  app.get('/api/openapi.json', async (request, reply) => {
    const origin = guard.originOf(request.headers);
    if (latest?.origin !== origin) {
      document ??= openapiDocument(parts.groups, { ...parts, serverUrl: origin });
      const body = JSON.stringify({ ...document, servers: [{ url: origin }] });
      latest = { origin, body, tag: tagOf(body) };
    }
    vary(reply, 'Host, X-Forwarded-Host, X-Forwarded-Proto');
    reply.headers({ etag: latest.tag, 'cache-control': 'public, max-age=300' });
    return reply.type('application/json').send(latest.body);
  });
}
