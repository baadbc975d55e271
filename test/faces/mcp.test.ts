import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  connectLegacy,
  connectModern,
  connectOlder,
  serveToy,
  type Called,
  type Connected,
  type Progress,
  type ToyServer,
} from '../support/mcp-clients.ts';
import { toyGroups, toySecret } from './mcp-toy.ts';

const clients = [
  ['today’s client of 2026-07-28', connectModern],
  ['today’s client in the 2025 era', connectLegacy],
  ['the older client', connectOlder],
] as const;
const carriers = ['http', 'stdio'] as const;
const everyWay = carriers.flatMap((carrier) => clients.map(([name, connect]) => [name, carrier, connect] as const));

/** The problem object that stands in a failed call's text. */
function problemIn(result: Called): Record<string, unknown> {
  expect(result.isError).toBe(true);
  expect(result).not.toHaveProperty('structuredContent');
  expect(result.content).toHaveLength(1);
  return JSON.parse((result.content[0] as { text: string }).text) as Record<string, unknown>;
}

describe.each(everyWay)('%s over %s', (name, carrier, connect) => {
  let server: ToyServer | undefined;
  let client: Connected;

  beforeAll(async () => {
    server = carrier === 'http' ? await serveToy() : undefined;
    client = await connect(server ? { url: server.url } : { args: [] });
  });

  afterAll(async () => {
    await client.close();
    await server?.close();
  });

  test('is told who serves and how to begin', () => {
    expect(client.serverVersion()).toMatchObject({ name: 'copydesk', version: '1.2.3' });
    expect(client.instructions()).toBe('Begin with greetings_get.');
    if (connect === connectModern) expect(client.version()).toBe('2026-07-28');
    if (connect === connectLegacy) expect(client.version()).toBe('2025-11-25');
  });

  test('lists every operation as a tool, in order', async () => {
    const tools = await client.list();
    expect(tools.map((tool) => tool.name)).toEqual(toyGroups.flatMap((group) => group.operations.map((operation) => operation.name)));
    expect(tools[0]).toEqual({
      name: 'greetings_get',
      title: 'Greet somebody',
      description: 'Answers a greeting.',
      annotations: { title: 'Greet somebody', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'Whom to greet.' },
          times: { type: 'integer', maximum: 3, description: 'How often, 1–3.' },
        },
        required: ['name'],
      },
      outputSchema: {
        type: 'object',
        properties: { greeting: { type: 'string' }, times: { type: 'integer' } },
        required: ['greeting', 'times'],
      },
    });
    expect(tools.find((tool) => tool.name === 'greetings_delete')?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
    });
  });

  test('gets an answer as structure and as the same JSON in text', async () => {
    const result = await client.call('greetings_get', { name: 'Ada' });
    expect(result.structuredContent).toEqual({ greeting: 'Hello, Ada!', times: 1 });
    expect(result.content).toEqual([{ type: 'text', text: '{"greeting":"Hello, Ada!","times":1}' }]);
    expect(result.isError ?? false).toBe(false);
  });

  test('gets an answer that is not JSON as text', async () => {
    expect(await client.call('greetings_export')).toMatchObject({ content: [{ type: 'text', text: 'greeting\nHello\n' }] });
  });

  test('a refusal is the problem object', async () => {
    expect(problemIn(await client.call('greetings_delete'))).toMatchObject({
      type: 'urn:copydesk:problem:conflict',
      status: 409,
      detail: 'A greeting is under way.',
      code: 'conflict',
      hint: 'Wait for it to end.',
      requestId: expect.any(String),
    });
  });

  test('bad arguments are named one by one', async () => {
    const problem = problemIn(await client.call('greetings_get', { times: 9, nmae: 'Ada' }));
    expect(problem['code']).toBe('invalid_input');
    expect((problem['errors'] as { pointer: string }[]).map((error) => error.pointer).toSorted()).toEqual(['/name', '/nmae', '/times']);
  });

  test('an unknown tool is an error of the protocol', async () => {
    for (const unknown of ['greetings_gte', '__proto__', 'constructor', '']) {
      await expect(client.call(unknown, {})).rejects.toMatchObject({ code: -32602 });
    }
  });

  test.each(['faults_throw', 'faults_break_promise'])('%s: a fault of ours is told without its secret', async (tool) => {
    const result = await client.call(tool);
    expect(problemIn(result)).toMatchObject({ code: 'internal', status: 500, retryable: true });
    expect(JSON.stringify(result)).not.toContain(toySecret);
  });

  test('a cancelled call stops its handler', async () => {
    const cancel = new AbortController();
    const waiting = client.call('waits_create', {}, cancel.signal);
    await client.call('waits_started');
    cancel.abort();
    await expect(waiting).rejects.toThrow();
    expect(await client.call('waits_stopped')).toMatchObject({ structuredContent: { done: true } });
    // The end of a handler whose caller has gone is no fault.
    expect(server?.logged ?? []).not.toContainEqual(expect.stringContaining('waits_create'));
  });
});

describe.each(everyWay)('%s over %s', (_, carrier, connect) => {
  test('is told how far a call is where it asks, each time further', async () => {
    await using cleanup = new AsyncDisposableStack();
    const server = carrier === 'http' ? await serveToy() : undefined;
    if (server) cleanup.defer(server.close);
    const client = await connect(server ? { url: server.url } : { args: [] });
    cleanup.defer(client.close);
    const told: Progress[] = [];
    await new Promise<void>((resolve, reject) => {
      const hear = (progress: Progress) => void (told.push(progress) === 2 && client.call('works_end').catch(reject));
      client.call('works_get', {}, undefined, hear).then(() => resolve(), reject);
    });
    expect(told).toEqual([
      { progress: 0, total: 1, message: 'research' },
      { progress: 0.5, total: 1, message: 'draft' },
    ]);
    expect(await client.call('works_get')).toMatchObject({ structuredContent: { done: true } });
  });
});

test('whatever the arguments, a call is answered', async () => {
  await using cleanup = new AsyncDisposableStack();
  const server = await serveToy();
  cleanup.defer(server.close);
  const client = await connectModern({ url: server.url });
  cleanup.defer(client.close);
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (input) => {
      const result = await client.call('greetings_get', input as Record<string, unknown>);
      if (result.isError) expect(problemIn(result)['code']).toBe('invalid_input');
      else expect(result.structuredContent).toMatchObject({ greeting: `Hello, ${String(input['name'])}!` });
    }),
    { numRuns: 100 },
  );
});
