import { writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../schema/deliveries.ts';
import { end, firstLine, run, until } from '../support/cli.ts';
import { addManual } from '../support/documents.ts';
import { temporaryHome } from '../support/home.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestApp } from '../support/test-app.ts';
import { article, deliver, event, publish, startListen, startListenAt, statusOf } from './support.ts';

describe('--fail and --status', () => {
  test('the first attempts of each delivery fail, later ones do not', async () => {
    const { url, arrival } = await startListen(['--json', '--fail', '2']);
    const statuses = [];
    for (const id of ['dlv_1', 'dlv_2', 'dlv_1', 'dlv_1', 'dlv_2', 'dlv_2', 'dlv_1'])
      statuses.push(await statusOf(deliver(url, { deliveryId: id })));
    expect(statuses).toEqual([500, 500, 500, 204, 500, 204, 204]);
    expect(await arrival()).toMatchObject({ deliveryId: 'dlv_1', attempt: 1, duplicate: false, answer: { status: 500 } });
  });

  test('with --fail, --status is the failing status', async () => {
    const { url } = await startListen(['--fail', '1', '--status', '429']);
    const failed = await deliver(url);
    expect([failed.status, await failed.text()]).toEqual([429, 'Failed on purpose: attempt 1 of 1.\n']);
    expect(await statusOf(deliver(url))).toBe(204);
  });

  test('without --fail, --status answers every attempt', async () => {
    const { url } = await startListen(['--status', '410']);
    expect([await statusOf(deliver(url)), await statusOf(deliver(url)), await statusOf(publish(url, 'PUT'))]).toEqual([410, 410, 410]);
  });

  test('a forged event is refused, and does not count as an attempt', async () => {
    const { url } = await startListen(['--fail', '1', '--status', '503']);
    expect(await statusOf(deliver(url, { signedWith: 'other' }))).toBe(401);
    expect(await statusOf(deliver(url))).toBe(503);
  });

  test('a signature by the previous secret is accepted while that may still sign', async () => {
    const { desk, home } = await createTestApp({ now: Date.now });
    const before = (await desk.call('webhook_secret_get')) as { secret: string };
    const after = (await desk.call('webhook_secret_rotate')) as { secret: string };
    const { url } = await startListenAt(home, []);
    const signed = (signedWith: string) => statusOf(deliver(url, { signedWith }));
    expect([await signed(before.secret), await signed(after.secret), await signed('whsec_other')]).toEqual([204, 204, 401]);
  });

  test('--count counts a delivery once, when it is no longer failed', async () => {
    const { url, child } = await startListen(['--fail', '1', '--count', '2']);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const statuses = [];
    for (const id of ['dlv_1', 'dlv_1', 'dlv_1', 'dlv_2', 'dlv_2']) statuses.push(await statusOf(deliver(url, { deliveryId: id })));
    expect(statuses).toEqual([500, 204, 204, 500, 204]);
    expect(await ended).toBe(0);
  });

  test('a desk delivers at the second attempt what failed at the first', async () => {
    let now = Date.now();
    const { desk } = await createTestApp({ now: () => now });
    const made = (await desk.call('webhook_secret_get')) as { secret: string };
    const { url: webhookUrl } = await startListen(['--fail', '1'], made.secret);
    await addManual(desk);
    await desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250, webhookUrl });
    const delivery = async () => ((await desk.call('webhook_deliveries_list')) as { data: Delivery[] }).data[0];
    await desk.runDue();
    expect(await delivery()).toMatchObject({ status: 'pending', response: { status: 500 } });
    now += 60_000;
    await desk.runDue();
    expect(await delivery()).toMatchObject({ status: 'delivered', attemptCount: 2, response: { status: 204 } });
  });
});

describe('--delay', () => {
  test('no answer is given sooner', async () => {
    const { url, arrival } = await startListen(['--json', '--delay', '0.3s']);
    const before = performance.now();
    expect(await statusOf(deliver(url))).toBe(204);
    expect(performance.now() - before).toBeGreaterThanOrEqual(295);
    expect((await arrival()).durationMs).toBeGreaterThanOrEqual(295);
  });

  test('a sender that hangs up early is reported at once, with the app’s answer', async () => {
    const app = await startReceiver(201);
    const { url, arrival } = await startListen(['--json', '--delay', '10m', '--forward', app.url]);
    const sender = new AbortController();
    const sent = deliver(url, { signal: sender.signal });
    await until(async () => app.arrivals[0]);
    sender.abort();
    await expect(sent).rejects.toThrow('aborted');
    expect(await arrival()).toMatchObject({ answered: false, answer: { status: 201, forwarded: true } });
  });

  test('waiting senders do not keep the command from stopping', async () => {
    const app = await startReceiver();
    const { url, child, line } = await startListen(['--delay', '10m', '--forward', app.url]);
    const sent = statusOf(deliver(url)).catch(() => 'cut');
    await until(async () => app.arrivals[0]);
    expect(await end(child, 'SIGTERM')).toBe(0);
    expect([await sent, await line()]).toEqual(['cut', undefined]);
  });
});

