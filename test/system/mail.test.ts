import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '../support/test-app.ts';
import { add } from '../services/links/support.ts';
import { configure, followup, outreach, send, text } from '../services/links/outreach/support.ts';

const hasServer = spawnSync('smtpd', ['-h']).error === undefined && process.getuid?.() === 0;
if (!hasServer) process.stderr.write('Skipped: sending through a real mail server needs root and opensmtpd.\n');

/** OpenSMTPD on a free port of 127.0.0.1, which takes mail for example.org and keeps it in a folder. */
async function startOpenSmtpd(): Promise<{ url: string; mails(): string[] }> {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-smtpd-'));
  chmodSync(home, 0o755);
  const mailbox = join(home, 'mail');
  mkdirSync(mailbox);
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'nobody']).stdout.toString()));
  chownSync(mailbox, uid!, gid!);
  const port = await freePort();
  writeFileSync(join(home, 'virtual'), 'ann nobody\n');
  writeFileSync(
    join(home, 'smtpd.conf'),
    [
      `table people "file:${join(home, 'virtual')}"`,
      `listen on 127.0.0.1 port ${port} hostname mail.example.org`,
      `action keep maildir "${mailbox}" virtual <people>`,
      'match from any for domain "example.org" action keep',
      '',
    ].join('\n'),
  );
  const child = spawn('smtpd', ['-d', '-f', join(home, 'smtpd.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.on('data', (some: Buffer) => (words += some.toString()));
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    rmSync(home, { recursive: true });
  });
  for (let waited = 0; !(await answers(port)); waited += 50) {
    if (waited > 10_000 || child.exitCode !== null) throw new Error(`OpenSMTPD does not start: ${words}`);
    await pause(50);
  }
  const read = () => {
    try {
      return readdirSync(join(mailbox, 'new')).map((name) => readFileSync(join(mailbox, 'new', name), 'utf8'));
    } catch {
      return [];
    }
  };
  return { url: `smtp://127.0.0.1:${port}`, mails: read };
}

test.skipIf(!hasServer)('a real mail server takes a mail and its follow-up, and refuses a mailbox that it does not have', async () => {
  const [app, server] = [await createTestApp(), await startOpenSmtpd()];
  await configure(app, server.url);
  expect(await app.desk.call('integrations_test', { provider: 'smtp' })).toMatchObject({ healthy: true });
  const ann = await add(app, 'example.org', { contact: { email: 'ann@example.org', name: 'Ann Ärmel' } });
  const first = await send(app, ann.id, (await outreach(app, ann.id, { ...text, body: 'Hello Ann,\n.\n..\nGrüße' })).draftId);
  expect(first).toMatchObject({ status: 'sent' });
  expect(await send(app, ann.id, (await followup(app, ann.id, { ...text, early: true })).draftId)).toMatchObject({ status: 'sent' });
  for (let waited = 0; server.mails().length < 2 && waited < 20_000; waited += 100) await pause(100);
  const mails = server.mails();
  expect(mails).toHaveLength(2);
  expect(mails.some((mail) => mail.includes(`Message-ID: <${first.messageId}>`))).toBe(true);
  expect(mails.some((mail) => mail.includes(`In-Reply-To: <${first.messageId}>`))).toBe(true);
  expect(mails.some((mail) => /\n\.\r?\n\.\.\r?\nGr=C3=BC=C3=9Fe/.test(mail))).toBe(true);
  const nobody = await add(app, 'shop.example.org', { contact: { email: 'nobody-here@example.org' } });
  const draft = await outreach(app, nobody.id);
  await expect(send(app, nobody.id, draft.draftId)).rejects.toMatchObject({
    code: 'provider_refused',
    message: expect.stringMatching(/5\d\d/),
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
