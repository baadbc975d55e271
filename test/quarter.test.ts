import { expect, test } from 'vitest';
import type { ArticleSummary } from '../schema/articles.ts';
import type { CalendarPage } from '../schema/calendar.ts';
import type { Page } from '../schema/common.ts';
import type { Delivery } from '../schema/deliveries.ts';
import type { Event } from '../schema/events.ts';
import { caps, dailyCap, outage, startQuarter, timezone, type Posted } from './support/quarter/world.ts';

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

/** What the clock on the wall of the project shows: YYYY-MM-DD HH:MM. */
const wall = (at: number) => new Date(at).toLocaleString('sv-SE', { timeZone: timezone }).slice(0, 16);

function requireCaps({ outside: { billed } }: World, byItself: readonly Posted[]): void {
  expect(Object.keys(billed)).toHaveLength(4);
  for (const { serper, perplexity } of Object.values(billed)) {
    expect(serper).toBeLessThanOrEqual(caps.serper);
    expect(perplexity).toBeLessThanOrEqual(caps.perplexity);
  }
  const perDay = Map.groupBy(byItself, ({ at }) => wall(at).slice(0, 10));
  expect([...perDay.values()].every((made) => made.length <= dailyCap)).toBe(true);
  expect(byItself.map(({ at }) => wall(at).slice(11)).filter((time) => time < '08:00' || time >= '20:00')).toEqual([]);
}

/** Everything that was ready is in WordPress once, in its order; what waited for it came as soon as hours and cap allowed. */
async function requirePosts(world: World, byItself: readonly Posted[]): Promise<void> {
  const { wordpress, posted } = world.outside;
  const articles = await all<ArticleSummary>(world, 'articles_list');
  const keywords = articles.map(({ keyword }) => keyword);
  expect(new Set(keywords).size).toBe(keywords.length);
  const published = articles.filter(({ status }) => status === 'published').map(({ id }) => id);
  expect(published.length).toBeGreaterThan(10);
  expect(posted.map(({ articleId }) => articleId).toSorted()).toEqual(published.toSorted());
  expect(wordpress.posts.size).toBe(published.length);
  const readyAt = new Map(articles.map(({ id, generatedAt }) => [id, generatedAt!]));
  const order = byItself.map(({ articleId }) => readyAt.get(articleId)!);
  expect(order).toEqual(order.toSorted());
  // Steps are an hour then. The first of these days has 25 hours.
  const afterwards = byItself.filter(({ at }) => outage.from <= at).slice(0, 3);
  expect(afterwards.map(({ at }) => wall(at))).toEqual(['2026-10-25 08:30', '2026-10-26 08:30', '2026-10-27 08:30']);
}

async function requireDelivered(world: World): Promise<void> {
  const events = await all<Event>(world, 'events_list');
  const arrived = new Set(world.outside.receiver.arrivals.map(({ body }) => (JSON.parse(body) as { id: string }).id));
  expect(new Set(events.map(({ id }) => id))).toEqual(arrived);
  expect(await all<Delivery>(world, 'webhook_deliveries_list', { status: 'pending' })).toEqual([]);
  expect(await all<Delivery>(world, 'webhook_deliveries_list', { status: 'failed' })).toEqual([]);
}

/** Each week there were actions, the first of which were done, and in its week the outage was among them. */
function requireActions({ weeks }: World): void {
  expect(weeks).toHaveLength(days / 7);
  expect(weeks.every(({ actions }) => actions.length > 0)).toBe(true);
  const during = weeks.find(({ at }) => outage.from <= at && at < outage.until)!;
  expect(during.actions).toContainEqual(
    expect.objectContaining({ type: 'test_integration', target: expect.objectContaining({ id: 'wordpress' }) }),
  );
}

test(
  'a quarter runs by itself over an outage and a change of clocks: caps hold, nothing is written twice, every event arrives, the database stays small',
  { timeout: 60_000 },
  async () => {
    const world = await startQuarter();
    const began = process.cpuUsage();
    for (let day = 0; day < days; day++) await world.passDay(day);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1e6).toBeLessThan(maxCpuSeconds);
    const byItself = world.outside.posted.filter(({ byHand }) => !byHand);
    requireCaps(world, byItself);
    await requirePosts(world, byItself);
    const slots = (await world.call<CalendarPage>('calendar_list', { limit: 100 })).data;
    expect(slots.filter(({ status }) => status === 'failed' || status === 'missed')).toEqual([]);
    await requireDelivered(world);
    requireActions(world);
    expect(world.bytes()).toBeLessThan(maxBytes);
  },
);
