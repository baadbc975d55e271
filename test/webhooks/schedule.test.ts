import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Delivery, DeliveryDetail } from '../../schema/deliveries.ts';
import type { CopydeskOptions } from '../../src/app.ts';
import { NetworkError, type NetworkErrorCode } from '../../src/net/errors.ts';
import type { Dial, OutboundResponse } from '../../src/system.ts';
import { startOfTests } from '../support/clock.ts';
import { temporaryHome } from '../support/home.ts';
import { emitTo } from '../support/events.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The published waits (contract 8), written out here once more: the tests must not read them from what they test. */
const published = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour];
const waitAfter = (failed: number) => published[Math.min(failed, published.length) - 1]!;
/** The instants of five attempts, counted from the event. */
const fiveInstants = [0, minute, 6 * minute, 36 * minute, 2 * hour + 36 * minute];

/** A desk whose process may be another one from one attempt to the next, under a clock that only moves by hand; its receivers are a function. */
class Desk {
  /** When each receiver was asked, in milliseconds from the beginning. */
  readonly asked = new Map<string, number[]>();
  now = 0;
  readonly #home = temporaryHome();
  readonly #answer: Dial;
  readonly #options: CopydeskOptions;
  #app!: TestApp;

  constructor(answer: Dial, options: CopydeskOptions = {}) {
    this.#answer = answer;
    this.#options = options;
  }

  /** Another process on the same home; the one before may be gone, or hang. */
  async start(): Promise<void> {
    const request: Dial = (asked) => {
      this.asked.set(asked.url, [...(this.asked.get(asked.url) ?? []), this.now]);
      return this.#answer(asked);
    };
    this.#app = await createTestApp({ home: this.#home, now: () => startOfTests + this.now, request, ...this.#options });
  }

  async restart(): Promise<void> {
    await this.#app.desk.close();
    await this.start();
  }

