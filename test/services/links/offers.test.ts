import { describe, expect, test } from 'vitest';
import type { LinkDiscoveryJob } from '../../../schema/link-discovery.ts';
import type { Job } from '../../../schema/jobs.ts';
import type { LinkProspect } from '../../../schema/link-building.ts';
import { discovered, jobOf, pageWith, startLinkDesk, type LinkDesk } from './desk.ts';
import { outreach } from './outreach/support.ts';
import { answerSearches, answersCite, prose, siteWith } from './web.ts';

type Best = Pick<LinkProspect, 'id' | 'host' | 'targetSuggestion'> & {
  contact: Pick<NonNullable<LinkProspect['contact']>, 'source' | 'why'> | null;
};
interface Result {
  prospects: { best: Best[] };
  mail?: { rules: string[]; closing: string | null; project: { name: string } };
}

const resultOf = ({ result }: Job) => result as unknown as Result;
const discover = async ({ desk }: LinkDesk, input: Record<string, unknown>) =>
  (await desk.call('link_prospects_discover', input)) as LinkDiscoveryJob;

const boards = 'Raised beds for vegetables are built from boards, and filled in four layers.';
const beds = pageWith('Building raised beds', `<article>${prose.repeat(2)}<p>${boards}</p></article>`);

/** A desk that knows its own pages, and a site that answers cite, with a page of this heading. */
async function startOffering(heading: string, { reads = true } = {}) {
  const app = await startLinkDesk({}, { '/': pageWith('Garden', `${prose}<p><a href="/beds">Beds</a></p>`), '/beds': beds });
  if (reads) await jobOf(app, 'posts_refresh', {});
  await app.desk.call('competitors_add', { name: 'Rival', domain: 'rival.com' });
  const site = await siteWith('');
  site.pages['/page'] = pageWith(heading, `<p>Of all we have tried Rival is the best.</p>`);
  await answersCite(app, [`${site.url}/page`]);
  return app;
}

