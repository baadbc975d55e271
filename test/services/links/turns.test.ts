import { expect, test } from 'vitest';
import { longestTurnOf } from '../../support/turns.ts';
import { startSite } from '../../support/site.ts';
import { jobOf, pageWith, placeLink, startLinkDesk } from './desk.ts';
import { answerSearches, prose } from './web.ts';

const links = Array.from({ length: 20_000 }, (_, at) => `<a href="https://site${at % 3000}.com/${at}">Site ${at}</a>`).join(' ');

test('a page with very many links holds up nobody, whether it may link or is to have linked', { timeout: 120_000 }, async () => {
  const app = await startLinkDesk();
  await app.desk.call('competitors_add', { name: 'Rival', domain: 'rival.com' });
  const site = await startSite({ '/page': pageWith('Useful links', `${prose}<p>We use Gardenbook.</p>${links}`) });
  await answerSearches(app, () => [`${site.url}/page`]);
  const search = () => jobOf(app, 'link_prospects_discover', { kinds: ['mention', 'resource_page'], keywords: ['garden diary'] });
  await search();
  expect(await longestTurnOf(search, 50)).toBeLessThan(50);
  const placed = await startSite({ '/links': site.pages['/page']! });
  await placeLink(app, `${placed.url}/links`);
  const look = () => jobOf(app, 'link_prospects_verify', {});
  expect(await longestTurnOf(look, 50)).toBeLessThan(50);
});

const shapes = {
  'signs of addresses': '@ a@ @b a@b.c ',
  'letters of rare scripts': ' [a@b.ca\u{1D49C}',
  'letters that were read in a wrong encoding': 'Ã¼@',
};

test.each(Object.entries(shapes))('a contact page of %s holds up nobody', { timeout: 120_000 }, async (_, piece) => {
  const app = await startLinkDesk();
  const page = pageWith('Diaries', `${prose}<p>We use Gardenbook.</p><a href="/kontakt">Kontakt</a>`);
  const contact = pageWith('Kontakt', piece.repeat(Math.ceil(1_500_000 / piece.length)));
  const site = await startSite({ '/page': page, '/kontakt': contact });
  await answerSearches(app, () => [`${site.url}/page`]);
  let searches = 0;
  const search = () => {
    searches++;
    return jobOf(app, 'link_prospects_discover', { kinds: ['mention'], keywords: ['garden diary'] });
  };
  await search();
  expect(await longestTurnOf(search, 50)).toBeLessThan(50);
  expect(site.asked.filter((path) => path === '/kontakt')).toHaveLength(searches);
});
