import { statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createCopydesk, type Copydesk } from '../app.ts';
import { readConfig, type Config } from '../config.ts';
import { toAppError } from '../errors.ts';
import type { GlobalFlags } from './desk.ts';
import { print, printJson } from './terminal.ts';

interface Check {
  name: string;
  ok: boolean;
  detail: string;
  /** What to do, where something is wrong. */
  hint?: string;
}

/** Looks at everything a desk needs and says what to mend. Exit code 1 where something is wrong. */
export async function doctor({ json, ...flags }: GlobalFlags): Promise<void> {
  const config = readConfig({ home: flags.home });
  const checks = [checkNode(), ...(await checkDesk(config)), checkKeyFile(config), await checkPort(config)];
  if (json) printJson({ ok: checks.every((check) => check.ok), checks });
  else
    for (const { ok, name, detail, hint } of checks)
      print(`${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(10)}  ${detail}${hint ? `\n      → ${hint}` : ''}`);
  if (!checks.every((check) => check.ok)) process.exitCode = 1;
}

function checkNode(): Check {
  return { name: 'node', ok: true, detail: `${process.version} on ${process.platform} ${process.arch}` };
}

async function checkDesk(config: Config): Promise<Check[]> {
  let desk: Copydesk | undefined;
  try {
    desk = await createCopydesk({ home: config.home, logLevel: 'fatal' });
    const { checks } = await desk.health();
    const keys = await desk.services.keys.list();
    const usable = keys.filter((key) => key.revokedAt === null).length;
    const work = checks['work'] as { due: number; waiting: number; leased: number };
    const failed = (await desk.services.deliveries.list({ status: 'failed', limit: 1 })).data.length;
    return [
      { name: 'database', ok: true, detail: `${join(config.home, 'copydesk.db')} opens and is up to date` },
      { name: 'keys', ok: true, detail: usable > 0 ? `${usable} in use` : 'none yet; HTTP needs one: copydesk keys create' },
      {
        name: 'work',
        ok: true,
        detail: `${work.due} due, ${work.leased} under way, ${work.waiting} for later${work.due > 0 ? '; it is done while serve or stdio runs' : ''}`,
      },
      {
        name: 'webhooks',
        ok: failed === 0,
        detail: failed ? 'there are failed deliveries' : 'no failed deliveries',
        ...(failed && { hint: 'copydesk call webhook_deliveries_list --json \'{"status":"failed"}\'' }),
      },
    ];
  } catch (error) {
    const { message, hint } = toAppError(error);
    return [{ name: 'database', ok: false, detail: message, hint: hint ?? `See that ${config.home} can be written.` }];
  } finally {
    await desk?.close();
  }
}

function checkKeyFile({ home }: Config): Check {
  const path = join(home, 'copydesk.key');
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return { name: 'key file', ok: true, detail: 'not needed yet' };
  const open = (stat.mode & 0o077) !== 0 && process.platform !== 'win32';
  return {
    name: 'key file',
    ok: !open,
    detail: open ? 'others on this machine can read it' : 'readable by its owner alone',
    ...(open && { hint: `chmod 600 ${path}` }),
  };
}

function checkPort({ host, port }: Config): Promise<Check> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      resolve({
        name: 'port',
        ok: taken,
        detail: taken ? `${host}:${port} is in use, by a running desk perhaps` : `${host}:${port} cannot be listened on`,
      });
    });
    server.listen(port, host, () => server.close(() => resolve({ name: 'port', ok: true, detail: `${host}:${port} is free` })));
  });
}
