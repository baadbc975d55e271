import { expect, test } from 'vitest';
import { createTestApp } from '../support/test-app.ts';
import { callRest, request } from '../support/wire-clients.ts';

interface Listed {
  data: unknown[];
  nextCursor: string | null;
}

test.each(['integrations_list', 'event_types_list'])('%s is read page by page to its end, as long lists are', async (name) => {
  const { desk } = await createTestApp();
  const whole = (await desk.call(name)) as Listed;
  const rows: unknown[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = (await desk.call(name, { limit: 2, ...(cursor !== undefined && { cursor }) })) as Listed;
    expect(page.data.length).toBeLessThanOrEqual(2);
    rows.push(...page.data);
    cursor = page.nextCursor;
  }
  expect(rows).toEqual(whole.data);
  expect(whole.nextCursor).toBeNull();
  await expect(desk.call(name, { cursor: 'bm9uZQ' })).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/cursor' }] });
});

test.each([
  ['projects_list', 'limit=abc', "limit must be a whole number from 1 to 100, not 'abc'."],
  ['projects_list', 'limit=', "limit must be a whole number from 1 to 100, not ''."],
  ['webhook_deliveries_list', 'flagged=yes', "flagged must be true or false, not 'yes'."],
])('%s?%s says what is wanted', async (name, query, detail) => {
  const { desk } = await createTestApp();
  const { url } = await desk.listen({ port: 0 });
  const { key } = await desk.services.keys.create({ name: 'test', scope: 'read' });
  expect((await callRest(url, key, name)).status).toBe(200);
  const path = name === 'projects_list' ? 'projects' : 'webhook-deliveries';
  const answer = await request(`${url}/api/v1/${path}?${query}`, { headers: { authorization: `Bearer ${key}` } });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', detail } });
});
