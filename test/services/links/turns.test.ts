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
