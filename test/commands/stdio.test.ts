import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { holdersOf } from '../../src/home/holders.ts';
import { run, start } from '../support/cli.ts';
import { temporaryHome } from '../support/home.ts';
import { rowsOf } from '../support/rows.ts';

const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
};

const linesOf = (messages: object[]) => messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');

/** A client that asks one thing after the other. */
function connect(home: string) {
  const child = start(['stdio'], home);
  const complaints = text(child.stderr!);
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  let asked = 0;
  const tell = (...messages: object[]) => void child.stdin!.write(linesOf(messages));
  const ended = async () => ({ code: await exit, stderr: await complaints });
  return {
    child,
    tell,
    async ask<Result>(message: { method: string; params?: object }): Promise<Result> {
      const id = ++asked;
      tell({ id, ...message });
      const answer = JSON.parse((await lines.next()).value as string) as { id: number; result: Result };
      expect(answer.id).toBe(id);
      return answer.result;
    },
    async leave() {
      child.stdin!.end();
      return ended();
    },
    ended,
  };
}

test('a client is greeted and shown the tools before the desk is open; where that fails, calls say why and the process ends with code 1', async () => {
  const home = temporaryHome();
  await run(['keys', 'list'], { home });
  const rows = rowsOf(home);
  await rows.delete('projects');
  await rows.refuse('insert', 'projects', { saying: 'no room for projects' });
  const { ask, leave, child } = connect(home);
  expect(await ask(initialize)).toMatchObject({ serverInfo: { name: 'copydesk' } });
  const { tools } = await ask<{ tools: { name: string }[] }>({ method: 'tools/list' });
  expect(tools.map(({ name }) => name)).toContain('projects_list');
  const called = await ask<{ isError: boolean; content: { text: string }[] }>({ method: 'tools/call', params: { name: 'projects_list' } });
  expect(called.isError).toBe(true);
  expect(JSON.parse(called.content[0]!.text)).toMatchObject({ code: 'internal', status: 500 });
  // A restore need not wait for the client to leave.
  expect(holdersOf(join(home, 'copydesk.db')).map(({ pid }) => pid)).not.toContain(child.pid);
  const { code, stderr } = await leave();
  expect(code).toBe(1);
  expect(stderr).toContain('error: An unexpected fault occurred: no room for projects');
});

test('what a client asks before the desk is open is answered once it is', async () => {
  const { ask, leave } = connect(temporaryHome());
  const greeting = ask(initialize);
  const listing = ask<{ tools: { name: string }[] }>({ method: 'tools/list' });
  const call = ask<{ structuredContent: { data: object[] } }>({ method: 'tools/call', params: { name: 'projects_list' } });
  await greeting;
  await listing;
  expect((await call).structuredContent.data).toHaveLength(1);
  expect(await leave()).toEqual({ code: 0, stderr: '' });
});

test('a client that writes all it asks at once, and closes, is answered', async () => {
  const stdin = linesOf([
    { id: 1, ...initialize },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'tools/call', params: { name: 'projects_list' } },
  ]);
  const { code, stdout, stderr } = await run(['stdio'], { home: temporaryHome(), stdin });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; result: object });
  expect(answers.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(answers[2]!.result).toMatchObject({ structuredContent: { data: [expect.anything()] } });
});

test('a call that is cancelled before the desk is open is not carried out', async () => {
  const { ask, tell, leave } = connect(temporaryHome());
  await ask(initialize);
  await ask({ method: 'tools/list' });
  tell(
    { id: 'cancelled', method: 'tools/call', params: { name: 'projects_create', arguments: { name: 'Unwanted' } } },
    { method: 'notifications/cancelled', params: { requestId: 'cancelled' } },
  );
  const { structuredContent } = await ask<{ structuredContent: { data: { name: string }[] } }>({
    method: 'tools/call',
    params: { name: 'projects_list' },
  });
  expect(structuredContent.data.map(({ name }) => name)).not.toContain('Unwanted');
  await leave();
});

test('a process that is asked to end before the desk is open ends without a word', async () => {
  const { ask, child, ended } = connect(temporaryHome());
  await ask(initialize);
  child.kill('SIGTERM');
  expect(await ended()).toEqual({ code: 0, stderr: '' });
});

test('a client that leaves at once ends the process', async () => {
  expect(await run(['stdio'], { home: temporaryHome(), stdin: '' })).toEqual({ code: 0, stdout: '', stderr: '' });
});
