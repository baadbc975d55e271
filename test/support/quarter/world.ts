import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ActionPage } from '../../../schema/actions.ts';
import type { AutofillPlan } from '../../../schema/autofill.ts';
import { credentials, startFakeWordPress } from '../../providers/publish/fake-wordpress.ts';
import { manualOn as otherManualOn, subjects as otherSubjects } from '../../services/articles/auto/support.ts';
import { startSerper } from '../../services/rankings/serper.ts';
import { articleOn, frontPage, pathOf, startRival, type Rival } from '../../services/planning/radar/support.ts';
import { startEngines } from '../../services/visibility/fake-engines.ts';
import { startReceiver } from '../receiver.ts';
import { createTestApp } from '../test-app.ts';
import { manualOn, subjects } from './subjects.ts';

const hour = 3_600_000;

/** What may be billed in a month, less than the schedules ask for. */
export const caps = { serper: 40, perplexity: 50 };
/** What the desk may publish by itself on a day. */
export const dailyCap = 1;
const quietHours = { from: '20:00', to: '08:00' };
export const timezone = 'Europe/Berlin';
/** A Monday in summer time; the clocks of the project are put back on 25 October. */
const start = Date.UTC(2026, 8, 14, 9, 30);
/** While WordPress is down: two days, up to the night in which clocks are put back. */
export const outage = { from: Date.UTC(2026, 9, 23), until: Date.UTC(2026, 9, 25) };
/** Planned for those days by hand: nothing that is planned by itself is like these. */
const extra = otherSubjects.slice(1, 3).map((subject, nth) => ({ subject, date: ['2026-10-23', '2026-10-24'][nth] }));
/** So many of the first actions are done each week. */
const actionsAWeek = 3;

const prompts = ['Which yard repairs canal boats?', 'Who sells bilge pumps?', 'Where to buy a mooring rope?', 'Which boat heater is good?'];
/** Subjects that each rival has from the beginning; it adds one a week. */
const known = 3;

/** A post that was made in WordPress, by the desk's clock. */
export interface Posted {
  at: number;
  articleId: string;
  byHand: boolean;
}

/** What was to be done first in a week, and was done. */
interface Week {
  at: number;
  actions: ActionPage['data'];
}

