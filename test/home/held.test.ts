import { cpSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startScript } from '../support/child.ts';
import { end, run, start, startServe, until } from '../support/cli.ts';
import { makeBackup } from '../../src/home/backup.ts';
import { holdersOf } from '../../src/home/holders.ts';
import { createClock, startOfTests } from '../support/clock.ts';
import { temporaryHome } from '../support/home.ts';
import { quietSystem } from '../support/store.ts';
import { askedIn, backUp, homeNamed, restoreTo, stateOf } from './places.ts';

/** Another process that has the database open; how it is ended. */
type Opened = { pid: number; end(): Promise<unknown> };

async function opened(home: string, how: string): Promise<Opened> {
  if (how === 'serve') {
    const { child } = await startServe(home);
    return { pid: child.pid!, end: () => end(child, 'SIGTERM') };
  }
  if (how === 'stdio') {
    const child = start(['stdio'], home);
    await until(async () => holdersOf(join(home, 'copydesk.db')).find(({ pid }) => pid === child.pid));
    return { pid: child.pid!, end: () => end(child, 'SIGTERM') };
  }
  const child = startScript(new URL('../db/read-bare.ts', import.meta.url), [home, how]);
  await child.line();
  return {
    pid: child.process.pid!,
    async end() {
      child.process.stdin.write('go\n');
      await child.ended;
    },
  };
}

test.each(['serve', 'stdio', 'reads', 'opens'])(
  'a restore waits for nobody: it is refused while a process has the database open (%s)',
  async (how) => {
    const [then, now] = [await homeNamed('Then'), await homeNamed('Now')];
    const { folder } = await backUp(then.home);
    const other = await opened(now.home, how);
    await expect(restoreTo(now.home, folder)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`${other.pid} (`),
      hint: expect.stringContaining('copydesk serve'),
    });
    await other.end();
    expect(await stateOf(now.home)).toMatchObject({ projects: ['Now'], files: ['copydesk.db', 'copydesk.key'] });
    await restoreTo(now.home, folder);
    expect((await askedIn(now.home)).projects).toEqual(['Then']);
  },
);

test('the command says where the old one lies and how to go back, and refuses in one line', { timeout: 60_000 }, async () => {
  const [then, now] = [await homeNamed('Then'), await homeNamed('Now')];
  const { folder } = await backUp(then.home);
  const { child } = await startServe(now.home);
  const refused = await run(['restore', folder, '--json'], { home: now.home });
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'conflict', hint: expect.stringContaining('then repeat') });
  await end(child, 'SIGTERM');
  const { code, stdout, stderr } = await run(['restore', folder], { home: now.home });
  expect(code, stderr).toBe(0);
  expect(stdout).toBe(`${now.home}\n`);
  const [, kept] = /What was there before lies in (\S+); to go back: .*restore \1/.exec(stderr)!;
  expect(existsSync(join(kept!, 'copydesk.key'))).toBe(true);
  expect((await askedIn(now.home)).projects).toEqual(['Then']);
});

test(
  'a restore that is killed at any step leaves the old desk or the new one, and so does a backup of it',
  { timeout: 60_000 },
  async () => {
    const [then, now] = [await homeNamed('Then'), await homeNamed('Now')];
    const { folder } = await backUp(then.home);
    const steps: string[] = [];
    for (;;) {
      const home = join(temporaryHome(), 'home');
      cpSync(now.home, home, { recursive: true });
      const child = startScript(new URL('restore-and-die.ts', import.meta.url), [home, folder, String(steps.length + 1)]);
      const step = await child.line();
      await child.ended;
      if (step === 'done') break;
      const whole = step.startsWith('copydesk.restoring ') ? ['Now', now.secret] : ['Then', then.secret];
      const backup = await backUp(home);
      for (const place of [backup.folder, home]) {
        const { projects, secret } = await askedIn(place);
        expect([...projects, secret], `${place} before ${step}`).toEqual(whole);
      }
      expect(readdirSync(home).filter((name) => name.startsWith('copydesk.rest'))).toEqual([]);
      steps.push(step.replace(/replaced-[-\w]+/g, 'replaced'));
    }
    expect(steps).toEqual([
      'copydesk.restoring copydesk.restored',
      'copydesk.db copydesk.db',
      'replaced replaced',
      'copydesk.key copydesk.key',
      'copydesk.db copydesk.db',
    ]);
  },
);

test('a home that is restored while it is backed up gives no backup with the old database and the new key', async () => {
  const [then, now] = [await homeNamed('Then'), await homeNamed('Now')];
  const place = temporaryHome();
  const { now: time, random } = quietSystem(createClock(startOfTests));
  const restored = () => {
    for (const name of ['copydesk.key', 'copydesk.db']) renameSync(join(then.home, name), join(now.home, name));
  };
  const made = makeBackup(now.home, join(place, 'backup'), { now: time, random }, (step, share) => {
    // The old database is open by now.
    if (step === 'copying' && share === 0) restored();
  });
  await expect(made).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('was restored meanwhile') });
  expect(readdirSync(place)).toEqual([]);
});
