import { expect, test } from 'vitest';
import { answer, place } from '../../providers/keyword-data/labs.ts';
import { rowsOf } from '../../support/rows.ts';
import { startSite } from '../../support/site.ts';
import { startGapDesk } from './gap-desk.ts';

const own = 'https://www.example.com/page';
const rival = 'https://rival.example/page';

/** A desk whose project may ask DataForSEO, which knows these keywords of these domains. */
type Known = { urls: [keyword: string, rank: number, url: string, volume?: number][]; total?: number } | { status: number };
async function startAsking(known: Record<string, Known>) {
  const asked: string[] = [];
  const labs = await startSite({
    '/v3/dataforseo_labs/google/ranked_keywords/live': async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const [{ target }] = JSON.parse(Buffer.concat(parts).toString('utf8')) as [{ target: string }];
      asked.push(target);
      const found = known[target] ?? { urls: [] };
      if ('status' in found) return void response.writeHead(found.status).end();
      const { urls, total } = found;
      const { body } = answer(
        urls.map(([keyword, rank, url, volume = 90]) => place(keyword, rank, { url }, volume)),
        total ?? urls.length,
      );
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    },
  });
  const desk = await startGapDesk();
  const set = (more: Record<string, unknown> = {}) =>
    desk.desk.call('integrations_set', { provider: 'dataforseo', username: 'name', password: 'word', baseUrl: labs.url, ...more });
  await set();
  return { ...desk, asked, set };
}
const market = { competitors: ['rival.example'], country: 'US', language: 'en' };

test('compares the whole lists, and only the pages that belong to the sites', async () => {
  const desk = await startAsking({
    'example.com': { urls: [['ours', 2, own], ['both', 12, own]] }, // prettier-ignore
    'rival.example': { urls: [['theirs', 4, rival], ['both', 3, rival], ['of a stranger', 1, 'https://stranger.example/']] }, // prettier-ignore
  });
  await desk.keep('kept', [rival], { country: 'US' });
  const { method, counts, rows } = await desk.gap(market);
  expect({ method, asked: desk.asked }).toEqual({ method: 'ranked_keywords', asked: ['example.com', 'rival.example'] });
  expect(counts).toEqual({ missing: 1, weak: 1, shared: 0, strong: 0, unique: 1, unknown: 0, nobody: 0 });
  expect(rows[0]).toMatchObject({ keyword: 'theirs', source: 'dataforseo', bestPosition: 4, depthChecked: 100 });
  // The lists that were paid for go when the job is done.
  expect(await rowsOf(desk.home).count('gap_pieces')).toBe(1);
});

test('what a list that is cut lacks is unknown', async () => {
  const desk = await startAsking({
    'example.com': { urls: [['ours', 2, own]], total: 5000 },
    'rival.example': { urls: [['theirs', 4, rival]] },
  });
  const { counts, rows } = await desk.gap(market);
  expect(counts).toMatchObject({ missing: 0, unique: 1, unknown: 1 });
  expect(rows[1]).toMatchObject({ keyword: 'theirs', depthChecked: null, why: { position: 'not_checked' } });
});

test('where a list is cut, what is searched more than its last was looked for', async () => {
  const desk = await startAsking({
    'example.com': { urls: [['ours', 2, own, 500], ['last of ours', 3, own, 100]], total: 5000 }, // prettier-ignore
    'rival.example': { urls: [['sought', 4, rival, 300], ['as often', 4, rival, 100], ['rare', 4, rival, 20]] }, // prettier-ignore
  });
  const { rows, ...result } = await desk.gap(market);
  expect(rows.map((row) => [row.keyword, row.class, row.searchVolume])).toEqual([
    ['sought', 'missing', 300],
    ['ours', 'unique', 500],
    ['last of ours', 'unique', 100],
    ['as often', 'unknown', 100],
    ['rare', 'unknown', 20],
  ]);
  expect(result).toMatchObject({ rankedKeywords: 2, complete: false, competitors: [{ rankedKeywords: 3, complete: true }] });
});

