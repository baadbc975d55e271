import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import type { PlannedSlots } from '../../../../schema/calendar.ts';
import type { DiscoveredKeywords } from '../../../../schema/keywords.ts';
import type { Recommendations } from '../../../../schema/recommendations.ts';
import { storedKey } from '../../../../src/services/common/keyword-key.ts';
import { maxSitePages } from '../../../../src/services/search-console/reports/site-pages.ts';
import { zipped } from '../../../support/exports.ts';
import { rowsOf } from '../../../support/rows.ts';
import { holdSearch } from '../../../support/search-console.ts';
import { createTestApp } from '../../../support/test-app.ts';
import { longestTurnOf } from '../../../support/turns.ts';
import { callRest } from '../../../support/wire-clients.ts';

const site = 'https://pumps.example';

/** Clicks, impressions and position, now and before. */
type Row = readonly [name: string, clicks: number, impressions: number, position: number, clicksBefore?: number, positionBefore?: number];

const periods = ['Last 28 days', 'Previous 28 days'];
const heading = (first: string) =>
  [first, ...['Clicks', 'Impressions', 'CTR', 'Position'].flatMap((name) => periods.map((period) => `${period} ${name}`))].join(',');

const line = ([name, clicks, impressions, position, clicksBefore = clicks, positionBefore = position]: Row) =>
  [name, clicks, clicksBefore, impressions, impressions, '1%', '1%', position, positionBefore].join(',');

/** A comparison export, as Search Console makes it. */
const comparison = ({ queries, pages }: { queries: readonly Row[]; pages: readonly Row[] }): string =>
  zipped({
    'Queries.csv': [heading('Top queries'), ...queries.map(line)].join('\n'),
    'Pages.csv': [heading('Top pages'), ...pages.map(([path, ...figures]) => line([`${site}${path}`, ...figures]))].join('\n'),
  }).toString('base64');

const period = { since: '2026-04-02', until: '2026-04-29', previousSince: '2026-03-05', previousUntil: '2026-04-01' };

/** A document on one subject, long enough for an article. */
const documentOn = (subject: string) =>
  `# ${subject}\n\n${Array.from({ length: 12 }, (_, index) => `The ${subject} needs ${index + 3} minutes of care every week. Whoever looks after a ${subject} writes down what was done. A ${subject} without care fails after ${index + 2} winters, and its owner pays.`).join('\n\n')}`;

const subjects = ['heat exchanger cleaning', 'sump pump check valve', 'well pump pressure switch'];

/** A desk that has documents and an export, and whose site nobody has read; advice is asked for over REST. */
async function startImported({ documents = subjects, ...given }: Parameters<typeof comparison>[0] & { documents?: readonly string[] }) {
  const app = await createTestApp({ offline: true, siteUrl: `${site}/` });
  const { url } = await app.desk.listen({ port: 0 });
  const { key } = await app.desk.services.keys.create({ name: 'test', scope: 'write' });
  for (const subject of documents) await app.desk.call('knowledge_create', { markdown: documentOn(subject) });
  await app.desk.call('search_console_import', { base64: comparison(given), ...period });
  const recommend = async (input = {}) => (await callRest(url, key, 'content_radar_recommend', input)).body as Recommendations;
  return { ...app, recommend };
}

/** Rows that only give a property its curve and the rest of the site its clicks. */
const steady: Row[] = ['boiler room layout', 'radiator bleeding', 'pipe insulation', 'expansion tank'].map((name, index) => [
  `/${name.replaceAll(' ', '-')}/`,
  900 + index,
  20_000,
  3,
]);

const large: Row[] = [
  ['replace impeller seal at home', 60, 11_200, 10.4],
  ['quiet circulation pump bedroom', 50, 9_400, 8.9],
  ['winterize garden hose', 45, 8_300, 12.7],
];

test('the first five are what an editor would do first: the page that decays, then the large quick wins', async () => {
  const { recommend } = await startImported({
    queries: [
      ...large,
      ['radiator bleeding order', 1, 320, 11],
      ['drain cock leaking', 1, 300, 12],
      ['expansion tank sizing chart', 2, 280, 9],
    ],
    pages: [...steady, ['/prevent-frozen-pipes/', 388, 30_100, 15.2, 1540, 8.3]],
  });
  const { recommendations, basedOn, leftOut, plan, hint } = await recommend();
  expect(recommendations.slice(0, 4).map(({ kind, keyword }) => `${kind} ${keyword}`)).toEqual([
    'refresh prevent frozen pipes',
    'write replace impeller seal at home',
    'write quiet circulation pump bedroom',
    'write winterize garden hose',
  ]);
  expect(recommendations[0]).toMatchObject({
    url: `${site}/prevent-frozen-pipes/`,
    reason: expect.stringMatching(/^It loses clicks .*, some 1\d\d\d in 28 days\.$/),
  });
  expect(recommendations.map(({ kind, keyword }) => `${kind} ${keyword}`).slice(4, 7)).toEqual([
    'refresh radiator bleeding',
    'write drain cock leaking',
    'refresh expansion tank',
  ]);
  expect(basedOn).toMatchObject({ ownPosts: 0, shownPages: 5, searchConsole: { quickWins: 6, decaying: 1 } });
  expect(leftOut).toEqual({});
  const scores = recommendations.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  const { slots } = plan!.arguments as { slots: { keyword: string }[] };
  const written = recommendations.filter(({ kind }) => kind === 'write').map(({ keyword }) => keyword);
  expect(written).toEqual(expect.arrayContaining(slots.map(({ keyword }) => keyword)));
  const carried = written.filter((keyword) => subjects.includes(keyword));
  expect(slots.map(({ keyword }) => keyword)).toEqual([...carried, ...written.filter((keyword) => !carried.includes(keyword))]);
  expect(hint).toContain('the 5 pages of Search Console, by the words of their addresses, stand for what you have');
  expect(hint).not.toContain('posts_refresh');
  expect(encode(JSON.stringify(recommendations)).length).toBeLessThan(2_500);
});

