import { expect, test } from 'vitest';
import { startSite } from '../../support/site.ts';
import { discovered, pageWith, startLinkDesk } from './desk.ts';
import { answersCite, prose, siteWith } from './web.ts';

const linksTo = (...links: readonly (readonly [host: string, text: string])[]) =>
  `${prose}<p>${links.map(([host, text]) => `<a href="https://${host}/">${text}</a>`).join(', ')}</p>`;

/** The hosts that are found where answers cite these pages. */
async function foundOf(urls: readonly string[], keywords = ['garden diary']) {
  const app = await startLinkDesk();
  await app.desk.call('competitors_add', { name: 'Rival', domain: 'rival.com' });
  await answersCite(app, urls);
  const { job, prospects } = await discovered(app, { kinds: ['cited', 'resource_page'], keywords });
  return { result: job.result, hosts: prospects.map(({ host }) => host) };
}

test('a page that links to several trades which buy links anywhere is no prospect, and is counted', async () => {
  const selling = await siteWith(linksTo(['spin-casino.com', 'a bonus'], ['fast-money.com', 'payday loans']));
  const oneTrade = await siteWith(linksTo(['spin-casino.com', 'a casino'], ['poker.com', 'poker'], ['seeds.com', 'beets for betting men']));
  const around = await siteWith(`${prose}<div hidden>${linksTo(['spin-casino.com', 'a bonus'], ['fast-money.com', 'payday loans'])}</div>`);
  const { result, hosts } = await foundOf([selling, oneTrade, around].map(({ url }) => `${url}/page`));
  expect(hosts.toSorted()).toEqual([oneTrade, around].map(({ url }) => new URL(url).host).toSorted());
  expect(result).toMatchObject({ pages: { read: 3, sellingLinks: 1 } });
});

test('so is one in another language', async () => {
  const selling = await siteWith(linksTo(['wetten.example', 'Sportwetten'], ['geld.example', 'Sofortkredit']));
  const { hosts } = await foundOf([`${selling.url}/page`]);
  expect(hosts).toEqual([]);
});

test('a list for students, with loans, essays and what a museum has rebuilt, sells nothing', async () => {
  const site = await siteWith(
    linksTo(['uni.example', 'Student loans'], ['centre.example', 'Writing essays'], ['museum.example', 'Replica of a boat']),
  );
  const { hosts } = await foundOf([`${site.url}/page`]);
  expect(hosts).toEqual([new URL(site.url).host]);
});

test('a trade that is a subject of the project is like any other', async () => {
  const site = await siteWith(linksTo(['spin-casino.com', 'a casino'], ['fast-money.com', 'quick loans']));
  const { hosts } = await foundOf([`${site.url}/page`], ['comparing quick loans']);
  expect(hosts).toEqual([new URL(site.url).host]);
});

test('a thread of a forum is left out as a platform, whatever its host is called', async () => {
  const paths = [
    '/threads/which-diary.8812',
    '/t/which-diary/4411',
    '/forum/diaries',
    '/viewtopic.php?t=3',
    '/thread-count-of-linen',
    '/t/shirts',
  ];
  const site = await startSite(Object.fromEntries(paths.map((path) => [path, pageWith('Garden diaries', prose)])));
  const { result } = await foundOf(paths.map((path) => site.url + path));
  expect(result).toMatchObject({ leftOut: { platform: 4 }, pages: { read: 2 } });
});
