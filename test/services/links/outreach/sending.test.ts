import { describe, expect, test } from 'vitest';
import { rowsOf } from '../../../support/rows.ts';
import { add, addAnn, day, get, suppressed, update } from '../support.ts';
import { createMailApp, followup, outreach, send, sendFirst, text } from './support.ts';

test('a draft goes once, in plain text, with who writes, why and how to say no', async () => {
  const app = await createMailApp();
  const sent = await sendFirst(app);
  expect(sent).toMatchObject({ status: 'sent', to: 'ann@guides.example', leftToday: 19, nextFollowupAt: '2026-05-06T09:30:00.000Z' });
  const [mail] = app.server.mails;
  expect(mail).toMatchObject({ from: 'ben@example.com', to: ['ann@guides.example'] });
  const token = sent.messageId.split('@')[0]!;
  expect(sent.messageId).toBe(`${token}@example.com`);
  const [head, body] = [mail!.text.split('\r\n\r\n')[0]!.replaceAll(/\r\n\s+/g, ' '), decoded(mail!.text)];
  expect(head.split('\r\n')).toEqual(
    expect.arrayContaining([
      'From: Ben Weaver <ben@example.com>',
      'To: Ann <ann@guides.example>',
      'Reply-To: links@example.com',
      'Subject: Your list of drivers',
      `Message-ID: <${sent.messageId}>`,
      `List-Unsubscribe: <mailto:links@example.com?subject=unsubscribe%20${token}>`,
      'Content-Type: text/plain; charset=utf-8',
    ]),
  );
  expect(head).not.toMatch(/List-Unsubscribe-Post|In-Reply-To/);
  expect(body).toContain(
    `${text.body}\n\n-- \nBen Weaver\nExample Ltd\n1 High Street, Leeds\n\nYou get this mail as the contact of guides.example.`,
  );
  await expect(send(app, app.ann.id, sent.draftId)).rejects.toMatchObject({ code: 'conflict' });
  expect(app.server.mails).toHaveLength(1);
  expect(await get(app, app.ann.id)).toMatchObject({ status: 'contacted', mails: 1, drafts: [{ status: 'sent' }] });
});

test('follow-ups go 3, 7 and 14 days after the first mail, in its thread, and there is no fourth', async () => {
  const app = await createMailApp();
  const first = await sendFirst(app);
  const ids = [first.messageId];
  for (const days of [3, 7, 14]) {
    await app.advance(first.sentAt === null ? 0 : Date.parse(first.sentAt) + days * day - 1 - app.now());
    await expect(followup(app, app.ann.id)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('is due on') });
    await app.advance(1);
    const draft = await followup(app, app.ann.id, { writer: 'agent', ...text });
    const sent = await send(app, app.ann.id, draft.draftId);
    const head = app.server.mails.at(-1)!.text.replaceAll(/\r\n\s+/g, ' ');
    expect(head).toContain(`In-Reply-To: <${ids.at(-1)}>\r\n`);
    expect(head).toContain(`References: ${ids.map((id) => `<${id}>`).join(' ')}\r\n`);
    ids.push(sent.messageId);
  }
  await expect(followup(app, app.ann.id, { ...text, early: true })).rejects.toMatchObject({ message: expect.stringContaining('All 3') });
  expect(app.server.mails).toHaveLength(4);
});

test('early lifts the waits', async () => {
  const app = await createMailApp();
  await sendFirst(app);
  const { draftId } = await followup(app, app.ann.id, { ...text, early: true });
  expect(await send(app, app.ann.id, draftId)).toMatchObject({ status: 'sent', nextFollowupAt: '2026-05-10T09:30:00.000Z' });
});

