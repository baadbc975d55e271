import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDirectStdio } from '../../src/faces/mcp/direct-stdio.ts';
import { createPlainReader } from '../../src/faces/mcp/plain.ts';
import { createServerFactory } from '../../src/faces/mcp/server.ts';
import { serveMcpStdio } from '../../src/faces/mcp/stdio.ts';
import { createTools } from '../../src/faces/mcp/tools.ts';
import type { Caller } from '../../src/operation.ts';
import { corpusOf, deepCorpusOf, eras, inEra, type Era } from './mcp-corpus.ts';
import { createToy, type Toy } from './mcp-toy.ts';

const caller: Caller = { face: 'mcp', scope: 'write' };

/** A client's end of a connection to a toy desk in this process. */
interface Connection {
  send(...texts: string[]): void;
  /** What was answered, once nothing more comes, in an order that does not depend on which answer was faster. */
  answers(): Promise<string[]>;
  close(): void;
}

function connect(serve: (toy: Toy, stdin: PassThrough, stdout: PassThrough) => void, toy = createToy()): Connection {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const answers: string[] = [];
  let part = '';
  stdout.setEncoding('utf8').on('data', (piece: string) => {
    const lines = `${part}${piece}`.split('\n');
    part = lines.pop()!;
    answers.push(...lines.map((line) => JSON.stringify(JSON.parse(line, sortKeys))));
  });
  serve(toy, stdin, stdout);
  const send = (...texts: string[]) => void stdin.write(texts.map((text) => `${text}\n`).join(''));
  return {
    send,
    async answers() {
      // Nothing here waits for longer than a turn of the event loop.
      for (let seen = -1, turns = 0; turns < 5; turns++) {
        if (seen !== answers.length) turns = 0;
        seen = answers.length;
        await setImmediate();
      }
      return answers.toSorted();
    },
    close: () => void stdin.end(),
  };
}

function sortKeys(_key: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;
}

const openOurs = (toy?: Toy) => connect(({ face }, stdin, stdout) => void serveMcpStdio({ ...face, caller, stdin, stdout }), toy);

/** The SDK's own transport, with nothing of ours before it. */
const openTheirs = (other?: Toy) =>
  connect(({ face }, stdin, stdout) => {
    stdout.setMaxListeners(0);
    const factory = createServerFactory({ tools: createTools(face), instructions: face.instructions, callerOf: () => caller });
    serveStdio(factory, { transport: new StdioServerTransport(stdin, stdout) });
  }, other);

/** What both answer to the same messages; each of the lists is sent once the one before has been answered. */
const answersOfBoth = (...lists: string[][]) => answersOf([openOurs(), openTheirs()], lists);

async function answersOf(connections: Connection[], lists: string[][]): Promise<[ours: string[], theirs: string[]]> {
  const both = connections.map(async (connection) => {
    let answers: string[] = [];
    for (const list of lists) {
      connection.send(...list);
      answers = await connection.answers();
    }
    connection.close();
    return answers;
  });
  return (await Promise.all(both)) as [string[], string[]];
}

const request = (id: unknown, method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id, method, params });
const initialize = request('first', 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '0' },
});
const openings: Record<Era, string[]> = {
  '2026-07-28': [request('first', 'tools/list', inEra('2026-07-28', {}))],
  '2025-11-25': [initialize, request('second', 'tools/list', {})],
};
const discover = request('probe', 'server/discover', inEra('2026-07-28', {}));
const call = (id: unknown, era: Era, name = 'callers_get') => request(id, 'tools/call', inEra(era, { name, arguments: {} }));

