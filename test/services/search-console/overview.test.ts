import { expect, test } from 'vitest';
import type { Overview } from '../../../schema/overview.ts';
import { property, startGoogle } from '../../support/google.ts';
import { createTestApp } from '../../support/test-app.ts';

const weekMs = 7 * 86_400_000;

test('what came of late is told, by a sync or by imports, with days that are assumed, and no longer after a week', async () => {
  const google = await startGoogle([]);
  const { desk, now, advance } = await createTestApp();
  const { data } = (await desk.call('projects_list')) as { data: { id: string }[] };
  const projectId = data[0]!.id;
  await desk.call('projects_update', { id: projectId, searchConsoleProperty: property });
  const headings = ['Clicks', 'Impressions', 'CTR', 'Position'].flatMap((name) => [`${name} now`, `${name} before`]).join(',');
  const give = (csv: string, since: string, until: string) =>
    desk.call('search_console_import', { base64: Buffer.from(csv).toString('base64'), since, until });
  await give(`Top queries,${headings}\npumps,1,2,10,20,10%,10%,5,6\n`, '2026-01-01', '2026-01-28');
  await advance(1000);
  await give('Top pages,Clicks,Impressions,CTR,Position\nhttps://example.com/a,1,10,10%,5\n', '2026-01-01', '2026-01-28');
  await advance(1000);
  await give('Top queries,Clicks,Impressions,CTR,Position\npumps,1,10,10%,5\n', '2025-12-01', '2025-12-28');
  const happened = async () => ((await desk.call('overview_get', { projectId })) as Overview).happened;
  const imported = {
    kind: 'search_console_imported',
    count: 2,
    latest: [
      { id: '2025-12-01/2025-12-28', about: `${property}: 2025-12-01 to 2025-12-28` },
      { id: '2026-01-01/2026-01-28', about: `${property}: 2026-01-01 to 2026-01-28, compared with days that are assumed` },
    ],
    operation: 'search_console_query',
    arguments: { view: 'quick_wins', since: '2025-12-01', until: '2025-12-28', projectId },
  };
  expect(await happened()).toEqual([imported]);
  const day = new Date(now() - 3 * 86_400_000).toISOString().slice(0, 10);
  google.days = [day];
  const person = { clientId: 'client', clientSecret: 'client-secret', refreshToken: 'refresh-secret' };
  await desk.call('integrations_set', { provider: 'search-console', baseUrl: google.url, ...person });
  const { jobId } = (await desk.call('search_console_sync')) as { jobId: string };
  await advance(0);
  expect((await happened()).filter(({ kind }) => kind.startsWith('search_console'))).toEqual([
    {
      kind: 'search_console_synced',
      count: 1,
      latest: [{ id: jobId, about: `${property}: days to ${day}` }],
      operation: 'search_console_query',
      arguments: { view: 'quick_wins', projectId },
    },
    imported,
  ]);
  expect(await desk.call('jobs_get', { id: jobId })).toMatchObject({
    result: { next: [{ operation: 'search_console_query', arguments: { view: 'quick_wins', projectId } }] },
  });
  const { id: other } = (await desk.call('projects_create', { name: 'Another' })) as { id: string };
  expect(((await desk.call('overview_get', { projectId: other })) as Overview).happened).toEqual([]);
  await advance(weekMs + 3_600_000);
  expect((await happened()).filter(({ kind }) => kind.startsWith('search_console'))).toEqual([]);
});
