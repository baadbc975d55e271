import { expect, test, vi } from 'vitest';
import type * as limits from '../../../../src/services/planning/radar/limits.ts';
import { rowsOf } from '../../../support/rows.ts';
import { articleOn, dayMs, startRadar, startRival, told } from './support.ts';

vi.mock(import('../../../../src/services/planning/radar/limits.ts'), async (original) => {
  const { radarLimits } = await original();
  return { radarLimits: { ...radarLimits, pagesPerCheck: 20, readPages: 30, changes: 5 } } as unknown as typeof limits;
});

test('a large site costs a bounded check, and what was not looked at is told', async () => {
  const rival = await startRival([]);
  const count = 10_000;
  const paths = Array.from({ length: count }, (_, index) => `/blog/${index}`);
  for (const path of paths.slice(-100)) rival.put(path, articleOn(`job ${path}`));
  rival.list(paths.map((path, index) => [path, new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString()]));
  rival.take('/');
  const radar = await startRadar();
  const { jobId } = await radar.watch({ url: `${rival.site.url}/sitemap.xml`, kind: 'sitemap' });
  expect(await radar.desk.call('jobs_get', { id: jobId })).toMatchObject({
    status: 'succeeded',
    result: { pagesLookedAt: 20, pagesNotLookedAt: count - 20, sources: [{ end: 'max_pages' }] },
  });
  const asked = rival.site.asked.filter((path) => path.startsWith('/blog/'));
  expect(asked).toHaveLength(20);
  // The newest by their own word come first.
  expect(asked[0]).toBe(`/blog/${count - 1}`);

  // What is new comes before what was never looked at, and before what was.
  rival.put('/blog/new', articleOn('fresh idea'));
  rival.list(['/blog/new', ...paths]);
  await radar.advance(dayMs);
  expect(told(await radar.changes())).toEqual(['new /blog/new']);
  // A page that moved, and whose turn has not come, is asked all the same: its goal is not new.
  const rows = await rowsOf(radar.home).all<{ url: string }>('radar_pages', `status = 'read'`, 'turn desc, number desc');
  const old = new URL(rows[0]!.url).pathname;
  rival.put('/blog/goal', old === '/blog/new' ? articleOn('fresh idea') : articleOn(`job ${old}`));
  rival.site.pages[old] = (_, response) => void response.writeHead(301, { location: '/blog/goal' }).end();
  rival.list(['/blog/goal', ...paths]);
  await radar.advance(dayMs);
  expect(told(await radar.changes())).toEqual([`moved ${old}`, 'new /blog/new']);
  // Of a source no more is read than is kept.
  for (let day = 0; day < 3; day++) await radar.advance(dayMs);
  expect(await radar.sources()).toMatchObject([{ pagesKnown: count + 1, pagesRead: 30 }]);
  expect(await rowsOf(radar.home).count('radar_pages', 'snapshot is not null')).toBe(30);
});

test('of the changes of a project the newest are kept', async () => {
  const radar = await startRadar();
  const rival = await startRival(['vacuum job']);
  const { id: source_id, projectId: project_id } = await radar.watch({ url: rival.site.url });
  const change = { project_id, source_id, kind: 'new', url: 'https://r.example/', reappeared: 0, phrases: '[]', why: '{}', evidence: '[]' };
  const rows = Array.from({ length: 12 }, (_, nth) => ({ ...change, id: `chg_${nth}`, created_at: radar.now() - nth }));
  await rowsOf(radar.home).insert('radar_changes', rows);
  await radar.desk.services.retention.sweep(new AbortController().signal);
  expect((await radar.changes()).map(({ id }) => id)).toEqual(['chg_0', 'chg_1', 'chg_2', 'chg_3', 'chg_4']);
});
