import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Whether this machine has nginx. */
export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).status === 0;
}

export interface Served {
  /** Without a slash at the end. */
  url: string;
  stop(): Promise<void>;
}

const maxStartMs = 10_000;

/** Serves folders by a real nginx on a free port of 127.0.0.1: each by the path it is to have, such as `/manual/`. It packs HTML, as most servers do. */
export async function startNginx(folders: Readonly<Record<string, string>>): Promise<Served> {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-nginx-'));
  const port = await freePort();
  const path = join(home, 'nginx.conf');
  writeFileSync(path, configurationOf(home, port, folders));
  const child = spawn('nginx', ['-p', home, '-c', path, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  let words = '';
  child.stderr.on('data', (text: Buffer) => (words += text.toString()));
  for (let waited = 0; !(await answers(port)); waited += 50) {
    if (waited > maxStartMs || child.exitCode !== null) throw new Error(`nginx does not start: ${words}`);
    await pause(50);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true });
    },
  };
}

function configurationOf(home: string, port: number, folders: Readonly<Record<string, string>>): string {
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `${what}_temp_path ${home}/${what};`).join(' ');
  const locations = Object.entries(folders).map(([at, folder]) => `location ${at} { alias ${folder}/; index index.html index.htm; }`);
  // Only root may hand its workers to another user.
  return `${process.getuid?.() === 0 ? 'user www-data; ' : ''}daemon off; pid ${home}/pid; worker_processes 1;
events {}
http {
  include /etc/nginx/mime.types; charset utf-8; gzip on; access_log off; ${scratch}
  server { listen 127.0.0.1:${port}; absolute_redirect off; location / { return 404; } ${locations.join('\n    ')} }
}
`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
