import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signatureHeader } from '../../src/webhooks/sign.ts';
import { verifySignature } from '../../src/webhooks/verify.ts';

const secret = 'whsec_test';
const body = '{"id":"evt_1","title":"Über ‘pools’ 🌊"}';
const now = 1_777_800_000_000;
const seconds = now / 1000;
const header = signatureHeader(secret, body, seconds);
const [t, v1] = header.split(',') as [string, string];

const accepted = { ok: true };
const refused = (reason: string) => ({ ok: false, reason });

test('the signed string is the timestamp, a full stop and the exact bytes of the body', () => {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  expect(header).toBe(`t=${seconds},v1=${digest}`);
});

test('a signature made elsewhere is accepted', () => {
  // From `printf '1777800000.{}' | openssl dgst -sha256 -hmac whsec_test`.
  const elsewhere = 't=1777800000,v1=cf5239888dd6e596d00af0e029543ff91a401989d838c87eebcb73af0d9e2cc3';
  expect(verifySignature({ header: elsewhere, body: '{}', secret, now })).toEqual(accepted);
});

describe('the timestamp', () => {
  test('may be 300 seconds off on either side, and not a millisecond more', () => {
    const at = (offset: number) => verifySignature({ header, body, secret, now: now + offset });
    expect([at(-300_000), at(0), at(300_000)]).toEqual([accepted, accepted, accepted]);
    expect([at(-300_001), at(300_001)]).toEqual([refused('expired'), refused('expired')]);
  });

  test('may be as far off as the receiver says, in seconds', () => {
    const at = (offset: number, tolerance: number) => verifySignature({ header, body, secret, now: now + offset, tolerance });
    expect([at(10_000, 10), at(3_600_000, 3600), at(0, 0)]).toEqual([accepted, accepted, accepted]);
    expect([at(10_001, 10), at(-1, 0)]).toEqual([refused('expired'), refused('expired')]);
  });

  test('is compared with the clock of the machine where none is given', () => {
    const fresh = signatureHeader(secret, body, Math.floor(Date.now() / 1000));
    expect([fresh, header].map((given) => verifySignature({ header: given, body, secret }))).toEqual([accepted, refused('expired')]);
  });

  test('is never accepted if the clock or the tolerance is not a number', () => {
    expect(verifySignature({ header, body, secret, now: NaN })).toEqual(refused('expired'));
    expect(verifySignature({ header, body, secret, now, tolerance: NaN })).toEqual(refused('expired'));
  });
});

describe('the secrets', () => {
  test('of a rotation are both right, in either order', () => {
    expect(verifySignature({ header, body, secret: ['whsec_new', secret], now })).toEqual(accepted);
    expect(verifySignature({ header, body, secret: [secret, 'whsec_new'], now })).toEqual(accepted);
  });

  test('that did not sign are wrong, however many', () => {
    expect(verifySignature({ header, body, secret: ['whsec_new', 'whsec_newer'], now })).toEqual(refused('mismatch'));
  });

  test('that are missing verify nothing', () => {
    expect(verifySignature({ header, body, secret: [], now })).toEqual(refused('mismatch'));
  });

  test.each([
    ['empty', ''],
    ['empty among others', [secret, '']],
    ['not set', undefined],
    ['bytes', Buffer.from(secret)],
  ])('that are %s are a mistake of the receiver', (_, given) => {
    const forged = signatureHeader('', body, seconds);
    expect(() => verifySignature({ header: forged, body, secret: given as string, now })).toThrow(
      new TypeError('The secret is missing or empty. Give the signing secret (whsec_…), or several, as text.'),
    );
  });
});

