import { expect, test } from 'vitest';
import { createPacing, paceFor, type Turn } from '../../src/crawl/pacing.ts';
import type { Answer, VisitHost } from '../../src/crawl/visit.ts';

const signal = new AbortController().signal;
const answerOf = (status: number, durationMs = 10, headers: Record<string, string> = {}): Answer => ({
  status,
  durationMs,
  headers,
  body: Buffer.alloc(0),
  truncated: false,
  redirectsTo: null,
  error: null,
});

/** A pacing whose clock moves by its pauses only, and what it asked for. */
function openPacing({ visitHost }: { visitHost?: VisitHost } = {}) {
  let time = 1_000_000;
  const paces: { maxAtOnce: number; delayMs: number }[] = [];
  const pauses: number[] = [];
  const pacing = createPacing(
    {
      now: () => time,
      async pause(ms) {
        pauses.push(ms);
        time += ms;
      },
    },
    async (url, pace, given, task) => {
      paces.push(pace);
      return visitHost ? visitHost(url, pace, given, task) : task();
    },
    paceFor('https://own.example/blog'),
  );
  const visit = (url: string, task: (turn: Turn) => Promise<unknown>, delayMs = 0) => pacing.visit(url, delayMs, signal, task);
  const get = (url: string, answer: Answer) => visit(url, async ({ note }) => note(answer));
  return { visit, get, paces, pauses };
}

test('a host that complains is asked more slowly each time, and faster again after ten good answers a step', async () => {
  const { get, paces, pauses } = openPacing();
  for (const status of [200, 429, 503, 429, 200]) await get('https://own.example/', answerOf(status));
  expect(paces.map(({ maxAtOnce, delayMs }) => [maxAtOnce, delayMs])).toEqual([[5, 0], [5, 0], [1, 500], [1, 1000], [1, 2000]]); // prettier-ignore
  expect(pauses).toEqual([1000, 2000, 4000]);
  for (let good = 0; good < 29; good++) await get('https://own.example/', answerOf(200));
  expect(paces.at(-1)).toEqual({ maxAtOnce: 1, delayMs: 500 });
  await get('https://own.example/', answerOf(200));
  expect(paces.at(-1)).toEqual({ maxAtOnce: 5, delayMs: 0 });
  expect(pauses).toHaveLength(3);
});

test.each([
  ['7', 7000],
  ['0', 1000],
  [new Date(1_000_000 + 9000).toUTCString(), 9000],
  ['86400', 60_000],
  ['soon', 1000],
])('Retry-After: %s is a rest of %i ms', async (retryAfter, ms) => {
  const { get, pauses } = openPacing();
  await get('https://other.example/', answerOf(503, 10, { 'retry-after': retryAfter }));
  await get('https://other.example/', answerOf(200));
  await get('https://third.example/', answerOf(200));
  expect(pauses).toEqual([ms]);
});

test('who waits for a place while the host is slowed down waits for its rest too', async () => {
  let places = 0;
  const held = Promise.withResolvers<void>();
  const { visit, get, pauses, paces } = openPacing({
    async visitHost(_, __, ___, task) {
      if (++places === 1) await held.promise;
      return task();
    },
  });
  const asked: string[] = [];
  const waiting = visit('https://own.example/a', async () => void asked.push('a'));
  await get('https://own.example/b', answerOf(429));
  held.resolve();
  await waiting;
  expect(asked).toEqual(['a']);
  expect(pauses).toEqual([1000]);
  expect(paces.at(-1)).toEqual({ maxAtOnce: 1, delayMs: 500 });
});

test('a place is kept for some seconds of requests, then left for others; where there is a delay, for one', async () => {
  const { visit, pauses } = openPacing();
  const askOn = async (url: string, delayMs?: number) => {
    let asked = 0;
    await visit(
      url,
      async ({ note, mayGoOn }) => {
        do {
          asked++;
          note(answerOf(200, 1000));
        } while (mayGoOn());
      },
      delayMs,
    );
    return asked;
  };
  expect(await askOn('https://own.example/')).toBe(5);
  expect(pauses).toEqual([150]);
  expect(await askOn('https://own.example/', 50)).toBe(1);
  expect(await askOn('https://other.example/')).toBe(1);
  expect(pauses).toEqual([150]);
});