test.each(['reply', 'bounce', 'opt_out'])('a %s ends the follow-ups, drafted ones too', async (outcome) => {
  const app = await createMailApp();
  await sendFirst(app);
  const { draftId } = await followup(app, app.ann.id, { ...text, early: true });
  await update(app, app.ann.id, { outcome });
  await expect(followup(app, app.ann.id, { ...text, early: true })).rejects.toMatchObject({ code: 'conflict' });
  await expect(send(app, app.ann.id, draftId)).rejects.toMatchObject({ code: 'conflict' });
  expect(app.server.mails).toHaveLength(1);
});

test('an edited draft has another id, and the one before it no longer goes', async () => {
  const app = await createMailApp();
  const one = await outreach(app, app.ann.id);
  const other = await outreach(app, app.ann.id, { ...text, subject: 'Another subject' });
  expect(other.draftId).not.toBe(one.draftId);
  await expect(send(app, app.ann.id, one.draftId)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('replaced'),
  });
  expect(await send(app, app.ann.id, other.draftId)).toMatchObject({ status: 'sent' });
});

test('a draft of another prospect is not sent', async () => {
  const app = await createMailApp();
  const { draftId } = await outreach(app, app.ann.id);
  const other = await addAnn(app, 'others.example');
  await expect(send(app, other.id, draftId)).rejects.toMatchObject({ code: 'not_found' });
});

test('what stops a mail is told with the draft, and refuses to send it', async () => {
  const app = await createMailApp();
  const nobody = await add(app, 'nobody.example');
  const without = await outreach(app, nobody.id);
  expect(without).toMatchObject({ to: null, stops: [{ code: 'no_contact' }] });
  await expect(send(app, nobody.id, without.draftId)).rejects.toMatchObject({ code: 'conflict' });
  const { draftId } = await outreach(app, app.ann.id);
  await app.desk.call('link_suppressions_set', { add: ['@guides.example'] });
  await expect(send(app, app.ann.id, draftId)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('suppression') });
  expect((await outreach(app, app.ann.id)).stops).toMatchObject([{ code: 'suppressed' }]);
  expect(app.server.lines).toEqual([]);
});

test('a mailbox that does not exist has bounced: nothing went, and the address gets no more', async () => {
  const app = await createMailApp({ answer: (command) => (command === 'RCPT' ? '550 5.1.1 <ann@guides.example> unknown' : undefined) });
  await expect(sendFirst(app)).rejects.toMatchObject({ code: 'provider_refused', message: expect.stringContaining('550 5.1.1') });
  expect(await suppressed(app)).toMatchObject([{ address: 'ann@guides.example', reason: 'bounce' }]);
  const prospect = await get(app, app.ann.id);
  expect(prospect).toMatchObject({ status: 'prospected', mails: 0 });
  expect(JSON.stringify(prospect.log)).not.toContain('ann@guides.example');
  await update(app, app.ann.id, { contact: { email: 'eve@guides.example' } });
  await expect(outreach(app, app.ann.id)).resolves.toMatchObject({ stops: [] });
});

test('another refusal moves nothing, and the draft may be sent again', async () => {
  let isBusy = true;
  const app = await createMailApp({ answer: (command) => (command === 'RCPT' && isBusy ? '451 4.7.1 greylisted' : undefined) });
  const { draftId } = await outreach(app, app.ann.id);
  await expect(send(app, app.ann.id, draftId)).rejects.toMatchObject({ code: 'provider_refused', hint: expect.stringContaining('later') });
  expect(await get(app, app.ann.id)).toMatchObject({ status: 'prospected', mails: 0, drafts: [{ status: 'refused' }] });
  isBusy = false;
  expect(await send(app, app.ann.id, draftId)).toMatchObject({ status: 'sent', leftToday: 18 });
});

test('a server that is not reached costs nothing of the day', async () => {
  const app = await createMailApp({ answer: (command) => (command === 'greeting' ? 'cut' : undefined) });
  const { draftId } = await outreach(app, app.ann.id);
  await expect(send(app, app.ann.id, draftId)).rejects.toMatchObject({ code: 'provider_failed' });
  expect(await get(app, app.ann.id)).toMatchObject({ status: 'prospected', drafts: [{ status: 'draft' }] });
  expect(await rowsOf(app.home).all('link_mail_days')).toMatchObject([{ mails: 0 }]);
});