describe('the page of yours to offer', () => {
  test('is one on the same, with words of it to write from; the writers take it', async () => {
    const app = await startOffering('Raised beds from boards');
    const { job, prospects } = await discovered(app, { kinds: ['cited'] });
    const offer = { url: `${app.own.url}/beds`, title: 'Building raised beds', why: `On the same: “${boards}”` };
    expect(prospects).toMatchObject([{ targetUrl: null, targetSuggestion: offer }]);
    expect(resultOf(job).prospects.best).toMatchObject([{ targetSuggestion: offer }]);
    const { id } = prospects[0]!;
    expect((await outreach(app, id, { writer: 'agent' })).brief).toMatchObject({ target: offer });
    expect((await outreach(app, id, { writer: 'extractive' })).body).toContain(`${app.own.url}/beds`);
    await app.desk.call('link_prospects_update', { id, targetUrl: `${app.own.url}/` });
    expect((await discovered(app, { kinds: ['cited'] })).prospects[0]!.targetSuggestion).toMatchObject({ url: `${app.own.url}/` });
  });

  test.each([
    ['none where none is on the same', 'How to sail round the world', {}, 'None of your pages that were read is on the same.'],
    [
      'none where none was read',
      'Raised beds from boards',
      { reads: false },
      'Not known: that page or yours were not read (posts_refresh).',
    ],
  ])('is %s, and that is said', async (_, heading, how, why) => {
    const app = await startOffering(heading, how);
    const { prospects } = await discovered(app, { kinds: ['cited'] });
    expect(prospects[0]!.targetSuggestion).toEqual({ url: null, title: null, why });
    await expect(outreach(app, prospects[0]!.id, { writer: 'extractive' })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('is the front page for who names you, where none is on the same', async () => {
    const app = await startLinkDesk();
    const site = await siteWith(`${prose}<p>We keep ours in Gardenbook.</p>`);
    await answerSearches(app, () => [`${site.url}/page`]);
    const { prospects } = await discovered(app, { kinds: ['mention'] });
    expect(prospects[0]!.targetSuggestion).toMatchObject({ url: `${app.own.url}/`, why: expect.stringContaining('front page') });
  });
});

test('a contact says where it was found and why that one', async () => {
  const app = await startLinkDesk();
  const says = `${prose}<p>We keep ours in Gardenbook.</p>`;
  const sites = [
    await siteWith(says, '<p>anna@gartenblatt.de, redaktion@gartenblatt.de</p>'),
    await siteWith(says, '<p>presse@beete.de</p>'),
    await siteWith(says, '<p>info@hecken.de</p>'),
  ];
  await answerSearches(app, () => sites.map(({ url }) => `${url}/page`));
  const { prospects } = await discovered(app, { kinds: ['mention'] });
  const whys = ['For those who edit the site', 'For press and marketing', 'For whoever writes to the site'];
  for (const [at, { url }] of sites.entries())
    expect(prospects.find(({ host }) => host === new URL(url).host)!.contact).toMatchObject({
      source: `${url}/kontakt`,
      why: `${whys[at]}, at another domain.`,
    });
  const given = await app.desk.call('link_prospects_create', { url: 'guides.example', contact: { email: 'ann@guides.example' } });
  expect((given as LinkProspect).contact).toMatchObject({ source: 'given', why: 'It was given.' });
});

test('the best sites are those that can be written to; the mail’s rules are told once', async () => {
  const app = await startLinkDesk();
  await app.desk.call('competitors_add', { name: 'Rival', domain: 'rival.com' });
  const says = `${prose}<p>Most of us use <a href="https://rival.com/">Rival</a>.</p>`;
  const [mute, banned] = [await siteWith(says, '<p>There is a form.</p>'), await siteWith(says, '<p>post@beete.de</p>')];
  const open = await siteWith('<p>Rival is named here.</p>', '<p>anna@gartenblatt.de</p>');
  await app.desk.call('link_suppressions_set', { add: ['post@beete.de'] });
  // What is cited more often has the higher score.
  await answersCite(
    app,
    [mute, mute, mute, banned, banned, banned, open].map(({ url }) => `${url}/page`),
  );
  const { job } = await discovered(app, { kinds: ['cited'] });
  const { prospects, mail } = resultOf(job);
  expect(prospects.best.map(({ contact }) => contact)).toEqual([
    { source: `${open.url}/kontakt`, why: expect.stringContaining('The first address on that page') },
    null,
    null,
  ]);
  expect(prospects.best[0]!.host).toBe(new URL(open.url).host);
  expect(mail).toMatchObject({ closing: null, language: 'en', words: { min: 50, max: 150 } });
  expect(mail!.rules.join(' ')).toContain('No signature');
});

describe('before a search begins', () => {
  test('it is told what is missing, and which call brings it', async () => {
    const app = await startLinkDesk({ brandTerms: [] });
    const { missing, next } = await discover(app, {});
    expect(missing).toEqual([
      { kinds: ['cited'], hint: expect.stringContaining('competitors_add') },
      { kinds: ['mention'], hint: expect.stringContaining('brandTerms') },
      { kinds: ['resource_page'], hint: expect.stringContaining('topics_create') },
      { kinds: ['cited', 'mention', 'broken_link', 'resource_page'], hint: expect.stringContaining('posts_refresh') },
    ]);
    expect(next).toContain('link_prospects_create');
    await app.desk.runDue();
    await app.desk.call('competitors_add', { name: 'Rival', domain: 'rival.com' });
    await app.desk.call('projects_update', { id: app.projectId, brandTerms: ['Gardenbook'] });
    const later = await discover(app, { kinds: ['cited', 'mention', 'resource_page'], keywords: ['garden diary'] });
    expect(later.missing.slice(0, 2)).toEqual([
      { kinds: ['cited'], hint: expect.stringContaining('ai_answers_submit') },
      // What two kinds lack is told once.
      { kinds: ['mention', 'resource_page'], hint: expect.stringContaining('serper') },
    ]);
  });

  test('nothing is missing where all is there', async () => {
    const app = await startOffering('Raised beds from boards');
    expect(await discover(app, { kinds: ['cited'] })).toMatchObject({
      missing: [],
      next: expect.stringMatching(/^jobs_get with waitSeconds 30 [^.]+\.$/),
    });
  });
});

test('a draft says what its writer may want to mend', async () => {
  const app = await startOffering('Raised beds from boards');
  const { prospects } = await discovered(app, { kinds: ['cited'] });
  const { id, bestOpportunity } = prospects[0]!;
  const short = 'Hello,\n\nsee https://elsewhere.example/win.\n\n-- \nBen\nTo unsubscribe, answer.';
  expect((await outreach(app, id, { subject: 'Hello', body: short })).notes).toEqual([
    'It has 8 words; 50 to 150 are read.',
    'It has closing lines of its own: the desk adds who writes, from where, and how to say no.',
    'It names https://elsewhere.example/win, which was seen nowhere: see that it is right.',
    expect.stringMatching(/^It does not name the page at /),
    'It names no page of yours to link to.',
  ]);
  const good = `Hello,\n\nyour page ${bestOpportunity!.url} names Rival. We have ${app.own.url}/beds on it.\n\n${'It says how they are built. '.repeat(8)}`;
  expect((await outreach(app, id, { subject: 'Your page', body: good })).notes).toEqual([]);
});