describe('what is shown', () => {
  test('an event: its type, its delivery and how it was answered', async () => {
    const { url, line } = await startListen(['--fail', '1']);
    await deliver(url);
    expect(await line()).toMatch(/^\d{4}-\S+Z {2}verified {2}article\.ready {2}dlv_1 {2}→ 500$/);
    expect(await line()).toBe('  {"title":"Café  A"}');
    await deliver(url);
    expect(await line()).toMatch(/→ 204, seen before: attempt 2$/);
  });

  test('an event that is only a test', async () => {
    const people = await startListen([]);
    await deliver(people.url, { headers: { 'x-service-test': 'true' } });
    expect(await people.line()).toMatch(/Z {2}verified {2}article\.ready, a test {2}dlv_1 {2}→ 204$/);
    const { url, arrival } = await startListen(['--json']);
    await deliver(url, { headers: { 'x-service-test': 'true' } });
    await deliver(url);
    expect([(await arrival()).test, (await arrival()).test]).toEqual([true, false]);
  });

  test('a publishing send: its method, whether it is a test, the article, and no byte of the secret', async () => {
    const { url, child, line } = await startListen([]);
    let complaints = '';
    child.stderr!.on('data', (chunk) => (complaints += String(chunk)));
    await publish(url, 'PUT', { 'x-service-test': 'true' });
    const shown = [await line(), await line()];
    expect(shown[0]).toMatch(/Z {2}not verified {2}article by PUT, a test {2}→ 204$/);
    expect(shown[1]).toBe('  {"id":"art_1","title":"Pools\\u001b[2J"}');
    expect(shown.join('')).not.toContain('token-to-hide');
    expect(complaints).toBe('');
  });

  test('a publishing send as JSON: the whole payload, and no byte of the secret', async () => {
    const { url, line } = await startListen(['--json', '--fail', '1']);
    expect([await statusOf(publish(url, 'POST')), await statusOf(publish(url, 'POST'))]).toEqual([500, 204]);
    const lines = [await line(), await line()];
    expect(JSON.parse(lines[1]!)).toMatchObject({
      kind: 'publish',
      method: 'POST',
      deliveryId: null,
      attempt: 2,
      test: false,
      article: JSON.parse(article),
      answer: { status: 204, forwarded: false },
    });
    expect(lines.join('')).not.toContain('token-to-hide');
  });
});

describe('what is refused', () => {
  test.each([
    ['an event by PUT', 405, { method: 'PUT', body: event }],
    ['a look', 405, { method: 'GET' }],
    ['an event without a signature', 401, { method: 'POST', body: event }],
    ['an article that is no JSON', 400, { method: 'PUT', body: '# Pools', headers: { 'x-webhook-secret': 's' } }],
  ])('%s: %i', async (_, status, request) => {
    const { url } = await startListen([]);
    expect(await statusOf(fetch(url, request))).toBe(status);
  });

  test.each([
    ['missing', undefined, 'The signature is missing.'],
    ['malformed', 'v1=0', 'The signature is malformed.'],
    ['expired', `t=1,v1=${'0'.repeat(64)}`, 'The signature has expired.'],
  ])('a signature that is %s is reported as such', async (_, signature, words) => {
    const { url } = await startListen([]);
    const answer = await fetch(url, { method: 'POST', body: event, headers: signature ? { 'x-service-signature': signature } : {} });
    expect([answer.status, await answer.text()]).toEqual([401, `${words}\n`]);
  });

  test('a signature mismatch: the person gets a hint, the sender does not', async () => {
    const beside = await startListenAt(temporaryHome(), []);
    const withFile = await startListen([]);
    const answer = await deliver(beside.url, { signedWith: 'other' });
    expect([answer.status, await answer.text()]).toEqual([401, 'The signature does not match.\n']);
    expect(await firstLine(beside.child, 'stderr')).toBe('refused: The signature does not match. Was it signed by another desk?');
    await deliver(withFile.url, { signedWith: 'other' });
    const asked = "refused: The signature does not match. Is --secret-file the sending desk's secret?";
    expect(await firstLine(withFile.child, 'stderr')).toBe(asked);
  });

  test('a body beyond the limit is refused early, and drained so that its sender is not stuck', async () => {
    const { url } = await startListen([]);
    const request = httpRequest(url, { method: 'POST', headers: { 'x-webhook-secret': 's', 'transfer-encoding': 'chunked' } });
    // Its connection may go with the receiver, at the end.
    const answered = new Promise<number>((resolve, reject) => {
      request.once('response', ({ statusCode }) => resolve(statusCode!)).on('error', reject);
    });
    const mebibyte = Buffer.alloc(1024 * 1024, 'a');
    request.write(mebibyte);
    request.write('a');
    expect(await answered).toBe(413);
    for (let sent = 0; sent < 16; sent++) request.write(mebibyte);
    await new Promise<void>((resolve) => request.end(resolve));
    expect(await statusOf(deliver(url))).toBe(204);
  });

  test('a secret file without a secret is reported at the start', async () => {
    const home = temporaryHome();
    const file = join(home, 'secret');
    writeFileSync(file, '\n');
    const { code, stderr } = await run(['listen', '--port', '0', '--secret-file', file], { home });
    expect(code).toBe(1);
    expect(stderr).toContain(`${file} is empty.`);
  });

  test.each([
    [['--fail', '0'], '--fail takes a whole number from 1 to 1000'],
    [['--fail', 'some'], '--fail takes a whole number'],
    [['--fail', '0x5'], '--fail takes a whole number from 1 to 1000, not "0x5"'],
    [['--status', '99'], '--status takes a whole number from 200 to 599'],
    [['--fail', '1', '--status', '204'], 'With --fail, --status takes a whole number from 300 to 599'],
    [['--delay', '3'], '--delay takes a duration up to 10m, such as 500ms, 3s or 2m, not "3"'],
    [['--delay', '11m'], '--delay takes a duration up to 10m'],
    [['--forward', 'localhost:3000'], '--forward takes an http or https URL such as'],
    [['--forward', 'http://me:word@localhost:3000'], 'without a user name or a password'],
    [['--forward', 'http://localhost:4242/hook'], 'the port that is listened on'],
    [['--forward', 'http://localhost:3000/hook', '--status', '500'], 'Leave out --status, or add --fail'],
  ])('%j is a wrong command line: exit code 2', async (args, message) => {
    const { code, stdout, stderr } = await run(['listen', ...args], { home: temporaryHome() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
