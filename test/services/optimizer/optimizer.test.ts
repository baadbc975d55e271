import { expect, test } from 'vitest';
import { createTestApp } from '../../support/test-app.ts';
import { create, job, optimized, rival, startPages } from './pages.ts';

test('a page is held against given pages, and told what it lacks', async () => {
  const app = await createTestApp();
  const { own, competitorUrls } = await startPages();
  const found = await optimized(app, { url: `${own.url}/pool`, keyword: 'connection pool', competitorUrls, writer: 'none' }, [
    'terms',
    'page',
  ]);
  expect(found).toMatchObject({
    status: 'ready',
    keywordSource: 'given',
    language: 'en',
    title: 'Connection pool basics | Acme',
    basis: { kind: 'given', source: null, why: null },
    scoreAfter: null,
    changes: null,
    rewrittenMarkdown: null,
    page: { h1: 'Connection pool basics', metaDescription: 'What a connection pool is and what it does for requests.' },
  });
  expect(found.competitors.map(({ title, error }) => ({ title, error }))).toEqual(
    ['Alpha', 'Beta', 'Gamma'].map((name) => ({ title: `Connection pool: ${name}`, error: null })),
  );
  expect(found.page!.markdown).toContain(`[connections of the driver](${own.url}/driver)`);
  expect(found.page!.markdown).toContain('```js\nconst pool = new Pool({ max: 20 });\n```');
  expect(found.page!.markdown).toContain(`![A pool of connections](${own.url}/pool.png)`);
  expect(found.page!.markdown).toContain('| Option | Default |');
  expect(found.breakdown.reduce((sum, { max }) => sum + max, 0)).toBeCloseTo(100, 5);
  expect(found.breakdown.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(found.scoreBefore!, 5);
  expect(found.missingTerms.map(({ term }) => term)).toEqual(expect.arrayContaining(['idle timeout', 'connection leak']));
  expect(found.outlineDiff.map(({ heading }) => heading)).toContain('Pool size');
  expect(await job(app, found.jobId)).toMatchObject({ status: 'succeeded', result: { optimizationId: found.id, scoreAfter: null } });
});

test('of many competitors that have a topic three are named, and how many they are', async () => {
  const app = await createTestApp();
  const names = ['Delta', 'Epsilon', 'Phi', 'Chi', 'Psi', 'Eta', 'Theta'];
  const { own, theirs, competitorUrls } = await startPages(Object.fromEntries(names.map((name) => [`/${name}`, rival(name)])));
  const all = [...competitorUrls, ...names.map((name) => `${theirs.url}/${name}`)];
  const found = await optimized(app, { url: `${own.url}/pool`, keyword: 'connection pool', competitorUrls: all, writer: 'none' });
  expect(found.outlineDiff.find(({ heading }) => heading === 'Pool size')).toMatchObject({ usedBy: 10, in: all.toSorted().slice(0, 3) });
  expect(found.missingQuestions[0]).toMatchObject({ usedBy: 10, from: all.toSorted().slice(0, 3) });
});

test('an address that cannot be read is refused with what to give instead', async () => {
  const app = await createTestApp();
  for (const input of [{ url: 'ftp://example.com/pool' }, { url: 'https://example.com/pool', competitorUrls: ['ftp://example.com/a'] }])
    await expect(create(app, input)).rejects.toMatchObject({
      code: 'invalid_input',
      hint: 'Give the http or https address of a public page.',
    });
});
