import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Resolve } from '../../src/net/resolve.ts';
import { eventually } from '../net/support.ts';
import { broken, drip, flood, head, ok, say, sayAndReset, sayEachTime, silence, startBadReceiver } from '../support/bad-receivers.ts';
import { dialWith, expectOutcomes, keptBytes, openDesk, startAll, writeFor, type Row } from '../support/outcomes.ts';
import { startReceiver } from '../support/receiver.ts';

describe('a receiver that', () => {
  test('ends the connection or switches its protocol before it answers is recorded as a reset', async () => {
    await expectOutcomes(
      await startAll([
        ['hangs up', (socket) => socket.destroy(), 'reset'],
        ['closes its side at once', say(''), 'reset'],
        ['closes amid the status line', say('HTTP/1.1 20'), 'reset'],
        ['closes amid the headers', say(`${ok}\r\ncontent-le`), 'reset'],
        ['resets at once', (socket) => socket.resetAndDestroy(), 'reset'],
        ['resets amid the headers', sayAndReset(`${ok}\r\ncontent-le`), 'reset'],
        ['switches protocols unasked', say(head('HTTP/1.1 101 Switching Protocols', 'connection: upgrade', 'upgrade: x')), 'reset'],
        ['asks to continue, unasked and without end', drip('', head('HTTP/1.1 100 Continue').repeat(1_000), 20), 'reset'],
      ]),
    );
  });

  test('breaks off amid the body has still answered, and the body is cut', async () => {
    const outcomes = await expectOutcomes(
      await startAll([
        ['closes', say(`${head(ok, 'content-length: 100')}half`), null],
        ['closes after an error', say(`${head(broken, 'content-length: 100')}half`), 'status'],
        ['resets', sayAndReset(`${head(ok, 'content-length: 100')}half`), null],
        ['resets after an error', sayAndReset(`${head(broken, 'content-length: 100')}half`), 'status'],
        ['chunks wrongly', say(`${head(ok, 'transfer-encoding: chunked')}4\r\nhalf\r\nnonsense\r\n`), null],
        ['never ends its chunks', say(`${head(ok, 'transfer-encoding: chunked')}4\r\nhalf\r\n`), null],
        ['claims a chunk of 64 exbibytes', say(`${head(ok, 'transfer-encoding: chunked')}ffffffffffffffff0\r\nhalf`), null],
        ['floods with trailers', say(`${head(ok, 'transfer-encoding: chunked')}0\r\nx: ${'y'.repeat(100_000)}`), null],
        ['lies about gzip', say(`${head(ok, 'content-encoding: gzip')}half`), null],
        ['cuts gzip short', say(Buffer.concat([Buffer.from(head(ok, 'content-encoding: gzip')), gzipSync('half').subarray(0, 12)])), null],
      ]),
    );
    for (const { does, answer } of outcomes)
      expect([does, answer?.truncated, 'half'.startsWith(answer?.body ?? 'nothing')]).toEqual([does, true, true]);
  });

  test('does not speak HTTP is recorded as such', async () => {
    await expectOutcomes(
      await startAll([
        ['gives hints without end', say(head('HTTP/1.1 103 Early Hints').repeat(1500)), 'protocol'],
        ['greets in SSH', say('SSH-2.0-OpenSSH_9.2\r\n'), 'protocol'],
        ['greets in SMTP', say('220 mail.example.com ESMTP\r\n'), 'protocol'],
        ['sends a page and no head', say('<html></html>'), 'protocol'],
        ['sends noise', say('\0\x01\x02\xff\r\n\r\n'), 'protocol'],
        ['begins in HTTP/2', say('\0\0\0\x04\0\0\0\0\0'), 'protocol'],
        ['answers in HTTP/3.0', say(head('HTTP/3.0 200 OK')), 'protocol'],
        ['answers with status 1000', say(head('HTTP/1.1 1000 OK')), 'protocol'],
        ['answers with status 0', say(head('HTTP/1.1 000 OK', 'content-length: 0')), 'protocol'],
        ['answers in bare line feeds', say(`${ok}\ncontent-length: 0\n\n`), 'protocol'],
        ['puts a zero byte into a header', say(head(ok, 'x: a\0b')), 'protocol'],
        ['contradicts itself on the length', say(`${head(ok, 'content-length: 1', 'content-length: 2')}xx`), 'protocol'],
        ['gives a length and chunks', say(`${head(ok, 'content-length: 4', 'transfer-encoding: chunked')}0\r\n\r\n`), 'protocol'],
        ['gives a negative length', say(`${head(ok, 'content-length: -1')}x`), 'protocol'],
        ['gives a length beyond counting', say(`${head(ok, `content-length: ${'9'.repeat(30)}`)}x`), 'protocol'],
        ['sends one header of 100 KB', say(head(ok, `x: ${'y'.repeat(100_000)}`)), 'protocol'],
        ['sends 50,000 headers', say(head(ok, ...Array.from({ length: 50_000 }, () => 'x: y'))), 'protocol'],
        ['sends headers without end', flood(`${ok}\r\nx: `), 'protocol'],
      ]),
    );
  });

  test('answers 2xx in an odd way has succeeded', async () => {
    const outcomes = await expectOutcomes(
      await startAll([
        ['gives hints first', say(`${head('HTTP/1.1 103 Early Hints', 'link: </x>').repeat(100)}${head(ok, 'content-length: 0')}`), null],
        ['has a body in a 204', say(`${head('HTTP/1.1 204 No Content', 'content-length: 4')}body`), null],
        ['has more body than it says', say(`${head(ok, 'content-length: 4')}body and more`), null],
        ['answers twice', say(`${head(ok, 'content-length: 0')}${head(broken, 'content-length: 0')}`), null],
        ['speaks HTTP/1.0', say(`${head('HTTP/1.0 200 OK')}body`), null],
        ['has headers with names of JavaScript', say(head(ok, '__proto__: a', '__proto__: b', 'constructor: c', 'toString: d')), null],
        ['writes its headers in Latin-1', say(head(ok, 'x: caf\xe9')), null],
        ['answers with bytes that are no text', say(`${head(ok)}\0\x01\xfe\xff`), null],
      ]),
    );
    expect(outcomes.every(({ answer }) => answer?.truncated === false)).toBe(true);
  });

  test('answers anything but 2xx has failed, and a redirect is not followed', async () => {
    const elsewhere = await startReceiver();
    const redirects = [301, 302, 303, 307, 308].map((status): Row => {
      const location = status === 302 ? 'http://169.254.169.254/' : elsewhere.url;
      return [
        `redirects with ${status}`,
        say(head(`HTTP/1.1 ${status} Elsewhere`, `location: ${location}`, 'content-length: 0')),
        'status',
      ];
    });
    const others = [304, 400, 410, 500, 600, 999].map((status): Row => [
      `answers ${status}`,
      say(head(`HTTP/1.1 ${status} No`, 'content-length: 0')),
      'status',
    ]);
    await expectOutcomes(await startAll([...redirects, ...others]));
    expect(elsewhere.arrivals).toEqual([]);
  });

  test('floods is cut at 16 KiB, and its status decides', async () => {
    const bomb = Buffer.concat([Buffer.from(head(ok, 'content-encoding: gzip')), gzipSync(Buffer.alloc(50_000_000, 'x'))]);
    const outcomes = await expectOutcomes(
      await startAll([
        ['floods after success', flood(head(ok)), null],
        ['floods after an error', flood(head(broken)), 'status'],
        ['floods against its own length', flood(head(ok, 'content-length: 99999999')), null],
        ['floods with a chunk', flood(`${head(ok, 'transfer-encoding: chunked')}fffffffffff\r\n`), null],
        ['packs 50 MB into 50 KB', say(bomb), null],
      ]),
    );
    for (const { does, answer, durationMs } of outcomes) {
      expect([does, answer]).toMatchObject([does, { body: 'x'.repeat(keptBytes), truncated: true }]);
      expect([does, durationMs < 5_000]).toEqual([does, true]);
    }
  });

  test('goes on after the end of its compressed body is cut off', async () => {
    const packed: Record<string, Buffer> = { gzip: gzipSync('half'), deflate: deflateSync('half'), br: brotliCompressSync('half') };
    const receivers = await startAll(
      Object.entries(packed).map(([coding, bytes]): Row => {
        const answer = head(ok, `content-encoding: ${coding}`) + bytes.toString('latin1');
        return [`floods after ${coding}`, drip(answer, 'x'.repeat(1_000), 10), null];
      }),
    );
    // What follows may arrive together with the packed part and spoil it, but is never part of the body.
    for (const { does, answer } of await expectOutcomes(receivers))
      expect([does, 'half'.startsWith(answer?.body ?? 'nothing')]).toEqual([does, true]);
    await eventually(() => receivers.every(({ receiver }) => receiver.open() === 0));
  });

  test('sends more than it should spoils no later delivery', async () => {
    const receivers = await startAll([
      ['has a body in a 204', sayEachTime(`${head('HTTP/1.1 204 No Content', 'content-length: 4')}body`), null],
      ['has more body than it says', sayEachTime(`${head(ok, 'content-length: 4')}body and more`), null],
      ['answers twice', sayEachTime(`${head(ok, 'content-length: 0')}${head(broken, 'content-length: 0')}`), null],
    ]);
    const app = await openDesk();
    for (let round = 0; round < 3; round++) {
      for (const { url } of receivers) await writeFor(app, url);
      await app.desk.runDue();
    }
    expect(await app.desk.call('webhook_deliveries_list', { status: 'pending' })).toMatchObject({ data: [] });
    expect(await app.desk.call('webhook_deliveries_list', { status: 'delivered' })).toMatchObject({ data: { length: 9 } });
  });
});

test('a receiver that cannot be dialled is recorded with the reason', async () => {
  const gone = await startBadReceiver(silence);
  const answers: Record<string, string[]> = {
    'metadata.test': ['169.254.169.254'],
    'mixed.test': ['127.0.0.1', '0.0.0.0'],
    'none.test': [],
  };
  const resolve: Resolve = async (name) => answers[name] ?? Promise.reject(new Error('SERVFAIL'));
  await expectOutcomes(
    [
      { does: 'nobody listens', url: gone.url.replace('127.0.0.1', '127.0.0.9'), errorClass: 'connect' },
      { does: 'its name has no address', url: 'http://none.test/', errorClass: 'dns' },
      { does: 'its name cannot be looked up', url: 'http://unknown.test/', errorClass: 'dns' },
      { does: 'its name leads to a metadata service', url: 'http://metadata.test/', errorClass: 'address_refused' },
      { does: 'one of its addresses is refused', url: `http://mixed.test:${gone.port}/`, errorClass: 'address_refused' },
    ],
    dialWith(resolve),
  );
  expect(gone.connections()).toBe(0);
});
