import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { run, start } from '../support/cli.ts';
import { temporaryHome } from '../support/home.ts';
import { rowsOf } from '../support/rows.ts';

const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
};

/** A client that asks one thing after the other. */
function connect(home: string) {
  const child = start(['stdio'], home);
  const complaints = text(child.stderr!);
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  let asked = 0;
  return {
    async ask<Result>(message: { method: string; params?: object }): Promise<Result> {
      const id = ++asked;
      child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`);
      const answer = JSON.parse((await lines.next()).value as string) as { id: number; result: Result };
      expect(answer.id).toBe(id);
      return answer.result;
    },
    async leave() {
      child.stdin!.end();
      return { code: await exit, stderr: await complaints };
    },
  };
}

test('a client is greeted and shown the tools before the desk is open; where that fails, calls say why and the process ends with code 1', async () => {
  const home = temporaryHome();
  await run(['keys', 'list'], { home });
  const rows = rowsOf(home);
  await rows.delete('projects');
  await rows.refuse('insert', 'projects', { saying: 'no room for projects' });
  const { ask, leave } = connect(home);
  expect(await ask(initialize)).toMatchObject({ serverInfo: { name: 'copydesk' } });
  const { tools } = await ask<{ tools: { name: string }[] }>({ method: 'tools/list' });
  expect(tools.map(({ name }) => name)).toContain('projects_list');
  const called = await ask<{ isError: boolean; content: { text: string }[] }>({ method: 'tools/call', params: { name: 'projects_list' } });
  expect(called.isError).toBe(true);
  expect(JSON.parse(called.content[0]!.text)).toMatchObject({ code: 'internal', status: 500 });
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

test('a client that leaves at once ends the process', async () => {
  expect(await run(['stdio'], { home: temporaryHome(), stdin: '' })).toEqual({ code: 0, stdout: '', stderr: '' });
});
