import { describe, expect, test } from 'vitest';
import { goodKey, serveModel } from '../../../support/llm-server.ts';
import { add, day, get, suppressed, update } from '../support.ts';
import { createMailApp, followup, outreach, send, sender, sendFirst, text, type MailApp } from './support.ts';

const bob = { contact: { email: 'bob@guides.example', name: 'Bob' } };

describe('a draft goes to whom it was shown for', () => {
  test('and to nobody else once the contact is another', async () => {
    const app = await createMailApp();
    const { draftId, to } = await outreach(app, app.ann.id);
    expect(to).toBe('ann@guides.example');
    await update(app, app.ann.id, bob);
    await expect(send(app, app.ann.id, draftId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('the contact is another'),
      hint: expect.stringContaining('link_prospects_outreach'),
    });
    expect(app.server.lines).toEqual([]);
    const again = await outreach(app, app.ann.id);
    expect(await send(app, app.ann.id, again.draftId)).toMatchObject({ to: 'bob@guides.example' });
    expect((await get(app, app.ann.id)).drafts).toMatchObject([{ to: 'bob@guides.example', status: 'sent' }]);
  });

  test('also where it is the same person under another tag, and where the name alone has changed', async () => {
    const app = await createMailApp();
    const { draftId } = await outreach(app, app.ann.id);
    await update(app, app.ann.id, { contact: { email: 'ann+new@guides.example' } });
    await expect(send(app, app.ann.id, draftId)).rejects.toMatchObject({ code: 'conflict' });
    await update(app, app.ann.id, { contact: { email: 'ann@guides.example', name: 'Ann Lee' } });
    expect(await send(app, app.ann.id, draftId)).toMatchObject({ to: 'ann@guides.example' });
  });

  /** A model that writes while something changes. Returns the change. */
  async function writingWhile(app: MailApp, patch: object): Promise<() => Promise<unknown> | undefined> {
    let changed: Promise<unknown> | undefined;
    const model = await serveModel('openai', () => {
      changed = update(app, app.ann.id, patch);
      return { say: JSON.stringify({ subject: 'Your list', body: 'Hello Ann, would you add our page?' }) };
    });
    const settings = { baseUrl: `${model.url}v1`, apiKey: goodKey, model: 'test-1', contextTokens: 32_000 };
    await app.desk.call('integrations_set', { provider: 'openai', ...settings });
    return () => changed;
  }

  test.each([
    ['was forgotten', { contact: null }],
    ['changed', bob],
  ])('and is not kept where a model wrote it while the contact %s', async (_what, patch) => {
    const app = await createMailApp();
    const changed = await writingWhile(app, patch);
    await expect(outreach(app, app.ann.id, { writer: 'llm' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('changed while'),
    });
    await changed();
    expect((await get(app, app.ann.id)).drafts).toEqual([]);
  });

  test('and not to a contact that was found after it was written', async () => {
    const app = await createMailApp();
    const { id } = await add(app, 'nobody.example');
    const { draftId, to } = await outreach(app, id);
    expect(to).toBeNull();
    await update(app, id, { contact: { email: 'ann@nobody.example' } });
    await expect(send(app, id, draftId)).rejects.toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining('link_prospects_outreach'),
    });
    expect((await get(app, id)).drafts).toMatchObject([{ to: null, status: 'draft' }]);
    expect(app.server.lines).toEqual([]);
  });
});

/** A mail server that answers RCPT once the test has done something meanwhile. */
async function createSlowApp(meanwhile: (app: MailApp) => Promise<unknown>, answer: string): Promise<MailApp> {
  const app: MailApp = await createMailApp({
    answer: (command) => (command === 'RCPT' ? meanwhile(app).then(() => answer) : undefined) as string | undefined,
  });
  return app;
}

test('a mailbox that does not exist suppresses who was written to, not who is the contact meanwhile', async () => {
  const app = await createSlowApp((slow) => update(slow, slow.ann.id, bob), '550 5.1.1 unknown');
  await expect(sendFirst(app)).rejects.toMatchObject({ code: 'provider_refused' });
  expect(await suppressed(app)).toMatchObject([{ address: 'ann@guides.example', reason: 'bounce' }]);
  const prospect = await get(app, app.ann.id);
  expect(prospect).toMatchObject({ contact: { email: 'bob@guides.example', suppressed: false } });
  const { draftId } = await outreach(app, app.ann.id);
  expect((await get(app, app.ann.id)).drafts[0]).toMatchObject({ id: draftId, to: 'bob@guides.example' });
});

/** Another site of Ann's, of this project or of another one. */
const alsoAnns = (app: MailApp, more: object = {}) =>
  add(app, 'others.example', { contact: { email: 'ANN+others@guides.example' }, ...more });

