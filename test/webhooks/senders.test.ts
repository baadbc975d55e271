import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDial } from '../../src/net/request.ts';
import { createLog, createSystem, type Dial, type System } from '../../src/system.ts';
import type { Dialing } from '../../src/webhooks/remote.ts';
import { Senders } from '../../src/webhooks/senders.ts';
import { serveHttp } from '../net/support.ts';
import { settled } from '../queue/support.ts';

const dialing = { production: false, allowedNetworks: [] };
const limits = { places: 16, perReceiver: 8, httpsOnly: false };
const never = new AbortController().signal;

interface Opened {
  sender: Senders;
  /** How many requests were made by this thread itself. */
  madeHere(): number;
  /** Threads that were started. */
  threads: Set<Worker>;
}

/** Senders on the real network and the real clock, with a thread when there is much to do. */
function openSenders(given: { dialing?: Dialing; after?: System['after'] } = {}): Opened {
  const { request: dial, close } = createDial(dialing);
  let made = 0;
  const request: Dial = (one) => {
    made++;
    return dial(one);
  };
  const threads = new Set<Worker>();
  const tell = Worker.prototype.postMessage;
  const told = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...message) {
    threads.add(this);
    return tell.apply(this, message);
  });
  const system = createSystem({ request, log: createLog('silent') });
  const sender = new Senders({ ...system, ...(given.after && { after: given.after }) }, limits, given.dialing ?? dialing);
  onTestFinished(async () => {
    told.mockRestore();
    await sender.close();
    await close();
  });
  return { sender, madeHere: () => made, threads };
}

/** A receiver that counts what comes, and how much of it at once. */
async function startCounting(answer: (respond: () => void, number: number) => void = (respond) => respond()) {
  const seen: string[] = [];
  let [atOnce, most] = [0, 0];
  const { url } = await serveHttp((request, response) => {
    request.resume();
    atOnce++;
    most = Math.max(most, atOnce);
    seen.push(String(request.headers['x-service-delivery']));
    const respond = () => {
      atOnce--;
      response.writeHead(204).end();
    };
    answer(respond, seen.length);
  });
  return { url, seen, most: () => most };
}

function send(sender: Senders, url: string, number: number, signal = never) {
  const deliveryId = `dlv_${number}`;
  const event = {
    kind: 'event',
    eventType: 'article.ready',
    method: 'POST',
    body: `{"number":${number}}`,
    secret: 's',
    test: false,
  } as const;
  return sender.send({ ...event, deliveryId, url }, signal);
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Keeps some hundreds waiting, as a backlog does, until all are sent. */
async function sendMany(sender: Senders, url: string, count: number): Promise<(string | undefined)[]> {
  const errors: (string | undefined)[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const sent = await send(sender, url, next++);
      errors.push(sent ? (sent.error ?? 'none') : 'unbegun');
    }
  };
  await Promise.all(upTo(100).map(work));
  return errors;
}

test('under backlog a thread sends: everything arrives once, and no receiver has more at once than it may', async () => {
  const { sender, madeHere, threads } = openSenders();
  const [one, other] = [await startCounting(), await startCounting()];
  const errors = await Promise.all([sendMany(sender, one.url, 6000), sendMany(sender, other.url, 6000)]);
  expect(new Set(errors.flat())).toEqual(new Set(['none']));
  for (const receiver of [one, other]) {
    expect([receiver.seen.length, new Set(receiver.seen).size]).toEqual([6000, 6000]);
    expect(receiver.most()).toBeLessThanOrEqual(limits.perReceiver);
  }
  expect([threads.size, madeHere() > 0, madeHere() < 12_000]).toEqual([1, true, true]);
});

test('what a thread held when it ended is a failed attempt; all else goes on without it', async () => {
  const { sender, threads } = openSenders();
  const receiver = await startCounting((respond, number) => {
    if (number < 3000) respond();
    else if (number === 3000) for (const thread of threads) void thread.terminate();
    // Those that came after it answer too late: nobody listens any more.
    else setImmediate(respond);
  });
  const errors = await sendMany(sender, receiver.url, 4000);
  const count = (wanted: string) => errors.filter((error) => error === wanted).length;
  expect(threads.size).toBe(1);
  expect(count('internal')).toBeGreaterThan(0);
  expect([count('none') + count('internal'), errors.length]).toEqual([4000, 4000]);
  expect((await send(sender, receiver.url, 5000))?.error).toBe(null);
});

test('what has not begun in the thread can be taken back, and what has begun goes on', async () => {
  const { sender, threads, madeHere } = openSenders();
  let hold = false;
  const held: (() => void)[] = [];
  const receiver = await startCounting((respond) => (hold ? void held.push(respond) : respond()));
  await sendMany(sender, receiver.url, 4000);
  expect(threads.size).toBe(1);
  hold = true;
  const before = madeHere();
  const abort = new AbortController();
  const ending = upTo(20).map((number) => send(sender, receiver.url, number, abort.signal));
  await expect.poll(() => held.length).toBe(limits.perReceiver);
  abort.abort();
  const unbegun = ending.slice(limits.perReceiver);
  expect(await Promise.all(unbegun)).toEqual(unbegun.map(() => undefined));
  for (const respond of held) respond();
  expect((await Promise.all(ending.slice(0, limits.perReceiver))).map((sent) => sent?.error)).toEqual(Array(limits.perReceiver).fill(null));
  expect(madeHere()).toBe(before);
});

test('where no thread can be started, deliveries are sent without it', async () => {
  const { sender, threads } = openSenders({ dialing: { production: false, allowedNetworks: [(() => {}) as never] } });
  const receiver = await startCounting();
  expect(new Set(await sendMany(sender, receiver.url, 1000))).toEqual(new Set(['none']));
  expect([receiver.seen.length, threads.size]).toEqual([1000, 0]);
});

test('a thread that hangs is ended, and what it held is a failed attempt', async () => {
  const looks: (() => void)[] = [];
  const { sender, threads } = openSenders({
    after(_, task) {
      looks.push(task);
      return () => void (looks.includes(task) && looks.splice(looks.indexOf(task), 1));
    },
  });
  const receiver = await startCounting();
  await sendMany(sender, receiver.url, 4000);
  expect(threads.size).toBe(1);
  // What it is told next never reaches it.
  vi.mocked(Worker.prototype.postMessage).mockImplementationOnce(() => {});
  const lost = send(sender, receiver.url, 1);
  await settled();
  for (let look = 0; look < 10; look++) looks.pop()?.();
  expect((await lost)?.error).toBe('internal');
  expect((await send(sender, receiver.url, 2))?.error).toBe(null);
});
