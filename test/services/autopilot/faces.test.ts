import { expect, test } from 'vitest';
import type { AutofillPlan } from '../../../schema/autofill.ts';
import type { Problem } from '../../../src/errors.ts';
import { createTestApp } from '../../support/test-app.ts';
import { callRest, connectMcp } from '../../support/wire-clients.ts';

async function startBoth() {
  const { desk } = await createTestApp();
  const { url } = await desk.listen({ port: 0 });
  const { key } = await desk.services.keys.create({ name: 'test', scope: 'admin' });
  const client = await connectMcp(url, key);
  return {
    rest: async (operation: string, input: Record<string, unknown>) =>
      (await callRest(url, key, operation, input)) as { status: number; body: unknown },
    async mcp(name: string, input: Record<string, unknown>) {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: input });
      const [said] = content as unknown as [{ text: string }];
      return { isError: isError === true, answer: isError ? (JSON.parse(said.text) as unknown) : structuredContent };
    },
  };
}

test('a plan that is out of date is answered with the new one over REST and MCP', async () => {
  const { rest, mcp } = await startBoth();
  await rest('topics_create', { name: 'Wood stoves', keywords: ['stove pipes', 'ash removal'] });
  const { body } = await rest('autoblog_autofill', { days: 14 });
  const { planId } = body as AutofillPlan;
  await mcp('calendar_create', { slots: [{ date: '2026-05-06', keyword: 'ash removal' }] });
  const stale = await rest('autoblog_autofill', { planId });
  const problem = stale.body as Problem & { instead: AutofillPlan };
  expect(stale.status).toBe(409);
  expect(problem).toMatchObject({ code: 'plan_stale', status: 409, retryable: false, instead: { status: 'planned' } });
  expect(problem.instead.slots.map(({ keyword, date }) => `${date} ${keyword}`)).toEqual([
    '2026-05-04 Wood stoves',
    '2026-05-08 stove pipes',
  ]);
  expect(problem.hint).toContain(problem.instead.planId);
  const again = await mcp('autoblog_autofill', { planId });
  expect(again).toMatchObject({ isError: true, answer: { code: 'plan_stale', instead: { slots: [{ keyword: 'Wood stoves' }, {}] } } });
  const fresh = (again.answer as { instead: AutofillPlan }).instead;
  expect(await mcp('autoblog_autofill', { planId: fresh.planId })).toMatchObject({ isError: false, answer: { status: 'carried_out' } });
});

test('what is set over MCP is told over REST, and a wrong hour names its field', async () => {
  const { rest, mcp } = await startBoth();
  const set = await mcp('auto_publish_set', { mode: 'auto', quietHours: { from: '21:30', to: '06:00' } });
  const { body } = await rest('auto_publish_set', {});
  expect(body).toEqual(set.answer);
  expect(body).toMatchObject({ mode: 'auto', dailyCap: 3, quietHours: { from: '21:30', to: '06:00' }, warnings: [{ code: 'no_target' }] });
  const refused = await mcp('auto_publish_set', { quietHours: { from: '9pm', to: '06:00' } });
  expect(refused).toMatchObject({ isError: true, answer: { code: 'invalid_input', errors: [{ pointer: '/quietHours/from' }] } });
});
