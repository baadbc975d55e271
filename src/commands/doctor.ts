import { existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createCopydesk, type Copydesk } from '../app.ts';
import { copydesk, readConfig, type Config } from '../config.ts';
import { causeCode } from '../errors.ts';
import { explain } from './causes.ts';
import type { GlobalFlags } from './desk.ts';
import { print, printJson } from './terminal.ts';

interface Check {
  name: string;
  ok: boolean;
  detail: string;
  /** What to do if something is wrong. */
  hint?: string;
}

/** One kind of work, as reported by `/readyz`. */
interface Depth {
  pending: number;
  leased: number;
  lagMs: number;
  /** For deliveries: receivers that fail steadily. */
  failingLanes: number;
}

type Connections = Awaited<ReturnType<Copydesk['services']['searchConsole']['connections']>>;

/** Failed deliveries are counted up to here; beyond it the exact number does not matter. */
const maxFlagged = 1000;

/** Checks everything a desk needs and says what to fix. Exit code 1 if something is wrong. */
export async function doctor({ json, ...flags }: GlobalFlags): Promise<void> {
  const config = readConfig({ home: flags.home });
  const made = existsSync(join(config.home, 'copydesk.db'));
  const desk = made ? await checkDesk(config) : [checkPlace(config)];
  const isLost = desk.some(({ name, ok }) => name === 'secret' && !ok);
  const checks = [...desk, checkNode(), ...checkKeyFile(config, isLost), await checkPort(config)];
  if (json) printJson({ ok: checks.every((check) => check.ok), checks });
  else
    for (const { ok, name, detail, hint } of checks)
      print(`${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(10)}  ${detail}${hint ? `\n      → ${hint}` : ''}`);
  if (!checks.every((check) => check.ok)) process.exitCode = 1;
}

function checkNode(): Check {
  return { name: 'node', ok: true, detail: `${process.version} on ${process.platform} ${process.arch}` };
}

/** Whether the home could be created, without creating it. Only a temporary probe folder gives the right answer on every file system. */
function checkPlace({ home }: Config): Check {
  let place = home;
  while (!existsSync(place)) place = dirname(place);
  try {
    rmdirSync(mkdtempSync(join(place, '.copydesk-probe-')));
    const missing = place === home ? `${home} holds no database yet` : `${home} does not exist yet`;
    return { name: 'database', ok: true, detail: `${missing}; it is made when first needed` };
  } catch (error) {
    const why = statSync(place).isDirectory()
      ? `nothing can be made in ${place} (${causeCode(error)})`
      : `${place} is a file, not a folder`;
    const hint = 'Mend that, or choose another folder with --home or COPYDESK_HOME.';
    return { name: 'database', ok: false, detail: `the home ${home} cannot be used: ${why}`, hint };
  }
}

async function checkDesk(config: Config): Promise<Check[]> {
  let desk: Copydesk | undefined;
  try {
    desk = await createCopydesk({ home: config.home, logLevel: 'fatal' });
    const { database, keyFile, work } = (await desk.health()).checks as { database: string; keyFile: string; work: Record<string, Depth> };
    const keys = await desk.services.keys.list();
    const usable = keys.filter((key) => key.revokedAt === null).length;
    const readable = keyFile === 'ok';
    return [
      // First of all what only a person sends again.
      checkWebhooks(await desk.services.deliveries.countFlagged(maxFlagged), work['webhook.deliver']?.failingLanes ?? 0),
      database === 'ok'
        ? { name: 'database', ok: true, detail: `${join(config.home, 'copydesk.db')} opens and is up to date` }
        : {
            name: 'database',
            ok: false,
            detail: `${join(config.home, 'copydesk.db')} ${database}`,
            hint: 'Mend that: nothing can be kept until then.',
          },
      { name: 'keys', ok: true, detail: usable > 0 ? `${usable} in use` : `none yet; HTTP needs one: ${copydesk} keys create` },
      {
        name: 'secret',
        ok: readable,
        detail: readable ? 'stored secrets can be read, or there are none yet' : `${keyFile} Deliveries wait until then`,
        ...(!readable && { hint: `Calls are made with: ${copydesk} call <operation>` }),
      },
      checkWork(work),
      checkGoogle(await desk.services.searchConsole.connections()),
    ];
  } catch (error) {
    const { message, hint } = explain(error);
    return [{ name: 'database', ok: false, detail: message, hint: hint ?? `See that ${config.home} can be written.` }];
  } finally {
    await desk?.close();
  }
}