describe.each(eras)('on a connection of %s', (era) => {
  test.each([...corpusOf(era), ...deepCorpusOf(era)])('$what is answered as by the SDK alone', async ({ text }) => {
    const [ours, theirs] = await answersOfBoth(openings[era], [text]);
    expect(ours).toEqual(theirs);
  });

  test('messages of both eras, all at once, are answered as by the SDK alone', async () => {
    const [ours, theirs] = await answersOfBoth(
      openings[era],
      eras.flatMap(corpusOf).map(({ text }, index) => text.replace(/"id":\d+/, `"id":${1000 + index}`)),
    );
    expect(ours).toEqual(theirs);
    expect(ours.length).toBeGreaterThan(50);
  });

  test('a cancelled call is not answered, and its handler stops', async () => {
    const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}';
    const [ours, theirs] = await answersOfBoth(openings[era], [call(1, era, 'waits_create'), cancel, call(2, era, 'waits_stopped')]);
    expect(ours).toEqual(theirs);
    expect(ours.filter((answer) => answer.startsWith('{"id":1,'))).toEqual([]);
    expect(ours.filter((answer) => answer.startsWith('{"id":2,'))).toHaveLength(1);
  });

  test('a fault that the desk cannot even log is answered as by the SDK alone', async () => {
    const [ours, theirs] = await answersOf(
      [openOurs(withoutLog()), openTheirs(withoutLog())],
      [openings[era], [call(1, era, 'faults_throw')]],
    );
    expect(ours).toEqual(theirs);
    expect(ours.filter((answer) => answer.includes('The disk is full.'))).toHaveLength(1);
  });

  test('of two calls under one id a cancellation stops the one that it stops with the SDK alone', async () => {
    const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}';
    const calls = [call(1, era, 'waits_stopped'), call(1, era, 'waits_create'), cancel];
    const [ours, theirs] = await answersOfBoth(openings[era], calls);
    expect(ours).toEqual(theirs);
    expect(ours.filter((answer) => answer.startsWith('{"id":1,'))).toHaveLength(1);
  });

  test('only what is not plain is handed on to the SDK, byte for byte', async () => {
    const { rest, send, settle } = openAlone();
    const all = [...corpusOf(era), ...deepCorpusOf(era)].map(({ text, isPlain }) => ({ line: `${text}\r\n`, isPlain }));
    const handedOn = all.filter(({ isPlain }) => !isPlain).map(({ line }) => line);
    settle(era === '2026-07-28' ? 'modern' : 'legacy');
    // In pieces that end anywhere, within letters too.
    const bytes = Buffer.from(all.map(({ line }) => line).join(''));
    for (let at = 0; at < bytes.length; at += 777) send(bytes.subarray(at, at + 777));
    expect(await rest()).toBe(handedOn.join(''));
  });
});

test('until the SDK has settled the era it is handed everything', async () => {
  const { rest, send } = openAlone();
  const texts = eras.flatMap(corpusOf).map((message) => `${message.text}\n`);
  send(texts.join(''));
  expect(await rest()).toBe(texts.join(''));
});

test.each<[string, string[][]]>([
  ['a probe, then 2026-07-28', [[discover], [call(1, '2026-07-28')], [call(2, '2026-07-28'), discover]]],
  ['a probe, then 2025', [[discover], [call(1, '2025-11-25')], [call(2, '2025-11-25'), initialize]]],
  ['all at once', [[discover, call(1, '2026-07-28'), call(2, '2026-07-28'), call(3, '2025-11-25')]]],
  ['no initialize', [[call(1, '2025-11-25')], [call(2, '2025-11-25')], [call(3, '2026-07-28')]]],
  ['the other era afterwards', [[call(1, '2026-07-28')], [call(2, '2025-11-25'), initialize], [call(3, '2026-07-28')]]],
])('an opening is answered as by the SDK alone: %s', async (_, lists) => {
  const [ours, theirs] = await answersOfBoth(...lists);
  expect(ours).toEqual(theirs);
});

test('whatever the order of messages, they are answered as by the SDK alone', async () => {
  const sorts = [
    discover,
    initialize,
    ...eras.flatMap((era) => [call(0, era), call(0, era, 'greetings_get'), request(0, 'tools/list', inEra(era, {}))]),
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(fc.constantFrom(...sorts), { maxLength: 3 }), { maxLength: 4 }), async (lists) => {
      let id = 0;
      const [ours, theirs] = await answersOfBoth(
        ...lists.map((list) => list.map((text) => JSON.stringify({ ...(JSON.parse(text) as object), id: ++id }))),
      );
      expect(ours).toEqual(theirs);
    }),
    { numRuns: 60 },
  );
});

function withoutLog(): Toy {
  const toy = createToy();
  toy.face.log.error = () => {
    throw new Error('The disk is full.');
  };
  return toy;
}

/** What stands before the SDK's transport, alone. */
function openAlone() {
  const stdin = new PassThrough();
  const { face } = createToy();
  const direct = createDirectStdio({
    tools: createTools(face),
    read: createPlainReader(face.groups),
    caller,
    stdin,
    stdout: new PassThrough().resume(),
  });
  return {
    settle: direct.settle,
    send: (bytes: Buffer | string) => void stdin.write(bytes),
    rest: () => (stdin.end(), textOf(direct.rest)),
  };
}
