import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync, readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

export interface WordPressSite {
  url: string;
  /** Application passwords by user name: admin, erin (an editor), arto (an author). */
  passwords: Record<'admin' | 'erin' | 'arto', string>;
  /** Runs PHP within WordPress and returns what it prints. */
  php(code: string): Promise<string>;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const source = '/usr/share/wordpress';
const php = '/usr/bin/php';
const needed = [
  ['wordpress', `${source}/wp-load.php`],
  ['mariadb-server', '/usr/sbin/mariadbd'],
  ['mariadb-server', '/usr/bin/mariadb-install-db'],
  ['php-cli', php],
] as const;

/** What keeps WordPress from being started here, in words; null where nothing does. */
export async function whatIsMissing(): Promise<string | null> {
  const missing = new Set<string>(needed.filter(([, path]) => !existsSync(path)).map(([name]) => name));
  if (!missing.has('php-cli') && !(await run(php, ['-m'])).stdout.includes('mysqli')) missing.add('php-mysql');
  return missing.size === 0 ? null : `Not installed: ${[...missing].join(', ')}.`;
}

/** Debian's WordPress with a database and a web server of its own, on a free port of 127.0.0.1. Takes some ten seconds. */
export async function startWordPress(): Promise<WordPressSite> {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-wordpress-'));
  const children: ChildProcess[] = [];
  const killAll = () => children.forEach(kill);
  process.once('exit', killAll);
  const stop = async () => {
    process.off('exit', killAll);
    await Promise.all(children.map(end));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const root = layOut(folder, url);
    children.push(await startDatabase(folder));
    const { stdout } = await run(php, ['-d', 'display_errors=stderr', 'setup.php', join(folder, 'mysql.sock')], { cwd: root });
    children.push(await startServer(root, port));
    return { url, passwords: JSON.parse(stdout) as WordPressSite['passwords'], php: (code) => evaluate(root, code), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** WordPress finds its own folder by the real place of `wp-load.php`, so the files of the top are copied, and the large folders linked. */
function layOut(folder: string, url: string): string {
  const root = join(folder, 'site');
  const content = join(root, 'wp-content');
  const theme = join(content, 'themes/plain');
  for (const made of [theme, join(content, 'uploads'), join(content, 'plugins')]) mkdirSync(made, { recursive: true });
  for (const name of readdirSync(source)) {
    const from = join(source, name);
    if (name.endsWith('.php') && name !== 'wp-config.php') cpSync(from, join(root, name), { dereference: true });
  }
  for (const name of ['wp-includes', 'wp-admin']) symlinkSync(join(source, name), join(root, name));
  for (const name of ['setup.php', 'router.php']) cpSync(join(import.meta.dirname, name), join(root, name));
  cpSync(join(import.meta.dirname, 'theme.php'), join(theme, 'index.php'));
  writeFileSync(join(theme, 'functions.php'), "<?php add_theme_support('post-thumbnails');\n");
  writeFileSync(join(theme, 'style.css'), '/* Theme Name: Plain */\n');
  writeFileSync(join(root, 'wp-config.php'), configuration(url, join(folder, 'mysql.sock')));
  return root;
}

/** Application passwords want https, or a site that calls itself local. */
function configuration(url: string, socket: string): string {
  const constantsOf = {
    DB_NAME: 'wordpress',
    DB_USER: 'root',
    DB_PASSWORD: '',
    DB_HOST: `localhost:${socket}`,
    DB_CHARSET: 'utf8mb4',
    DB_COLLATE: '',
    WP_HOME: url,
    WP_SITEURL: url,
    WP_ENVIRONMENT_TYPE: 'local',
  };
  const lines = Object.entries(constantsOf).map(([name, value]) => `define('${name}', '${value}');`);
  return `<?php
${lines.join('\n')}
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;
}

/** Like the web server, the leader of a group of processes: so they end together. */
async function startDatabase(folder: string): Promise<ChildProcess> {
  const datadir = join(folder, 'mysql');
  // As root the server refuses to start unless it is told that this is meant.
  const common = ['--no-defaults', `--datadir=${datadir}`, ...(process.getuid?.() === 0 ? ['--user=root'] : [])];
  await run('mariadb-install-db', [...common, '--auth-root-authentication-method=normal', '--skip-test-db']);
  const flags = ['--skip-networking', `--socket=${join(folder, 'mysql.sock')}`, `--pid-file=${join(folder, 'mysql.pid')}`];
  const speed = ['--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=32M', '--skip-log-bin'];
  const child = spawn('/usr/sbin/mariadbd', [...common, ...flags, ...speed], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  await saying(child, 'ready for connections');
  return child;
}

async function startServer(root: string, port: number): Promise<ChildProcess> {
  const child = spawn(php, ['-S', `127.0.0.1:${port}`, '-t', root, join(root, 'router.php')], {
    detached: true,
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '3' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await saying(child, 'started');
  return child;
}

/** Resolves when the program has said the words on stderr; rejects with the last of what it said where it ends before. */
async function saying(child: ChildProcess, words: string): Promise<void> {
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}:\n${said.slice(-20).join('\n')}`)));
    createInterface({ input: child.stderr! }).on('line', (line) => {
      said.push(line);
      if (line.includes(words)) resolve();
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  kill(child);
  await ended;
}

/** With the workers that it has started. Nothing of what it has written is wanted any more. */
function kill({ pid, exitCode, signalCode }: ChildProcess): void {
  if (exitCode === null && signalCode === null) process.kill(-pid!, 'SIGKILL');
}

async function evaluate(root: string, code: string): Promise<string> {
  return (await run(php, ['-r', `require 'wp-load.php'; ${code}`], { cwd: root })).stdout;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
