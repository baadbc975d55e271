import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectModern, connectOlder, serveToy, type ToyServer } from '../support/mcp-clients.ts';
import { includesScope } from '../../src/operation.ts';
import { toyGroups, toySecret } from './mcp-toy.ts';

let cleanup: AsyncDisposableStack;
beforeEach(() => void (cleanup = new AsyncDisposableStack()));
afterEach(() => cleanup.disposeAsync());

async function serve(...args: Parameters<typeof serveToy>): Promise<ToyServer> {
  const server = await serveToy(...args);
  cleanup.defer(server.close);
  return server;
}

async function connect(connecting: typeof connectModern, { url }: ToyServer) {
  const client = await connecting({ url });
  cleanup.defer(client.close);
  return client;
}

/** A request of 2026-07-28 as it goes over the wire. */
function modern(method: string, params: Record<string, unknown> = {}): RequestInit {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof params['name'] === 'string' && { 'mcp-name': params['name'] }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { ...params, _meta } }),
  };
}

/** A request of the 2025 era. */
function legacy(method: string, params: Record<string, unknown> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  };
}

/** The same as clients of 2025 send it once they are initialised: it names the version. */
function initialised(method: string, params?: Record<string, unknown>): RequestInit {
  const request = legacy(method, params);
  return { ...request, headers: { ...request.headers, 'mcp-protocol-version': '2025-11-25' } };
}

const everyClient = [
  ['2026-07-28', modern],
  ['2025', initialised],
  ['2025 that names no version', legacy],
] as const;

describe('the caller', () => {
  test('is the key that was let in', async () => {
    const client = await connect(connectModern, await serve({ keyId: 'key_7', scope: 'write', requestId: 'req_1' }));
    const { structuredContent } = await client.call('callers_get');
    expect(structuredContent).toEqual({ face: 'mcp', scope: 'write', keyId: 'key_7', requestId: 'req_1' });
  });

  test('is known by its JSON-RPC id where the request has no id of its own', async () => {
    const { url } = await serve();
    const answer = await fetch(url, modern('tools/call', { name: 'callers_get', arguments: {} }));
    expect(await answer.json()).toMatchObject({ id: 7, result: { structuredContent: { requestId: '7' } } });
  });

  test.each(['read', 'write', 'admin'] as const)('with the scope %s sees only what it may call', async (scope) => {
    const client = await connect(connectModern, await serve({ keyId: 'key_1', scope }));
    const operations = toyGroups.flatMap((group) => group.operations);
    const allowed = operations.filter((operation) => includesScope(scope, operation.scope));
    expect((await client.list()).map(({ name }) => name)).toEqual(allowed.map(({ name }) => name));
    expect(allowed.length === operations.length).toBe(scope !== 'read');
  });

  test('is told which scope a tool would need that it does not see', async () => {
    const client = await connect(connectModern, await serve({ keyId: 'key_1', scope: 'read' }));
    const result = await client.call('faults_throw');
    expect(result.isError).toBe(true);
    expect(result.content).toEqual([{ type: 'text', text: expect.stringContaining('"code":"insufficient_scope"') }]);
  });
});

test('a fault is logged with its cause, under the id the client was given', async () => {
  const server = await serve({ keyId: 'key_1', scope: 'admin', requestId: 'req_9' });
  const client = await connect(connectModern, server);
  await client.call('faults_throw');
  const entry = server.logged.map((line) => JSON.parse(line) as Record<string, unknown>).find((one) => one['operation'] === 'faults_throw');
  expect(entry).toMatchObject({ level: 50, requestId: 'req_9', err: { message: expect.stringContaining(toySecret) } });
});

test('the listing may be cached, and only clients of 2026-07-28 are told', async () => {
  const { url } = await serve();
  const today = (await (await fetch(url, modern('tools/list'))).json()) as { result: object };
  // A listing shows what one key may call, so no other may be given it.
  expect(today.result).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' });
  expect(await (await fetch(url, legacy('tools/list'))).text()).not.toContain('ttlMs');
  const discovered = (await (await fetch(url, modern('server/discover'))).json()) as { result: object };
  expect(discovered.result).toMatchObject({ ttlMs: 300_000, supportedVersions: ['2026-07-28'] });
});

