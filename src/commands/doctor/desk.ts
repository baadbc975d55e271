import { join } from 'node:path';
import { createCopydesk, type Copydesk } from '../../app.ts';
import { copydesk, type Config } from '../../config.ts';
import type { Overview } from '../../../schema/overview.ts';
import { explain } from '../causes.ts';
import { checked, counted, limits, type Check } from './check.ts';

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

/** What a desk says of itself that is opened on the home. `writtenAt` is when its files were last written. */
export async function checkDesk(config: Config, writtenAt: number): Promise<Check[]> {
  let desk: Copydesk | undefined;
  try {
    desk = await createCopydesk({ home: config.home, logLevel: 'fatal' });
    const { database, keyFile, work } = (await desk.health()).checks as { database: string; keyFile: string; work: Record<string, Depth> };
    const path = join(config.home, 'copydesk.db');
    return [
      // First of all what only a person sends again.
      checkWebhooks(await desk.services.deliveries.countFlagged(maxFlagged), work['webhook.deliver']?.failingLanes ?? 0),
      database === 'ok'
        ? checked('database', `${path} opens and is up to date`)
        : checked('database', `${path} ${database}`, 'Mend that: nothing can be kept until then.'),
      await checkKeys(desk),
      keyFile === 'ok'
        ? checked('secret', 'stored secrets can be read, or there are none yet')
        : checked('secret', `${keyFile} Deliveries wait until then`, `Calls are made with: ${copydesk} call <operation>`),
      checkWork(work),
      await checkIntegrations(desk),
      checkGoogle(await desk.services.searchConsole.connections()),
      await checkClock(desk, writtenAt),
      await checkBackup(desk),
    ];
  } catch (error) {
    const { message, hint } = explain(error);
    return [checked('database', message, hint ?? `See that ${config.home} can be written.`)];
  } finally {
    await desk?.close();
  }
}

async function checkKeys({ services }: Copydesk): Promise<Check> {
  const usable = (await services.keys.list()).filter((key) => key.revokedAt === null).length;
  return checked('keys', usable > 0 ? `${usable} in use` : `none yet; HTTP needs one: ${copydesk} keys create`);
}

/** Leaves out the desk's own hourly cleanup, which is always pending. */
function checkWork({ maintenance: _own, ...asked }: Record<string, Depth>): Check {
  const depths = Object.values(asked);
  const total = (of: 'pending' | 'leased') => depths.reduce((sum, depth) => sum + depth[of], 0);
  const lagMs = Math.max(0, ...depths.map((depth) => depth.lagMs));
  const detail = `${total('leased')} under way, ${total('pending') - total('leased')} waiting`;
  if (total('leased') > 0 || lagMs <= limits.maxWaitingMs)
    return checked('work', `${detail}${lagMs > 0 ? '; what is due is done while serve or stdio runs' : ''}`);
  const minutes = Math.round(lagMs / 60_000);
  return checked(
    'work',
    `${detail}, due for ${counted(minutes, 'minute', 'minutes')}, and nobody works`,
    `Start one that does: ${copydesk} serve`,
  );
}

function checkWebhooks(flagged: number, inTrouble: number): Check {
  const failed =
    flagged >= maxFlagged ? `${maxFlagged} failed deliveries or more` : `${counted(flagged, 'failed delivery', 'failed deliveries')}`;
  const detail = `${failed} to look at, ${counted(inTrouble, 'receiver', 'receivers')} in trouble`;
  if (flagged === 0 && inTrouble === 0) return checked('webhooks', detail);
  const list = flagged > 0 ? '{"flagged":true}' : '{"status":"pending"}';
  return checked('webhooks', detail, `${copydesk} call webhook_deliveries_list --json '${list}'`);
}

/** What was found when they were last asked: nobody is asked now. */
async function checkIntegrations(desk: Copydesk): Promise<Check> {
  const { needsYou } = (await desk.call('overview_get')) as Overview;
  const failing = needsYou.find(({ kind }) => kind === 'integrations_failing');
  if (!failing) return checked('integrations', 'none was refused when it was last asked');
  const [first] = failing.latest;
  const detail = `${counted(failing.count, 'was', 'were')} refused when last asked${first ? `; ${first.id}: ${first.about}` : ''}`;
  const call = `${copydesk} call ${failing.operation} --json '${JSON.stringify(failing.arguments)}'`;
  return checked('integrations', detail, `Mend what it says, then test it: ${call}`);
}

/** Google's figures are an extra: only what was refused is a fault. */
function checkGoogle({ byEnvironment, projects }: Connections): Check {
  const name = 'google';
  const refused = projects.find(({ lastError }) => lastError !== null);
  if (refused) {
    const test = `${copydesk} call integrations_test --json '${JSON.stringify({ provider: 'search-console', projectId: refused.id })}'`;
    const renew = byEnvironment ? 'mend the COPYDESK_SEARCH_CONSOLE_… variables' : `log in again: ${copydesk} search-console login`;
    const detail = `Search Console refused ${refused.name} when it was last tested: ${refused.lastError}`;
    return checked(name, detail, `Test it again: ${test} Or ${renew}`);
  }
  const named = projects.map(({ name: project, property }) => `${project} (${property ?? 'names no property yet'})`).join(', ');
  if (byEnvironment) return checked(name, 'Search Console is connected by the environment, for every project');
  if (named !== '') return checked(name, `Search Console is connected for ${named}`);
  return checked(
    name,
    `Search Console is not connected; exports can be imported all the same. To connect it: ${copydesk} search-console login`,
  );
}

/** Held against what is stored, as nobody outside is asked: what was written cannot be from the future. */
async function checkClock({ services, system }: Copydesk, writtenAt: number): Promise<Check> {
  const [jobs, events] = [await services.jobs.list({ limit: 1 }), await services.events.list({ limit: 1 })];
  const now = system.now();
  const stored = [...jobs.data, ...events.data].map(({ createdAt }) => Date.parse(createdAt));
  const newest = Math.max(writtenAt, ...stored);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const detail = `${new Date(now).toISOString()}; this machine's time zone is ${zone}, each project plans in its own`;
  if (newest - now <= limits.maxAheadMs) return checked('clock', detail);
  return checked(
    'clock',
    `${new Date(now).toISOString()}, but the database was written at ${new Date(newest).toISOString()}`,
    'Set the clock of this machine: until that time, what is due waits, and receivers may refuse signatures.',
  );
}

async function checkBackup({ services, system }: Copydesk): Promise<Check> {
  const last = await services.backups.last();
  const make = `${copydesk} backup --to <folder>`;
  if (last === null) return checked('backup', `none was made by ${make}`);
  const age = system.now() - last.madeAt;
  const days = Math.floor(age / 86_400_000);
  const detail = `the last one was made ${days === 0 ? 'within a day' : `${counted(days, 'day', 'days')} ago`}, in ${last.folder}`;
  return age <= limits.maxBackupAgeMs ? checked('backup', detail) : checked('backup', detail, make);
}
