import { expect, test } from 'vitest';
import type { Project } from '../../../../schema/projects.ts';
import { exportOf, filesIn, rowsIn } from '../../../support/archives.ts';
import { addManual } from '../../../support/documents.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { rowsOf } from '../../../support/rows.ts';
import { createTestApp } from '../../../support/test-app.ts';

test('keys in addresses of receivers and of the site stay behind, wherever a row repeats them; the rest of the address goes along', async () => {
  const from = await createTestApp({ id: undefined });
  const { desk } = from;
  const [{ id }] = ((await desk.call('projects_list')) as { data: [Project] }).data;
  const { url } = await startReceiver();
  const keyed = (what: string) => `${url}/${what}?token=canary-"${what}&x=1#canary-fragment`;
  await addManual(desk);
  await desk.call('projects_update', { id, eventWebhookUrl: keyed('project') });
  // Today it is refused, but older projects have it, and what was made for them.
  const site = 'https://ann:canary-password@site.example/$&?lang=en';
  const page = 'https://site.example/$&?lang=english';
  await rowsOf(from.home).update('projects', { site_url: site }, { id });
  const job = { kind: 'nobody', status: 'failed', progress: 1, attempts: 1, cancel_requested: 0, created_at: 1, updated_at: 1 };
  await rowsOf(from.home).insert('jobs', { ...job, id: 'job_old', project_id: id, state: JSON.stringify({ siteUrl: site, page }) });
  await desk.call('webhook_test', { url: keyed('test') });
  await desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250, webhookUrl: keyed('article') });
  await desk.call('articles_create_batch', { items: [{ keyword: 'pool sizes', targetWordCount: 250 }], webhookUrl: keyed('batch') });
  const pages = { url: `${url}/page`, competitorUrls: [`${url}/rival`] };
  await desk.call('optimizations_create', { ...pages, keyword: 'pools', writer: 'agent', webhookUrl: keyed('optimization') });
  await from.advance(0);
  expect(await rowsOf(from.home).count('deliveries', "status = 'delivered'")).toBeGreaterThan(2);

  const files = await filesIn(await exportOf(desk, id));
  for (const [name, bytes] of files) expect(/.{0,60}canary.{0,60}/.exec(bytes.toString('utf8'))?.[0], name).toBe(undefined);
  expect(rowsIn(files, 'account/projects')).toMatchObject([{ event_webhook_url: `${url}/project`, site_url: 'https://site.example/$&' }]);
  const old = rowsIn(files, 'account/jobs').find((row) => row['id'] === 'job_old');
  expect(JSON.parse(old!['state'] as string)).toEqual({ siteUrl: 'https://site.example/$&?lang=en', page });
  expect(new Set(rowsIn(files, 'articles/articles').map((row) => row['webhook_url']))).toEqual(new Set([`${url}/article`, `${url}/batch`]));
  expect(rowsIn(files, 'optimizer/optimizations')).toMatchObject([{ webhook_url: `${url}/optimization` }]);
});
