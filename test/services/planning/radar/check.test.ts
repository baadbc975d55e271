import { expect, test } from 'vitest';
import { articleOn, dayMs, pathOf, startRadar, startRival, told } from './support.ts';

const subjects = ['query planner', 'write ahead log', 'vacuum job', 'lock table', 'buffer cache'];

test('the first look is the baseline, and tells nothing', async () => {
  const rival = await startRival(subjects);
  const radar = await startRadar();
  const { jobId, id } = await radar.watch({ url: rival.site.url });
  expect(await radar.desk.call('jobs_get', { id: jobId })).toMatchObject({
    status: 'succeeded',
    result: { new: 0, updated: 0, removed: 0, moved: 0, pagesLookedAt: 6, pagesNotLookedAt: 0, sources: [{ sourceId: id, isBaseline: true, end: 'complete' }] },
  }); // prettier-ignore
  expect(await radar.changes()).toEqual([]);
  expect(await radar.sources()).toMatchObject([{ id, kind: 'site', pagesKnown: 6, pagesRead: 6, pagesNotLookedAt: 0, lastError: null }]);
  await radar.check();
  expect(await radar.changes()).toEqual([]);
});

test('a new page, a silent update and a removal are told, each once', async () => {
  const rival = await startRival(subjects);
  const radar = await startRadar();
  await radar.watch({ url: rival.site.url });
  rival.put('/blog/index-bloat', articleOn('index bloat'));
  rival.list([...subjects.map(pathOf), '/blog/index-bloat']);
  rival.put(pathOf('vacuum job'), articleOn('vacuum job', 'Since version nine the nightly vacuum job runs in parallel by default.'));
  rival.take(pathOf('lock table'));
  expect(await radar.check()).toMatchObject({ new: 1, updated: 1, removed: 1, moved: 0 });
  const changes = await radar.changes();
  expect(told(changes)).toEqual(['new /blog/index-bloat', 'removed /blog/lock-table', 'updated /blog/vacuum-job']);
  expect(changes.find(({ kind }) => kind === 'updated')).toMatchObject({
    title: 'The vacuum job guide',
    summary: 'Since version nine the nightly vacuum job runs in parallel by default.',
    diff: expect.stringContaining('+Since version nine the nightly vacuum job runs in parallel by default.'),
    wordsAdded: 12,
    wordsRemoved: 0,
    keyword: 'vacuum job',
  });
  expect(await radar.check()).toMatchObject({ new: 0, updated: 0, removed: 0, moved: 0 });
  expect(await radar.changes()).toHaveLength(3);
});
