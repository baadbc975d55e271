import type { Loose } from '../support/loose.ts';
import type { FastifyInstance } from 'fastify';
import { connect } from 'node:net';
import { pino } from 'pino';
import { request } from 'undici';
import { expect } from 'vitest';
import { createHttpServer, type HttpServerParts } from '../../src/faces/http.ts';
import { createInvoke } from '../../src/faces/invoke.ts';
import { openapiDocument } from '../../src/faces/openapi.ts';
import { restPrefix } from '../../src/faces/rest.ts';
import type { Scope } from '../../src/operation.ts';
import { operationAt, validateResponse, validateSchema } from '../support/openapi-validator.ts';
import { toyEvents, toyGroups, type ToyServices } from './toy-catalogue.ts';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The parsed body; tests look into whatever came back. */
  json: Loose;
}

interface Call {
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
  /** Default `write`; null sends no key. */
  key?: string | null;
}

/** The one origin of other sites whose pages may call the toy server. */
export const pageOrigin = 'https://app.example.org';

export const document = openapiDocument(toyGroups, { serverUrl: 'http://127.0.0.1:4141', version: '0.1.0', webhooks: toyEvents });

/** A toy server on a free port of 127.0.0.1, with the keys `read`, `write` and `admin`. Every answer of a known path is checked against the document. */
export async function startToy(overrides: Partial<HttpServerParts<ToyServices>> = {}, prepare: (app: FastifyInstance) => void = () => {}) {
  const services: ToyServices = { inputs: [] };
  const logged: string[] = [];
  let ids = 0;
  const app = createHttpServer<ToyServices>({
    groups: toyGroups,
    invoke: createInvoke(services),
    once: async (_call, work) => ({ answer: await work(), replayed: false }),
    authenticate: async (key) => (['read', 'write', 'admin'].includes(key) ? { keyId: `key_${key}`, scope: key as Scope } : null),
    config: {
      publicUrl: 'https://desk.example.com',
      allowedHosts: ['copy.example.net', 'Ported.example.net:8080'],
      allowedOrigins: [pageOrigin],
      trustProxy: false,
    },
    version: '0.1.0',
    webhooks: toyEvents,
    health: async () => ({ ready: true, checks: { database: 'ok' } }),
    now: () => 0,
    id: (prefix) => `${prefix}_${++ids}`,
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
    ...overrides,
  });
  prepare(app);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const port = Number(new URL(url).port);
  const call = (method: string, path: string, options: Call = {}) => callToy(url, method, path, options);
  const api = (method: string, path: string, options: Call = {}) => call(method, `${restPrefix}${path}`, options);
  return { app, url, port, services, logged, call, api, [Symbol.asyncDispose]: async () => app.close() };
}

async function callToy(url: string, method: string, path: string, { body, raw, headers = {}, key = 'write' }: Call): Promise<Answer> {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await request(`${url}${path}`, {
    method: method as 'GET',
    ...(sent !== undefined && { body: sent }),
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  const text = await response.body.text();
  const type = String(response.headers['content-type'] ?? '');
  const json = /json/.test(type) && text !== '' ? JSON.parse(text) : undefined;
  const answer = { status: response.statusCode, headers: response.headers, text, json };
  checkEveryAnswer(method, path, answer, type, headers['origin'] === pageOrigin);
  return answer;
}

/** What holds for every answer, whatever the test is about. */
function checkEveryAnswer(method: string, path: string, { status, headers, text, json }: Answer, type: string, fromPage: boolean): void {
  expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(Object.keys(headers).some((name) => name.startsWith('access-control'))).toBe(fromPage);
  if (status >= 400 && method !== 'HEAD' && !path.startsWith('/readyz')) {
    expect(type).toBe('application/problem+json');
    expect(json).toMatchObject({ status, type: `urn:copydesk:problem:${json.code}`, requestId: headers['x-request-id'] });
  }
  if (json?.code !== undefined && status >= 400) expect(validateSchema(document, document.components.schemas.Problem, json)).toEqual([]);
  // What any path may answer is not repeated at each.
  const ofAnyPath = [405, 408, 414, 431].includes(status);
  if (!ofAnyPath && operationAt(document, method, path))
    expect(validateResponse(document, method, path, status, type, json ?? text)).toEqual([]);
}

/** Writes bytes on a bare socket and reads until the other side closes it. */
export async function speakRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  let heard = '';
  socket.on('error', () => {});
  for await (const chunk of socket) heard += String(chunk);
  return heard;
}
