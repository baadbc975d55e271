import { describe, expect, test } from 'vitest';
import type { RotatedSecret, SigningSecret } from '../../../schema/webhooks.ts';
import { verifySignature } from '../../../src/webhooks/verify.ts';
import { startOfTests } from '../../support/clock.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { emitTo } from '../../support/events.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const minute = 60_000;
const hour = 60 * minute;
const iso = (millis: number) => new Date(millis).toISOString();

const secretOf = async ({ desk }: TestApp) => (await desk.call('webhook_secret_get')) as SigningSecret;
const rotate = async ({ desk }: TestApp, input = {}) => (await desk.call('webhook_secret_rotate', input)) as RotatedSecret;

/** Makes a delivery and tries it once; returns its id. */
async function send(app: TestApp, { url }: Receiver): Promise<string> {
  const id = await emitTo(app, url);
  await app.desk.runDue();
  return id;
}

/** Which of these secrets signed the last attempt at a delivery. */
function signerOf(app: TestApp, receiver: Receiver, id: string, secrets: readonly string[]): number {
  const { headers, body } = receiver.arrivals.findLast((one) => one.headers['x-service-delivery'] === id)!;
  const header = headers['x-service-signature'] as string;
  return secrets.findIndex((secret) => verifySignature({ header, body, secret, now: app.now() }).ok);
}

test('through five rotations each delivery is signed with its own secret until the window of that secret ends', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver(500);
  const made: { id: string; secret: number }[] = [];
  const secrets: string[] = [(await secretOf(app)).secret];
  const retiredAt: number[] = [];
  let seen = 0;
  const judged = { own: 0, current: 0 };

  /** Moves the clock minute by minute and holds every attempt against the rule. */
  async function pass(minutes: number): Promise<void> {
    for (let left = minutes; left > 0; left--) {
      await app.advance(minute);
      for (const { headers } of receiver.arrivals.slice(seen)) {
        const id = headers['x-service-delivery'] as string;
        const own = made.find((one) => one.id === id)!.secret;
        const isOwn = own === retiredAt.length || app.now() < retiredAt[own]! + hour;
        expect(signerOf(app, receiver, id, secrets), `${id} at ${iso(app.now())}`).toBe(isOwn ? own : retiredAt.length);
        if (own < retiredAt.length) judged[isOwn ? 'own' : 'current']++;
      }
      seen = receiver.arrivals.length;
    }
  }

  for (let rotation = 0; rotation < 5; rotation++) {
    made.push({ id: await send(app, receiver), secret: rotation });
    seen = receiver.arrivals.length;
    secrets.push((await rotate(app)).secret);
    retiredAt.push(app.now());
    await pass(7);
  }
  await pass(180);
  expect(new Set(secrets).size).toBe(6);
  expect(judged).toEqual({ own: 5 * 3, current: 5 });
});

describe('previousExpiresAt', () => {
  test('is null while there has never been another secret', async () => {
    expect(await secretOf(await createTestApp())).toMatchObject({ previousExpiresAt: null });
  });

  test('is the end of the window of the secret that was replaced last, and null from that instant on', async () => {
    const app = await createTestApp();
    await secretOf(app);
    await rotate(app);
    await app.advance(20 * minute);
    const rotated = await rotate(app);
    expect(rotated.previousExpiresAt).toBe(iso(startOfTests + 20 * minute + hour));
    await app.advance(hour - 1);
    const { secret, previousExpiresAt } = rotated;
    expect(await secretOf(app)).toMatchObject({ secret, previousExpiresAt });
    await app.advance(1);
    expect(await secretOf(app)).toEqual({ secret, activatesAt: null, signingSecret: secret, previousExpiresAt: null });
  });

  test('is null for the first secret of all, also when a rotation makes it', async () => {
    expect(await rotate(await createTestApp())).toMatchObject({ previousExpiresAt: null });
  });
});

test('a secret signs up to the last millisecond of its window', async () => {
  const app = await createTestApp({ rotationWindowMs: 6 * minute });
  const receiver = await startReceiver(500);
  const before = (await secretOf(app)).secret;
  const id = await send(app, receiver);
  await app.advance(1);
  const secrets = [before, (await rotate(app)).secret];
  // The attempts come one minute and six minutes after the first: one millisecond before the end, and at it.
  await app.advance(minute - 1);
  await app.advance(5 * minute);
  expect(signerOf(app, receiver, id, secrets)).toBe(0);
});

test('with a window of 0 a rotation counts for every attempt from then on', async () => {
  const app = await createTestApp({ rotationWindowMs: 0 });
  const receiver = await startReceiver(500);
  const before = (await secretOf(app)).secret;
  const id = await send(app, receiver);
  const after = await rotate(app);
  expect(after.previousExpiresAt).toBeNull();
  expect((await secretOf(app)).previousExpiresAt).toBeNull();
  await app.advance(minute);
  expect(signerOf(app, receiver, id, [before, after.secret])).toBe(1);
});

test('revokePrevious ends all previous secrets at once, not only the last', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver(500);
  const secrets = [(await secretOf(app)).secret];
  const ids = [];
  for (let rotation = 0; rotation < 3; rotation++) {
    ids.push(await send(app, receiver));
    const { secret, previousExpiresAt } = await rotate(app, { revokePrevious: rotation === 2 });
    secrets.push(secret);
    expect(previousExpiresAt === null).toBe(rotation === 2);
  }
  await app.advance(minute);
  expect(ids.map((id) => signerOf(app, receiver, id, secrets))).toEqual([3, 3, 3]);
  expect((await secretOf(app)).previousExpiresAt).toBeNull();
});

