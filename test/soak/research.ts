import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCopydesk, type Copydesk } from '../../src/app.ts';
import { integrityOf } from '../db/bare.ts';
import { startDesk, type RunningDesk } from './crash/desk.ts';
import { readBeside, waitUntil } from './desk-client.ts';
import { startProvider, type Provider } from './research/provider.ts';

export interface KillOptions {
  /** Keywords that are checked, days that are fetched, competitors that are compared. */
  keywords?: number;
  days?: number;
  rivals?: number;
  /** How often the process is killed in each job. */
  kills?: number;
  /** How much faster than the machine's the desks' clock runs. Default: the machine's own. */
  speed?: number;
}

export const tiny: KillOptions = { keywords: 24, days: 5, rivals: 3, kills: 1, speed: 20 };

/** What became of one job. */
interface Killed {
  kills: number;
  /** What was asked for, each once, and how often in all: what was under way in a process that was killed is asked for once more. */
  asked: number;
  calls: number;
  /** Asked for although its answer was kept when the process was killed. */
  askedAgain: number;
  /** Jobs of its kind, and how they ended. */
  jobs: string[];
  /** Rows that were kept. */
  kept: number;
  /** Events that the desk made up on the way. */
  events: number;
  integrity: string;
}

type Kind = 'rankings' | 'sync' | 'gap' | 'visibility';
export type KillFindings = Record<Exclude<Kind, 'visibility'>, Killed> & { passed: boolean };

const dayMs = 86_400_000;
const patienceMs = 120_000;

/** `npm run soak research [kills]`: a check of rankings, a sync and a competitor gap are killed again and again, and go on where they were. */
export async function run(options: KillOptions, [times]: readonly string[] = []): Promise<KillFindings> {
  const { keywords = 1000, days = 60, kills = Number(times ?? 40) } = options;
  const killed = (kind: Kind) => killJob(kind, { ...options, kills });
  const [rankings, sync, gap] = await Promise.all([killed('rankings'), killed('sync'), killed('gap')]);
  const isWhole = rankings.kept === keywords && sync.kept === 5 * days;
  return { passed: isWhole && [rankings, sync, gap].every(isClean), rankings, sync, gap };
}

/** The same of one of them, or of a run that asks an answer engine a prompt for each keyword. */
export async function killJob(kind: Kind, options: KillOptions): Promise<Killed> {
  const { keywords = 1000, days = 60, rivals = 20, kills = 40, speed = 1 } = options;
  const sizes = { rankings: keywords, sync: 5 * days, gap: rivals + 1, visibility: keywords };
  // A gap is tried three times.
  const most = kind === 'gap' ? Math.min(kills, 2) : kills;
  return killInside(kind, { keywords, days, rivals, size: sizes[kind], kills: most, speed });
}

function isClean({ askedAgain, jobs, events, integrity }: Killed): boolean {
  return askedAgain + events === 0 && jobs.join() === 'succeeded' && integrity === 'ok';
}

type Plan = Required<KillOptions> & { size: number };

async function killInside(kind: Kind, plan: Plan): Promise<Killed> {
  const home = await mkdtemp(join(tmpdir(), 'copydesk-soak-'));
  const today = Date.now();
  const provider = await startProvider(
    Array.from({ length: plan.days }, (_, back) => new Date(today - (back + 4) * dayMs).toISOString().slice(0, 10)),
  );
  const clock = { since: today, speed: plan.speed };
  let desk: RunningDesk | undefined;
  try {
    await begin(kind, home, provider, plan);
    const kept = new Set<string>();
    const again = new Set<string>();
    let seen = 0;
    let kills = 0;
    for (; ; kills++) {
      desk = startDesk({ home, clock });
      // Each time it gets on by a part of what is left.
      const enough = provider.asked.length + Math.ceil((plan.size - kept.size) / (plan.kills - kills + 1));
      const isKilled = kills < plan.kills;
      const isSo = async () =>
        (isKilled && provider.asked.length >= enough) || (await statuses(home, kind)).every((one) => one === 'succeeded');
      if (!(await waitUntil(isSo, patienceMs))) break;
      const [wasDone] = await statuses(home, kind);
      await desk.end(isKilled ? 'SIGKILL' : 'SIGTERM');
      for (const one of provider.asked.slice(seen)) if (kept.has(one)) again.add(one);
      seen = provider.asked.length;
      for (const one of await keptIn(home, kind, plan)) kept.add(one);
      if (wasDone === 'succeeded') break;
    }
    const [events] = await readBeside<{ count: number }>(home, 'select count(*) as count from events');
    return {
      kills,
      asked: new Set(provider.asked).size,
      calls: provider.asked.length,
      askedAgain: again.size,
      jobs: await statuses(home, kind),
      kept: kept.size,
      events: events!.count,
      integrity: integrityOf(home),
    };
  } finally {
    await desk?.end('SIGKILL');
    provider.close();
    await rm(home, { recursive: true, force: true });
  }
}

