import { expect, test } from 'vitest';
import type { Job } from '../../../schema/jobs.ts';
import type { Overview } from '../../../schema/overview.ts';
import type { ChangedProject } from '../../../schema/projects.ts';
import type { SearchReport } from '../../../schema/search-console.ts';
import type { SearchSyncJob } from '../../../schema/search-sync.ts';
import { dateOf, dayNumber } from '../../../src/services/search-console/store/dates.ts';
import { startOfTests } from '../../support/clock.ts';
import { property, startGoogle, type FakeGoogle } from '../../support/google.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const dayMs = 86_400_000;
const today = dateOf(Math.floor(startOfTests / dayMs));
const back = (days: number) => dateOf(dayNumber(today) - days);
/** Four days, of which one had no impression. */
const usualDays = [back(6), back(5), back(3), back(2)];

interface Connected extends TestApp {
  google: FakeGoogle;
  id: string;
  sync(input?: Record<string, unknown>): Promise<Job>;
}

const person = { clientId: 'client', clientSecret: 'client-secret', refreshToken: 'refresh-secret' };

async function connected(days = usualDays): Promise<Connected> {
  const google = await startGoogle([...days]);
  const app = await createTestApp();
  const { data } = (await app.desk.call('projects_list')) as { data: { id: string }[] };
  const id = data[0]!.id;
  await app.desk.call('projects_update', { id, searchConsoleProperty: property });
  await app.desk.call('integrations_set', { provider: 'search-console', baseUrl: google.url, ...person });
  return {
    ...app,
    google,
    id,
    async sync(input = {}) {
      const { jobId } = (await app.desk.call('search_console_sync', input)) as SearchSyncJob;
      await app.advance(0);
      return (await app.desk.call('jobs_get', { id: jobId })) as Job;
    },
  };
}

const daily = ['query', 'page', 'query,page', 'country', 'device'];
const told = ({ asked }: FakeGoogle, from = 0) =>
  asked
    .slice(from)
    .map(({ startDate, endDate, dimensions }) => `${startDate} ${endDate} ${dimensions.join()}`)
    .toSorted();
const wholeDays = (dates: readonly string[]) => dates.flatMap((date) => daily.map((table) => `${date} ${date} ${table}`));

test('a first sync asks which days are final, and then each day by each table, to the letter', async () => {
  const { google, sync, desk } = await connected();
  const job = await sync();
  const final = [back(6), back(5), back(4), back(3), back(2)];
  const first = google.asked[0]!;
  expect(first).toEqual({
    startDate: dateOf(dayNumber(first.endDate) - 90),
    endDate: today,
    dimensions: ['date'],
    type: 'web',
    dataState: 'final',
    rowLimit: 25_000,
    startRow: 0,
  });
  expect(told(google, 1)).toEqual(wholeDays(final).toSorted());
  // The newest day first.
  expect(google.asked[1]!.startDate).toBe(back(2));
  expect(google.tokens).toBe(1);
  expect(job).toMatchObject({
    status: 'succeeded',
    result: {
      property,
      lastFinalDay: back(2),
      complete: true,
      tables: [{ table: 'day', days: 5, rows: 4 }, ...Array.from({ length: 5 }, () => expect.objectContaining({ days: 5, rows: 4 }))],
      calls: 26,
    },
  });
  const report = (await desk.call('search_console_query', { dimensions: ['device'] })) as SearchReport;
  expect(report).toMatchObject({
    source: 'api',
    period: { since: back(6), until: back(2) },
    totals: { clicks: 8, impressions: 40, position: 3 },
    data: [{ device: 'desktop', clicks: 8 }],
  });
});

test('complete days are not asked again; since reaches further back', async () => {
  const { google, sync } = await connected();
  await sync();
  google.days.push(back(1));
  let before = google.asked.length;
  await sync();
  expect(told(google, before)).toEqual([`${back(6)} ${google.asked[0]!.endDate} date`, ...wholeDays([back(1)])].toSorted());
  google.days.unshift(back(8));
  before = google.asked.length;
  await sync({ since: back(400) });
  expect(google.asked[before]!.startDate).toBe(back(400));
  expect(told(google, before + 1)).toEqual(wholeDays([back(8), back(7)]).toSorted());
});

