import { describe, expect, it } from 'vitest';
import { maxQuestions } from '../../../src/keywords/expansion.ts';
import { suggestionRetention } from '../../../src/services/research/suggestions/kept.ts';
import { suggestionsOn, type SuggestionWish } from '../../../src/services/research/suggestions/suggestions.ts';
import type { OutboundRequest } from '../../../src/system.ts';
import { openTestStore } from '../../support/store.ts';

const dayMs = 24 * 3_600_000;

/** A desk's suggestions with services that answer at once, or as told; `visits` has the pace at which each host was to be visited. */
function start({ offline = false, status = 200 } = {}) {
  const { store, system, clock } = openTestStore();
  const requests: OutboundRequest[] = [];
  const visits: { host: string; delayMs: number }[] = [];
  const state = { status, atRequest: () => {} };
  async function request(asked: OutboundRequest) {
    requests.push(asked);
    state.atRequest();
    const fields = new URL(asked.url).searchParams;
    const text = fields.get('q') ?? fields.get('search');
    return {
      url: asked.url,
      status: state.status,
      headers: {},
      truncated: false,
      durationMs: 1,
      body: Buffer.from(JSON.stringify([text, [`${text} set`]])),
    };
  }
  const needs = {
    store,
    system: { ...system, request },
    config: { offline },
    hosts: {
      visit: async <Result>(url: string, { delayMs }: { delayMs: number }, signal: AbortSignal, task: () => Promise<Result>) => {
        signal.throwIfAborted();
        visits.push({ host: new URL(url).host, delayMs });
        return task();
      },
    },
  };
  const ask = async (wish: Partial<SuggestionWish> = {}, signal = new AbortController().signal) => {
    const asked = await suggestionsOn(needs, { seeds: ['pour over'], language: 'en', country: null, ...wish }, { signal, told: () => {} });
    return Object.fromEntries(asked.map((one) => [one.source, one]));
  };
  return { ask, requests, visits, state, clock, store, system: needs.system };
}

describe('suggestions', () => {
  it('are asked of Wikipedia and DuckDuckGo, forty on a seed, a second apart, and name who was not asked', async () => {
    const { ask, visits } = start();
    const { wikipedia, duckduckgo, google } = await ask();
    expect([wikipedia!.requests, duckduckgo!.requests]).toEqual([maxQuestions, maxQuestions]);
    expect(duckduckgo!.answers[0]).toMatchObject({ text: 'pour over', completions: ['pour over set'] });
    expect(google).toMatchObject({ requests: 0, stopped: { reason: 'not_named' } });
    expect(new Set(visits.map(({ host, delayMs }) => `${host} ${delayMs}`))).toEqual(
      new Set(['en.wikipedia.org 1000', 'duckduckgo.com 1000']),
    );
  });

  it('are asked of others only by name', async () => {
    const { ask, visits } = start();
    await ask({ sources: ['google'] });
    expect(new Set(visits.map(({ host }) => host))).toEqual(new Set(['suggestqueries.google.com']));
  });

  it('are kept for a week, for one language and country', async () => {
    const { ask, requests, clock } = start();
    await ask({ sources: ['brave'] });
    clock.advance(6 * dayMs);
    expect((await ask({ sources: ['brave'] })).brave).toMatchObject({ requests: 0, kept: maxQuestions, stopped: null });
    expect(requests).toHaveLength(maxQuestions);
    expect((await ask({ sources: ['brave'], country: 'US' })).brave).toMatchObject({ kept: 0 });
    clock.advance(dayMs);
    expect((await ask({ sources: ['brave'] })).brave).toMatchObject({ requests: maxQuestions, kept: 0 });
  });

  it('are swept after a week', async () => {
    const { ask, store, system, clock } = start();
    await ask({ sources: ['bing'] });
    clock.advance(7 * dayMs);
    for (const slice of suggestionRetention(system)) await store.write((tx) => slice(tx));
    expect(await store.db.selectFrom('suggestions').selectAll().execute()).toEqual([]);
  });

  it.each([403, 429])('are not asked for a day after %s, whatever the seed', async (status) => {
    const { ask, requests, state, clock } = start({ status });
    expect((await ask({ sources: ['duckduckgo'] })).duckduckgo).toMatchObject({
      requests: 0,
      stopped: { reason: 'rate_limited' },
    });
    state.status = 200;
    clock.advance(dayMs - 1);
    expect((await ask({ sources: ['duckduckgo'], seeds: ['filter'] })).duckduckgo).toMatchObject({ stopped: { reason: 'paused' } });
    expect(requests).toHaveLength(1);
    clock.advance(1);
    expect((await ask({ sources: ['duckduckgo'] })).duckduckgo).toMatchObject({ requests: maxQuestions, stopped: null });
  });

  it('go on another time after an error that is no refusal', async () => {
    const { ask, state } = start({ status: 503 });
    expect((await ask()).wikipedia).toMatchObject({ stopped: { reason: 'no_answer' } });
    state.status = 200;
    expect((await ask()).wikipedia).toMatchObject({ requests: maxQuestions });
  });

  it('say what was left out when the time was up, and keep what was answered', async () => {
    const { ask, state, requests } = start();
    const ending = new AbortController();
    state.atRequest = () => void (requests.length === 3 && ending.abort());
    const { brave } = await ask({ sources: ['brave'] }, ending.signal);
    expect(brave).toMatchObject({ requests: requests.length, stopped: { reason: 'time' } });
    expect(brave!.requests).toBeLessThan(maxQuestions);
    state.atRequest = () => {};
    expect((await ask({ sources: ['brave'] })).brave).toMatchObject({ kept: brave!.requests });
  });

  it('ask nobody offline, and say so', async () => {
    const { ask, requests } = start({ offline: true });
    expect((await ask()).wikipedia).toMatchObject({ requests: 0, stopped: { reason: 'offline' } });
    expect(requests).toEqual([]);
  });
});
