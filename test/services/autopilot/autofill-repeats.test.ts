import { expect, test } from 'vitest';
import type { AutofillPlan } from '../../../schema/autofill.ts';
import { rowsOf } from '../../support/rows.ts';
import { createTestApp } from '../../support/test-app.ts';

async function start() {
  const { desk, home } = await createTestApp();
  const { url } = await desk.listen({ port: 0 });
  const { key } = await desk.services.keys.create({ name: 'test', scope: 'admin' });
  await desk.call('topics_create', { name: 'Wood stoves', keywords: ['stove pipes', 'ash removal'] });
  return {
    desk,
    slots: () => rowsOf(home).count('calendar_slots'),
    async fill(idempotencyKey: string, input: object) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
      const answer = await fetch(`${url}/api/v1/autoblog/autofill`, { method: 'POST', headers, body: JSON.stringify(input) });
      const replayed = answer.headers.get('idempotent-replayed') === 'true';
      return { status: answer.status, replayed, body: (await answer.json()) as AutofillPlan & { code?: string } };
    },
  };
}

test('a plan that was only shown is no answer to a call with the same key that carries it out', async () => {
  const { fill, slots } = await start();
  const shown = await fill('one', { days: 14 });
  expect(shown).toMatchObject({ status: 200, replayed: false, body: { status: 'planned' } });
  expect(await fill('one', { days: 14 })).toEqual({ ...shown, replayed: true });
  expect(await fill('one', { days: 14, dryRun: false })).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  const done = await fill('two', { days: 14, dryRun: false });
  expect(done).toMatchObject({ status: 200, replayed: false, body: { status: 'carried_out' } });
  expect(await fill('two', { days: 14, dryRun: false })).toEqual({ ...done, replayed: true });
  expect(await slots()).toBe(3);
});

test('a call that fails between planning and carrying out is made again, and not answered with what it had planned', async () => {
  const { desk, fill, slots } = await start();
  const { calendar } = desk.services;
  const { createWithin } = calendar;
  calendar.createWithin = () => Promise.reject(new Error('The disk is on fire.'));
  expect(await fill('one', { days: 14, dryRun: false })).toMatchObject({ status: 500 });
  calendar.createWithin = createWithin;
  expect(await fill('one', { days: 14, dryRun: false })).toMatchObject({ replayed: false, body: { status: 'carried_out' } });
  expect(await slots()).toBe(3);
});

test('what is carried out is kept with it: a call that is cut off after that is answered with what was made', async () => {
  const { desk, fill, slots } = await start();
  const { calendar } = desk.services;
  const { createWithin } = calendar;
  // The process ends right after the commit, for all that its caller knows.
  calendar.createWithin = async (...all) => {
    await createWithin(...all);
    throw new Error('The power is gone.');
  };
  expect(await fill('one', { days: 14, dryRun: false })).toMatchObject({ status: 500 });
  calendar.createWithin = createWithin;
  expect(await fill('one', { days: 14, dryRun: false })).toMatchObject({ replayed: true, body: { status: 'carried_out' } });
  expect(await slots()).toBe(3);
});