const toWrite = ({ recommendations }: Recommendations) =>
  recommendations.filter(({ kind }) => kind === 'write').map(({ keyword }) => keyword);

const slotsOf = ({ plan }: Recommendations) => ((plan?.arguments.slots ?? []) as { keyword: string }[]).map(({ keyword }) => keyword);

test('nothing is recommended, discovered or planned unaware that a page of the export is on', async () => {
  const { desk, recommend } = await startImported({
    queries: [['sump pump check valve tutorial', 20, 5_000, 11]],
    pages: [...steady, ['/sump-pump-check-valve/', 100, 5_000, 11], ['/heat-exchanger-cleaning.html', 100, 5_000, 4]],
  });
  const answer = await recommend({ limit: 30 });
  expect(toWrite(answer)).toEqual(['well pump pressure switch']);
  expect(answer.recommendations[0]).toMatchObject({
    kind: 'refresh',
    keyword: 'sump pump check valve',
    url: `${site}/sump-pump-check-valve/`,
  });
  expect(answer.leftOut).toEqual({ covered: 2 });
  const { keywords, plan } = (await desk.call('keywords_discover', {})) as DiscoveredKeywords;
  const cleaning = { type: 'page', url: `${site}/heat-exchanger-cleaning.html`, keyword: 'heat exchanger cleaning', title: null };
  expect(keywords.find(({ keyword }) => keyword === 'heat exchanger cleaning')?.near).toEqual(cleaning);
  expect(JSON.stringify(plan)).not.toMatch(/exchanger|check valve/);
  const slots = [{ date: '2026-06-01', keyword: 'cleaning heat exchangers' }];
  const planned = (await desk.call('calendar_create', { slots })) as PlannedSlots;
  expect(planned.slots[0]!.similar).toEqual([cleaning]);
});

test('an address is in few words: what they are near to is left out too', async () => {
  const { recommend } = await startImported({
    documents: ['sump pump check valve noise', 'pump primer'],
    queries: [],
    pages: [
      ...steady,
      ['/sump-pump-check-valve/', 100, 5_000, 11],
      ['/pump/', 100, 5_000, 4],
      ['/pump-room/', 1, 100, 4],
      ['/pump-lid/', 1, 100, 4],
    ],
  });
  const answer = await recommend();
  // "pump" is what the whole site is about.
  expect(toWrite(answer)).toEqual(['pump primer']);
  expect(answer.leftOut).toEqual({ covered: 1 });
});

test('where nothing tells which page was shown, one with a word and the figures of the search is taken to be', async () => {
  const win: Row = ['sum of digits for impellers', 51, 8_600, 8.8];
  const pages: Row[] = [
    ['/impeller-schemes/', 55, 8_700, 9.1],
    ['/sum-of-parts/', 90, 9_000, 14],
    ['/impeller-wear/', 90, 8_000, 8.8],
  ];
  const { recommend } = await startImported({ documents: [], queries: [win], pages: [...steady, ...pages] });
  const answer = await recommend();
  expect(toWrite(answer)).toEqual([]);
  expect(answer.recommendations[0]).toMatchObject({
    kind: 'refresh',
    url: `${site}/impeller-schemes/`,
    evidence: [
      { what: 'Search Console: this page, 8700 impressions, position 9.1' },
      { what: expect.stringContaining('are usual where it is') },
    ],
    arguments: { instructions: expect.stringContaining('Answer "sum of digits for impellers" better.') },
  });
  expect(answer.hint).toContain('The plan holds what to write: the one to refresh has its call in the list.');
});

