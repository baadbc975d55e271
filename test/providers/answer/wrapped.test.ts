import { expect, test } from 'vitest';
import { resolveWrapped } from '../../../src/providers/answer/wrapped.ts';
import type { System } from '../../../src/system.ts';
import { openSystem, startSite, type Asked, type Said } from '../publish/support.ts';

const origin = 'https://vertexaisearch.cloud.google.com';
const wrapped = (name: string) => `${origin}/grounding-api-redirect/${name}`;

/** The host of the wrappers, on 127.0.0.1. Elsewhere nobody may be dialled. */
async function startWrappers(answer: (asked: Asked) => Said) {
  const site = await startSite(answer);
  const open = openSystem();
  const dialled: string[] = [];
  const system: Pick<System, 'request'> = {
    request: (asked) => {
      dialled.push(asked.url);
      return open.request({ ...asked, url: asked.url.replace(origin, site.url), configured: site.url });
    },
  };
  return { site, system, dialled };
}

test('a wrapper is followed one hop, without its page being asked for', async () => {
  const { site, system, dialled } = await startWrappers(() => ({ status: 302, headers: { location: 'https://baker.example/ovens' } }));
  const urls = [wrapped('a'), wrapped('a')];
  expect([...(await resolveWrapped(system, urls))]).toEqual([[wrapped('a'), 'https://baker.example/ovens']]);
  expect(dialled).toEqual([wrapped('a')]);
  expect(site.calls()).toEqual(['HEAD /grounding-api-redirect/a']);
});

test.each<[string, Said]>([
  ['no redirect', { status: 200, body: '<meta http-equiv="refresh" content="0;url=https://a.example/">' }],
  ['not found', { status: 404 }],
  ['a redirect to no web page', { status: 302, headers: { location: 'javascript:alert(1)' } }],
  ['a redirect to nowhere', { status: 302 }],
  ['a connection that breaks off', null],
])('%s leaves a wrapper unresolved', async (_, said) => {
  const { system } = await startWrappers(() => said);
  expect([...(await resolveWrapped(system, [wrapped('a')]))]).toEqual([[wrapped('a'), null]]);
});

test('where a wrapper leads to a private address, that is told and not dialled', async () => {
  const inside = await startSite(() => ({ body: 'inside' }));
  const { system } = await startWrappers(() => ({ status: 302, headers: { location: `${inside.url}/x` } }));
  expect([...(await resolveWrapped(system, [wrapped('a')])).values()]).toEqual([`${inside.url}/x`]);
  expect(inside.asked).toEqual([]);
});

test('at most forty are followed, and the others are unresolved', async () => {
  const { site, system } = await startWrappers(({ url }) => ({ status: 302, headers: { location: `https://a.example${url.pathname}` } }));
  const goals = [
    ...(
      await resolveWrapped(
        system,
        Array.from({ length: 60 }, (_, at) => wrapped(String(at))),
      )
    ).values(),
  ];
  expect([site.asked.length, goals.length, goals.filter((goal) => goal === null).length]).toEqual([40, 60, 20]);
});

test('who gives up waiting gets their reason', async () => {
  const stop = new AbortController();
  const { site, system } = await startWrappers(() => null);
  site.instead = () => (stop.abort(new Error('enough')), new Promise(() => {}));
  await expect(resolveWrapped(system, [wrapped('a'), wrapped('b')], stop.signal)).rejects.toThrow('enough');
});