test('a secret that was revoked stays so after the next rotation', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver(500);
  const secrets = [(await secretOf(app)).secret];
  const id = await send(app, receiver);
  secrets.push((await rotate(app, { revokePrevious: true })).secret);
  const { secret, previousExpiresAt } = await rotate(app);
  secrets.push(secret);
  expect(previousExpiresAt).toBe(iso(startOfTests + hour));
  await app.advance(minute);
  expect(signerOf(app, receiver, id, secrets)).toBe(2);
});

test('deliveries replayed during the window are signed with the current secret', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver();
  const before = (await secretOf(app)).secret;
  const id = await send(app, receiver);
  const after = (await rotate(app)).secret;
  await app.desk.call('webhook_deliveries_retry_many', { url: receiver.url, status: 'delivered' });
  await app.desk.runDue();
  expect(receiver.arrivals.length).toBe(2);
  expect(signerOf(app, receiver, id, [before, after])).toBe(1);
});

test('the window of the process that rotates holds for all processes', async () => {
  const app = await createTestApp({ rotationWindowMs: 40_000 });
  const before = (await secretOf(app)).secret;
  const { previousExpiresAt } = await rotate(app);
  const other = await createTestApp({ home: app.home, rotationWindowMs: 7 * 24 * hour });
  expect(await secretOf(other)).toMatchObject({ previousExpiresAt });
  await other.advance(40_000);
  expect(await secretOf(other)).toMatchObject({ previousExpiresAt: null });
  expect(await other.desk.services.signingSecrets.inUse()).not.toContain(before);
});

describe('a rotation that begins later', () => {
  test('shows the new secret at once and signs with the previous one until then', async () => {
    const app = await createTestApp();
    const receiver = await startReceiver();
    const before = (await secretOf(app)).secret;
    const rotated = await rotate(app, { activateInMinutes: 30 });
    expect(rotated).toMatchObject({
      activatesAt: iso(startOfTests + 30 * minute),
      signingSecret: before,
      previousExpiresAt: iso(startOfTests + 30 * minute + hour),
    });
    expect(rotated.secret).not.toBe(before);
    expect(await secretOf(app)).toMatchObject({ secret: rotated.secret, signingSecret: before, activatesAt: rotated.activatesAt });
    expect(new Set(await app.desk.services.signingSecrets.inUse())).toEqual(new Set([before, rotated.secret]));
    await app.advance(30 * minute - 1);
    const early = await send(app, receiver);
    await app.advance(1);
    const late = await send(app, receiver);
    expect([early, late].map((id) => signerOf(app, receiver, id, [before, rotated.secret]))).toEqual([0, 1]);
    expect(await secretOf(app)).toMatchObject({ secret: rotated.secret, signingSecret: rotated.secret, activatesAt: null });
  });

  test('outlives the process that was asked, and holds for all', async () => {
    const app = await createTestApp();
    const before = (await secretOf(app)).secret;
    const { secret } = await rotate(app, { activateInMinutes: 30 });
    const other = await createTestApp({ home: app.home });
    await app.desk.close();
    const receiver = await startReceiver();
    expect(signerOf(other, receiver, await send(other, receiver), [before, secret])).toBe(0);
    await other.advance(30 * minute);
    expect(signerOf(other, receiver, await send(other, receiver), [before, secret])).toBe(1);
  });

  test('leaves what was made before it under the previous secret for the usual window', async () => {
    const app = await createTestApp();
    const receiver = await startReceiver(500);
    const before = (await secretOf(app)).secret;
    const id = await send(app, receiver);
    const { secret, pendingUnderPrevious } = await rotate(app, { activateInMinutes: 3 });
    expect(pendingUnderPrevious).toBe(1);
    // Its attempts come after 1, 6, 36 and 156 minutes; the window ends after 63.
    const signers = [];
    for (const minutes of [1, 5, 30, 120]) {
      await app.advance(minutes * minute);
      signers.push(signerOf(app, receiver, id, [before, secret]));
    }
    expect(signers).toEqual([0, 0, 0, 1]);
  });

  test('with revokePrevious ends the previous secret when the new one begins', async () => {
    const app = await createTestApp();
    const receiver = await startReceiver(500);
    const before = (await secretOf(app)).secret;
    const id = await send(app, receiver);
    const { secret, previousExpiresAt } = await rotate(app, { activateInMinutes: 3, revokePrevious: true });
    expect(previousExpiresAt).toBe(iso(startOfTests + 3 * minute));
    const signers = [];
    for (const minutes of [1, 5]) {
      await app.advance(minutes * minute);
      signers.push(signerOf(app, receiver, id, [before, secret]));
    }
    expect(signers).toEqual([0, 1]);
  });

  test('is replaced by the next rotation, whose secret alone is ever used', async () => {
    const app = await createTestApp();
    const receiver = await startReceiver();
    const before = (await secretOf(app)).secret;
    const dropped = (await rotate(app, { activateInMinutes: 30 })).secret;
    const { secret, previousExpiresAt } = await rotate(app, { activateInMinutes: 60 });
    expect(previousExpiresAt).toBe(iso(startOfTests + 2 * hour));
    const signers = [];
    for (const minutes of [31, 29, 200]) {
      await app.advance(minutes * minute);
      signers.push(signerOf(app, receiver, await send(app, receiver), [before, dropped, secret]));
    }
    expect(signers).toEqual([0, 2, 2]);
    const now = (await rotate(app)).secret;
    expect(await secretOf(app)).toMatchObject({ secret: now, signingSecret: now, activatesAt: null });
  });

  test('is the first secret’s own if there is none yet', async () => {
    const app = await createTestApp();
    const { secret, signingSecret } = await rotate(app, { activateInMinutes: 1 });
    expect(signingSecret).not.toBe(secret);
    expect(await secretOf(app)).toMatchObject({ secret, signingSecret });
  });
});