describe('whoever is the contact of several sites', () => {
  test('gets the first mail for one of them, and for another a month later', async () => {
    const app = await createMailApp();
    const other = await alsoAnns(app);
    const { draftId } = await outreach(app, other.id);
    await sendFirst(app);
    await expect(send(app, other.id, draftId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(new RegExp(`2026-05-03T09:30.*guides\\.example.*${app.ann.id}.*2026-06-02T09:30`)),
    });
    expect((await outreach(app, other.id)).stops).toMatchObject([{ code: 'written_to' }]);
    await app.advance(30 * day - 1);
    const again = await outreach(app, other.id);
    await expect(send(app, other.id, again.draftId)).rejects.toMatchObject({ code: 'conflict' });
    await app.advance(1);
    expect(await send(app, other.id, again.draftId)).toMatchObject({ status: 'sent' });
  });

  test('gets follow-ups from who wrote first, which count too', async () => {
    const app = await createMailApp();
    const other = await alsoAnns(app);
    await sendFirst(app);
    await app.advance(day);
    // By other means, whatever the desk says.
    await update(app, other.id, { status: 'contacted' });
    const late = await followup(app, other.id, { ...text, early: true });
    expect(late.stops).toMatchObject([{ code: 'written_to' }]);
    await app.advance(13 * day);
    const reminder = await followup(app, app.ann.id);
    expect(reminder.stops).toEqual([]);
    await send(app, app.ann.id, reminder.draftId);
    await app.advance(29 * day);
    await expect(send(app, other.id, late.draftId)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('hears no more from who wrote first, once another has begun after a month of silence', async () => {
    const app = await createMailApp();
    const other = await alsoAnns(app);
    await sendFirst(app);
    await app.advance(31 * day);
    await send(app, other.id, (await outreach(app, other.id)).draftId);
    await app.advance(day);
    const late = await followup(app, app.ann.id);
    expect(late.stops).toMatchObject([{ code: 'written_to' }]);
    await expect(send(app, app.ann.id, late.draftId)).rejects.toMatchObject({ code: 'conflict' });
    await app.advance(3 * day);
    expect((await followup(app, other.id)).stops).toEqual([]);
  });

  test('gets the follow-ups of one where two began at the same time, as in a copy of a project', async () => {
    const app = await createMailApp();
    const both = [app.ann, await alsoAnns(app)];
    for (const { id } of both) await update(app, id, { status: 'contacted' });
    await app.advance(3 * day);
    const drafts = [await followup(app, both[0]!.id), await followup(app, both[1]!.id)];
    expect(drafts.map(({ stops }) => stops.length)).toEqual([0, 1]);
  });

  test('of another project is not told of, nor is that project', async () => {
    const app = await createMailApp();
    const { id: projectId } = (await app.desk.call('projects_create', { name: 'Other' })) as { id: string };
    await app.desk.call('projects_update', { id: app.ann.projectId, name: 'Secret' });
    const other = await alsoAnns(app, { projectId });
    await app.desk.call('integrations_set', { provider: 'smtp', projectId, baseUrl: app.server.url, sender });
    await sendFirst(app);
    const { stops, draftId } = await outreach(app, other.id);
    const detail = expect.stringMatching(/ by another project: .* From 2026-06-02T09:30/);
    expect(stops).toEqual([{ code: 'written_to', detail }]);
    expect(JSON.stringify(stops)).not.toMatch(/Secret|lnk_|prj_|of guides/);
    await expect(send(app, other.id, draftId)).rejects.toMatchObject({ code: 'conflict', message: detail });
  });

  test('gets one mail also where two are sent at once', async () => {
    const app = await createMailApp();
    const sites = [app.ann, await alsoAnns(app), await add(app, 'third.example', { contact: { email: 'Ann@guides.example' } })];
    const drafts = await Promise.all(sites.map(({ id }) => outreach(app, id)));
    const all = await Promise.allSettled(sites.map(({ id }, at) => send(app, id, drafts[at]!.draftId)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(app.server.mails).toHaveLength(1);
  });

  test('may be written to for another site where the mail never went', async () => {
    const app = await createMailApp({ answer: (command) => (command === 'RCPT' ? '554 no' : undefined) });
    const other = await alsoAnns(app);
    await expect(sendFirst(app)).rejects.toMatchObject({ code: 'provider_refused' });
    expect((await outreach(app, other.id)).stops).toEqual([]);
  });
});

test('who was the contact before gets no second first mail by being made it again', async () => {
  const app = await createMailApp();
  await sendFirst(app);
  await update(app, app.ann.id, bob);
  await update(app, app.ann.id, { contact: { email: 'Ann@guides.example' } });
  const { draftId, stops } = await outreach(app, app.ann.id);
  expect(stops).toMatchObject([{ code: 'written_to' }]);
  await expect(send(app, app.ann.id, draftId)).rejects.toMatchObject({ code: 'conflict' });
  await app.advance(30 * day);
  expect(await send(app, app.ann.id, draftId)).toMatchObject({ status: 'sent' });
});
