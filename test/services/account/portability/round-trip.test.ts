import { expect, test } from 'vitest';
import { exportOf, filesIn } from '../../../support/archives.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { scenario, startMemory } from '../../../support/scenario.ts';
import { createTestApp } from '../../../support/test-app.ts';

test('x', { timeout: 60000 }, async () => {
  const app = await createTestApp();
  const memory = await startMemory((await startReceiver()).url);
  for (const step of scenario) {
    const answer = await app.desk.call(step.operation, step.input(memory)).catch((e: unknown) => e);
    Object.assign(memory, step.refusedWith ? {} : step.remember?.(answer as never));
    await app.desk.runDue();
  }
  const file = await exportOf(app.desk, memory['prj']!);
  const other = await createTestApp({ id: undefined });
  await other.desk.call('projects_update', { id: ((await other.desk.call('projects_list')) as any).data[0].id, name: 'Own' });
  console.log(await other.desk.services.portability.import({ path: file }));
  const again = await exportOf(other.desk, memory['prj']!);
  const [one, two] = [await filesIn(file), await filesIn(again)];
  for (const [i, [n, b]] of one.entries()) if (i > 0) { expect(two[i]![0]).toBe(n); expect(two[i]![1].toString(), n).toBe(b.toString()); }
});