describe('what is no MCP request is refused and nothing else happens', () => {
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  test.each<[string, number, RequestInit]>([
    ['GET', 405, {}],
    ['DELETE', 405, { method: 'DELETE' }],
    ['malformed JSON', 400, { method: 'POST', headers: json, body: '{"jsonrpc":' }],
    ['no body', 400, { method: 'POST', headers: json }],
    ['a form', 415, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' }],
    ['a body over the limit', 413, { method: 'POST', headers: json, body: JSON.stringify({ padding: 'x'.repeat(10_000) }) }],
    [
      'a header that names another tool',
      400,
      { ...modern('tools/call', { name: 'faults_throw' }), headers: { ...modern('tools/call', { name: 'greetings_get' }).headers } },
    ],
  ])('%s: %d', async (_, status, request) => {
    const server = await serve(undefined, 10_000);
    const answer = await fetch(server.url, request);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
    if (status === 405) expect(answer.headers.get('allow')).toBe('POST');
    const client = await connect(connectOlder, server);
    expect(await client.call('greetings_get', { name: 'Ada' })).toHaveProperty('structuredContent');
  });
});

test.each(everyClient)('a client of %s that goes away stops its call', async (_, request) => {
  const { url, services } = await serve();
  const leave = new AbortController();
  const gone = fetch(url, { ...request('tools/call', { name: 'waits_create', arguments: {} }), signal: leave.signal }).then((answer) =>
    answer.text(),
  );
  await services.started.raised;
  leave.abort();
  await expect(gone).rejects.toThrow();
  await services.stopped.raised;
});

describe('a cancellation of 2025 that comes in a request of its own', () => {
  const cancellation = (requestId: unknown, session?: string): RequestInit => ({
    method: 'POST',
    headers: { ...legacy('').headers, ...(session !== undefined && { 'mcp-session-id': session }) },
    body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }),
  });
  const inSession = (request: RequestInit, session: string): RequestInit => ({
    ...request,
    headers: { ...request.headers, 'mcp-session-id': session },
  });

  test('stops the call of the same session and of no other, nor one of another key', async () => {
    const { url, services, asKey } = await serve({ keyId: 'key_1', scope: 'admin' });
    const waiting = fetch(url, inSession(legacy('tools/call', { name: 'waits_create', arguments: {} }), 'mine'));
    await services.started.raised;
    let hasStopped = false;
    void services.stopped.raised.then(() => (hasStopped = true));
    expect((await fetch(url, cancellation(7, 'another'))).status).toBe(202);
    expect((await fetch(url, cancellation(7))).status).toBe(202);
    asKey('key_2');
    expect((await fetch(url, cancellation(7, 'mine'))).status).toBe(202);
    expect(hasStopped).toBe(false);
    asKey('key_1');
    expect((await fetch(url, cancellation(7, 'mine'))).status).toBe(202);
    await services.stopped.raised;
    await (await waiting).text();
  });

  test('finds its call by the session that initialize has given', async () => {
    const { url } = await serve();
    const first = await fetch(
      url,
      legacy('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '0' } }),
    );
    const session = first.headers.get('mcp-session-id');
    expect(session).toMatch(/^[\x21-\x7e]{16,}$/);
    expect((await fetch(url, inSession(legacy('tools/list'), session!))).headers.has('mcp-session-id')).toBe(false);
    expect((await fetch(url, modern('tools/list'))).headers.has('mcp-session-id')).toBe(false);
  });
});

test.each(everyClient)('no answer to a client of %s may be kept by a cache', async (_, request) => {
  const { url } = await serve();
  for (const one of [request('tools/list'), request('tools/call', { name: 'greetings_get', arguments: { name: 'Ada' } })]) {
    expect((await fetch(url, one)).headers.get('cache-control')).toContain('no-store');
  }
});

describe('closing', () => {
  test.each(everyClient)('lets a call of %s end and be answered', async (_, request) => {
    const { url, services, close } = await serveToy();
    const answer = fetch(url, request('tools/call', { name: 'waits_hold', arguments: {} })).then((response) => response.text());
    await services.started.raised;
    const closed = close();
    services.released.raise();
    expect(await answer).toContain('"structuredContent":{"done":true}');
    await closed;
  });

  test('waits for no subscription: there is nothing to be told of, so it ends at once', async () => {
    const { url } = await serve();
    const stream = await fetch(url, modern('subscriptions/listen', { notifications: { toolsListChanged: true } }));
    expect(await stream.text()).toContain('"id":7');
  });
});
