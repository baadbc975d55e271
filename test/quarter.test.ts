import { expect, test } from 'vitest';
import type { ArticleSummary } from '../schema/articles.ts';
import type { CalendarPage } from '../schema/calendar.ts';
import type { Page } from '../schema/common.ts';
import type { Delivery } from '../schema/deliveries.ts';
import type { Event } from '../schema/events.ts';
import { caps, dailyCap, startQuarter, timezone } from './support/quarter/world.ts';

const days = 91;
/** Of the database after a quarter with three articles a week. */
const maxBytes = 20_000_000;
/** Every write is rehearsed here: a desk takes less. */
const maxCpuSeconds = 60;

type World = Awaited<ReturnType<typeof startQuarter>>;

async function all<Row>({ call }: World, operation: string, input: Record<string, unknown> = {}): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null | undefined;
  do {
    const page: Page<Row> = await call(operation, { ...input, limit: 100, ...(cursor && { cursor }) });
    rows.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return rows;
}

test(
  'a quarter runs by itself: caps hold, nothing is written twice, every event arrives, the database stays small',
  { timeout: 60_000 },
  async () => {
    const world = await startQuarter();
    const began = process.cpuUsage();
    const { receiver, wordpress, posted, billed } = world.outside;
    for (let day = 0; day < days; day++) await world.passDay(day);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1e6).toBeLessThan(maxCpuSeconds);
    expect(Object.keys(billed)).toHaveLength(4);
    for (const { serper, perplexity } of Object.values(billed)) {
      expect(serper).toBeLessThanOrEqual(caps.serper);
      expect(perplexity).toBeLessThanOrEqual(caps.perplexity);
    }

    const local = posted.map((at) => new Date(at).toLocaleString('sv-SE', { timeZone: timezone }));
    const perDay = Map.groupBy(local, (at) => at.slice(0, 10));
    expect([...perDay.values()].every((made) => made.length <= dailyCap)).toBe(true);
    expect(local.every((at) => at.slice(11, 16) >= '08:00' && at.slice(11, 16) < '20:00')).toBe(true);

    const articles = await all<ArticleSummary>(world, 'articles_list');
    const keywords = articles.map(({ keyword }) => keyword);
    expect(new Set(keywords).size).toBe(keywords.length);
    const published = articles.filter(({ status }) => status === 'published');
    expect(published.length).toBeGreaterThan(10);
    expect(wordpress.posts.size).toBe(published.length);
    const slots = (await world.call<CalendarPage>('calendar_list', { limit: 100 })).data;
    expect(slots.filter(({ status }) => status === 'failed' || status === 'missed')).toEqual([]);

    const events = await all<Event>(world, 'events_list');
    const arrived = new Set(receiver.arrivals.map(({ body }) => (JSON.parse(body) as { id: string }).id));
    expect(new Set(events.map(({ id }) => id))).toEqual(arrived);
    expect(await all<Delivery>(world, 'webhook_deliveries_list', { status: 'pending' })).toEqual([]);
    expect(await all<Delivery>(world, 'webhook_deliveries_list', { status: 'failed' })).toEqual([]);
    expect(world.bytes()).toBeLessThan(maxBytes);
  },
);
