import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError, problemOf } from '../../src/errors.ts';
import { startFailureResponder } from '../../src/faces/mcp/start-failure.ts';
import { serveMcpStdio } from '../../src/faces/mcp/stdio.ts';
import { connectAuto, connectLegacy, connectOlder, stdioScript } from '../support/mcp-clients.ts';
import { createToy, toySecret } from './mcp-toy.ts';

let children: ChildProcessByStdio<Writable, Readable, Readable>[];
beforeEach(() => void (children = []));
afterEach(() => children.forEach((child) => child.kill()));

function start(...args: string[]) {
  const child = spawn(process.execPath, [stdioScript, ...args], { stdio: 'pipe' });
  children.push(child);
  const exit = once(child, 'exit').then(([code]) => code as number);
  return {
    child,
    exit,
    send: (message: object | string) => child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
  };
}

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
};
const request = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params });

describe('a server on stdio', () => {
  test('writes nothing but JSON-RPC to stdout, whatever it is sent', async () => {
    const { child, exit, send } = start();
    const complaints = text(child.stderr);
    send(initialize);
    send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    send('this is no JSON');
    send({ jsonrpc: '2.0', secret: 'hush' });
    send('[]');
    send(request(1, 'tools/list'));
    send(request(2, 'tools/call', { name: 'faults_throw', arguments: {} }));
    send(request(3, 'tools/call', { name: 'nowhere', arguments: {} }));
    send(request(4, 'tools/call', { name: 'greetings_get', arguments: { name: 'line\nbreak' } }));
    send(request(5, 'no/such/method'));
    const answers = new Map<unknown, Record<string, unknown>>();
    for await (const line of createInterface({ input: child.stdout })) {
      const message = JSON.parse(line) as Record<string, unknown>;
      expect(message['jsonrpc']).toBe('2.0');
      answers.set(message['id'], message);
      if (answers.size === 6) break;
    }
    child.stdin.end();
    expect(await exit).toBe(0);
    expect([...answers.keys()].toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(answers.get(3)).toMatchObject({ error: { code: -32602, message: expect.stringContaining('nowhere') } });
    expect(answers.get(4)).toMatchObject({ result: { structuredContent: { greeting: 'Hello, line\nbreak!' } } });
    expect(answers.get(5)).toMatchObject({ error: { code: -32601 } });
    expect(JSON.stringify([...answers.values()])).not.toContain(toySecret);
    expect(await complaints).not.toMatch(/no JSON|hush/);
  });

  test.each([
    ['the first', []],
    ['a later', [request(0, 'tools/list')]],
  ])('stops %s call when stdin ends, does not answer it, and waits for it', async (_, before) => {
    const { stdin, stdout, services, served } = serveHere();
    for (const one of before) {
      stdin.write(`${JSON.stringify(one)}\n`);
      await once(stdout, 'readable');
      stdout.read();
    }
    stdin.write(`${JSON.stringify(request(1, 'tools/call', { name: 'waits_create', arguments: {} }))}\n`);
    await services.started.raised;
    let stopped = false;
    void services.stopped.raised.then(() => (stopped = true));
    stdin.end();
    await served.closed;
    expect(stopped).toBe(true);
    expect(stdout.read()).toBeNull();
  });

  test('stops all calls when stdin ends, also those under one id', async () => {
    const { stdin, stdout, services, served } = serveHere();
    stdin.write(`${JSON.stringify(request(0, 'tools/list'))}\n`);
    await once(stdout, 'readable');
    stdout.read();
    const call = `${JSON.stringify(request(1, 'tools/call', { name: 'waits_create', arguments: {} }))}\n`;
    stdin.write(call + call);
    await services.started.raised;
    stdin.end();
    await served.closed;
    expect(stdout.read()).toBeNull();
  });

  test('can be closed from inside, twice, and then reads no more', async () => {
    const { stdin, served } = serveHere();
    await served.close();
    await served.close();
    await served.closed;
    // Otherwise the process would not end.
    expect(stdin.isPaused()).toBe(true);
  });

  test('many answers that wait to be read raise no warning', async () => {
    await using cleanup = new AsyncDisposableStack();
    const warnings: string[] = [];
    const note = ({ message }: Error) => void warnings.push(message);
    process.on('warning', note);
    cleanup.defer(() => void process.off('warning', note));
    const { stdin, stdout, served } = serveHere();
    cleanup.defer(served.close);
    const many = Array.from({ length: 40 }, (_, id) => id);
    stdin.write(many.map((id) => `${JSON.stringify(request(id, 'tools/list'))}\n`).join(''));
    while (!stdout.writableNeedDrain) await setImmediate();
    const answered = new Set<number>();
    for await (const line of createInterface({ input: stdout })) {
      answered.add((JSON.parse(line) as { id: number }).id);
      if (answered.size === many.length) break;
    }
    expect(warnings).toEqual([]);
  });

  test('ends when the client no longer reads', async () => {
    const { stdin, stdout, served } = serveHere();
    stdout.destroy(new Error('EPIPE'));
    stdin.write(`${JSON.stringify(initialize)}\n`);
    await served.closed;
  });
});

function serveHere() {
  const toy = createToy();
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  return { ...toy, stdin, stdout, served: serveMcpStdio({ ...toy.face, caller: { face: 'mcp', scope: 'admin' }, stdin, stdout }) };
}

describe('a server that could not start', () => {
  const problem = problemOf(
    new AppError('unavailable', 'The database is newer than this program.', { hint: 'Install the latest copydesk.' }),
  );

  test.each([
    ['today’s client', connectAuto],
    ['today’s client in the 2025 era', connectLegacy],
    ['the older client', connectOlder],
  ])('tells %s why', async (_, connect) => {
    await expect(connect({ args: ['fail'] })).rejects.toThrow('The database is newer than this program. Install the latest copydesk.');
  });

  test('answers the first request with the problem, in JSON-RPC, and ends with code 1', async () => {
    const { child, exit, send } = start('fail');
    const said = text(child.stdout);
    send('no JSON');
    send('{"jsonrpc":"2.0","id":{},"method":"initialize"}');
    send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    send({ ...initialize, id: 'a' });
    expect(await exit).toBe(1);
    expect(JSON.parse(await said)).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      error: { code: -32603, message: 'The database is newer than this program. Install the latest copydesk.', data: problem },
    });
  });

  test('says nothing to a client that asks nothing', async () => {
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    stdin.end();
    await startFailureResponder(stdin, stdout, problem);
    expect(stdout.read()).toBeNull();
  });
});
