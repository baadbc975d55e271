import { expect, test } from 'vitest';
import type { AppError } from '../../../src/errors.ts';
import { createDial } from '../../../src/net/request.ts';
import { checkMailServer, deliverMail, mailServerOf, type MailLimits } from '../../../src/providers/mail/smtp.ts';
import { createLog, createSystem } from '../../../src/system.ts';
import { certify } from '../../support/certificates.ts';
import { startMailServer, type MailServerOptions } from '../../support/mail-server.ts';

const { trusted, unknown, outdated } = certify('mail.example.com');
const limits: MailLimits = { connectMs: 2000, silenceMs: 300, wholeMs: 600 };
const mail = { from: 'ben@example.com', to: 'ann@example.org', bytes: Buffer.from('Subject: Hello\r\n\r\nHello.\r\n.\r\n..dots\r\n') };
const login = { user: 'ben@example.com', password: 'hush-hush' };

/** The name of the server's certificate, which is found on this machine. */
const network = createDial({ production: true, allowedNetworks: [], resolve: async () => ['127.0.0.1'] });
const system = createSystem({ request: network.request, connect: network.connect, log: createLog('silent') });

async function started(options: MailServerOptions = {}, as: 'here' | 'outside' = 'here') {
  const server = await startMailServer(options);
  const baseUrl = as === 'here' ? server.url : server.url.replace('127.0.0.1', 'mail.example.com');
  const settings = { baseUrl, ...(options.login && { username: login.user, password: login.password }) };
  return { ...server, settings: mailServerOf(settings) };
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as AppError,
  );

test('a mail arrives as it was handed over, after a login and STARTTLS', async () => {
  const server = await started({ identity: trusted, login }, 'outside');
  expect(await deliverMail(system, server.settings, mail)).toEqual({ outcome: 'sent' });
  expect(server.mails).toEqual([{ from: mail.from, to: [mail.to], text: mail.bytes.toString(), isSecure: true, user: login.user }]);
});

test('TLS from the start is spoken to smtps', async () => {
  const server = await started({ identity: trusted, tlsFromStart: true }, 'outside');
  expect(await deliverMail(system, server.settings, mail)).toEqual({ outcome: 'sent' });
  expect(server.mails).toMatchObject([{ isSecure: true }]);
});

test('a test logs in and sends nothing', async () => {
  const server = await started({ identity: trusted, login }, 'outside');
  expect(await checkMailServer(system, server.settings)).toBe(
    'mail.example.com answered over STARTTLS and let ben@example.com in. No mail was sent.',
  );
  expect(server.lines.filter((line) => /^(MAIL|RCPT|DATA)/i.test(line))).toEqual([]);
});

test('a server outside that offers no STARTTLS is told nothing', async () => {
  const server = await started({ identity: trusted, offersTls: false, login }, 'outside');
  expect(await failure(deliverMail(system, server.settings, mail))).toMatchObject({ code: 'provider_refused' });
  expect(server.lines.filter((line) => /^(AUTH|MAIL)/i.test(line))).toEqual([]);
  expect(server.mails).toEqual([]);
});

test.each([
  ['nobody trusts', unknown],
  ['has expired', outdated],
])('a certificate that %s ends the conversation', async (_, identity) => {
  for (const tlsFromStart of [false, true]) {
    const server = await started({ identity, tlsFromStart, login }, 'outside');
    expect(await failure(deliverMail(system, server.settings, mail))).toMatchObject({ code: 'provider_refused' });
    expect(server.lines.filter((line) => /^(AUTH|MAIL)/i.test(line))).toEqual([]);
  }
});

test("a wrong password is refused in the server's words, which do not tell the password", async () => {
  const server = await started({
    login: { ...login, password: 'other' },
    answer: (command) => (command === 'AUTH' ? `535 5.7.8 no: ${login.password}` : undefined),
  });
  const error = await failure(deliverMail(system, server.settings, mail));
  expect(error).toMatchObject({ code: 'provider_refused', message: expect.stringContaining('535 5.7.8 no: [not shown]') });
});

test.each([
  ['RCPT', '550 5.1.1 no such user', { isUnknownMailbox: true, isPermanent: true }],
  ['RCPT', '550 5.7.1 not wanted', { isUnknownMailbox: false, isPermanent: true }],
  ['RCPT', '451 4.7.1 greylisted', { isUnknownMailbox: false, isPermanent: false }],
  ['RCPT', '550 5.1.8 Sender address rejected', { isUnknownMailbox: false, isPermanent: true }],
  ['RCPT', '550 5.1.0 Sender address rejected', { isUnknownMailbox: false, isPermanent: true }],
  ['RCPT', '556 5.1.10 the domain takes no mail', { isUnknownMailbox: true, isPermanent: true }],
  ['MAIL', '550 5.1.8 bad sender', { isUnknownMailbox: false, isPermanent: true }],
  ['DATA', '554 5.1.1 no', { isUnknownMailbox: false, isPermanent: true }],
  ['text', '554 5.7.1 spam', { isUnknownMailbox: false, isPermanent: true }],
  ['text', '421 4.3.2 going down', { isUnknownMailbox: false, isPermanent: false }],
])('%s answered by %s is a refusal', async (command, reply, judged) => {
  const server = await started({ answer: (asked) => (asked === command ? reply : undefined) });
  expect(await deliverMail(system, server.settings, mail, limits)).toEqual({ outcome: 'refused', ...judged, said: reply });
});

test.each(['cut', 'silent'] as const)('a connection that is %s before the text goes has sent nothing', async (reply) => {
  for (const command of ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA'] as const) {
    const server = await started({ answer: (asked) => (asked === command ? reply : undefined) });
    expect(await failure(deliverMail(system, server.settings, mail, limits)), command).toMatchObject({ code: 'provider_failed' });
  }
});

test.each(['cut', 'silent'] as const)('a connection that is %s after the text may have sent it', async (reply) => {
  const server = await started({ answer: (asked) => (asked === 'text' ? reply : undefined) });
  expect(await deliverMail(system, server.settings, mail, limits)).toMatchObject({ outcome: 'unknown' });
});

test('a server that never comes to an end is left', async () => {
  const server = await started({ answer: async (asked) => (asked === 'EHLO' ? endless() : undefined) });
  const begun = performance.now();
  expect(await failure(deliverMail(system, server.settings, mail, { ...limits, silenceMs: 5000 }))).toMatchObject({
    code: 'provider_failed',
  });
  expect(performance.now() - begun).toBeLessThan(5000);
});

test('an answer without end is not read to its end', async () => {
  const server = await started({ answer: (asked) => (asked === 'MAIL' ? `250-${'a'.repeat(200_000)}` : undefined) });
  expect(await failure(deliverMail(system, server.settings, mail, limits))).toMatchObject({ code: 'provider_failed' });
});

test('nothing listens: the mail server is named and what to do', async () => {
  const error = await failure(deliverMail(system, mailServerOf({ baseUrl: 'smtp://127.0.0.1:1' }), mail, limits));
  expect(error).toMatchObject({ code: 'provider_failed', message: expect.stringContaining('does not answer on port 1') });
});

test('metadata addresses are never dialled', async () => {
  const error = await failure(deliverMail(system, mailServerOf({ baseUrl: 'smtp://169.254.169.254:25' }), mail, limits));
  expect(error).toMatchObject({ code: 'provider_refused' });
});

function endless(): Promise<string> {
  return new Promise(() => {});
}
