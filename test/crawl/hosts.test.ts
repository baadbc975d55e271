import { expect, test } from 'vitest';
import { createHosts } from '../../src/crawl/hosts.ts';

const system = { pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, 5))) };
const never = new AbortController().signal;

test('concurrent requests to a host are limited, and other hosts do not wait for it', async () => {
  const { visit } = createHosts(system);
  const most = { a: 0, b: 0 };
  const now = { a: 0, b: 0 };
  const ask = (host: 'a' | 'b') =>
    visit(`https://${host}.example/`, { maxAtOnce: 2, delayMs: 0 }, never, async () => {
      most[host] = Math.max(most[host], ++now[host]);
      await system.pause(5);
      now[host]--;
    });
  await Promise.all([...Array.from({ length: 8 }, () => ask('a')), ...Array.from({ length: 8 }, () => ask('b'))]);
  expect(most).toEqual({ a: 2, b: 2 });
});

test('a host rests between two requests, even if one fails', async () => {
  const waits: number[] = [];
  const { visit } = createHosts({ pause: async (ms) => void (waits.push(ms), await system.pause(0)) });
  const asked: number[] = [];
  const ask = (index: number) =>
    visit('https://a.example/', { maxAtOnce: 2, delayMs: 100 }, never, async () => {
      asked.push(waits.length);
      if (index === 0) throw new Error('down');
    }).catch(() => {});
  await Promise.all([0, 1, 2].map(ask));
  expect(asked).toHaveLength(3);
  expect(asked[1]! - asked[0]!).toBeGreaterThanOrEqual(4);
  expect(asked[2]! - asked[1]!).toBeGreaterThanOrEqual(4);
});

test('an aborted wait ends', async () => {
  const { visit } = createHosts(system);
  const giveUp = new AbortController();
  let free = () => {};
  const held = visit('https://a.example/', { maxAtOnce: 1, delayMs: 0 }, never, () => new Promise<void>((resolve) => (free = resolve)));
  const waiting = visit('https://a.example/', { maxAtOnce: 1, delayMs: 0 }, giveUp.signal, async () => 'asked');
  giveUp.abort(new Error('closing'));
  await expect(waiting).rejects.toThrow('closing');
  free();
  await held;
});
