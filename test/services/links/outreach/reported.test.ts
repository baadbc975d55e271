import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../../../src/errors.ts';
import { readMailReport } from '../../../../src/providers/mail/report.ts';
import { temporaryHome } from '../../../support/home.ts';
import { addAnn, get, suppressed, update } from '../support.ts';
import { createMailApp, sendFirst } from './support.ts';

const lines = (...some: string[]) => some.join('\r\n');
const head = (more: readonly string[] = []) => [
  'From: Ann <Ann@guides.example>',
  'To: links@example.com',
  'Date: Mon, 04 May 2026 08:00:00 +0000',
  ...more,
];
const base64 = (text: string) => Buffer.from(text).toString('base64');

const reply = (messageId: string, words = 'Yes, gladly.') =>
  lines(...head([`In-Reply-To: <${messageId}>`, 'Subject: Re: Your list']), '', words, '', '> Hello Ann,', '> unsubscribe');

const bounce = (messageId: string, { status = '5.1.1', action = 'failed', to = 'ann@guides.example' } = {}) =>
  lines(
    'From: MAILER-DAEMON@mail.example.com',
    'Date: Mon, 04 May 2026 08:00:00 +0000',
    'Auto-Submitted: auto-replied',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'It was not delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example.com',
    '',
    `Final-Recipient: rfc822; ${to}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 no such user',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${messageId}>`,
    'Subject: Your list',
    '',
    '--b--',
    '',
  );

describe('a mail that came back', () => {
  test('is a reply where it answers ours', async () => {
    const app = await createMailApp();
    const { messageId } = await sendFirst(app);
    await app.advance(2 * 86_400_000);
    expect(await update(app, app.ann.id, { eml: base64(reply(messageId)) })).toMatchObject({ status: 'replied', nextFollowupAt: null });
    const { log } = await get(app, app.ann.id);
    expect(log.find(({ kind }) => kind === 'reply')).toMatchObject({ detail: { by: 'eml' } });
    expect(JSON.stringify(log)).not.toContain('@guides.example');
  });

  test('is a bounce where the server says for good that it was not delivered', async () => {
    const app = await createMailApp();
    const { messageId } = await sendFirst(app);
    expect(await update(app, app.ann.id, { eml: base64(bounce(messageId)) })).toMatchObject({ status: 'contacted', nextFollowupAt: null });
    expect(await suppressed(app)).toMatchObject([{ address: 'ann@guides.example', reason: 'bounce' }]);
  });

  test.each([
    ['the mail that List-Unsubscribe writes', (token: string) => lines(...head([`Subject: unsubscribe ${token}`]), '', '')],
    ['an answer of the one word', (_: string, messageId: string) => reply(messageId, 'Unsubscribe.')],
  ])('opts out: %s', async (_, mail) => {
    const app = await createMailApp();
    const { messageId } = await sendFirst(app);
    const eml = base64(mail(messageId.split('@')[0]!, messageId));
    expect(await update(app, app.ann.id, { eml })).toMatchObject({ status: 'declined', contact: { suppressed: true } });
  });

  test.each([
    ['a holiday notice', (id: string) => lines(...head([`In-Reply-To: <${id}>`, 'Auto-Submitted: auto-replied']), '', 'I am away.')],
    ['a delay', (id: string) => bounce(id, { status: '4.4.1', action: 'delayed' })],
    ['a failure that is not for good', (id: string) => bounce(id, { status: '4.4.7' })],
    ['a refusal of the mail, not of the address', (id: string) => bounce(id, { status: '5.7.1' })],
    ['a notice of delivery', (id: string) => bounce(id, { status: '2.0.0', action: 'delivered' })],
  ])('ends nothing: %s', async (_, mail) => {
    const app = await createMailApp();
    const { messageId } = await sendFirst(app);
    await expect(update(app, app.ann.id, { eml: base64(mail(messageId)) })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await get(app, app.ann.id)).toMatchObject({ status: 'contacted', nextFollowupAt: expect.any(String) });
  });

  test('is not taken for one about another mail, and about a former contact only suppresses that one', async () => {
    const app = await createMailApp();
    const { messageId } = await sendFirst(app);
    const other = await addAnn(app, 'others.example');
    await sendFirst(app, other.id);
    await expect(update(app, other.id, { eml: base64(reply(messageId)) })).rejects.toMatchObject({ code: 'conflict' });
    await update(app, app.ann.id, { contact: { email: 'eve@guides.example' } });
    expect(await update(app, app.ann.id, { eml: base64(bounce(messageId)) })).toMatchObject({ contact: { suppressed: false } });
    expect(await suppressed(app)).toMatchObject([{ address: 'ann@guides.example', reason: 'bounce' }]);
  });

  test('says what came of it alone: not beside outcome or status', async () => {
    const app = await createMailApp();
    const { messageId } = await sendFirst(app);
    for (const more of [{ outcome: 'bounce' }, { status: 'declined' }]) {
      await expect(update(app, app.ann.id, { eml: base64(reply(messageId)), ...more })).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });
});

describe('what is no mail is refused', () => {
  test.each([
    ['nothing', ''],
    ['words', 'Hello, this is no mail.'],
    ['a page', '<html><body>From: me</body></html>'],
    ['a header bomb', `${Array.from({ length: 20_000 }, (_, at) => `X-${at}: aaaa`).join('\r\n')}\r\n\r\n`],
    ['one endless header', `From: a@b.example\r\nX: ${'a'.repeat(200_000)}\r\n\r\n`],
    ['parts in parts', lines(...head(), ...nested(200))],
    ['bytes', Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)).toString('latin1')],
  ])('%s', async (_, text) => {
    await expect(readMailReport(Buffer.from(text, 'latin1'))).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('10 MB are refused, or read as far as a mail tells something', async () => {
    const app = await createMailApp();
    const { messageId } = await sendFirst(app);
    const large = `${reply(messageId)}\r\n${'a'.repeat(70)}\r\n`.padEnd(2_400_000, 'a');
    await expect(update(app, app.ann.id, { eml: base64(large).slice(0, 2_999_996) })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('2 MiB'),
    });
    await expect(update(app, app.ann.id, { eml: 'A'.repeat(10_000_000) })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(update(app, app.ann.id, { eml: 'not base64!' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('whatever comes is read or refused, never a fault', async () => {
    const pieces = fc.constantFrom(
      'From: a@b.example\r\n',
      'Date: x\r\n',
      'Content-Type: multipart/mixed; boundary="b"\r\n',
      '\r\n',
      '--b',
      '--b--',
      '=?utf-8?B?',
      '\0',
      '<a@b>',
      'Subject: unsubscribe',
      '\u2028',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 30 }), async (some) => {
        await readMailReport(Buffer.from(some.join(''))).catch((error: unknown) => expect(error).toBeInstanceOf(AppError));
      }),
      { numRuns: 200 },
    );
  });
});

test('over stdio a mail is named by its path, below the folders of the user alone', async () => {
  const app = await createMailApp();
  const { messageId } = await sendFirst(app);
  const folder = temporaryHome();
  writeFileSync(join(folder, 'back.eml'), reply(messageId));
  const { linkProspects } = app.desk.services;
  await expect(linkProspects.update({ id: app.ann.id, path: join(folder, 'back.eml') })).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await linkProspects.update({ id: app.ann.id, path: 'back.eml' }, [folder])).toMatchObject({ status: 'replied' });
});

function nested(depth: number): string[] {
  return Array.from({ length: depth }, (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}`);
}
