import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signatureHeader } from '../../src/webhooks/sign.ts';
import { verifySignature } from '../../src/webhooks/verify.ts';

const secret = 'whsec_test';
const body = '{"id":"evt_1"}';
const now = 1_777_800_000_000;
const seconds = now / 1000;
const header = signatureHeader(secret, body, seconds);

test('the signed string is the timestamp, a full stop and the exact bytes of the body', () => {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  expect(header).toBe(`t=${seconds},v1=${digest}`);
});

test('a right signature is accepted within 300 seconds on either side, and no longer', () => {
  const at = (offset: number) => verifySignature({ header, body, secret, now: now + offset * 1000 });
  expect([at(-300), at(0), at(300)]).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  expect([at(-301), at(301)]).toEqual([
    { ok: false, reason: 'expired' },
    { ok: false, reason: 'expired' },
  ]);
});

test('during a rotation either of two secrets is right', () => {
  expect(verifySignature({ header, body, secret: ['whsec_new', secret], now })).toEqual({ ok: true });
  expect(verifySignature({ header, body, secret: ['whsec_new', 'whsec_newer'], now })).toEqual({ ok: false, reason: 'mismatch' });
});

describe.each([
  ['no header', undefined, 'missing'],
  ['an empty header', '', 'missing'],
  ['no timestamp', header.split(',')[1], 'malformed'],
  ['no signature', header.split(',')[0], 'malformed'],
  ['a timestamp that is no number', header.replace(/t=\d+/, 't=soon'), 'malformed'],
  ['an upper-case digest', header.toUpperCase().replace('T=', 't=').replace('V1=', 'v1='), 'malformed'],
  ['a short digest', header.slice(0, -2), 'malformed'],
  ['another scheme', header.replace('v1=', 'v0='), 'malformed'],
  ['another timestamp', header.replace(`t=${seconds}`, `t=${seconds - 1}`), 'mismatch'],
] as const)('%s', (_, given, reason) => {
  test(`is refused as ${reason}`, () => {
    expect(verifySignature({ header: given, body, secret, now })).toEqual({ ok: false, reason });
  });
});

test('whatever is signed verifies, and one changed byte does not', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.string({ minLength: 1 }), fc.nat(), (bytes, key, at) => {
      const given = { header: signatureHeader(key, bytes, seconds), secret: key, now };
      const changed = Uint8Array.from(bytes, (byte, index) => (index === at % bytes.length ? byte ^ 1 : byte));
      expect(verifySignature({ ...given, body: bytes })).toEqual({ ok: true });
      expect(verifySignature({ ...given, body: changed })).toEqual({ ok: false, reason: 'mismatch' });
    }),
  );
});

test('no header makes the verifier throw', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(verifySignature({ header: text, body, secret, now }).ok).toBe(false);
    }),
  );
});
