import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OutboundRequest, OutboundResponse } from '../../src/system.ts';
import type { Sent } from '../../src/webhooks/attempt.ts';
import { maxWaitMs, Sender, type SenderLimits } from '../../src/webhooks/sender.ts';
import { settled } from '../queue/support.ts';

/** A sender on a network whose answers are given by hand. */
function openSender(limits: Partial<SenderLimits> = {}) {
  const hanging: { url: string; answer(status: number): void }[] = [];
  const ended = new Map<number, Sent | undefined>();
  let now = 0;
  let keys = 0;
  const sender = new Sender({
    places: 4,
    perReceiver: 2,
    httpsOnly: false,
    ...limits,
    now: () => now,
    request: ({ url }: OutboundRequest) =>
      new Promise<OutboundResponse>((resolve) => {
        const answer = (status: number) => resolve({ url, status, headers: {}, body: Buffer.alloc(0), truncated: false, durationMs: 1 });
        hanging.push({ url, answer });
      }),
    onSent(key, sent) {
      expect(ended.has(key)).toBe(false);
      ended.set(key, sent);
    },
  });
  return {
    sender,
    hanging,
    ended,
    pass: (ms: number) => void (now += ms),
    /** Gives an order for a receiver; returns its key. */
    send(receiver: string): number {
      const key = ++keys;
      const event = { kind: 'event', eventType: 'article.ready', method: 'POST', body: '{}', secret: 's', test: false } as const;
      sender.send({ ...event, key, givenAt: now, deliveryId: `dlv_${key}`, url: `https://${receiver}.example/${key}` });
      return key;
    },
    /** Who is being asked, in the order in which it began. */
    asked: () => hanging.map(({ url }) => new URL(url).hostname.split('.')[0]),
    async answer(which: number, status = 204): Promise<void> {
      hanging.splice(which, 1)[0]!.answer(status);
      await settled();
    },
  };
}

test('receivers take turns for the places, and none has more than its own', async () => {
  const { send, asked, answer, sender } = openSender();
  for (const receiver of ['a', 'a', 'a', 'a', 'b', 'c', 'c']) send(receiver);
  expect(asked()).toEqual(['a', 'a', 'b', 'c']);
  await answer(2);
  expect(asked()).toEqual(['a', 'a', 'c', 'c']);
  await answer(0);
  expect(asked()).toEqual(['a', 'c', 'c', 'a']);
  expect(sender.withdraw().map(({ key }) => key)).toEqual([4]);
});

test('what waits for a receiver that has just failed is given back, and what waits for others is not', async () => {
  const { send, answer, ended, asked } = openSender({ places: 2, perReceiver: 1 });
  const [first, second, other, otherWaiting] = [send('a'), send('a'), send('b'), send('b')];
  await answer(0, 503);
  expect([...ended]).toEqual([
    [first, expect.objectContaining({ error: 'status' })],
    [second, undefined],
  ]);
  await answer(0);
  expect(ended.get(other)).toMatchObject({ error: null });
  expect([asked(), ended.has(otherWaiting!)]).toEqual([['b'], false]);
});

test('an order that waited for too long is given back unbegun, and the next one begins', async () => {
  const { send, pass, answer, ended, asked } = openSender({ places: 1 });
  const [, late] = [send('a'), send('b')];
  pass(maxWaitMs + 1);
  send('c');
  await answer(0);
  expect([ended.get(late), ended.has(late), asked()]).toEqual([undefined, true, ['c']]);
});

test('an order can be dropped until it has begun', async () => {
  const { send, sender, ended, answer } = openSender({ places: 1 });
  const [begun, waiting] = [send('a'), send('a')];
  sender.drop(begun);
  sender.drop(waiting);
  expect([...ended.keys()]).toEqual([waiting]);
  await answer(0);
  expect(ended.get(begun)).toMatchObject({ error: null });
});

test('attempts under way elsewhere count as if they were made here', async () => {
  const { send, sender, asked } = openSender();
  sender.occupy('https://a.example');
  sender.occupy('https://b.example');
  for (const receiver of ['a', 'a', 'c', 'c']) send(receiver);
  expect(asked()).toEqual(['a', 'c']);
  sender.vacate('https://a.example');
  sender.vacate('https://b.example');
  expect(asked().toSorted()).toEqual(['a', 'a', 'c', 'c']);
});

type Step = { do: 'send'; receiver: string } | { do: 'answer'; which: number; status: number } | { do: 'drop'; which: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('send' as const), receiver: fc.constantFrom('a', 'a', 'a', 'b', 'c', 'd') }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('answer' as const), which: fc.nat(9), status: fc.constantFrom(204, 204, 204, 500) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), which: fc.nat(30) }) },
  ),
  { maxLength: 60 },
);

test('every order ends once, limits are kept, and nothing waits that could begin', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 3 }), async (walk, places, perReceiver) => {
      const { sender, send, asked, answer, hanging, ended } = openSender({ places, perReceiver });
      const orders = new Map<number, string>();
      for (const step of walk) {
        if (step.do === 'send') orders.set(send(step.receiver), step.receiver);
        else if (step.do === 'drop') sender.drop(step.which);
        else if (hanging.length > 0) await answer(step.which % hanging.length, step.status);
        const busy = Map.groupBy(asked(), (receiver) => receiver);
        expect(hanging.length).toBeLessThanOrEqual(places);
        for (const some of busy.values()) expect(some.length).toBeLessThanOrEqual(perReceiver);
        const open = [...orders].filter(([key]) => !ended.has(key));
        expect(open.length).toBeGreaterThanOrEqual(hanging.length);
        if (open.length === hanging.length || hanging.length === places) continue;
        for (const receiver of new Set(open.map(([, name]) => name))) {
          const waits = open.filter(([, name]) => name === receiver).length > (busy.get(receiver)?.length ?? 0);
          expect(waits && (busy.get(receiver)?.length ?? 0) < perReceiver).toBe(false);
        }
      }
      while (hanging.length > 0) await answer(0);
      expect([...ended.keys()].toSorted((a, b) => a - b)).toEqual([...orders.keys()]);
    }),
    { numRuns: 150 },
  );
});
