import { expect, test } from 'vitest';
import type { Project } from '../../../../schema/projects.ts';
import { catalogue } from '../../../../tools/index.ts';
import { exportOf, filesIn, manifestIn } from '../../../support/archives.ts';
import { rowsOf } from '../../../support/rows.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { scenario, startMemory } from '../../../support/scenario.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';

/** They would leave less to carry. */
const leftOut = new Set(['knowledge_delete', 'link_prospects_delete', 'projects_delete']);

/** A desk on which every other operation was used. */
async function usedApp(): Promise<TestApp> {
  const app = await createTestApp({ id: undefined });
  const memory = await startMemory((await startReceiver()).url);
  for (const { operation, input, refusedWith, remember } of scenario) {
    if (leftOut.has(operation)) continue;
    const called = app.desk.call(operation, input(memory));
    if (refusedWith) await expect(called, operation).rejects.toMatchObject({ code: refusedWith });
    else {
      const answer = await called;
      Object.assign(memory, remember?.(answer as never));
    }
    await app.desk.runDue();
  }
  return app;
}

/** Asks all that can be asked without naming anything; none of it may tell of a project while it arrives. */
async function expectHidden({ desk }: TestApp, ids: ReadonlySet<string>): Promise<void> {
  let asked = 0;
  const telling: string[] = [];
  for (const { name } of catalogue.flatMap(({ operations }) => operations).filter(({ method }) => method === 'GET')) {
    const answer = await desk.call(name, {}).catch(({ code }: { code: string }) => code);
    if (answer === 'invalid_input') continue;
    asked += 1;
    const told = JSON.stringify(answer).match(/[a-z]{3}_[0-9a-f]{32}/g) ?? [];
    if (told.some((id) => ids.has(id))) telling.push(name);
  }
  // It answers with samples.
  expect(telling).toEqual(['event_types_list']);
  expect(asked).toBeGreaterThan(20);
}

test(
  'every project of a desk that was used in every way comes back the same from another desk, and is told of by nothing while it arrives',
  { timeout: 60_000 },
  async () => {
    const from = await usedApp();
    const to = await createTestApp({ id: undefined, now: () => from.now() + 60_000 });
    const { data: projects } = (await from.desk.call('projects_list')) as { data: Project[] };
    const held = new Set<string>();
    const ids = new Set<string>();
    for (const { id } of projects) {
      const file = await exportOf(from.desk, id);
      const { counts, ...imported } = await to.desk.services.portability.import({ path: file });
      const [before, after] = [await filesIn(file), await filesIn(await exportOf(to.desk, id))];
      expect(imported).toMatchObject({ projectId: id });
      expect(after.slice(1).map(([name, bytes]) => [name, bytes.toString('utf8')])).toEqual(
        before.slice(1).map(([name, bytes]) => [name, bytes.toString('utf8')]),
      );
      expect({ ...manifestIn(after), exportedAt: '' }).toEqual({ ...manifestIn(before), exportedAt: '' });
      for (const table of Object.keys(counts)) held.add(table);
      for (const [, bytes] of after) for (const one of bytes.toString('utf8').match(/[a-z]{3}_[0-9a-f]{32}/g) ?? []) ids.add(one);
    }
    expect([...held]).toEqual(
      expect.arrayContaining([
        'articles',
        'article_versions',
        'calendar_slots',
        'deliveries',
        'link_prospects',
        'link_suppressions',
        'passages',
      ]),
    );
    await to.desk.call('projects_create', { name: 'Mine' });
    await rowsOf(to.home).update('projects', { arriving: 1 }, "name <> 'Mine'");
    await expectHidden(to, ids);
  },
);
