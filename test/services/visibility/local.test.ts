import { expect, test } from 'vitest';
import type { Project } from '../../../schema/projects.ts';
import { createLocalEngine } from '../../../src/services/visibility/local/engine.ts';
import { readAnswer } from '../../../src/visibility/answer.ts';
import { pageOf, startSite } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';

const filler = 'It is written here at some length so that the page is one of text, with words enough to be kept and compared.';
const question = { prompt: 'How large should a connection pool be?', country: null, language: 'en', webSearch: true };

async function startWithSites() {
  const app = await createTestApp();
  const [project] = ((await app.desk.call('projects_list')) as { data: [Project] }).data;
  const engine = () => createLocalEngine(app.desk.services.crawledPages, project.id);
  const crawl = async () => {
    const own = await startSite({
      '/': pageOf('Acme', ['<a href="/pools">Pools</a>']),
      '/pools': pageOf('Pools at Acme', ['Acme keeps a connection pool of ten connections for each worker.', filler]),
    });
    const rival = await startSite({
      '/': pageOf('Rival', ['<a href="/size">Size</a>']),
      '/size': pageOf('Pool size', ['A connection pool of Rival is as large as the number of its cores.', filler]),
    });
    for (const [site, path] of [
      [own, '/pools'],
      [rival, '/size'],
    ] as const)
      site.pages['/sitemap.xml'] = `<urlset><url><loc>${site.url}${path}</loc></url></urlset>`;
    await app.desk.call('projects_update', { id: project.id, siteUrl: own.url, brandTerms: ['Acme'] });
    await app.desk.call('posts_refresh', {});
    const domain = new URL(rival.url).host;
    const { id: rivalId } = (await app.desk.call('competitors_add', { name: 'Rival', domain })) as { id: string };
    await app.desk.runDue();
    return { own, rival, rivalId, domain };
  };
  return { app, engine, crawl };
}

test('the local engine answers from the pages of both sites that were crawled, and is read like any other', async () => {
  const { engine, crawl } = await startWithSites();
  const { own, rival, rivalId, domain } = await crawl();
  expect(await engine().check()).toBe('Pages of 1 own and 1 competing hosts can be searched.');
  const answer = await engine().ask(question);
  expect(answer).toMatchObject({ searched: true, model: 'extract-1', cost: 0, inputTokens: null });
  expect(answer.citations.map(({ url }) => url).toSorted()).toEqual([`${own.url}/pools`, `${rival.url}/size`].toSorted());
  expect(answer.text).toContain(`connections for each worker [`);
  expect(await engine().ask(question)).toEqual(answer);
  const brand = { mentionOnlyWith: [], mentionNotWith: [] };
  const read = await readAnswer(answer, [
    { ...brand, id: 'own', names: ['Acme'], sites: [new URL(own.url).host] },
    { ...brand, id: rivalId, names: ['Rival'], sites: [domain] },
  ]);
  expect(read.hasInline).toBe(true);
  expect(read.brands.map(({ brand: id, mentions, cited }) => [id, mentions, cited])).toEqual([
    ['own', 1, 1],
    [rivalId, 1, 1],
  ]);
  expect(read.brands.reduce((sum, { prominence }) => sum + prominence!, 0)).toBeCloseTo(1);
});

test('where nothing was crawled it says so, and what to do; a prompt of which no page says anything is declined alone', async () => {
  const { engine, crawl } = await startWithSites();
  const nothing = { code: 'insufficient_sources', hint: expect.stringMatching(/posts_refresh.*audit_start.*competitors_add/) };
  await expect(engine().ask(question)).rejects.toMatchObject({ ...nothing, name: 'AppError' });
  await expect(engine().check()).rejects.toMatchObject(nothing);
  await crawl();
  const declined = await engine()
    .ask({ ...question, prompt: 'Who won the chess tournament?' })
    .catch((error: Error) => error);
  expect(declined).toMatchObject({ ...nothing, message: expect.stringContaining('says anything') });
  expect(declined!.constructor.name).toBe('Declined');
});

test('it costs no call, and a caller that has gone gets nothing', async () => {
  const { engine } = await startWithSites();
  expect(engine().callsFor(question)).toBe(0);
  await expect(engine().ask(question, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});