test('a list in another order tells nothing of what it lacks', async () => {
  const desk = await startAsking({
    'example.com': { urls: [['ours', 2, own, 100], ['last of ours', 3, own, 500]], total: 5000 }, // prettier-ignore
    'rival.example': { urls: [['sought', 4, rival, 900]] },
  });
  expect(await desk.gap(market)).toMatchObject({ counts: { missing: 0, unknown: 1 } });
});

test('of a site below a path its own pages count, also where another page of the host ranks better', async () => {
  const desk = await startAsking({
    'example.com': { urls: [['pumps', 3, 'https://example.com/shop/pumps'], ['pumps', 8, 'https://example.com/blog/pumps']] }, // prettier-ignore
    'rival.example': { urls: [['pumps', 5, rival], ['pumps', 2, 'https://blog.rival.example/pumps']] }, // prettier-ignore
  });
  await desk.desk.call('projects_update', { id: desk.projectId, siteUrl: 'https://www.example.com/blog/' });
  const { rows } = await desk.gap({ ...market, competitors: ['blog.rival.example', 'rival.example'] });
  expect(rows).toMatchObject([
    {
      class: 'weak',
      position: 8,
      url: 'https://example.com/blog/pumps',
      competitors: 1,
      bestCompetitor: 'rival.example',
      bestPosition: 5,
    },
  ]);
});

test('a competitor that cannot be asked for is left out and told; what was paid for is compared', async () => {
  const lists = { 'example.com': { urls: [['both', 9, own]] }, 'rival.example': { urls: [['both', 3, rival], ['theirs', 5, rival]] } } as Record<string, Known>; // prettier-ignore
  const desk = await startAsking({ ...lists, 'broken.example': { status: 500 } });
  const asked = { ...market, competitors: ['broken.example', 'rival.example', 'third.example'] };
  const broken = await desk.gap(asked);
  expect(broken.counts).toMatchObject({ missing: 1, weak: 1, unknown: 0 });
  expect(broken.competitors).toMatchObject([
    { domain: 'broken.example', rankedKeywords: null, why: { rankedKeywords: 'provider_error' } },
    { domain: 'rival.example', rankedKeywords: 2 },
    { domain: 'third.example', rankedKeywords: 0, complete: true },
  ]);
  expect(broken.hints).toEqual([expect.stringMatching(/^Not compared with broken\.example: DataForSEO answered 500/)]);
  await desk.set({ monthlyCallCap: 6 });
  const capped = await desk.gap({ ...asked, competitors: ['rival.example', 'third.example', 'wide.example'] });
  expect(capped.counts).toMatchObject({ missing: 1, weak: 1 });
  expect(capped.competitors.slice(1)).toMatchObject([
    { domain: 'third.example', why: { rankedKeywords: 'cap_reached' } },
    { domain: 'wide.example', why: { rankedKeywords: 'cap_reached' } },
  ]);
  expect(desk.asked).toHaveLength(6);
});

test('once it asks for patience no further list is asked for', async () => {
  const desk = await startAsking({ 'busy.example': { status: 429 } });
  const { competitors: told } = await desk.gap({ ...market, competitors: ['a.example', 'busy.example', 'c.example'] });
  expect(told.map(({ rankedKeywords }) => rankedKeywords)).toEqual([0, null, null]);
  expect(desk.asked).toEqual(['example.com', 'a.example', 'busy.example']);
});

test('where it cannot be asked, what is kept is compared and the reason told', async () => {
  const desk = await startAsking({});
  await desk.keep('kept', [rival]);
  await desk.keep('kept', [rival], { country: 'US' });
  const without = await desk.gap({ ...market, country: undefined });
  expect(without).toMatchObject({ method: 'results', hints: [expect.stringContaining('give country')] });
  expect(desk.asked).toEqual([]);
  await desk.set({ monthlyCallCap: 1 });
  const capped = await desk.gap(market);
  expect(capped).toMatchObject({ method: 'results', hints: [expect.stringContaining('may bill 1 calls')] });
  expect(desk.asked).toEqual(['example.com']);
});