describe('the body', () => {
  test.each([
    ['text', body],
    ['a Buffer', Buffer.from(body)],
    ['a Uint8Array', new TextEncoder().encode(body)],
  ])('may be %s', (_, given) => {
    expect(verifySignature({ header, body: given, secret, now })).toEqual(accepted);
  });

  test('may be part of a larger buffer', () => {
    const larger = Buffer.from(`before${body}after`);
    expect(verifySignature({ header, body: larger.subarray(6, -5), secret, now })).toEqual(accepted);
  });

  test('may be empty', () => {
    expect(verifySignature({ header: signatureHeader(secret, '', seconds), body: '', secret, now })).toEqual(accepted);
  });

  test('parsed and serialised again is another body', () => {
    expect(verifySignature({ header, body: JSON.stringify(JSON.parse(body), null, 2), secret, now })).toEqual(refused('mismatch'));
  });

  test.each([
    ['parsed', JSON.parse(body)],
    ['not there', undefined],
    ['null', null],
    ['an ArrayBuffer', new ArrayBuffer(2)],
  ])('that is %s is a mistake of the receiver, whatever the header', (_, given) => {
    for (const any of [header, undefined]) {
      expect(() => verifySignature({ header: any, body: given as string, secret, now })).toThrow(/^The body must be the raw body/);
    }
  });
});

describe('a header', () => {
  test.each([
    ['in a list of one, as Node’s headersDistinct gives it', [header]],
    ['with its parts the other way round', `${v1},${t}`],
    ['with the part of another scheme', `${header},v2=abc`],
  ])('%s is accepted', (_, given) => {
    expect(verifySignature({ header: given, body, secret, now })).toEqual(accepted);
  });

  test.each([
    ['not there', undefined, 'missing'],
    ['null', null, 'missing'],
    ['empty', '', 'missing'],
    ['an empty list', [], 'missing'],
    ['repeated, as a list', [header, header], 'malformed'],
    ['repeated, joined as Node does', `${header}, ${header}`, 'malformed'],
    ['repeated, joined without spaces', `${header},${header}`, 'malformed'],
    ['split over two', [t, v1], 'malformed'],
    ['without a timestamp', v1, 'malformed'],
    ['without a signature', t, 'malformed'],
    ['with two timestamps', `t=${seconds + 1},${header}`, 'malformed'],
    ['with two signatures, one right', `${header},v1=${'0'.repeat(64)}`, 'malformed'],
    ['with a timestamp that is no number', `t=soon,${v1}`, 'malformed'],
    ['with an empty timestamp', `t=,${v1}`, 'malformed'],
    ['with a negative timestamp', `t=-${seconds},${v1}`, 'malformed'],
    ['with a signed timestamp', `t=+${seconds},${v1}`, 'malformed'],
    ['with a fraction of a second', `${t}.0,${v1}`, 'malformed'],
    ['with a timestamp in powers of ten', `t=1e9,${v1}`, 'malformed'],
    ['with a timestamp in digits of another script', `t=١٧٧٧٨٠٠٠٠٠,${v1}`, 'malformed'],
    ['with a timestamp of a thousand digits', `t=${'1'.repeat(1000)},${v1}`, 'malformed'],
    ['with spaces after the comma', `${t}, ${v1}`, 'malformed'],
    ['with spaces around the equals sign', `t = ${seconds},${v1}`, 'malformed'],
    ['with a space before', ` ${header}`, 'malformed'],
    ['with a line break after', `${header}\n`, 'malformed'],
    ['with upper-case names', `T=${seconds},${v1}`, 'malformed'],
    ['with an upper-case digest', `${t},v1=${v1.slice(3).toUpperCase()}`, 'malformed'],
    ['with a short digest', header.slice(0, -2), 'malformed'],
    ['with a long digest', `${header}00`, 'malformed'],
    ['with an empty digest', `${t},v1=`, 'malformed'],
    ['with a digest that is not hex', `${header.slice(0, -1)}g`, 'malformed'],
    ['with a base64 digest', `${t},v1=${Buffer.from(v1.slice(3), 'hex').toString('base64')}`, 'malformed'],
    ['of another scheme', `${t},v0=${v1.slice(3)}`, 'malformed'],
    ['of the digest alone', v1.slice(3), 'malformed'],
    ['with another timestamp', `t=${seconds - 1},${v1}`, 'mismatch'],
    ['with a zero before the timestamp', `t=0${seconds},${v1}`, 'mismatch'],
    ['with a timestamp in milliseconds', `t=${seconds}00,${v1}`, 'expired'],
    ['with a timestamp of 1970', `t=0,${v1}`, 'expired'],
    ['with another digest', `${t},v1=${'0'.repeat(64)}`, 'mismatch'],
  ])('%s is refused', (_, given, reason) => {
    expect(verifySignature({ header: given, body, secret, now })).toEqual(refused(reason));
  });
});

