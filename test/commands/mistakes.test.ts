import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { explain } from '../../src/commands/causes.ts';
import { problemOf, StoreFault } from '../../src/errors.ts';
import { temporaryHome } from '../support/home.ts';
import { run, start } from '../support/cli.ts';

/** A port of 127.0.0.1 that is taken until the test is over. */
async function takenPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

const unheard = /unexpected fault|has been logged|\n\s+at /;

describe('a common mistake is named in one sentence', () => {
  test('a taken port, an address that is not here, a file that is not there', async () => {
    const home = temporaryHome();
    const port = await takenPort();
    const cases = [
      [['serve', '--port', port], `Port ${port} on 127.0.0.1 is in use`],
      [['listen', '--port', port], `Port ${port} on 127.0.0.1 is in use`],
      [['listen', '--host', '192.0.2.7'], '192.0.2.7 is no address of this machine'],
      [['listen', '--secret-file', '/nowhere/secret'], '/nowhere/secret does not exist'],
    ] as const;
    for (const [args, message] of cases) {
      const { code, stdout, stderr } = await run([...args], { home });
      expect({ code: code! > 0, stdout }, stderr).toEqual({ code: true, stdout: '' });
      expect(stderr).toContain(message);
      expect(stderr).not.toMatch(unheard);
    }
  });

  test('a home that is a file, below one, or where no folder can be made, which ends at once', async () => {
    const base = temporaryHome();
    const file = join(base, 'file');
    writeFileSync(file, 'not a folder');
    const homes = [file, join(file, 'below'), ...(existsSync('/proc/self') ? ['/proc/nowhere/home'] : [])];
    for (const home of homes) {
      const { code, stderr } = await run(['keys', 'list'], { home });
      expect(code).toBe(1);
      expect(stderr).toContain(`The home ${home} `);
      expect(stderr).toContain('--home or COPYDESK_HOME');
      expect(stderr).not.toMatch(unheard);
    }
    expect(JSON.parse((await run(['call'], { home: file })).stderr)).toMatchObject({ code: 'invalid_input', retryable: false });
    writeFileSync(join(base, 'copydesk.db'), 'no database '.repeat(500));
    expect((await run(['keys', 'list'], { home: base })).stderr).toMatch(/is no database.*copydesk restore <folder>/s);
  });

  test('a home that may not be written, also where a database is in it', async () => {
    const home = temporaryHome();
    await run(['keys', 'list'], { home });
    const empty = join(home, 'empty');
    mkdirSync(empty);
    for (const path of [empty, join(home, 'copydesk.db'), home]) chmodSync(path, 0o555);
    expect(await asNobody(['keys', 'list'], home)).toContain('may not be written by this user');
    expect(await asNobody(['keys', 'list'], empty)).toContain(`The home ${empty} may not be written by this user`);
    expect(await asNobody(['keys', 'list'], join(empty, 'new'))).toContain('may not be written by this user');
  });

  test('what another user left of a backup stops no backup', async () => {
    const [home, place] = [temporaryHome(), temporaryHome()];
    await run(['keys', 'list'], { home });
    const draft = join(place, '.copydesk-backup-old');
    mkdirSync(draft);
    writeFileSync(join(draft, 'copydesk.key'), '');
    utimesSync(draft, 1, 1);
    chmodSync(draft, 0o700);
    for (const path of [home, join(home, 'copydesk.db'), place]) chmodSync(path, 0o777);
    expect(await asNobody(['backup', '--to', join(place, 'backup')], home)).toContain('were copied and checked');
    expect(readdirSync(place)).toContain('backup');
  });

  test('any other error keeps its cause, for the operator only', () => {
    const told = explain(new TypeError('x is not a function'));
    expect(told).toMatchObject({ code: 'internal', message: 'An unexpected fault occurred: x is not a function' });
    expect(told.hint).toContain('--log-level debug');
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'open', path: '/data/x' });
    expect(explain(full).message).toBe('/data/x is on a disk without room.');
  });

  test('only temporary failures are retryable', () => {
    const refused = (code: string, more: object) => problemOf(explain(Object.assign(new Error(code), { code, ...more })));
    expect(refused('ENOENT', { path: '/nowhere/secret' })).toMatchObject({ code: 'invalid_input', retryable: false });
    expect(refused('ENOSPC', { path: '/data/x' })).toMatchObject({ code: 'unavailable', retryable: true });
    expect(refused('EADDRINUSE', { syscall: 'listen', port: 1 })).toMatchObject({ code: 'unavailable', retryable: true });
    expect(problemOf(explain(new StoreFault('unavailable', 'a file of it cannot be opened')))).toMatchObject({
      code: 'unavailable',
      retryable: true,
    });
  });
});

describe('serve', () => {
  test.each([
    [{}, undefined],
    [{ NODE_ENV: 'production' }, 'In production: webhooks need https, private addresses are refused.'],
    [
      { NODE_ENV: 'production', COPYDESK_ALLOWED_NETWORKS: '10.0.0.0/8' },
      'In production: webhooks need https, private addresses are refused except in 10.0.0.0/8.',
    ],
  ])('with %j says of production: %s', async (env, expected) => {
    const child = start(['serve', '--port', '0', '--log-level', 'error'], temporaryHome(), env);
    const banner: string[] = [];
    for await (const line of createInterface({ input: child.stderr! }))
      if (banner.push(line) && line.startsWith('There is no API key')) break;
    expect(banner.find((line) => line.startsWith('In production'))).toBe(expected);
  });
});

describe('doctor', () => {
  test('looks at a home without making it', async () => {
    const home = join(temporaryHome(), 'later');
    const { stdout, code } = await run(['doctor', '--json'], { home, env: { COPYDESK_PORT: '0' } });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).checks).toContainEqual({
      name: 'database',
      ok: true,
      detail: `${home} does not exist yet; it is made when first needed`,
    });
    expect(readdirSync(join(home, '..'))).toEqual([]);
  });

  test('says why a home cannot be used', async () => {
    const file = join(temporaryHome(), 'file');
    writeFileSync(file, '');
    const { stdout, code } = await run(['doctor'], { home: join(file, 'below'), env: { COPYDESK_PORT: '0' } });
    expect(code).toBe(1);
    expect(stdout).toContain(`FAIL  database      the home ${join(file, 'below')} cannot be used: ${file} is a file`);
  });
});

/** What a command says to a user who may write nowhere. */
async function asNobody(args: string[], home: string): Promise<string> {
  const script = fileURLToPath(new URL('as-nobody.ts', import.meta.url));
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env['PATH'], COPYDESK_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return text(child.stderr);
}
