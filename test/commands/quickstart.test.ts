import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryHome } from '../support/home.ts';

const script = fileURLToPath(new URL('../../scripts/quickstart.ts', import.meta.url));

async function quickstart(args: string[], tmp: string) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env['PATH'], TMPDIR: tmp },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { stdout, stderr, code };
}

test('quickstart goes from documents to a verified webhook, and shows each part of the article', async () => {
  const { code, stdout, stderr } = await quickstart([], temporaryHome());
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const part of [/^# \S/m, /\[1\] .+: \d+ sentences/, /of \d+ {2}keyword: /, /Delivered and verified: article\.ready/])
    expect(stdout).toMatch(part);
});

test('quickstart says why documents are refused, and leaves nothing behind', async () => {
  const folder = temporaryHome();
  const tmp = join(folder, 'tmp');
  mkdirSync(tmp);
  writeFileSync(join(folder, 'cats.md'), 'Cats are small animals. They sleep all day long and hunt at night.\n');
  writeFileSync(join(folder, 'none.md'), '');
  const { code, stdout, stderr } = await quickstart(['--source', folder, '--keyword', 'diesel engines'], tmp);
  expect(code).toBe(1);
  expect(stdout).toContain('passed over none.md: ');
  expect(stdout).toContain('Read 1 document into 1 passage;');
  expect(stderr).toMatch(/^error: POST \/articles: 422 The sources hold .+\n$/);
  expect(readdirSync(tmp).filter((name) => name.startsWith('copydesk'))).toEqual([]);
});

test.each([
  [['--source', '/nowhere/at/all'], 2, 'error: There is no file or folder /nowhere/at/all.\n'],
  [['--keyword'], 2, "error: Option '--keyword <value>' argument missing\n"],
  [['--help'], 0, ''],
])('quickstart %j ends with %i and one clear line', async (args, code, complaint) => {
  const ended = await quickstart(args, temporaryHome());
  expect(ended).toMatchObject({ code, stderr: complaint });
  if (code === 0) expect(ended.stdout).toMatch(/^Usage: npm run quickstart/);
});
