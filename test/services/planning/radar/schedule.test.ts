import { expect, test } from 'vitest';
import { nextCheck } from '../../../../src/services/planning/radar/schedule.ts';
import { rowsOf } from '../../../support/rows.ts';
import { file } from '../../../support/site.ts';
import { articleOn, dayMs, frontPage, pathOf, startRadar, startRival, told } from './support.ts';

const subjects = ['query planner', 'write ahead log', 'vacuum job'];
const more = 'Since version nine the nightly run is parallel by default, which halves its time.';

interface Added {
  id: string;
  jobId: string;
}

test('a source is looked at daily by itself, and once however many days were missed', async () => {
  const rival = await startRival(subjects);
  const radar = await startRadar();
  await radar.watch({ url: rival.site.url });
  const looks = () => rival.site.asked.filter((path) => path === '/robots.txt').length;
  const before = looks();
  await radar.advance(dayMs - 1);
  expect(looks()).toBe(before);
  rival.put(pathOf('vacuum job'), articleOn('vacuum job', more));
  await radar.advance(1);
  expect(looks()).toBe(before + 1);
  expect(told(await radar.changes())).toEqual(['updated /blog/vacuum-job']);
  await radar.advance(10 * dayMs + 3_600_000);
  expect(looks()).toBe(before + 2);
  const [source] = await radar.sources();
  expect(Date.parse(source!.nextCheckAt) - radar.now()).toBe(dayMs - 3_600_000);
});

test('the next check is at the same time of day, and never in the past', () => {
  expect(nextCheck(0, 0)).toBe(dayMs);
  expect(nextCheck(0, dayMs - 1)).toBe(dayMs);
  expect(nextCheck(5, 3 * dayMs + 6)).toBe(4 * dayMs + 5);
});

test('two desks on one home look at a source once', async () => {
  const rival = await startRival(subjects);
  const one = await startRadar();
  await one.watch({ url: rival.site.url });
  const other = await startRadar({
    home: one.home,
    now: () => one.now(),
    id: (prefix) => `${prefix}_other${Math.floor(performance.now() * 1e6)}`,
  });
  rival.put(pathOf('vacuum job'), articleOn('vacuum job', more));
  const before = rival.site.asked.filter((path) => path === '/robots.txt').length;
  await Promise.all([one.advance(dayMs), other.desk.runDue()]);
  await Promise.all([one.desk.runDue(), other.desk.runDue()]);
  expect(rival.site.asked.filter((path) => path === '/robots.txt')).toHaveLength(before + 1);
  expect(told(await one.changes())).toEqual(['updated /blog/vacuum-job']);
});

test('a check that is asked for while one is under way is that one', async () => {
  const rival = await startRival(subjects);
  const { desk } = await startRadar();
  const { id, jobId } = (await desk.call('content_radar_watch', { url: rival.site.url, kind: 'site' })) as Added;
  expect(await desk.call('content_radar_check', {})).toMatchObject({ jobId, sourceIds: [id], status: 'queued' });
});

test('a competitor is watched by its site, with its feed, and forgotten with all that was found', async () => {
  const rival = await startRival(subjects);
  rival.take('/sitemap.xml');
  rival.feed(subjects.map(pathOf));
  const radar = await startRadar();
  const { host } = new URL(rival.site.url);
  const added = (await radar.desk.call('competitors_add', { name: 'Rival', domain: host, feedUrl: `${rival.site.url}/feed.xml` })) as Added;
  await radar.desk.runDue();
  expect(await radar.desk.call('jobs_get', { id: added.jobId })).toMatchObject({
    status: 'succeeded',
    result: { sources: [{ isBaseline: true }] },
  });
  expect(await radar.sources()).toMatchObject([{ competitorId: added.id, kind: 'site', url: `http://${host}/`, pagesRead: 4 }]);
  rival.put('/blog/index-bloat', articleOn('index bloat'));
  rival.feed(['/blog/index-bloat', ...subjects.map(pathOf)]);
  await radar.advance(dayMs);
  expect(await radar.changes({ competitorId: added.id })).toMatchObject([{ kind: 'new', competitor: 'Rival', keyword: 'index bloat' }]);
  await radar.desk.call('competitors_remove', { id: added.id });
  expect(await radar.changes()).toEqual([]);
  const rows = rowsOf(radar.home);
  for (const table of ['radar_sources', 'radar_pages', 'radar_changes', 'crawled_pages']) expect(await rows.count(table), table).toBe(0);
  expect(await rows.count('work', `kind = 'content_radar.due'`)).toBe(0);
});