describe('for all bodies, secrets and times', () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 });
  const key = fc.string({ minLength: 1 });
  const time = fc.integer({ min: 0, max: 99_999_999_999 });

  test('what is signed verifies, as bytes and in whatever second within the tolerance', () => {
    fc.assert(
      fc.property(bytes, key, time, fc.integer({ min: -300_000, max: 300_000 }), (signed, one, at, offset) => {
        const given = { header: signatureHeader(one, signed, at), body: signed, secret: one, now: at * 1000 + offset };
        expect(verifySignature(given)).toEqual(accepted);
      }),
    );
  });

  test('text and its UTF-8 bytes are the same body', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const given = { secret, now, header: signatureHeader(secret, text, seconds) };
        expect(verifySignature({ ...given, body: new TextEncoder().encode(text) })).toEqual(accepted);
      }),
    );
  });

  test('one changed byte does not verify', () => {
    fc.assert(
      fc.property(bytes, key, fc.nat(), fc.integer({ min: 1, max: 255 }), (signed, one, at, mask) => {
        const changed = Uint8Array.from(signed, (byte, index) => (index === at % signed.length ? byte ^ mask : byte));
        const given = { header: signatureHeader(one, signed, seconds), body: changed, secret: one, now };
        expect(verifySignature(given)).toEqual(refused('mismatch'));
      }),
    );
  });

  test('a byte more or less does not verify', () => {
    fc.assert(
      fc.property(bytes, fc.integer({ min: 0, max: 255 }), (signed, byte) => {
        const given = { header: signatureHeader(secret, signed, seconds), secret, now };
        const others = [Uint8Array.of(...signed, byte), Uint8Array.of(byte, ...signed), signed.subarray(1), signed.subarray(0, -1)];
        expect(others.map((other) => verifySignature({ ...given, body: other }).ok)).not.toContain(true);
      }),
    );
  });

  test('another secret does not verify', () => {
    // HMAC fills a short key up with zero bytes, so that a key and the same with zeros after it are one.
    const letters = fc.string({ unit: 'grapheme-ascii', minLength: 1 });
    fc.assert(
      fc.property(bytes, letters, letters, (signed, one, other) => {
        fc.pre(one !== other);
        const given = { header: signatureHeader(one, signed, seconds), body: signed, secret: other, now };
        expect(verifySignature(given)).toEqual(refused('mismatch'));
      }),
    );
  });

  test('a time beyond the tolerance does not verify', () => {
    fc.assert(
      fc.property(time, fc.integer({ min: 300_001, max: 10 ** 12 }), fc.constantFrom(-1, 1), (at, offset, side) => {
        const given = { header: signatureHeader(secret, body, at), body, secret, now: at * 1000 + side * offset };
        expect(verifySignature(given)).toEqual(refused('expired'));
      }),
    );
  });

  test('a header that was not made with the secret neither verifies nor makes it throw', () => {
    const part = fc.tuple(fc.constantFrom('t', 'v1', 'v0', '__proto__', ''), fc.constantFrom('=', '==', ' = ', ''), fc.string());
    const alike = fc.array(part, { maxLength: 5 }).map((parts) => parts.map((words) => words.join('')).join());
    const digest = fc.stringMatching(/^[0-9a-f]{64}$/).map((hex) => `t=${seconds},v1=${hex}`);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), alike, digest, fc.array(fc.string())), (given) => {
        expect(verifySignature({ header: given, body, secret, now }).ok).toBe(false);
      }),
    );
  });
});