const property = 'sc-domain:example.com';
const kindOf = { rankings: 'rankings.check', sync: 'search_console.sync', gap: 'keywords.gap', visibility: 'visibility.run' } as const;

/** Asks for the job, without a desk at work. */
async function begin(kind: Kind, home: string, { url: baseUrl }: Provider, { keywords, rivals }: Plan): Promise<void> {
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  const { data } = (await desk.call('projects_list')) as { data: { id: string }[] };
  await desk.call('projects_update', { id: data[0]!.id, siteUrl: 'https://example.com/', searchConsoleProperty: property });
  const set = (provider: string, settings: object) =>
    desk.call('integrations_set', { provider, baseUrl, ...settings, monthlyCallCap: 100_000 });
  const starts: Record<Kind, () => Promise<unknown>> = {
    async rankings() {
      await set('serper', { apiKey: 'key' });
      await track(desk, keywords);
      return desk.call('rankings_check', {});
    },
    async sync() {
      await set('search-console', { clientId: 'client', clientSecret: 'secret', refreshToken: 'token' });
      return desk.call('search_console_sync', {});
    },
    async visibility() {
      await set('openai', { apiKey: 'key', model: 'model' });
      const prompts = Array.from({ length: keywords }, (_, nth) => `Which pump is number ${nth}?`);
      for (let at = 0; at < keywords; at += 100) await desk.call('prompts_create', { prompts: prompts.slice(at, at + 100) });
      return desk.call('ai_visibility_run', { runs: 1 });
    },
    async gap() {
      await set('dataforseo', { username: 'ann', password: 'word' });
      return desk.call('keywords_competitor_gap', {
        competitors: rivalsOf(rivals),
        country: 'US',
      });
    },
  };
  await starts[kind]();
  await desk.close();
}

async function track(desk: Copydesk, count: number): Promise<void> {
  const all = Array.from({ length: count }, (_, nth) => `pump ${nth}`);
  for (let at = 0; at < count; at += 100) await desk.call('rankings_track', { keywords: all.slice(at, at + 100), depth: 10 });
}

async function statuses(home: string, kind: Kind): Promise<string[]> {
  return (await readBeside<{ status: string }>(home, `select status from jobs where kind = '${kindOf[kind]}'`)).map(({ status }) => status);
}

const keptRows: Record<Kind, string> = {
  rankings: 'select keyword as asked from tracked_keywords join ranking_checks on ranking_checks.keyword_id = tracked_keywords.id',
  sync: "select date || ' ' || grouped_by as asked from search_days where is_complete = 1 and grouped_by <> 'day'",
  visibility: 'select prompt as asked from ai_answers',
  gap: 'select -1 - number as asked from gap_pieces where number < 0',
};

/** What need not be asked for again, in the provider's words. Of a gap the lists that it has paid for, by the place of each site. */
async function keptIn(home: string, kind: Kind, { rivals }: Plan): Promise<string[]> {
  const rows = await readBeside<{ asked: string }>(home, keptRows[kind]);
  const sites = ['example.com', ...rivalsOf(rivals).toSorted()];
  return rows.map(({ asked }) => (kind === 'gap' ? sites[Number(asked)]! : asked));
}

const rivalsOf = (count: number) => Array.from({ length: count }, (_, nth) => `rival${nth}.example`);