test('a page that is a post as well is one, with what is known of the post', async () => {
  const { desk, home, recommend } = await startImported({
    // An export does not tell which page was shown: the nearest is taken to be.
    queries: [...large, ['winter garden shed pumps', 5, 900, 12]],
    pages: [...steady, ['/prevent-frozen-pipes/', 388, 30_100, 15.2, 1540, 8.3]],
  });
  const { data } = (await desk.call('projects_list')) as { data: { id: string }[] };
  const post = {
    project_id: data[0]!.id,
    keyword_source: 'guess',
    language: 'en',
    sources: '[]',
    sought: '',
    dated_at: 0,
    words: 900,
    links_in: 3,
    competes: 0,
  };
  const keyword = 'winter in the garden';
  await rowsOf(home).insert('posts', [
    {
      ...post,
      id: 'pst_1',
      place: 'http://www.pumps.example/prevent-frozen-pipes',
      title: 'Winter',
      keyword,
      keyword_key: storedKey(keyword, 'en'),
    },
  ]);
  const { recommendations, basedOn } = await recommend();
  const reason = expect.stringMatching(/^It loses clicks .*; Google shows it a little too far down for 2 searches: /);
  expect(recommendations.filter(({ kind }) => kind === 'refresh')).toMatchObject([{ keyword, title: 'Winter', reason }]);
  expect(basedOn).toMatchObject({ ownPosts: 1, shownPages: steady.length });
});

test('an address that says nothing stays in the hint', async () => {
  const { recommend } = await startImported({ queries: [], pages: [...steady, ['/p/1234', 388, 30_100, 15.2, 1540, 8.3]] });
  const { recommendations, hint } = await recommend();
  expect(recommendations.filter(({ kind }) => kind === 'refresh')).toEqual([]);
  expect(hint).toContain(`no query or address says what it is about: ${site}/p/1234 (`);
});

test('every quick win is written, stands in a refresh or is left out with its reason', async () => {
  const rare = (count: number, of: (name: string) => string): Row[] =>
    Array.from({ length: count }, (_, index) => [
      of(`${String.fromCharCode(97 + (index % 26))}${'aeiou'[index % 5]}${index}x`),
      5,
      900 + index,
      12,
    ]);
  const { desk, recommend } = await startImported({
    documents: [],
    queries: [
      ...rare(70, (name) => `${name} hedge`),
      ...rare(12, (name) => `radiator bleeding ${name}`),
      ...rare(3, (name) => `pumpco ${name}`),
      ['rain barrel', 5, 900, 12],
      ['rain barrels', 5, 900, 12],
    ],
    pages: steady,
  });
  const { data } = (await desk.call('projects_list')) as { data: { id: string }[] };
  await desk.call('projects_update', { id: data[0]!.id, brandTerms: ['PumpCo'] });
  await desk.call('calendar_create', { slots: [{ date: '2026-06-01', keyword: 'rain barrel' }] });
  const { recommendations, leftOut, basedOn } = await recommend({ limit: 30 });
  expect(leftOut).toEqual({ taken: 1, brand: 3, repeated: 1, limit: 41 });
  expect(recommendations.filter(({ kind }) => kind === 'refresh')).toMatchObject([{ reason: expect.stringContaining('for 12 searches') }]);
  expect(recommendations).toHaveLength(30);
  expect(basedOn.searchConsole!.quickWins).toBe(29 + 12 + 1 + 3 + 1 + 41);
});

test('a plan is made of what is listed to write, and half of the list is', async () => {
  const names = ['alder', 'birch', 'cedar', 'dogwood', 'elm', 'fir', 'gorse', 'hazel'];
  const { recommend } = await startImported({
    queries: [...names.map((name): Row => [`prune ${name}`, 20, 5_000, 11]), ...large],
    pages: [...steady, ...names.map((name): Row => [`/prune-${name}/`, 100, 5_000, 11])],
  });
  const answer = await recommend();
  expect(answer.recommendations.map(({ kind }) => kind).toSorted()).toEqual([...Array(5).fill('refresh'), ...Array(5).fill('write')]);
  expect(slotsOf(answer).toSorted()).toEqual(toWrite(answer).toSorted());
  expect(answer.leftOut).toEqual({ limit: 4 });
  expect(answer.hint).toContain(
    'The plan fills 5 of 8 free days: a larger limit, or asking again once these are planned, lists 1 more to write',
  );
  const short = await recommend({ weeks: 1 });
  expect(slotsOf(short)).toHaveLength(2);
  expect(short.hint).toContain('3 of the list to write are not planned: more weeks or weekdays give them days.');
});

test('of 100,000 pages those that are shown most count, without holding others up', { timeout: 60_000 }, async () => {
  const { desk, home } = await createTestApp({ siteUrl: `${site}/` });
  const { search, property } = await holdSearch({ desk, home }, `${site}/`);
  const rows = Array.from({ length: 100_000 }, (_, index) => ({
    keys: [`${site}/pump-${index}-care/`],
    clicks: 1,
    impressions: 1 + (index % 300),
    position: 5,
  }));
  await search.putImport(property, {
    period: { since: '2026-04-02', until: '2026-04-29' },
    tables: { query: { rows: [], isWhole: true }, page: { rows, isWhole: true } },
  });
  let answer: Recommendations | undefined;
  const longest = await longestTurnOf(async () => (answer = (await desk.call('content_radar_recommend', {})) as Recommendations), 100);
  expect(answer!.basedOn.shownPages).toBe(maxSitePages);
  expect(longest).toBeLessThan(100);
});
