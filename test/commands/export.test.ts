import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesIn } from '../support/archives.ts';
import { run } from '../support/cli.ts';
import { temporaryHome } from '../support/home.ts';
import { rowsOf } from '../support/rows.ts';
import { manual } from '../support/scenario.ts';

/** A desk with an article, and the export of its one project. */
const from = mkdtempSync(join(tmpdir(), 'copydesk-test-'));
const file = join(from, 'project.tar.gz');

beforeAll(async () => {
  const source = join(from, 'pools.md');
  writeFileSync(source, manual);
  expect(await run(['write', 'connection pool', '--source', source, '--words', '250'], { home: from })).toMatchObject({ code: 0 });
  expect(await run(['export', '--to', file], { home: from })).toMatchObject({ code: 0 });
}, 60_000);

afterAll(() => rmSync(from, { recursive: true, force: true }));

const contentsOf = async (path: string) => (await filesIn(path)).slice(1).map(([name, bytes]) => [name, bytes.toString('utf8')]);

test('a project goes to another desk and is exported the same there', { timeout: 60_000 }, async () => {
  const home = temporaryHome();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const imported = await run(['import', file], { home });
  expect(imported).toMatchObject({ code: 0, stdout: '' });
  expect(imported.stderr).toMatch(/^Default is here, as prj_\w+\.$/m);
  expect(imported.stderr).toContain('Secrets did not come along');
  const again = join(home, 'again.tar.gz');
  const exported = await run(['export', 'Default', '--to', again, '--json'], { home });
  expect(JSON.parse(exported.stdout)).toMatchObject({ name: 'Default', file: again, counts: { articles: 1, projects: 1 } });
  expect(await contentsOf(again)).toEqual(await contentsOf(file));
});

test('what is there already is refused with the way out, which makes a copy', { timeout: 60_000 }, async () => {
  const refused = await run(['import', file], { home: from });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/This desk has prj_\w+ already.*--as-copy/s);
  const copied = await run(['import', file, '--as-copy', '--json'], { home: from });
  expect(JSON.parse(copied.stdout)).toMatchObject({ name: 'Default (copy)', counts: { articles: 1 } });
  const unnamed = await run(['export', '--to', join(from, 'other.tar.gz')], { home: from });
  expect(unnamed).toMatchObject({ code: 1, stdout: '' });
  expect(unnamed.stderr).toContain('copydesk export <project> --to <file>');
});

test('an export overwrites nothing, and is of a project that there is', async () => {
  const before = readFileSync(file);
  const there = await run(['export', 'Default', '--to', file], { home: from });
  expect(there).toMatchObject({ code: 1, stdout: '' });
  expect(there.stderr).toContain(file);
  expect(readFileSync(file).equals(before)).toBe(true);
  const unknown = await run(['export', 'Nobody', '--to', join(from, 'none.tar.gz')], { home: from });
  expect(unknown).toMatchObject({ code: 1, stdout: '' });
  expect(unknown.stderr).toMatch(/no project.*Nobody/s);
  expect(await run(['export'], { home: from })).toMatchObject({ code: 2 });
});

test('a file that was changed, or is not there, leaves the desk as it was', { timeout: 60_000 }, async () => {
  const home = temporaryHome();
  expect(await run(['call', 'projects_list'], { home })).toMatchObject({ code: 0 });
  const [project] = await rowsOf(home).all('projects');
  const whole = readFileSync(file);
  const changed = Buffer.from(whole);
  changed[whole.length >> 1]! ^= 1;
  const bad: [Buffer | null, RegExp][] = [
    [changed, /cannot be imported: .*\n.*Nothing was changed/],
    [null, /no such file/],
  ];
  for (const [bytes, message] of bad) {
    const path = join(home, 'bad.tar.gz');
    if (bytes) writeFileSync(path, bytes);
    const { code, stdout, stderr } = await run(['import', bytes ? path : join(home, 'nowhere.tar.gz')], { home });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
  }
  expect(await rowsOf(home).all('projects')).toEqual([project]);
  expect(await rowsOf(home).count('articles')).toBe(0);
});

test('a desk that is read-only takes nothing in', async () => {
  const { code, stderr } = await run(['import', file], { home: temporaryHome(), env: { COPYDESK_READ_ONLY: 'true' } });
  expect(code).toBe(1);
  expect(stderr).toContain('COPYDESK_READ_ONLY');
});
