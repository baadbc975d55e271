import { expect, onTestFinished, test } from 'vitest';
import { createPolicy } from '../../src/net/guard.ts';
import { createPools } from '../../src/net/pools.ts';
import { openNetwork, serveHttp } from './support.ts';

function openPools() {
  const pools = createPools(createPolicy({ production: false }), async () => ['127.0.0.1']);
  onTestFinished(() => pools.destroy());
  return pools;
}

test('one origin has one pool', () => {
  const pools = openPools();
  expect(pools.lease('http://a.test', false).pool).toBe(pools.lease('http://a.test', false).pool);
});

test('of a thousand origins the least recently used are dropped, but none in use', () => {
  const pools = openPools();
  const held = pools.lease('http://held.test', false);
  const seen = Array.from({ length: 1_000 }, (_, index) => {
    const lease = pools.lease(`http://site-${index}.test`, false);
    lease.release(false);
    return lease.pool;
  });
  expect(held.pool.destroyed).toBe(false);
  expect(seen.filter(({ destroyed }) => !destroyed)).toHaveLength(255);
  expect(seen.at(-1)!.destroyed).toBe(false);
});

test('a pool abandoned by a request is dropped with its last user', () => {
  const pools = openPools();
  const [first, second] = [pools.lease('http://a.test', false), pools.lease('http://a.test', false)];
  first.release(true);
  expect(first.pool.destroyed).toBe(false);
  second.release(false);
  expect(first.pool.destroyed).toBe(true);
  expect(pools.lease('http://a.test', false).pool).not.toBe(first.pool);
});

test('so many requests at once, one after another, need so many connections', async () => {
  const site = await serveHttp((request, response) => request.resume().on('end', () => response.writeHead(204).end()));
  const ask = openNetwork();
  let left = 3_000;
  const sender = async () => {
    while (left-- > 0) expect((await ask(site.url, { method: 'POST', body: '{}' })).status).toBe(204);
  };
  await Promise.all(Array.from({ length: 64 }, sender));
  expect(site.connections()).toBe(64);
});
