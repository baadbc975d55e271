import { expect, test } from 'vitest';
import type { RadarPage } from '../../../../schema/content-radar.ts';
import { rowsOf } from '../../../support/rows.ts';
import { manual } from '../../../support/scenario.ts';
import { articleOn, dayMs, pathOf, startRadar, startRival, told } from './support.ts';

const subjects = ['query planner', 'write ahead log', 'vacuum job'];

/** A rival on whose site a page is new, one updated and one gone, a day apart each. */
async function startChanged(before?: (desk: Awaited<ReturnType<typeof startRadar>>['desk']) => Promise<unknown>) {
  const rival = await startRival(subjects);
  const radar = await startRadar();
  await before?.(radar.desk);
  const { id: sourceId } = await radar.watch({ url: rival.site.url });
  rival.put('/blog/pools', articleOn('connection pool'));
  rival.list([...subjects.map(pathOf), '/blog/pools']);
  await radar.advance(dayMs);
  rival.put(pathOf('vacuum job'), articleOn('vacuum job', 'The pool size and the idle connections decide how long the nightly run takes.'));
  await radar.advance(dayMs);
  rival.take(pathOf('write ahead log'));
  await radar.advance(dayMs);
  return { rival, radar, sourceId };
}

test('changes are found by kind, time, words and source, the newest first, in pages', async () => {
  const { radar, sourceId } = await startChanged();
  const all = await radar.changes();
  expect(all.map(({ kind }) => kind)).toEqual(['removed', 'updated', 'new']);
  const only = async (filter: object) => (await radar.changes(filter)).map(({ kind }) => kind);
  expect(await only({ kind: 'updated' })).toEqual(['updated']);
  expect(await only({ since: all[1]!.at })).toEqual(['removed', 'updated']);
  expect(await only({ until: all[1]!.at })).toEqual(['updated', 'new']);
  expect(await only({ q: 'ALL pools' })).toEqual(['new']);
  expect(await only({ q: '100%' })).toEqual([]);
  expect(await only({ sourceId })).toHaveLength(3);
  expect(await only({ sourceId: 'src_other' })).toEqual([]);
  const first = (await radar.desk.call('content_radar_list', { limit: 2 })) as RadarPage;
  expect(first.nextCursor).not.toBeNull();
  expect(await radar.desk.call('content_radar_list', { limit: 2, cursor: first.nextCursor })).toMatchObject({
    data: [{ kind: 'new' }],
    nextCursor: null,
  });
  await expect(radar.changes({ cursor: 'bm9uZQ' })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('a period is of days, of the zone of the project, or of instants', async () => {
  const { radar } = await startChanged();
  const within = async (since: string, until: string) => (await radar.changes({ since, until })).map(({ kind }) => kind);
  expect(await within('2026-05-05', '2026-05-05')).toEqual(['updated']);
  expect(await within('2026-05-05T12:00:00Z', '2026-05-06')).toEqual(['removed']);
  const [project] = ((await radar.desk.call('projects_list')) as { data: { id: string }[] }).data;
  // There it is the evening before.
  await radar.desk.call('projects_update', { id: project!.id, timezone: 'Pacific/Pago_Pago' });
  expect(await within('2026-05-04', '2026-05-04')).toEqual(['updated']);
  await expect(within('2026-05-06', '2026-05-05')).rejects.toMatchObject({ code: 'invalid_input', errors: [{ code: 'after_until' }] });
  await expect(within('yesterday', '2026-05-05')).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/since' }] });
});

test('a change of one sentence is shown with nothing around it, and what is only gone is said to be removed', async () => {
  const { radar, rival } = await startChanged();
  const added = 'Since version nine the planner keeps its statistics for a week.';
  rival.put(pathOf('query planner'), articleOn('query planner', added));
  await radar.advance(dayMs);
  const [grown] = await radar.changes({ kind: 'updated' });
  expect(grown).toMatchObject({ summary: added, diff: `+${added}`, diffTruncated: false });
  expect(grown).not.toHaveProperty('projectId');
  rival.put(pathOf('query planner'), articleOn('query planner'));
  await radar.advance(dayMs);
  const [shrunk] = await radar.changes({ kind: 'updated' });
  expect(shrunk).toMatchObject({ summary: `Removed: “${added}”`, diff: `-${added}`, wordsAdded: 0 });
});

test('one change is shown whole by its id, and sources where they are asked for', async () => {
  const { radar, rival } = await startChanged();
  const long = Array.from({ length: 60 }, (_, index) => `Sentence ${index} on what the planner does with statistics of that column.`).join(
    ' ',
  );
  rival.put(pathOf('query planner'), articleOn('query planner', long));
  await radar.advance(dayMs);
  const [cut] = await radar.changes({ kind: 'updated' });
  expect(cut).toMatchObject({ diffTruncated: true });
  const { data, sources } = (await radar.desk.call('content_radar_list', { id: cut!.id, include: ['diff', 'sources'] })) as RadarPage;
  expect(data).toMatchObject([{ id: cut!.id, diffTruncated: false, diff: expect.stringContaining('+Sentence 59 on what') }]);
  expect(sources).toHaveLength(1);
  await expect(radar.changes({ include: ['diff'] })).rejects.toMatchObject({ code: 'invalid_input', errors: [{ code: 'id_required' }] });
  await expect(radar.changes({ id: 'chg_gone' })).rejects.toMatchObject({ code: 'not_found' });
});

test('relevance is the weighted share of phrases that the project has, with evidence', async () => {
  const { radar } = await startChanged((desk) => desk.call('knowledge_create', { markdown: manual }));
  const [updated] = await radar.changes({ kind: 'updated' });
  expect(updated!.relevance).toBeGreaterThan(0);
  expect(updated!.why).toEqual({});
  for (const { kind, phrase, id } of updated!.evidence) {
    expect(kind).toBe('knowledge');
    expect(id).toMatch(/^doc_/);
    expect(updated!.phrases).toContain(phrase);
  }
  expect(told(await radar.changes({ minRelevance: 0.01 }))).toContain('updated /blog/vacuum-job');
  expect((await radar.changes({ kind: 'removed' }))[0]).toMatchObject({ relevance: null, why: { relevance: 'not_applicable' } });
});

test('relevance is null where the project has nothing to compare with', async () => {
  const { radar } = await startChanged();
  expect(await radar.changes({ kind: 'new' })).toMatchObject([{ relevance: null, why: { relevance: 'too_few' }, evidence: [] }]);
});

test("what competitors say stands in the crawled index, and never among the project's knowledge", async () => {
  const { radar, rival } = await startChanged();
  const found = await radar.desk.services.crawledPages.search((await radar.sources())[0]!.projectId, 'vacuum job', {
    origin: 'competitor',
  });
  expect(found[0]!.url).toBe(`${rival.site.url}${pathOf('vacuum job')}`);
  expect(await rowsOf(radar.home).count('documents')).toBe(0);
  // What is gone is found no more.
  expect(await rowsOf(radar.home).count('crawled_pages', `url like '%write-ahead-log'`)).toBe(0);
});

test('the overview tells of changes, of sources that cannot be read, and of what is looked at next', async () => {
  const { radar, rival } = await startChanged();
  rival.site.pages['/robots.txt'] = (_, response) => void response.destroy();
  await radar.advance(dayMs);
  const overview = (await radar.desk.call('overview_get')) as Record<string, { kind: string; count: number }[]>;
  const count = (section: string, kind: string) => overview[section]!.find((one) => one.kind === kind)?.count;
  expect([count('happened', 'radar_changes'), count('needsYou', 'sources_unread'), count('comesNext', 'sources_due')]).toEqual([3, 1, 1]);
});
