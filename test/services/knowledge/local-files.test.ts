import { execFileSync } from 'node:child_process';
import { cpSync, linkSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { readFiles } from '../../../src/services/knowledge/files.ts';
import { bin, run } from '../../support/cli.ts';
import { temporaryHome } from '../../support/home.ts';
import { connectModern, type Connected } from '../../support/mcp-clients.ts';
import { createTestApp } from '../../support/test-app.ts';

const prose = (what: string) => `# The ${what}\n\nThe ${what} stands in the shop by the river and fills the tank within an hour.\n`;

/** A folder of the user's, and one beside it that is none of the desk's business. */
function folders(): { home: string; notes: string; outside: string } {
  const all = temporaryHome();
  const [home, notes, outside] = ['home', 'notes', 'outside'].map((name) => join(all, name)) as [string, string, string];
  for (const folder of [home, notes, outside, join(notes, 'more')]) mkdirSync(folder);
  writeFileSync(join(notes, 'pump.md'), prose('pump'));
  writeFileSync(join(notes, 'more', 'mill.txt'), prose('mill'));
  writeFileSync(join(outside, 'secret.md'), prose('secret'));
  return { home, notes, outside };
}

async function connect(home: string, ...args: string[]): Promise<Connected> {
  const client = await connectModern({ script: bin, args: ['--home', home, 'stdio', ...args] });
  onTestFinished(() => client.close());
  return client;
}

async function add(client: Connected, path: string): Promise<{ isError?: boolean; told: Record<string, unknown> }> {
  const { isError, structuredContent, content } = await client.call('knowledge_create', { path });
  const told = structuredContent ?? JSON.parse((content[0] as { text: string }).text);
  return { isError, told: told as Record<string, unknown> };
}

test('over stdio a named folder is added whole, and what is left out is told', async () => {
  const { home, notes, outside } = folders();
  writeFileSync(join(notes, 'table.csv'), 'a,b');
  writeFileSync(join(notes, 'empty.md'), '');
  writeFileSync(join(notes, '.hidden.md'), prose('hidden'));
  symlinkSync(join(outside, 'secret.md'), join(notes, 'link.md'));
  const client = await connect(home, '--files', notes);
  const { told } = await add(client, notes);
  expect(told).toMatchObject({ title: 'The pump', alreadyKnown: false });
  expect(told['files']).toEqual([
    { path: 'empty.md', id: null, skipped: 'is empty' },
    { path: 'link.md', id: null, skipped: 'is not below the folders that were named' },
    { path: 'pump.md', id: told['id'], skipped: null },
    { path: 'table.csv', id: null, skipped: 'its kind cannot be read' },
    { path: 'more/mill.txt', id: expect.stringMatching(/^doc_/), skipped: null },
  ]);
  expect((await add(client, 'more/mill.txt')).told).toMatchObject({ alreadyKnown: true, files: [{ path: 'more/mill.txt' }] });
});

test('a title or source URL is refused for a folder of several files, and nothing is added', async () => {
  const { home, notes } = folders();
  const client = await connect(home, '--files', notes);
  for (const [field, value] of [
    ['title', 'Pumps'],
    ['sourceUrl', 'https://shop.example/pumps'],
  ] as const) {
    // prettier-ignore
    const { isError, content } = await client.call('knowledge_create', { path: notes, [field]: value });
    expect(isError).toBe(true);
    expect(JSON.parse((content[0] as { text: string }).text)).toMatchObject({ code: 'invalid_input', errors: [{ pointer: `/${field}` }] });
    const one = await client.call('knowledge_create', { path: join(notes, 'more'), [field]: value });
    expect(one.structuredContent).toMatchObject({ [field]: value });
  }
  expect((await client.call('knowledge_list', {})).structuredContent).toMatchObject({
    data: [{ sourceUrl: 'https://shop.example/pumps' }, { title: 'Pumps' }],
  });
});

test('a folder that is not there is told as what it is', async () => {
  const { home, notes } = folders();
  const { stderr, code } = await run(['stdio', '--files', join(notes, 'gone')], { home });
  expect([code, stderr]).toEqual([1, `error: There is no folder ${join(notes, 'gone')}.\n`]);
});

test('the desk’s own folder is passed over without a word', async () => {
  const { notes } = folders();
  const kept = join(notes, 'kept');
  mkdirSync(kept);
  writeFileSync(join(kept, 'notes.md'), prose('desk'));
  const found = await collect({ roots: [notes], home: kept }, notes);
  expect(found.map(({ path }) => path)).toEqual(['pump.md', join('more', 'mill.txt')]);
});

test('a file is refused with what may be read', async () => {
  const { home, notes, outside } = folders();
  const client = await connect(home, '--files', notes);
  const { isError, told } = await add(client, join(outside, 'secret.md'));
  expect(isError).toBe(true);
  expect(told).toMatchObject({ code: 'invalid_input', hint: `Below ${notes} files can be read.` });
  expect(JSON.stringify(told)).not.toContain('river');
});

test('the field is there for nobody else', async () => {
  const { home, notes } = folders();
  const fieldsOf = async (client: Connected) => {
    const tool = (await client.list()).find(({ name }) => name === 'knowledge_create')!;
    return Object.keys(tool.inputSchema['properties'] as object);
  };
  expect(await fieldsOf(await connect(home, '--files', notes))).toContain('path');
  const without = await connect(home);
  expect(await fieldsOf(without)).not.toContain('path');
  expect((await add(without, notes)).told).toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/path', code: 'unknown_field' }] });
  const { desk } = await createTestApp();
  const { key } = await desk.services.keys.create({ name: 'test', scope: 'admin' });
  const { url } = await desk.listen({ port: 0 });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/v1/knowledge`, { method: 'POST', headers, body: JSON.stringify({ path: notes }) });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: [{ pointer: '/path', code: 'unknown_field' }] });
  const overHttp = await connectModern({ url: new URL(`${url}/mcp`), key });
  onTestFinished(() => overHttp.close());
  expect(await fieldsOf(overHttp)).not.toContain('path');
});

test('config puts the folders into the client’s configuration', async () => {
  const { home, notes, outside } = folders();
  const { stdout } = await run(['config', 'cursor', '--json', '--files', notes, '--files', outside], { home });
  const { args } = (JSON.parse(stdout) as { mcpServers: { copydesk: { args: string[] } } }).mcpServers.copydesk;
  expect(args.slice(1)).toEqual(['stdio', '--files', notes, '--files', outside]);
  expect(await run(['config', 'cursor', '--files', join(notes, 'gone')], { home })).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no folder') }); // prettier-ignore
});

async function collect(readable: { roots: string[]; home: string }, path: string) {
  const found = [];
  for await (const one of readFiles(readable, path)) found.push(one);
  return found;
}

test.each([
  ['../outside/secret.md', 'is not below'],
  ['.hidden.md', 'is hidden'],
  ['.git/notes.md', 'is hidden'],
  ['shown.md', 'is hidden'],
  ['out/secret.md', 'is not below'],
  ['pipe.md', 'is neither a file nor a folder'],
  ['socket.md', 'cannot be opened'],
  ['null.md', 'is not below'],
  ['kept/copydesk.key', 'belongs to the desk itself'],
  ['gone.md', 'is not below'],
  ['pump.md/x', 'is not below'],
  ['/gone/away.md', 'is not below'],
  ['/etc/hostname', 'is not below'],
])('%s below a named folder %s', async (path, reason) => {
  const { notes, outside } = folders();
  writeFileSync(join(notes, '.hidden.md'), prose('hidden'));
  mkdirSync(join(notes, '.git'));
  writeFileSync(join(notes, '.git', 'notes.md'), prose('hidden'));
  symlinkSync('.hidden.md', join(notes, 'shown.md'));
  symlinkSync(outside, join(notes, 'out'));
  symlinkSync('/dev/null', join(notes, 'null.md'));
  execFileSync('mkfifo', [join(notes, 'pipe.md')]);
  mkdirSync(join(notes, 'kept'));
  writeFileSync(join(notes, 'kept', 'copydesk.key'), 'key');
  const socket = createServer();
  onTestFinished(() => void socket.close());
  await new Promise<void>((resolve) => socket.listen(join(notes, 'socket.md'), resolve));
  await expect(collect({ roots: [notes], home: join(notes, 'kept') }, path)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(reason),
  });
});

test('a link that is changed all the while never leads out', async () => {
  const { home, notes, outside } = folders();
  cpSync(join(outside, 'secret.md'), join(outside, 'pump.md'));
  const link = join(notes, 'current');
  let isOver = false;
  const changing = (async () => {
    for (let turn = 0; !isOver; turn++) {
      rmSync(link, { force: true });
      symlinkSync(turn % 3 === 0 ? outside : join(notes, 'more', '..'), link);
      // Now and then long enough for a whole reading, mostly in the midst of one.
      for (let waited = 0; waited <= turn % 5; waited++) await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  let seen = 0;
  for (let round = 0; round < 1500; round++) {
    const found = await collect({ roots: [notes], home }, 'current/pump.md').catch(() => []);
    for (const file of found) {
      if (!('bytes' in file)) continue;
      seen++;
      expect(file.bytes.toString()).toContain('pump');
    }
  }
  isOver = true;
  await changing;
  expect(seen).toBeGreaterThan(0);
});

test('a folder that is swapped for a link to another never leads out', async () => {
  const { home, notes, outside } = folders();
  mkdirSync(join(notes, 'inner'));
  writeFileSync(join(notes, 'inner', 'pump.md'), prose('pump'));
  cpSync(join(outside, 'secret.md'), join(outside, 'pump.md'));
  const swapping = new Worker(
    `const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
    const { inner, aside, outside } = require('node:worker_threads').workerData;
    for (;;) {
      renameSync(inner, aside);
      symlinkSync(outside, inner);
      unlinkSync(inner);
      renameSync(aside, inner);
    }`,
    { eval: true, workerData: { inner: join(notes, 'inner'), aside: join(notes, '.aside'), outside } },
  );
  onTestFinished(async () => void (await swapping.terminate()));
  const read = new Set<string>();
  for (let round = 0; round < 4000; round++) {
    const found = await collect({ roots: [notes], home }, round % 4 === 0 ? 'inner' : 'inner/pump.md').catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'invalid_input' });
      return [];
    });
    for (const file of found) if ('bytes' in file) read.add(file.bytes.toString());
  }
  expect([...read]).toEqual([prose('pump')]);
});

test('files are counted and measured', async () => {
  const { home, notes } = folders();
  const many = join(notes, 'many');
  mkdirSync(many);
  writeFileSync(join(many, '0.md'), '');
  truncateSync(join(many, '0.md'), 20 * 1024 * 1024 + 1);
  for (let index = 1; index <= 102; index++) linkSync(join(notes, 'pump.md'), join(many, `${1000 + index}.md`));
  const found = await collect({ roots: [notes], home }, 'many');
  expect(found[0]).toEqual({ path: '0.md', skipped: 'is larger than 20 MiB' });
  expect(found.filter((one) => 'bytes' in one)).toHaveLength(100);
  expect(found.at(-1)).toEqual({ path: '1101.md', skipped: expect.stringContaining('100 files are the most') });
});