/** A desk whose project has three competitors, and all that repeats switched on; the outside is on 127.0.0.1. */
export async function startQuarter() {
  let now = start;
  const { desk, home } = await createTestApp({ now: () => now });
  const advance = async (ms: number) => {
    now += ms;
    await desk.runDue();
  };
  const call = <Answer>(operation: string, input: Record<string, unknown> = {}) => desk.call(operation, input) as Promise<Answer>;
  const [receiver, wordpress, serper, engines] = await Promise.all([
    startReceiver(),
    startFakeWordPress(),
    startSerper('https://www.acme.example/'),
    startEngines(),
  ]);
  const isDown = () => outage.from <= now && now < outage.until;
  let byHand = false;
  const posted: Posted[] = [];
  wordpress.instead = ({ method, url, body }) => {
    if (isDown()) return { status: 503, body: 'Down for maintenance.' };
    if (method === 'POST' && url.pathname.endsWith('/posts'))
      posted.push({ at: now, articleId: /art_\d+/.exec(body.toString())![0], byHand });
    return undefined;
  };
  /** What was billed, by month in UTC. */
  const billed: Record<string, { serper: number; perplexity: number }> = {};
  const bill = (provider: 'serper' | 'perplexity') => {
    const month = (billed[new Date(now).toISOString().slice(0, 7)] ??= { serper: 0, perplexity: 0 });
    month[provider]++;
  };
  serper.onAsked = async () => bill('serper');
  engines.say = () => void bill('perplexity');
  const rivals = await Promise.all([0, 1, 2].map((nth) => startRival(newsOf(nth).slice(0, known))));
  const { data: projects } = await call<{ data: { id: string }[] }>('projects_list');
  await call('integrations_set', { provider: 'wordpress', siteUrl: wordpress.url, ...credentials });
  await call('integrations_set', { provider: 'serper', apiKey: 'key', baseUrl: serper.url, monthlyCallCap: caps.serper });
  await engines.configure(desk, 'perplexity', { monthlyCallCap: caps.perplexity });
  await call('projects_update', {
    id: projects[0]!.id,
    siteUrl: 'https://www.acme.example/',
    brandTerms: ['Acme'],
    timezone,
    eventWebhookUrl: receiver.url,
    articleDefaults: { targetWordCount: 300, includeImage: false, includeFaq: false, writer: 'extractive' },
    schedules: { rankings: 'daily', visibility: 'weekly' },
  });
  await call('auto_publish_set', { mode: 'auto', dailyCap, minScore: 80, quietHours });
  for (const subject of subjects) await call('knowledge_create', { markdown: manualOn(subject), title: subject });
  for (const [nth, rival] of rivals.entries())
    await call('competitors_add', { name: `Rival ${nth}`, domain: new URL(rival.site.url).host });
  const topic = await call<{ id: string }>('topics_create', { name: 'canal boats' });
  await call('topics_add_keywords', { id: topic.id, keywords: subjects });
  for (const { subject } of extra) await call('knowledge_create', { markdown: otherManualOn(subject) });
  await call('calendar_create', { slots: extra.map(({ subject, date }) => ({ keyword: subject[0], date })) });
  await call('prompts_create', { prompts });
  await call('rankings_track', { keywords: subjects.slice(0, 5) });
  await desk.runDue();

  const weeks: Week[] = [];
  /** What comes first, as a marketer would do it on Saturdays. */
  async function doActions(): Promise<void> {
    const { data } = await call<ActionPage>('actions_list', { limit: actionsAWeek });
    byHand = true;
    for (const { id } of data) await call('actions_run', { id });
    await desk.runDue();
    byHand = false;
    weeks.push({ at: now, actions: data });
  }

  return {
    desk,
    call,
    outside: { receiver, wordpress, posted, billed },
    weeks,
    /** A quarter of a day at a time, around the outage an hour; what a marketer would do by hand is done in the morning. */
    async passDay(day: number): Promise<void> {
      if (day % 7 === 0) for (const [nth, rival] of rivals.entries()) publishOne(rival, newsOf(nth), day / 7);
      if (day % 28 === 0) await planMonth(call);
      if (day % 7 === 5) await doActions();
      const steps = Math.abs(now - outage.until) < 2 * 24 * hour ? 24 : 4;
      for (let step = 0; step < steps; step++) {
        // The receiver is down for half of every twentieth day.
        receiver.answer.status = day % 20 === 10 && step < steps / 2 ? 503 : 204;
        await advance((24 / steps) * hour);
      }
    },
    bytes: () =>
      ['', '-wal'].reduce((sum, more) => sum + (statSync(join(home, `copydesk.db${more}`), { throwIfNoEntry: false })?.size ?? 0), 0),
  };
}

/** A plan first, then what it says. */
async function planMonth(call: <Answer>(operation: string, input: Record<string, unknown>) => Promise<Answer>): Promise<void> {
  const { planId, slots } = await call<AutofillPlan>('autoblog_autofill', { days: 28, perWeek: 3 });
  if (slots.length > 0) await call('autoblog_autofill', { planId });
}

/** Rivals begin with each another part of what can be written about, told in words of their own. */
function newsOf(nth: number): string[] {
  return subjects.filter((_, index) => index % 3 === nth).map((subject) => `${subject} guide`);
}

function publishOne(rival: Rival, news: readonly string[], week: number): void {
  const all = news.slice(0, known + week + 1);
  const newest = all.at(-1)!;
  rival.put(pathOf(newest), articleOn(newest));
  rival.put('/', frontPage(all));
  rival.list(all.map(pathOf));
}
