import { expect, test } from 'vitest';
import { rowsOf } from '../../support/rows.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { startSerper, type Serper } from './serper.ts';
import { day, giveSite, list, rankingOf, summaryOf, track } from './support.ts';

const site = 'https://www.example.com/';

type Desk = TestApp & { serper: Serper };

/** A desk that found its site at position 3 a day ago. */
async function startRanked(): Promise<Desk> {
  const serper = await startSerper(site);
  const app = await createTestApp();
  await giveSite(app, 'https://example.com/');
  await app.desk.call('integrations_set', { provider: 'serper', apiKey: 'key', baseUrl: serper.url });
  await track(app, ['pool']);
  const desk = { ...app, serper };
  await checkAt(desk, 3);
  await app.advance(day);
  return desk;
}

async function checkAt({ desk, serper }: Pick<Desk, 'desk' | 'serper'>, position?: number): Promise<void> {
  serper.answers['pool'] = position === undefined ? {} : { position };
  await desk.call('rankings_check', {});
  await desk.runDue();
}

const historyOf = async (app: Desk) => (await list(app, { include: ['history'] })).data[0]!.history!.map(({ position }) => position);

test('with another site nothing is known until it is looked for, and what was found for the old one is compared with nothing', async () => {
  const app = await startRanked();
  await giveSite(app, 'https://other7.example/');
  expect(await rankingOf(app, 'pool')).toMatchObject({
    status: 'not_checked',
    position: null,
    url: null,
    best: null,
    checkedAt: null,
    why: { position: 'not_checked' },
  });
  expect((await summaryOf(app)).visibility.index).toBeNull();
  expect(await historyOf(app)).toEqual([]);
  await checkAt(app);
  expect(await rankingOf(app, 'pool')).toMatchObject({ position: 7, previousPosition: null, movement: null, best: 7, change1d: null });
  expect(await historyOf(app)).toEqual([7]);
});

test('back at the old site, its history goes on where it ended, with its best position', async () => {
  const app = await startRanked();
  await giveSite(app, 'https://other7.example/');
  await checkAt(app);
  await app.advance(60_000);
  await giveSite(app, 'https://example.com/');
  await checkAt(app, 5);
  expect(await rankingOf(app, 'pool')).toMatchObject({ position: 5, previousPosition: 3, movement: 'down', best: 3, change1d: -2 });
  expect(await historyOf(app)).toEqual([5, 3]);
});

test.each(['http://www.example.com', 'https://example.com/#top'])('%s is the same site, and keeps what is known', async (siteUrl) => {
  const app = await startRanked();
  await giveSite(app, siteUrl);
  expect(await rankingOf(app, 'pool')).toMatchObject({ status: 'ranked', position: 3 });
});

test('what was found in another language is known no more, and its checks are no history of this one', async () => {
  const app = await startRanked();
  await track(app, ['pool'], { language: 'en' });
  expect(await rankingOf(app, 'pool')).toMatchObject({ position: 3 });
  await track(app, ['pool'], { language: 'de' });
  expect(await rankingOf(app, 'pool')).toMatchObject({ status: 'not_checked', position: null, language: 'de' });
  expect(await historyOf(app)).toEqual([]);
});

test('where the site is changed while a keyword is asked for, it is asked for again for the new one', async () => {
  const app = await startRanked();
  app.serper.onAsked = async () => {
    app.serper.onAsked = undefined;
    await giveSite(app, 'https://other7.example/');
  };
  await checkAt(app, 3);
  expect(await rankingOf(app, 'pool')).toMatchObject({ position: 7, previousPosition: null });
  expect(app.serper.asked).toHaveLength(3);
});

test('a keyword that is untracked while others are asked for is not asked for any more', async () => {
  const app = await startRanked();
  const { added } = await track(app, ['a', 'b', 'c', 'd']);
  app.serper.asked.length = 0;
  // Three are asked for at once.
  app.serper.onAsked = async () => {
    app.serper.onAsked = undefined;
    await app.desk.call('rankings_untrack', { id: added[3]!.id });
  };
  await checkAt(app, 3);
  expect(new Set(app.serper.asked)).toEqual(new Set(['a', 'b', 'c', 'pool']));
});

test('another page of ours than at the check before is told with that page', async () => {
  const app = await startRanked();
  const { id } = await rankingOf(app, 'pool');
  await rowsOf(app.home).update('ranking_checks', { url: `${site}old` }, { keyword_id: id });
  await checkAt(app, 3);
  expect(await rankingOf(app, 'pool')).toMatchObject({ url: `${site}pools`, previousUrl: `${site}old`, movement: 'same' });
  await app.advance(day);
  await checkAt(app, 3);
  expect(await rankingOf(app, 'pool')).not.toHaveProperty('previousUrl');
});