test('a mail that was cut off may have arrived: it goes again only where that is said, under the same id', async () => {
  let isCut = true;
  const app = await createMailApp({ answer: (command) => (command === 'text' && isCut ? 'cut' : undefined) });
  const { draftId } = await outreach(app, app.ann.id);
  const unknown = await send(app, app.ann.id, draftId);
  expect(unknown).toMatchObject({ status: 'unknown', sentAt: null });
  expect(await get(app, app.ann.id)).toMatchObject({ status: 'contacted', mails: 1, drafts: [{ status: 'unknown' }] });
  await expect(send(app, app.ann.id, draftId)).rejects.toMatchObject({ code: 'conflict', hint: expect.stringContaining('resend') });
  isCut = false;
  expect(await send(app, app.ann.id, draftId, { resend: true })).toMatchObject({ status: 'sent', messageId: unknown.messageId });
  expect(await get(app, app.ann.id)).toMatchObject({ mails: 1 });
  expect(app.server.mails).toHaveLength(1);
});

describe('what may have arrived is not sent again', () => {
  async function cutOff() {
    let isCut = true;
    const app = await createMailApp({ answer: (command) => (command === 'text' && isCut ? 'cut' : undefined) });
    const { draftId } = await sendFirst(app);
    isCut = false;
    const again = () => send(app, app.ann.id, draftId, { resend: true });
    return { app, again };
  }

  test.each([{ status: 'declined' }, { status: 'replied' }, { status: 'link_placed' }, { outcome: 'reply' }])('after %j', async (patch) => {
    const { app, again } = await cutOff();
    await update(app, app.ann.id, patch);
    await expect(again()).rejects.toMatchObject({ code: 'conflict' });
    expect(app.server.mails).toEqual([]);
  });

  test('once a mail went after it', async () => {
    const { app, again } = await cutOff();
    const { draftId } = await followup(app, app.ann.id, { ...text, early: true });
    await send(app, app.ann.id, draftId);
    await expect(again()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('another mail went') });
    expect(app.server.mails).toHaveLength(1);
  });
});

test('who declined is not sent what was drafted before', async () => {
  const app = await createMailApp();
  const { draftId } = await outreach(app, app.ann.id);
  await app.advance(1);
  await update(app, app.ann.id, { status: 'contacted' });
  await update(app, app.ann.id, { status: 'declined' });
  await expect(send(app, app.ann.id, draftId)).rejects.toMatchObject({ code: 'conflict', hint: expect.stringContaining('outreach') });
  const anew = await outreach(app, app.ann.id);
  expect(await send(app, app.ann.id, anew.draftId)).toMatchObject({ status: 'sent' });
});

test('two that send the same draft at once send one mail', async () => {
  const app = await createMailApp();
  const { draftId } = await outreach(app, app.ann.id);
  const all = await Promise.allSettled([1, 2, 3, 4].map(() => send(app, app.ann.id, draftId)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(app.server.mails).toHaveLength(1);
});

test('a prospect that is erased while its mail goes takes nothing with it', async () => {
  let release = () => {};
  const held = new Promise<string | undefined>((resolve) => (release = () => resolve(undefined)));
  let arrived = () => {};
  const onItsWay = new Promise<void>((resolve) => (arrived = resolve));
  const app = await createMailApp({
    answer(command) {
      if (command !== 'text') return undefined;
      arrived();
      return held as Promise<undefined>;
    },
  });
  const sending = sendFirst(app);
  await onItsWay;
  await app.desk.call('link_prospects_delete', { id: app.ann.id });
  release();
  expect(await sending).toMatchObject({ status: 'sent' });
});

function decoded(mail: string): string {
  const body = mail.slice(mail.indexOf('\r\n\r\n') + 4);
  const bytes = body.replaceAll('=\r\n', '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}