test('a table of more than 25,000 rows a day is asked page by page until one is short', async () => {
  const { google, sync } = await connected([back(2)]);
  const rows = Array.from({ length: 50_000 }, (_, at) => ({ keys: [`query ${at}`], clicks: 0, impressions: 1, position: 9 }));
  google.rowsOf = ({ dimensions }) => (dimensions.join() === 'query' ? rows : undefined);
  const { result } = await sync();
  const pages = google.asked.filter(({ dimensions }) => dimensions.join() === 'query');
  expect(pages.map(({ startRow }) => startRow)).toEqual([0, 25_000, 50_000]);
  expect(result).toMatchObject({ calls: 8, tables: expect.arrayContaining([{ table: 'query', days: 1, rows: 50_000 }]) });
});

test('a quota in the middle ends with what was kept, says when to go on, and the next sync asks for the rest alone', async () => {
  const { google, sync, desk, now, id } = await connected();
  google.refuse = ({ startDate, dimensions }) =>
    startDate === back(4) && dimensions.join() === 'page' ? { status: 403, reason: 'quotaExceeded' } : undefined;
  const { status, result } = await sync();
  expect(status).toBe('succeeded');
  expect(result).toMatchObject({
    complete: false,
    stopped: { code: 'rate_limited', goOnAt: new Date(now() + 15 * 60_000).toISOString() },
    tables: expect.arrayContaining([
      { table: 'page', days: 2, rows: 2 },
      { table: 'device', days: 3, rows: 2 },
    ]),
  });
  const overview = (await desk.call('overview_get')) as Overview;
  expect(overview.needsYou).toContainEqual(
    expect.objectContaining({
      kind: 'search_console_sync_failed',
      count: 1,
      operation: 'search_console_sync',
      arguments: { projectId: id },
    }),
  );
  google.refuse = () => undefined;
  const before = google.asked.length;
  expect(await sync()).toMatchObject({ result: { complete: true } });
  expect(told(google, before + 1)).toEqual([`${back(4)} ${back(4)} page`, ...wholeDays([back(6), back(5)])].toSorted());
  expect(JSON.stringify(await desk.call('overview_get'))).not.toContain('search_console_sync_failed');
});

test('a page that fails leaves its day open: it is asked again from its first page when the job is tried again', async () => {
  const app = await connected([back(2)]);
  const { google, desk, advance } = app;
  const rows = Array.from({ length: 25_001 }, (_, at) => ({ keys: [`query ${at}`], clicks: 0, impressions: 1, position: 9 }));
  google.rowsOf = ({ dimensions }) => (dimensions.join() === 'query' ? rows : undefined);
  let isBroken = true;
  google.refuse = ({ startRow }) => (isBroken && startRow > 0 ? { status: 503, reason: 'backendError' } : undefined);
  const { id, status } = await app.sync();
  expect(status).toBe('queued');
  isBroken = false;
  const before = google.asked.length;
  await advance(60_000);
  expect(google.asked.slice(before).map(({ dimensions, startRow }) => [dimensions.join(), startRow])).toEqual([
    ['date', 0],
    ['query', 0],
    ['query', 25_000],
  ]);
  expect(await desk.call('jobs_get', { id })).toMatchObject({
    status: 'succeeded',
    result: { calls: 10, tables: expect.arrayContaining([{ table: 'query', days: 1, rows: 25_001 }]) },
  });
});

test('who may not see the property is told by the job', async () => {
  const { google, sync } = await connected();
  google.refuse = () => ({ status: 403, reason: 'forbidden' });
  expect(await sync()).toMatchObject({
    status: 'failed',
    error: { code: 'provider_refused', message: expect.stringContaining('Users and permissions') },
  });
});

test('a cap of calls ends a sync as a quota does', async () => {
  const { google, sync, desk } = await connected();
  await desk.call('integrations_set', { provider: 'search-console', baseUrl: google.url, monthlyCallCap: 6, ...person });
  expect(await sync()).toMatchObject({ result: { complete: false, stopped: { code: 'cap_reached', goOnAt: null } } });
  expect(told(google, 1)).toEqual(wholeDays([back(2)]).toSorted());
});

