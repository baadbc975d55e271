import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import type { Recommendations } from '../../../../schema/recommendations.ts';
import { zipped } from '../../../support/exports.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';

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

/** A desk that has documents and an export, and whose site nobody has read. */
async function startImported(
  given: Parameters<typeof comparison>[0],
): Promise<TestApp & { recommend(input?: object): Promise<Recommendations> }> {
  const app = await createTestApp({ siteUrl: `${site}/` });
  for (const subject of subjects) await app.desk.call('knowledge_create', { markdown: documentOn(subject) });
  await app.desk.call('search_console_import', { base64: comparison(given), ...period });
  return { ...app, recommend: (input = {}) => app.desk.call('content_radar_recommend', { ...input }) as Promise<Recommendations> };
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
  const { slots } = plan!.arguments as { slots: { keyword: string }[] };
  const written = recommendations.filter(({ kind }) => kind === 'write').map(({ keyword }) => keyword);
  expect(written).toEqual(expect.arrayContaining(slots.map(({ keyword }) => keyword)));
  const carried = written.filter((keyword) => subjects.includes(keyword));
  expect(slots.map(({ keyword }) => keyword)).toEqual([...carried, ...written.filter((keyword) => !carried.includes(keyword))]);
  expect(hint).toContain('the 5 pages of Search Console, by the words of their addresses, stand for what you have');
  expect(hint).not.toContain('posts_refresh');
  expect(encode(JSON.stringify(recommendations)).length).toBeLessThan(2_500);
});