test('what is watched no longer is not looked at again', async () => {
  const rival = await startRival(subjects);
  const radar = await startRadar();
  const { id } = await radar.watch({ url: rival.site.url });
  expect(await radar.desk.call('content_radar_unwatch', { id })).toEqual({ id, deleted: true });
  const asked = rival.site.asked.length;
  await radar.advance(3 * dayMs);
  expect(rival.site.asked).toHaveLength(asked);
  await expect(radar.desk.call('content_radar_unwatch', { id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(radar.desk.call('content_radar_check', {})).rejects.toMatchObject({
    code: 'conflict',
    message: 'The project watches nothing yet.',
  });
});

test('an address is watched once, and one that may not be dialled is refused', async () => {
  const rival = await startRival(subjects);
  const radar = await startRadar();
  const { id } = await radar.watch({ url: `${rival.site.url}/feed.xml?utm_source=x`, kind: 'feed' });
  const again = radar.desk.call('content_radar_watch', { url: `${rival.site.url}/feed.xml`, kind: 'feed' });
  await expect(again).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(id) });
  const metadata = radar.desk.call('content_radar_watch', { url: 'http://169.254.169.254/', kind: 'page' });
  await expect(metadata).rejects.toMatchObject({ code: 'address_refused' });
});

test('a check that was cut off goes on with what it has not looked at', async () => {
  const rival = await startRival(subjects);
  const radar = await startRadar();
  let cut = true;
  rival.site.pages[pathOf('vacuum job')] = (_, response) => {
    if (cut) void radar.desk.close();
    response.writeHead(200, { 'content-type': 'text/html' }).end(articleOn('vacuum job'));
  };
  const { jobId } = (await radar.desk.call('content_radar_watch', { url: rival.site.url, kind: 'site' })) as Added;
  await radar.desk.runDue().catch(() => {});
  cut = false;
  const again = await startRadar({ home: radar.home, now: () => radar.now() });
  await again.desk.runDue();
  expect(await again.desk.call('jobs_get', { id: jobId })).toMatchObject({ status: 'succeeded' });
  expect(await again.sources()).toMatchObject([{ pagesRead: 4, pagesNotLookedAt: 0 }]);
  const times = (path: string) => rival.site.asked.filter((one) => one === path).length;
  expect(times(pathOf('query planner'))).toBe(1);
  expect(times(pathOf('vacuum job'))).toBe(2);
});

test('old changes and pages that are gone are let go of', async () => {
  const rival = await startRival(subjects);
  const radar = await startRadar();
  await radar.watch({ url: rival.site.url });
  rival.take(pathOf('vacuum job'));
  await radar.advance(dayMs);
  const rows = rowsOf(radar.home);
  const sweep = () => radar.desk.services.retention.sweep(new AbortController().signal);
  expect([await rows.count('radar_changes'), await rows.count('radar_pages')]).toEqual([1, 4]);
  rival.put('/', frontPage([]));
  rival.site.pages['/sitemap.xml'] = file('application/xml', '<urlset></urlset>');
  await radar.advance(40 * dayMs);
  await sweep();
  expect([await rows.count('radar_changes'), await rows.count('radar_pages')]).toEqual([1, 3]);
  await radar.advance(181 * dayMs);
  await sweep();
  expect(await rows.count('radar_changes')).toBe(0);
});

test('the texts of a source go with it, but not those that another source has too', async () => {
  const rival = await startRival(subjects);
  const radar = await startRadar();
  const { id } = await radar.watch({ url: rival.site.url });
  await radar.watch({ url: `${rival.site.url}${pathOf('vacuum job')}`, kind: 'page' });
  const texts = async () => (await rowsOf(radar.home).all<{ url: string }>('crawled_pages')).map(({ url }) => new URL(url).pathname);
  expect((await texts()).length).toBeGreaterThan(2);
  await radar.desk.call('content_radar_unwatch', { id });
  expect(await texts()).toEqual([pathOf('vacuum job')]);
  const [last] = await radar.sources();
  await radar.desk.call('content_radar_unwatch', { id: last!.id });
  expect(await texts()).toEqual([]);
  expect(await rowsOf(radar.home).count('crawled_passages')).toBe(0);
});
