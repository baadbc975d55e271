import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const top = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as { version: string };
const folder = mkdtempSync(join(tmpdir(), 'copydesk-package-'));
const home = join(folder, 'home');
const copydesk = join(folder, 'node_modules/.bin/copydesk');

/** What a command prints. npm sees the person's own settings, for the registry may stand in them; a desk sees only its folder. */
async function run(command: string, args: readonly string[], { cwd = folder, env = process.env } = {}): Promise<string> {
  return (await promisify(execFile)(command, args, { cwd, env, maxBuffer: 32 * 1024 * 1024 })).stdout.trim();
}

const alone = { env: { PATH: process.env['PATH'], HOME: folder, COPYDESK_HOME: home } };

let packed: string[];

beforeAll(async () => {
  // Packing runs prepack, and so compiles, as publishing would.
  const stdout = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: top });
  // npm prints what prepack says before its own JSON.
  const [tarball] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as { filename: string; files: { path: string }[] }[];
  packed = tarball!.files.map(({ path }) => path);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await run('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error', join(folder, tarball!.filename)]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package holds compiled code and its declarations, and neither sources nor tests', () => {
  expect(packed).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'mcp.json', 'src/bin.js', 'dist/src/main.js', 'dist/src/index.d.ts']),
  );
  const strays = packed.filter((path) => /^(test|scripts)\//.test(path) || (path.endsWith('.ts') && !path.endsWith('.d.ts')));
  expect(strays).toEqual([]);
});

test('the installed command says its version', async () => {
  expect(await run(copydesk, ['--version'], alone)).toBe(version);
});

test('the installed command names itself as it must be typed, and prints a configuration that works', async () => {
  expect(await run(copydesk, ['call', 'projects_list', '--help'], alone)).toContain('\n  copydesk call projects_list');
  const { mcpServers } = JSON.parse(await run(copydesk, ['config', 'generic', '--json'], alone)) as {
    mcpServers: Record<string, { command: string; args: string[] }>;
  };
  const { command, args } = mcpServers['copydesk']!;
  expect(args.at(-1)).toBe('stdio');
  expect(await run(command, [...args.slice(0, -1), '--version'], alone)).toBe(version);
});

test('the installed desk finds itself in order', async () => {
  await run(copydesk, ['call', 'projects_list'], alone);
  const { checks } = JSON.parse(await run(copydesk, ['doctor', '--json'], alone)) as { checks: { name: string; ok: boolean }[] };
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(readdirSync(home)).toContain('copydesk.db');
});

test('a program embeds the desk', async () => {
  writeFileSync(
    join(folder, 'embed.js'),
    `import { createCopydesk } from 'copydesk';
     const desk = await createCopydesk({ logLevel: 'silent' });
     const { data } = await desk.call('projects_list');
     console.log(data.map(({ name }) => name).join());
     await desk.close();`,
  );
  expect(await run(process.execPath, ['embed.js'], alone)).toBe('Default');
});

test('a long document is read on a thread of its own, from the compiled code too', async () => {
  writeFileSync(
    join(folder, 'long.js'),
    `import { createCopydesk } from 'copydesk';
     const desk = await createCopydesk({ logLevel: 'silent' });
     const text = 'The harbour master writes down each ship that enters. '.repeat(3000);
     const { wordCount } = await desk.call('knowledge_create', { text });
     console.log(wordCount);
     await desk.close();`,
  );
  expect(Number(await run(process.execPath, ['long.js'], alone))).toBe(27_000);
});

test('a receiver takes the verification alone', async () => {
  writeFileSync(
    join(folder, 'receive.js'),
    `import { verifySignature } from 'copydesk/verify';
     console.log(JSON.stringify(verifySignature({ header: null, body: '', secret: 'secret' })));`,
  );
  expect(JSON.parse(await run(process.execPath, ['receive.js'], alone))).toEqual({ ok: false, reason: 'missing' });
});

test('the declarations suit a strict TypeScript program', async () => {
  writeFileSync(
    join(folder, 'program.ts'),
    `import { createCopydesk, type Copydesk } from 'copydesk';
     import { verifySignature } from 'copydesk/verify';
     const desk: Copydesk = await createCopydesk({ home: 'here' });
     const verdict: boolean = verifySignature({ header: '', body: '', secret: '' }).ok;
     // @ts-expect-error The port is a number: the types have arrived, and are not all \`any\`.
     await desk.listen({ port: verdict });`,
  );
  const flags = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--typeRoots',
    join(top, 'node_modules/@types'),
  ];
  await expect(run(join(top, 'node_modules/.bin/tsc'), [...flags, '--types', 'node', 'program.ts'])).resolves.toBe('');
});