test('without a property, without Google, twice at once or beyond what Google keeps nothing is started', async () => {
  const { desk, id, google } = await connected();
  const start = (input: Record<string, unknown> = {}) => desk.call('search_console_sync', input);
  for (const since of [back(500), '2999-01-01'])
    await expect(start({ since })).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/since' }] });
  await start();
  await expect(start()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('job_') });
  await desk.call('projects_update', { id, searchConsoleProperty: null });
  await expect(start()).rejects.toMatchObject({ code: 'integration_required', hint: expect.stringContaining('projects_update') });
  await desk.call('projects_update', { id, searchConsoleProperty: property });
  await desk.call('integrations_delete', { provider: 'search-console' });
  const notConnected = {
    code: 'integration_required',
    hint: expect.stringContaining('command copydesk search-console login, or integrations_set'),
  };
  await expect(start()).rejects.toMatchObject(notConnected);
  // The properties cannot be named before.
  await desk.call('projects_update', { id, searchConsoleProperty: null });
  await expect(start()).rejects.toMatchObject(notConnected);
  expect(google.asked).toEqual([]);
});

test('integrations_test asks Google which properties may be read', async () => {
  const { desk } = await connected();
  const detail = `May read ${property}. Set the one of the site with projects_update { searchConsoleProperty }.`;
  expect(await desk.call('integrations_test', { provider: 'search-console' })).toMatchObject({ healthy: true, detail });
});

test('a sync that is canceled leaves what came, and the next may begin', async () => {
  const { desk, sync, google } = await connected();
  const { jobId } = (await desk.call('search_console_sync')) as SearchSyncJob;
  await desk.call('jobs_cancel', { id: jobId });
  expect(google.asked).toEqual([]);
  expect(await sync()).toMatchObject({ status: 'succeeded', result: { complete: true } });
});

test('a project syncs by itself as often as it says, and is told how often that asks', async () => {
  const { desk, id, google, advance } = await connected();
  const changed = (await desk.call('projects_update', { id, schedules: { searchConsole: 'weekly' } })) as ChangedProject;
  expect(changed.scheduled).toContainEqual(expect.objectContaining({ name: 'searchConsole', callsAMonth: 160 }));
  await desk.call('integrations_set', { provider: 'search-console', baseUrl: google.url, monthlyCallCap: 100, ...person });
  const capped = (await desk.call('projects_update', { id })) as ChangedProject;
  expect(capped.scheduled[0]!.why).toContain('The cap of search-console is 100 calls a month: used up on about day 22.');
  await advance(7 * dayMs);
  expect(google.asked).toHaveLength(26);
  await desk.call('projects_update', { id, searchConsoleProperty: null });
  await advance(7 * dayMs);
  expect(google.asked).toHaveLength(26);
});

test('combinations that are not kept are asked live, in the words of Google', async () => {
  const { desk, google, sync } = await connected();
  await sync();
  const before = google.asked.length;
  const input = {
    dimensions: ['query', 'device'],
    page: '/pumps',
    country: 'USA',
    device: 'desktop',
    since: back(5),
    until: back(2),
    limit: 7,
  };
  expect(await desk.call('search_console_query', input)).toMatchObject({
    source: 'live',
    data: [{ query: 'pumps', device: 'desktop', clicks: 2, impressions: 10, ctr: 0.2, position: 3 }],
  });
  expect(google.asked.slice(before)).toEqual([
    {
      startDate: back(5),
      endDate: back(2),
      dimensions: ['query', 'device'],
      rowLimit: 7,
      startRow: 0,
      type: 'web',
      dataState: 'final',
      dimensionFilterGroups: [
        {
          groupType: 'and',
          filters: [
            { dimension: 'page', operator: 'contains', expression: '/pumps' },
            { dimension: 'country', operator: 'equals', expression: 'usa' },
            { dimension: 'device', operator: 'equals', expression: 'DESKTOP' },
          ],
        },
      ],
    },
  ]);
});
