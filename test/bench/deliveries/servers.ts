import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Storage } from './measure.ts';

/**
 * A Redis of the bench's own, with an append-only file: written out every second, as BullMQ recommends for production, or before each answer. Null where
 * Redis is not installed.
 */
export async function startRedis(appendfsync: 'everysec' | 'always'): Promise<Storage | null> {
  const redis = find('redis-server');
  if (!redis) return null;
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-bench-redis-'));
  const settings = {
    bind: '127.0.0.1',
    port,
    dir: folder,
    save: '',
    appendonly: 'yes',
    appendfsync,
    'maxmemory-policy': 'noeviction',
  };
  const server = spawn(
    redis,
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: 'ignore' },
  );
  const cli = redis.replace('redis-server', 'redis-cli');
  return upAndRunning(server, `redis://127.0.0.1:${port}`, folder, () => quietly(cli, ['-p', String(port), 'ping']));
}

/** A PostgreSQL of the bench's own as `initdb` makes it, so every commit reaches the disk. Null where PostgreSQL is not installed. */
export async function startPostgres(): Promise<Storage | null> {
  const found = find('postgres');
  if (!found) return null;
  // Its tools stand beside the program itself, not beside a link to it.
  const postgres = realpathSync(found);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-bench-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  const user = process.getuid!() === 0 ? servantOf(folder, data) : {};
  const tool = (name: string) => postgres.replace(/postgres$/, name);
  execFileSync(tool('initdb'), ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--no-locale'], { stdio: 'ignore', ...user });
  const server = spawn(postgres, ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder], { stdio: 'ignore', ...user });
  const isUp = () => quietly(tool('pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]);
  return upAndRunning(server, `postgres://bench@127.0.0.1:${port}/postgres`, folder, isUp);
}

/** PostgreSQL refuses to run as root, so it then runs as the user that its package made. */
function servantOf(...folders: string[]): { uid: number; gid: number } {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))) as [number, number];
  for (const folder of folders) {
    chmodSync(folder, 0o700);
    execFileSync('chown', [`${uid}:${gid}`, folder]);
  }
  return { uid, gid };
}

async function upAndRunning(server: ChildProcess, url: string, folder: string, isUp: () => boolean): Promise<Storage> {
  const ended = once(server, 'exit');
  const stop = async () => {
    server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; !isUp(); tries++) {
    if (tries === 200 || server.exitCode !== null) {
      await stop();
      throw new Error(`${server.spawnfile} did not start.`);
    }
    await sleep(50);
  }
  return { url, cpuMs: () => cpuOfFamily(server.pid!), stop };
}

/** From the search path, or where Debian keeps PostgreSQL's programs. */
function find(program: string): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((one, other) => Number(other) - Number(one)) : [];
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...versions.map((version) => join(debian, version, 'bin'))];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function quietly(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** User and system time of a process, of its children that live and of those that have ended, from the kernel's clock ticks (100 a second). */
function cpuOfFamily(pid: number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const family = all.map(Number).filter((one) => one === pid || statOf(one)?.parent === pid);
  return family.reduce((sum, one) => sum + (statOf(one)?.cpuMs ?? 0), 0);
}

function statOf(pid: number): { parent: number; cpuMs: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number);
    return { parent: fields[1]!, cpuMs: (fields[11]! + fields[12]! + fields[13]! + fields[14]!) * 10 };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
