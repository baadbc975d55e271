import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { verifySignature } from '../../src/webhooks/verify.ts';
import { startSender } from '../support/signed.ts';

const { webhooks } = Stripe;

/** A real delivery, its secret, and Stripe's own verifier at the desk's time, or that much later. */
async function receive() {
  const { app, secret, send } = await startSender();
  const delivery = await send();
  return {
    ...delivery,
    secret: await secret(),
    construct: ({ header, body, secret: one, laterMs = 0 }: { header: string; body: string; secret: string; laterMs?: number }) =>
      webhooks.constructEvent(body, header, one, 300, undefined, app.now() + laterMs),
  };
}

test('the verifier of the stripe package accepts our deliveries and hands back the event', async () => {
  const { construct, ...delivery } = await receive();
  expect(construct({ ...delivery, laterMs: 300_000 })).toEqual(JSON.parse(delivery.body));
});

test('it refuses them with a changed body, header or secret, or when they are old', async () => {
  const { construct, ...delivery } = await receive();
  const mismatch = /No signatures found matching the expected signature/;
  expect(() => construct({ ...delivery, body: delivery.body.replace('article.ready', 'article.Ready') })).toThrow(mismatch);
  expect(() => construct({ ...delivery, body: `${delivery.body} ` })).toThrow(mismatch);
  expect(() => construct({ ...delivery, header: delivery.header.replace('t=1', 't=2') })).toThrow(mismatch);
  expect(() => construct({ ...delivery, secret: 'whsec_another' })).toThrow(mismatch);
  expect(() => construct({ ...delivery, laterMs: 301_000 })).toThrow(/Timestamp outside the tolerance zone/);
});

test('what the stripe package signs, our verifier accepts', async () => {
  const { body, secret } = await receive();
  const header = webhooks.generateTestHeaderString({ payload: body, secret });
  expect(verifySignature({ header, body, secret })).toEqual({ ok: true });
  expect(verifySignature({ header, body: `${body} `, secret })).toEqual({ ok: false, reason: 'mismatch' });
});
