import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { AppError } from '../../../src/errors.ts';
import type { OutboundRequest, System } from '../../../src/system.ts';
import { serveHttp } from '../../net/support.ts';
import { failureOf, openSystem, startSite } from '../publish/support.ts';
import { adapters, type Adapter } from './adapters.ts';
import { distorted, oddIn } from './shapes.ts';

/** Says the same to every question, without a network. */
function saying(body: string): System {
  const request = async (asked: OutboundRequest) => ({
    url: asked.url,
    status: 200,
    headers: {},
    body: Buffer.from(body),
    truncated: false,
    durationMs: 1,
  });
  return { ...openSystem(), request };
}

const outcomeOf = ({ ask }: Adapter, body: string) =>
  ask(saying(body), 'http://127.0.0.1:9').catch((thrown: unknown) => {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  });

test.each(adapters)('$name: a proper answer is understood, and fit to be shown', async (adapter) => {
  const found = await outcomeOf(adapter, JSON.stringify(adapter.good));
  expect(found).not.toBeInstanceOf(Error);
  expect(oddIn(found)).toEqual([]);
});

test.each(adapters)('$name: whatever stands where, the outcome is an answer of its shape or an error for callers', async (adapter) => {
  for (const answer of distorted(adapter.good)) {
    const body = JSON.stringify(answer);
    const found = await outcomeOf(adapter, body);
    // What people searched for is kept as Google has it.
    if (adapter.name === 'search analytics') continue;
    if (!(found instanceof Error)) expect(oddIn(found), body.slice(0, 300)).toEqual([]);
    else expect(oddIn(found.message), body.slice(0, 300)).toEqual([]);
  }
});

test.each(adapters)('$name: numbers beyond all numbers, nesting without end and a key said twice harm nobody', async (adapter) => {
  const good = JSON.stringify(adapter.good);
  const bodies = [
    ...[...good.matchAll(/(?<=[:[,])\d+(\.\d+)?(?=[,\]}])/g)].map(
      ({ 0: number, index }) => `${good.slice(0, index)}1e400${good.slice(index + number.length)}`,
    ),
    '['.repeat(200_000),
    '['.repeat(200_000) + ']'.repeat(200_000),
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    good.replaceAll(/"(\w+)":/g, '"$1":"first","$1":'),
    good.replace(/^\{/, '{"__proto__":{"organic":[],"results":[],"data":[],"rows":[]},'),
  ];
  for (const body of bodies) {
    const found = await outcomeOf(adapter, body);
    if (!(found instanceof Error)) expect(oddIn(found), body.slice(0, 300)).toEqual([]);
  }
});

const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
const spaces = ' '.repeat(1 << 20);

/** The same way out, with less patience. */
function hurried(deadlineMs: number): System {
  const system = openSystem();
  return { ...system, request: (asked) => system.request({ ...asked, deadlineMs: Math.min(deadlineMs, asked.deadlineMs) }) };
}

test.each(adapters)('$name: a body without end, a bomb and a drip are given up', async (adapter) => {
  const sites = [
    await serveHttp((_, response) => {
      const pour = () => {
        while (response.write(spaces));
      };
      response.on('drain', pour);
      pour();
    }),
    await serveHttp((_, response) => response.setHeader('content-encoding', 'gzip').end(bomb)),
    await serveHttp((_, response) => {
      const drip = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(drip));
    }),
  ];
  for (const [at, site] of sites.entries())
    expect((await failureOf(adapter.ask(hurried(at === 2 ? 100 : 20_000), site.url))).code).toBe('provider_failed');
});

test.each(adapters)('$name: a redirect is followed nowhere', async (adapter) => {
  const inside = await startSite(() => ({ body: adapter.good }));
  for (const status of [301, 302, 303, 307, 308]) {
    const site = await startSite(() => ({ status, headers: { location: `${inside.url}/x` } }));
    expect(await failureOf(adapter.ask(openSystem(), site.url))).toMatchObject({
      code: 'provider_refused',
      message: expect.stringContaining(`answered ${status}`),
      hint: expect.stringMatching(adapter.name === 'completions' ? 'Ask without' : `address to which it redirects \\(${inside.url}\\)`),
    });
  }
  expect(inside.asked).toEqual([]);
});

test.each([
  ['7', 7],
  ['Wed, 31 Dec 2099 00:00:00 GMT', 86_400],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['999999999999999999999', undefined],
  ['999999999999', 86_400],
  ['-5', 0],
  ['soon', undefined],
  ['1e9', undefined],
  ['', undefined],
])('a wait of %j is told as one of at most a day', async (header, seconds) => {
  const site = await startSite(() => ({ status: 429, headers: { 'retry-after': header }, body: '' }));
  for (const adapter of adapters.filter(({ name }) => name !== 'completions'))
    expect((await failureOf(adapter.ask(openSystem(), site.url))).retryAfterSeconds, adapter.name).toBe(seconds);
});
