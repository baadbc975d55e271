import type { FastifyInstance, preParsingHookHandler } from 'fastify';
import { AppError } from '../../errors.ts';

/** How to answer a method or a path that no route has. */
export interface Unknown {
  /** A `preParsing` hook: 405 with `Allow` if the path has other methods, else 404. Runs after the key is checked and before the body is read. */
  refuse: preParsingHookHandler;
  /** The methods of a path. */
  methodsAt(url: string): readonly string[];
  /** A `preParsing` hook that answers OPTIONS with 204 and `Allow`, after the key is checked. */
  answerOptions: preParsingHookHandler;
}

interface Known {
  shape: RegExp;
  methods: Set<string>;
}

const reading = /^(?:GET|HEAD|OPTIONS)$/;

/**
 * Collects the routes as they are added to `app`, so that `Allow` is always right.
 * On a read-only desk `readOnlyBelow` is the prefix below which everything that writes is left out.
 */
export function watchRoutes(app: FastifyInstance, readOnlyBelow?: string): Unknown {
  const routes = new Map<string, Known>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = routes.get(url) ?? { shape: shapeOf(url), methods: new Set(['OPTIONS']) };
    for (const one of [method].flat()) known.methods.add(one);
    routes.set(url, known);
  });
  const allowed = (url: string) => {
    const path = decodePath(url);
    return [...new Set([...routes.values()].filter(({ shape }) => shape.test(path)).flatMap(({ methods }) => [...methods]))].toSorted();
  };
  return {
    methodsAt: allowed,
    refuse(request, reply, _payload, done) {
      if (!request.is404) return done();
      const url = request.raw.url ?? '';
      const methods = allowed(url);
      if (methods.length > 0) reply.header('allow', methods.join(', '));
      const leftOut = readOnlyBelow !== undefined && decodePath(url).startsWith(`${readOnlyBelow}/`) && !reading.test(request.method);
      throw leftOut ? readOnly(request.method, methods) : notThere(request.method, methods);
    },
    answerOptions(request, reply, _payload, done) {
      const methods = request.method === 'OPTIONS' ? allowed(request.raw.url ?? '') : [];
      if (methods.length === 0) return done();
      reply.code(204).header('allow', methods.join(', ')).send();
    },
  };
}

function notThere(method: string, methods: readonly string[]): AppError {
  if (methods.length === 0)
    return new AppError('not_found', 'There is nothing at this path.', { hint: 'See /api/openapi.json for every path.' });
  return new AppError('method_not_allowed', `${method} is not allowed here; ${methods.join(', ')} are.`, {
    hint: 'Use one of those; /api/openapi.json tells what each does.',
  });
}

function readOnly(method: string, methods: readonly string[]): AppError {
  const hint = 'To change something, call a desk that is served without --read-only (COPYDESK_READ_ONLY).';
  if (methods.length === 0)
    return new AppError('not_found', 'There is nothing at this path: this desk is read-only and offers only what reads.', { hint });
  return new AppError('method_not_allowed', `${method} is not allowed here: this desk is read-only; ${methods.join(', ')} are.`, { hint });
}

/** A route's `/topics/:id` as an expression for paths; a final `*` stands for anything. */
function shapeOf(url: string): RegExp {
  const source = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*$/, '.*');
  return new RegExp(`^${source}$`);
}

/** Decodes as the router does: an encoded slash stays encoded, so that it starts no new segment. */
function decodePath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  return decodeURI(path);
}