/** Leaves out the desk's own hourly cleanup, which is always pending. */
function checkWork({ maintenance: _own, ...asked }: Record<string, Depth>): Check {
  const depths = Object.values(asked);
  const total = (of: 'pending' | 'leased') => depths.reduce((sum, depth) => sum + depth[of], 0);
  const overdue = depths.some(({ lagMs }) => lagMs > 0) ? '; what is due is done while serve or stdio runs' : '';
  return { name: 'work', ok: true, detail: `${total('leased')} under way, ${total('pending') - total('leased')} waiting${overdue}` };
}

function checkWebhooks(flagged: number, inTrouble: number): Check {
  const failed =
    flagged >= maxFlagged ? `${maxFlagged} failed deliveries or more` : `${counted(flagged, 'failed delivery', 'failed deliveries')}`;
  const receivers = `${counted(inTrouble, 'receiver', 'receivers')} in trouble`;
  const ok = flagged === 0 && inTrouble === 0;
  return {
    name: 'webhooks',
    ok,
    detail: `${failed} to look at, ${receivers}`,
    ...(!ok && { hint: `${copydesk} call webhook_deliveries_list --json '${flagged > 0 ? '{"flagged":true}' : '{"status":"pending"}'}'` }),
  };
}

/** Google's figures are an extra: only what was refused is a fault. */
function checkGoogle({ byEnvironment, projects }: Connections): Check {
  const name = 'google';
  const refused = projects.find(({ lastError }) => lastError !== null);
  if (refused) {
    const test = `${copydesk} call integrations_test --json '${JSON.stringify({ provider: 'search-console', projectId: refused.id })}'`;
    const renew = byEnvironment ? 'mend the COPYDESK_SEARCH_CONSOLE_… variables' : `log in again: ${copydesk} search-console login`;
    const detail = `Search Console refused ${refused.name} when it was last tested: ${refused.lastError}`;
    return { name, ok: false, detail, hint: `Test it again: ${test} Or ${renew}` };
  }
  const named = projects.map(({ name: project, property }) => `${project} (${property ?? 'names no property yet'})`).join(', ');
  if (byEnvironment) return { name, ok: true, detail: 'Search Console is connected by the environment, for every project' };
  if (named !== '') return { name, ok: true, detail: `Search Console is connected for ${named}` };
  const detail = `Search Console is not connected; exports can be imported all the same. To connect it: ${copydesk} search-console login`;
  return { name, ok: true, detail };
}

function counted(count: number, one: string, more: string): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? one : more}`;
}

/** Of a file that is gone, `secret` tells already. */
function checkKeyFile({ home }: Config, isLost: boolean): Check[] {
  const path = join(home, 'copydesk.key');
  const stat = existsSync(path) ? statSync(path) : undefined;
  if (!stat) return isLost ? [] : [{ name: 'key file', ok: true, detail: 'not needed yet' }];
  const open = (stat.mode & 0o077) !== 0 && process.platform !== 'win32';
  const detail = open ? 'others on this machine can read it' : 'readable by its owner alone';
  return [{ name: 'key file', ok: !open, detail, ...(open && { hint: `chmod 600 ${path}` }) }];
}

function checkPort({ host, port }: Config): Promise<Check> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      resolve({
        name: 'port',
        ok: taken,
        detail: taken ? `${host}:${port} is in use, by a running desk perhaps` : explain(error).message,
        ...(!taken && { hint: explain(error).hint }),
      });
    });
    server.listen(port, host, () => server.close(() => resolve({ name: 'port', ok: true, detail: `${host}:${port} is free` })));
  });
}
