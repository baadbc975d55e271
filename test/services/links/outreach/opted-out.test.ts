import { describe, expect, test } from 'vitest';
import { get, suppressed, update } from '../support.ts';
import { createMailApp, outreach, sendFirst, type MailApp } from './support.ts';

const day = 86_400_000;

const mail = ({ from = 'Ann <ann@guides.example>', head = [] as string[], body = '' }) =>
  Buffer.from([`From: ${from}`, 'To: links@example.com', 'Date: Mon, 04 May 2026 08:00:00 +0000', ...head, '', body].join('\r\n')).toString(
    'base64',
  );

const addresses = async (app: MailApp) => (await suppressed(app)).map(({ address, reason }) => `${address} ${reason}`);

/** What pressing "unsubscribe" in a mail program sends, going by the header of the mail that went. */
const pressed = (app: MailApp) => {
  const header = /^List-Unsubscribe: <mailto:([^?>]+)\?subject=([^>]+)>/m.exec(app.server.mails.at(-1)!.text.replaceAll(/\r\n[ \t]/g, ''))!;
  return { to: decodeURIComponent(header[1]!), subject: decodeURIComponent(header[2]!) };
};

describe('whoever asks for no more gets none', () => {
  test('by the mail that List-Unsubscribe makes, sent by a program, from an address of another name', async () => {
    const app = await createMailApp();
    await sendFirst(app);
    const { to, subject } = pressed(app);
    expect(to).toBe('links@example.com');
    const eml = mail({
      from: 'Ann Example <Ann.Example+lists@mailbox.example>',
      head: [`Subject: ${subject}`, 'Auto-Submitted: auto-generated', 'Precedence: bulk', 'Return-Path: <>'],
    });
    expect(await update(app, app.ann.id, { eml })).toMatchObject({ status: 'declined', contact: { suppressed: true }, next: null });
    expect(await addresses(app)).toEqual(['ann.example@mailbox.example opt_out', 'ann@guides.example opt_out']);
  });

  test('by an answer from an alias, that names our mail', async () => {
    const app = await createMailApp();
    const { messageId } = await sendFirst(app);
    const eml = mail({
      from: 'a.example@elsewhere.example',
      head: [`In-Reply-To: <${messageId}>`, 'Subject: Re: Your list'],
      body: 'Please remove me.',
    });
    expect(await update(app, app.ann.id, { eml })).toMatchObject({ status: 'declined' });
    expect(await addresses(app)).toEqual(['a.example@elsewhere.example opt_out', 'ann@guides.example opt_out']);
  });

  test('by somebody of the site whose mail names none of ours', async () => {
    const app = await createMailApp();
    await sendFirst(app);
    const eml = mail({ from: 'Office <office@mail.guides.example>', head: ['Subject: unsubscribe'] });
    expect(await update(app, app.ann.id, { eml })).toMatchObject({ status: 'declined' });
    expect(await addresses(app)).toEqual(['ann@guides.example opt_out', 'office@mail.guides.example opt_out']);
  });

  test('by an answer to a draft that went by other means', async () => {
    const app = await createMailApp();
    const { eml } = await outreach(app, app.ann.id, { subject: 'Your list', body: 'Would you add us?', include: ['eml'] });
    const id = /^Message-ID: <([^>]+)>/im.exec(Buffer.from(eml!, 'base64').toString())?.[1] ?? /^Message-ID: <([^>]+)>/im.exec(eml!)![1]!;
    await update(app, app.ann.id, { status: 'contacted' });
    const answer = mail({ from: 'x@elsewhere.example', head: [`References: <${id}>`], body: 'unsubscribe' });
    expect(await update(app, app.ann.id, { eml: answer })).toMatchObject({ status: 'declined', contact: { suppressed: true } });
  });

  test('as a former contact, without an end to what goes to the present one', async () => {
    const app = await createMailApp();
    const { messageId } = await sendFirst(app);
    await update(app, app.ann.id, { contact: { email: 'eve@guides.example' } });
    const eml = mail({ head: [`In-Reply-To: <${messageId}>`], body: 'unsubscribe' });
    const changed = await update(app, app.ann.id, { eml });
    expect(changed).toMatchObject({ status: 'contacted', contact: { email: 'eve@guides.example', suppressed: false } });
    expect(changed).toMatchObject({ next: expect.stringContaining('former contact') });
    expect(await addresses(app)).toEqual(['ann@guides.example opt_out']);
    expect((await get(app, app.ann.id)).log[0]).toMatchObject({ kind: 'opt_out', detail: { by: 'eml', formerContact: true } });
  });

  test('as the present contact, by an answer to a mail to the one before', async () => {
    const app = await createMailApp();
    const { messageId } = await sendFirst(app);
    await update(app, app.ann.id, { contact: { email: 'eve@guides.example' } });
    const eml = mail({ from: 'Eve <eve@guides.example>', head: [`In-Reply-To: <${messageId}>`], body: 'unsubscribe' });
    expect(await update(app, app.ann.id, { eml })).toMatchObject({ status: 'declined', contact: { suppressed: true }, next: null });
    expect(await addresses(app)).toEqual(['ann@guides.example opt_out', 'eve@guides.example opt_out']);
  });

  test('and where nobody can tell whom it is about, whoever records it is told to suppress the writer', async () => {
    const app = await createMailApp();
    await sendFirst(app);
    const eml = mail({ from: 'someone@elsewhere.example', head: ['Subject: unsubscribe'] });
    await expect(update(app, app.ann.id, { eml })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('asks for no more'),
      hint: expect.stringContaining('link_suppressions_set'),
    });
  });

  test('never a whole domain by a sender that is none', async () => {
    const app = await createMailApp();
    const { messageId } = await sendFirst(app);
    const eml = mail({ from: '<@guides.example>', head: [`In-Reply-To: <${messageId}>`], body: 'unsubscribe' });
    await update(app, app.ann.id, { eml });
    expect(await addresses(app)).toEqual(['ann@guides.example opt_out']);
  });
});

test('a reply that may ask for no more ends the follow-ups, and a person is told to read it', async () => {
  const app = await createMailApp();
  const { messageId } = await sendFirst(app);
  await app.advance(day);
  const eml = mail({ head: [`In-Reply-To: <${messageId}>`], body: 'This is spam, I never wanted mails from you.' });
  expect(await update(app, app.ann.id, { eml })).toMatchObject({
    status: 'replied',
    nextFollowupAt: null,
    next: expect.stringContaining('opt_out'),
  });
  expect((await get(app, app.ann.id)).log.find(({ kind }) => kind === 'reply')).toMatchObject({ detail: { mayOptOut: true } });
  expect(await addresses(app)).toEqual([]);
  expect(await update(app, app.ann.id, { outcome: 'opt_out' })).toMatchObject({
    status: 'declined',
    contact: { suppressed: true },
    next: null,
  });
});
