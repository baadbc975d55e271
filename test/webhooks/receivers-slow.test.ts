import { expect, test } from 'vitest';
import { eventually } from '../net/support.ts';
import { broken, drip, head, ok, say, silence, startBadReceiver } from '../support/bad-receivers.ts';
import { openDesk, outcomeOf, readRecords, startAll, writeFor } from '../support/outcomes.ts';
import { startReceiver } from '../support/receiver.ts';

test('hanging receivers are cut off after ten seconds, delay nobody meanwhile and leave nothing behind', { timeout: 60_000 }, async () => {
  const slow = await startAll([
    ['says nothing', silence, 'timeout'],
    ['drips one header, a byte a second', drip(`${ok}\r\nx: `, 'y'), 'timeout'],
    ['drips a header a second', drip(`${ok}\r\n`, 'x: y\r\n'), 'timeout'],
    ['keeps giving hints', drip('', head('HTTP/1.1 103 Early Hints'), 20), 'timeout'],
    ['sends blank lines only', drip('', '\r\n', 20), 'timeout'],
    ['drips the body of a success', drip(head(ok), 'x'), null],
    ['drips the body of an error', drip(head(broken), 'x'), 'status'],
    ['drips a body in chunks', drip(head(ok, 'transfer-encoding: chunked'), '1\r\nx\r\n'), null],
    ['drips the size of a chunk', drip(`${head(ok, 'transfer-encoding: chunked')}1;`, 'x'), null],
    ['promises a body and sends none', (socket) => socket.write(head(ok, 'content-length: 100')), null],
  ]);
  const handshake = await startBadReceiver(silence);
  slow.push({
    does: 'never ends the handshake',
    errorClass: 'timeout',
    url: handshake.url.replace('http:', 'https:'),
    receiver: handshake,
  });
  const healthy = await startReceiver();
  // Three quarters of the places are for receivers that have not answered yet: one is left beside the slow ones.
  const app = await openDesk({ deliveryConcurrency: Math.floor((slow.length + 1) / 0.75) });
  for (const { url } of slow) await writeFor(app, url);
  for (let i = 0; i < 5; i++) await writeFor(app, healthy.url);

  const done = app.desk.runDue();
  await expect.poll(() => healthy.arrivals.length, { timeout: 9_000, interval: 10 }).toBe(5);
  expect(slow.map(({ does, receiver }) => [does, receiver.open()])).toEqual(slow.map(({ does }) => [does, 1]));
  await done;

  const records = await readRecords(app);
  for (const { does, url, errorClass } of slow) {
    const outcome = outcomeOf(records.get(url)!);
    expect([does, outcome.errorClass, outcome.status]).toEqual([does, errorClass, errorClass === null ? 'delivered' : 'pending']);
    expect([does, outcome.answer?.truncated ?? true]).toEqual([does, true]);
    expect([does, outcome.durationMs >= 9_990 && outcome.durationMs < 12_000]).toEqual([does, true]);
  }
  await eventually(() => slow.every(({ receiver }) => receiver.open() === 0));

  for (const { receiver } of slow) receiver.behave = say(head(ok, 'content-length: 0'));
  await app.advance(60_000);
  const undelivered = [...(await readRecords(app)).values()].filter(({ status }) => status !== 'delivered');
  expect(undelivered.map(({ url }) => url)).toEqual([slow.at(-1)!.url]);
});
