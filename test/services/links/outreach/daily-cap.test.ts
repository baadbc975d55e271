import { expect, test } from 'vitest';
import { createTestApp } from '../../../support/test-app.ts';
import { addAnn, day } from '../support.ts';
import { callRest } from '../../../support/wire-clients.ts';
import { createMailApp, followup, outreach, send, sendFirst, text } from './support.ts';

test("no more go on a day than the cap says, follow-ups included, until midnight in the project's zone", async () => {
  const app = await createMailApp({}, { dailyCap: 2 });
  const [project] = ((await app.desk.call('projects_list', {})) as { data: { id: string }[] }).data;
  // 09:30 UTC is 21:30 there, so that the day ends in two hours and a half.
  await app.desk.call('projects_update', { id: project!.id, timezone: 'Pacific/Auckland' });
  const others = [await addAnn(app, 'one.example'), await addAnn(app, 'two.example')];
  await sendFirst(app);
  expect(await sendFirst(app, others[0]!.id)).toMatchObject({ leftToday: 0 });
  const draft = await outreach(app, others[1]!.id);
  expect(draft.stops).toMatchObject([{ code: 'rate_limited' }]);
  await expect(send(app, others[1]!.id, draft.draftId)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 2.5 * 3600 });
  const { draftId } = await followup(app, app.ann.id, { ...text, early: true });
  await expect(send(app, app.ann.id, draftId)).rejects.toMatchObject({ code: 'rate_limited' });
  await app.advance(2.5 * 3_600_000 - 1);
  await expect(send(app, app.ann.id, draftId)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
  await app.advance(1);
  expect(await send(app, app.ann.id, draftId)).toMatchObject({ leftToday: 1 });
  expect(app.server.mails).toHaveLength(3);
});

test('a day that is 23 hours long ends an hour earlier', async () => {
  const app = await createMailApp({}, { dailyCap: 1 }, { now: () => Date.UTC(2026, 2, 28, 23, 30) });
  const [project] = ((await app.desk.call('projects_list', {})) as { data: { id: string }[] }).data;
  await app.desk.call('projects_update', { id: project!.id, timezone: 'Europe/Berlin' });
  await sendFirst(app);
  const other = await addAnn(app, 'one.example');
  const { draftId } = await outreach(app, other.id);
  await expect(send(app, other.id, draftId)).rejects.toMatchObject({ retryAfterSeconds: 22.5 * 3600 });
});

test('the cap holds over all processes that share a home', async () => {
  const app = await createMailApp({}, { dailyCap: 3 });
  const second = {
    ...app,
    desk: (await createTestApp({ home: app.home, now: app.now, id: (prefix) => `${prefix}_b${Math.random().toString(36).slice(2)}` })).desk,
  };
  const sites = await Promise.all(Array.from({ length: 8 }, (_, at) => addAnn(app, `site-${at}.example`)));
  const drafts = await Promise.all(sites.map(({ id }) => outreach(app, id)));
  const all = await Promise.allSettled(drafts.map(({ draftId }, at) => send(at % 2 === 0 ? app : second, sites[at]!.id, draftId)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(app.server.mails).toHaveLength(3);
});

test('over REST the refusal says when to come again', async () => {
  const app = await createMailApp({}, { dailyCap: 0 });
  const { url } = await app.desk.listen({ port: 0 });
  const { key } = await app.desk.services.keys.create({ name: 'a', scope: 'admin' });
  const { draftId } = await outreach(app, app.ann.id);
  const answer = await callRest(url, key, 'link_prospects_send', { id: app.ann.id, draftId });
  expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(day).toBe(86_400_000);
});
