import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import type { Project } from '../../../../schema/projects.ts';
import { exportOf, newFile } from '../../../support/archives.ts';
import { planOfAll, plant } from '../../../support/planted.ts';
import { rowsOf } from '../../../support/rows.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';

/** A file with a project that has rows in every table. */
async function archive(): Promise<{ id: string; path: string }> {
  const app = await createTestApp({ id: undefined });
  const { id } = ((await app.desk.call('projects_list')) as { data: Project[] }).data[0]!;
  await plant(rowsOf(app.home), await planOfAll(), id, 3, 2);
  return { id, path: await exportOf(app.desk, id) };
}

/** Of the checksum with which gzip ends. */
const lastBytes = 4;
/** It looks until then, and goes on at once. */
const patient = { timeout: 20_000 };

/** An import whose file comes from a disk that stands still before the last bytes of the second reading, when all rows but the last slice's are there. */
async function stallImport({ desk, home }: TestApp, path: string) {
  const bytes = readFileSync(path);
  const slow = newFile('slow.tar.gz');
  copyFileSync(path, slow);
  let swapped = false;
  // What is read already is read to its end; the pipe is what the name leads to from then on.
  const tell = () => {
    if (swapped) return;
    swapped = true;
    rmSync(slow);
    execFileSync('mkfifo', [slow]);
  };
  const importing = desk.services.portability.import({ path: slow, tell });
  importing.catch(() => {});
  await vi.waitFor(() => expect(swapped).toBe(true), patient);
  const writing = await open(slow, 'w');
  await writing.write(bytes.subarray(0, bytes.length - lastBytes));
  const rows = rowsOf(home);
  await vi.waitFor(async () => expect(await rows.count('autofill_plans')).toBe(2), patient);
  return {
    async goOn() {
      await writing.write(bytes.subarray(bytes.length - lastBytes)).catch(() => {});
      await writing.close();
      return importing;
    },
  };
}

const givenUp = { code: 'conflict', message: expect.stringContaining('given up') };

async function contents({ home }: TestApp): Promise<string> {
  const tables = await Promise.all((await planOfAll()).tables.map(async ({ table }) => [table, await rowsOf(home).all(table)]));
  return JSON.stringify(tables);
}

test('an import that stood still until it was taken for dead does not go on, and leaves nothing', async () => {
  const file = await archive();
  const app = await createTestApp({ id: undefined });
  const before = await contents(app);
  const stalled = await stallImport(app, file.path);
  await app.advance(3_600_000);
  await expect(stalled.goOn()).rejects.toMatchObject(givenUp);
  expect(await contents(app)).toBe(before);
});

test('one that stood still does not write into another import of the same project, nor take it back', async () => {
  const file = await archive();
  const app = await createTestApp({ id: undefined });
  const stalled = await stallImport(app, file.path);
  await expect(app.desk.services.portability.import(file)).rejects.toMatchObject({ code: 'conflict' });
  await app.advance(120_001);
  await app.desk.services.portability.import(file);
  const whole = await contents(app);
  await expect(stalled.goOn()).rejects.toMatchObject(givenUp);
  expect(await contents(app)).toBe(whole);
});

test('no import begins, and none goes on, while what another left is removed piece by piece', async () => {
  const file = await archive();
  const app = await createTestApp({ id: undefined });
  const stalled = await stallImport(app, file.path);
  const lease = { name: `import ${file.id}`, place: 0, token: 'removing', until: app.now() + 120_000 };
  await rowsOf(app.home).update('leases', lease, { name: lease.name });
  await expect(stalled.goOn()).rejects.toMatchObject(givenUp);
  expect(await rowsOf(app.home).count('projects', { arriving: 1 })).toBe(0);
});

test('its deliveries are listed and sent again only once the project is there', async () => {
  const file = await archive();
  const app = await createTestApp({ id: undefined });
  const stalled = await stallImport(app, file.path);
  const rows = rowsOf(app.home);
  const sent = { kind: 'event', method: 'POST', event_type: 'article.ready', url: 'https://hooks.example/', test: 0 };
  const failed = { ...sent, standing: 'failed', status: 'failed' };
  await rows.update('deliveries', failed);
  const listed = async () => ((await app.desk.call('webhook_deliveries_list')) as { data: unknown[] }).data.length;
  expect(await rows.count('deliveries', failed)).toBeGreaterThan(0);
  expect(await listed()).toBe(0);
  const again = (dryRun: boolean) => app.desk.call('webhook_deliveries_retry_many', { eventType: 'article.ready', dryRun });
  expect(await again(false)).toMatchObject({ matched: 0 });
  await app.desk.runDue();
  expect(await rows.count('deliveries', failed)).toBe(await rows.count('deliveries'));
  await stalled.goOn();
  expect(await listed()).toBe(await rows.count('deliveries'));
  expect(await again(true)).toMatchObject({ matched: await rows.count('deliveries') });
});

test('nothing expires while a project arrives, and what has expired goes soon after', async () => {
  const file = await archive();
  const app = await createTestApp({ id: undefined });
  const stalled = await stallImport(app, file.path);
  const rows = rowsOf(app.home);
  await rows.update('leases', { until: app.now() + 24 * 3_600_000 }, { name: `import ${file.id}` });
  const pages = await rows.count('crawled_pages');
  await app.advance(3_600_000);
  expect(pages).toBeGreaterThan(0);
  expect(await rows.count('crawled_pages')).toBe(pages);
  await stalled.goOn();
  await app.advance(60_000);
  expect(await rows.count('crawled_pages')).toBe(0);
});