  async send(url: string): Promise<Delivery> {
    return this.read({ id: await emitTo(this.#app, url) });
  }

  async runAt(now: number): Promise<void> {
    this.now = now;
    await this.#app.desk.runDue();
  }

  async read({ id }: Pick<Delivery, 'id'>): Promise<DeliveryDetail> {
    return (await this.#app.desk.call('webhook_deliveries_get', { id, include: ['response', 'requestHeaders'] })) as DeliveryDetail;
  }
}

async function startDesk(answer: Dial, options?: CopydeskOptions): Promise<Desk> {
  const desk = new Desk(answer, options);
  await desk.start();
  return desk;
}

/** Instants as they stand on a record, counted from the beginning. */
const fromStart = (timestamp: string) => Date.parse(timestamp) - startOfTests;

function answerWith(status: number, headers: Record<string, string> = {}): OutboundResponse {
  return { url: '', status, headers, body: Buffer.from(''), truncated: false, durationMs: 1 };
}

const delivering = [200, 201, 202, 204, 299];
const refusing = [301, 302, 307, 308, 400, 401, 404, 408, 409, 410, 418, 429, 500, 502, 503, 504, 599];
const faults: NetworkErrorCode[] = ['timeout', 'dns', 'connect', 'tls', 'reset', 'address_refused', 'protocol'];

/** Each answers as the name of its host says. */
const answerAsNamed: Dial = async ({ url }) => {
  const said = new URL(url).hostname.replace('.example', '').replace('-', '_');
  const fault = faults.find((code) => code === said);
  if (fault) throw new NetworkError(fault, 'No answer came.', 1);
  if (said === 'broken') throw new TypeError('A fault of ours.');
  return answerWith(Number(said.slice(1)));
};

const urlOf = (said: string) => `http://${said.replace('_', '-')}.example/hook`;

describe('an attempt', () => {
  test('that fails, in any way, is repeated on schedule by whatever process runs then; one that succeeds is not', async () => {
    const desk = await startDesk(answerAsNamed);
    const failing = [...refusing.map((status) => `s${status}`), ...faults, 'broken'].map(urlOf);
    const succeeding = delivering.map((status) => urlOf(`s${status}`));
    for (const url of [...failing, ...succeeding]) await desk.send(url);
    for (const instant of fiveInstants) {
      await desk.restart();
      if (instant > 0) await desk.runAt(instant - 1);
      await desk.runAt(instant);
    }
    await desk.restart();
    await desk.runAt(48 * hour);
    expect(Object.fromEntries(desk.asked)).toEqual({
      ...Object.fromEntries(failing.map((url) => [url, fiveInstants])),
      ...Object.fromEntries(succeeding.map((url) => [url, [0]])),
    });
  });

  test.each(['s500', 's410', 'timeout', 'broken'])('is recorded with its time and result: %s', async (said) => {
    const desk = await startDesk(answerAsNamed);
    const delivery = await desk.send(urlOf(said));
    for (const instant of fiveInstants) await desk.runAt(instant);
    const { attempts, status } = await desk.read(delivery);
    expect(status).toBe('failed');
    expect(attempts.map(({ number, startedAt }) => [number, fromStart(startedAt)])).toEqual(
      fiveInstants.map((at, index) => [index + 1, at]),
    );
    expect(new Set(attempts.map(({ errorClass }) => errorClass))).toEqual(
      new Set([said === 'broken' ? 'internal' : said === 'timeout' ? said : 'status']),
    );
  });

  test('that takes its whole deadline is repeated on schedule after its end', async () => {
    const desk: Desk = await startDesk(async () => {
      desk.now += 10_000;
      throw new NetworkError('timeout', 'No answer came.', 10_000);
    });
    const delivery = await desk.send(urlOf('slow'));
    const instants = [0, 70_000, 380_000, 2_190_000, 9_400_000];
    for (const instant of instants) {
      await desk.runAt(Math.max(instant - 1, desk.now));
      await desk.runAt(instant);
    }
    expect(desk.asked.get(delivery.url)).toEqual(instants);
  });

  test('that was due while no process ran is made once by the next one, and the schedule continues from then', async () => {
    const desk = await startDesk(answerAsNamed);
    const delivery = await desk.send(urlOf('s500'));
    await desk.runAt(0);
    desk.now = 3 * hour;
    await desk.restart();
    await desk.runAt(3 * hour);
    await desk.runAt(3 * hour + 5 * minute - 1);
    await desk.runAt(3 * hour + 5 * minute);
    expect(desk.asked.get(delivery.url)).toEqual([0, 3 * hour, 3 * hour + 5 * minute]);
  });

  test('whose process hangs is made by another when its lease has run out, and counts once', async () => {
    const hanging = Promise.withResolvers<OutboundResponse>();
    const first = Promise.withResolvers<void>();
    const desk = await startDesk(async () => {
      if (desk.asked.get(delivery.url)!.length > 1) return answerWith(500);
      first.resolve();
      return hanging.promise;
    });
    onTestFinished(() => hanging.resolve(answerWith(204)));
    const delivery = await desk.send(urlOf('hung'));
    const stalled = desk.runAt(0);
    await first.promise;
    await desk.start();
    await desk.runAt(14_999);
    for (const instant of fiveInstants) await desk.runAt(15_000 + instant);
    hanging.resolve(answerWith(204));
    await stalled;
    expect(desk.asked.get(delivery.url)).toEqual([0, ...fiveInstants.map((instant) => 15_000 + instant)]);
    expect(await desk.read(delivery)).toMatchObject({ status: 'failed', attemptCount: 5 });
  });
});

test('with more attempts than the schedule has waits, the longest is repeated', async () => {
  const desk = await startDesk(answerAsNamed, { maxAttempts: 8 });
  const delivery = await desk.send(urlOf('s500'));
  const instants = [...fiveInstants, ...[1, 2, 3].map((times) => fiveInstants[4]! + times * 6 * hour)];
  for (const instant of instants) {
    await desk.runAt(Math.max(instant - 1, 0));
    await desk.runAt(instant);
  }
  await desk.runAt(instants.at(-1)! + 48 * hour);
  expect(desk.asked.get(delivery.url)).toEqual(instants);
});

describe('Retry-After', () => {
  /** An HTTP date so long after the beginning. */
  const date = (ms: number) => new Date(startOfTests + ms).toUTCString();

  test.each([
    ['seconds', '600', 10 * minute],
    ['seconds with space around them', '  600 ', 10 * minute],
    ['a date', date(10 * minute), 10 * minute],
    ['a date in the form of RFC 850', 'Sunday, 03-May-26 09:40:00 GMT', 10 * minute],
    ['a date in the form of C', 'Sun May  3 09:40:00 2026', 10 * minute],
    ['less than the schedule', '1', minute],
    ['nothing', '0', minute],
    ['a past date', date(-hour), minute],
    ['the beginning of time', 'Thu, 01 Jan 1970 00:00:00 GMT', minute],
    ['the longest wait', '21600', 6 * hour],
    ['a second more than the longest wait', '21601', 6 * hour],
    ['more than anybody lives', '9'.repeat(24), 6 * hour],
    ['a date in another age', 'Fri, 31 Dec 9999 23:59:59 GMT', 6 * hour],
    ['a negative number', '-600', minute],
    ['a fraction', '600.5', minute],
    ['a power', '1e3', minute],
    ['several', '600, 1200', minute],
    ['several dates', `${date(hour)}, ${date(2 * hour)}`, minute],
    ['a date that is none', 'Sun, 99 May 2026 09:40:00 GMT', minute],
    ['words', 'in a while', minute],
    ['no text at all', '', minute],
  ])('that asks for %s (%j) puts the next attempt after %d ms', async (_, header, wait) => {
    const desk = await startDesk(async () => answerWith(503, { 'retry-after': header }));
    const delivery = await desk.send(urlOf('busy'));
    await desk.runAt(0);
    await desk.runAt(wait - 1);
    await desk.runAt(wait);
    expect(desk.asked.get(delivery.url)).toEqual([0, wait]);
  });

  test.each([429, 503])('is respected with each %d, and lengthens only a shorter wait', async (status) => {
    const desk = await startDesk(async () => answerWith(status, { 'retry-after': '900' }));
    const delivery = await desk.send(urlOf('busy'));
    const instants = [0, 15 * minute, 30 * minute, hour, 3 * hour];
    for (const instant of instants) {
      await desk.restart();
      await desk.runAt(Math.max(instant - 1, 0));
      await desk.runAt(instant);
    }
    await desk.runAt(48 * hour);
    expect(desk.asked.get(delivery.url)).toEqual(instants);
  });
});

/** What becomes of one attempt, and of the process before it. */
const attempt = fc.record({
  status: fc.constantFrom(200, 302, 410, 429, 429, 500, 503, 503),
  retryAfter: fc.oneof(fc.integer({ min: 0, max: 100_000 }).map(String), fc.string({ maxLength: 12 })),
  takesMs: fc.nat(10_000),
  /** How late a process is there for it. */
  lateMs: fc.constantFrom(0, 0, 0, 1, 12 * hour),
  restart: fc.boolean(),
});

test(
  'whatever receivers answer and whenever processes run, no wait is shortened, no attempt lost, and none is one too many',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { minLength: 8, maxLength: 8 }), fc.integer({ min: 1, max: 8 }), async (script, maxAttempts) => {
        const ends: number[] = [];
        const desk = await startDesk(
          async () => {
            const { status, retryAfter, takesMs } = script[ends.length]!;
            desk.now += takesMs;
            ends.push(desk.now);
            return answerWith(status, { 'retry-after': retryAfter });
          },
          { maxAttempts },
        );
        const delivery = await desk.send(urlOf('any'));
        for (const { lateMs, restart } of script) {
          const { nextAttemptAt } = await desk.read(delivery);
          if (nextAttemptAt === null) break;
          if (restart) await desk.restart();
          const dueAt = fromStart(nextAttemptAt);
          if (dueAt > desk.now) await desk.runAt(dueAt - 1);
          const { length } = ends;
          if (length > 0) {
            expect(dueAt - ends.at(-1)!).toBeGreaterThanOrEqual(waitAfter(length));
            expect(dueAt - ends.at(-1)!).toBeLessThanOrEqual(6 * hour);
          }
          await desk.runAt(Math.max(dueAt, desk.now) + lateMs);
          expect(ends).toHaveLength(length + 1);
        }
        const { status, attempts, attemptCount } = await desk.read(delivery);
        const delivered = script[ends.length - 1]!.status === 200;
        expect(status).toBe(delivered ? 'delivered' : 'failed');
        expect(delivered ? ends.length <= maxAttempts : ends.length === maxAttempts).toBe(true);
        expect([attemptCount, attempts.length]).toEqual([ends.length, ends.length]);
        await desk.runAt(desk.now + 100 * hour);
        expect(ends).toHaveLength(attempts.length);
      }),
      { numRuns: 25 },
    );
  },
);
