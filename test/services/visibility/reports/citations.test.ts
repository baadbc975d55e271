import { expect, test } from 'vitest';
import { startReports } from './support.ts';

const cited = (...urls: string[]) => urls.map((url) => ({ url }));

test('cited pages are told once however they are written, with who cites them and for which prompts', async () => {
  const { answer, citations, rivalId } = await startReports();
  await answer(['Which?', 'Which one?'], ['Rival [1].'], { citations: cited('https://www.rival.example/a/?utm_source=x#top') });
  await answer(['Which?'], ['Rival [1] and more [2].'], {
    engine: 'gemini',
    citations: cited('http://rival.example/a', 'https://www.reddit.com/r/x'),
  });
  const report = await citations();
  expect(report).toMatchObject({ pages: 2, unresolved: 0, answers: 3, nextCursor: null });
  expect(report.data[0]).toMatchObject({
    domain: 'rival.example',
    brand: rivalId,
    name: 'Rival',
    category: 'competitor',
    times: 3,
    answers: 3,
    promptCount: 2,
    prompts: [{ prompt: 'Which?', answers: 2 }, { prompt: 'Which one?', answers: 1 }],
    engines: ['chatgpt', 'gemini'],
  }); // prettier-ignore
  expect(report.data[1]).toMatchObject({ category: 'forum', brand: null, times: 1 });
  expect((await citations({ category: 'forum' })).data).toHaveLength(1);
  expect((await citations({ brand: rivalId })).data).toHaveLength(1);
  expect((await citations({ domain: 'reddit.com' })).data).toHaveLength(1);
  await expect(citations({ brand: 'cmp_gone' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(citations({ topicId: 'top_gone' })).rejects.toMatchObject({ code: 'not_found', hint: 'See topics_list.' });
});

test('a topic of another project is none of this one', async () => {
  const { citations, desk, projectId } = await startReports();
  const { id: other } = (await desk.call('projects_create', { name: 'Blog' })) as { id: string };
  const { id: topicId } = (await desk.call('topics_create', { name: 'Pools', projectId: other })) as { id: string };
  await expect(citations({ topicId, projectId })).rejects.toMatchObject({ code: 'not_found', hint: 'See topics_list.' });
});

test('they come in pages', async () => {
  const { answer, citations } = await startReports();
  await answer(['Which?'], ['Here.'], { citations: cited('https://a.example/', 'https://b.example/', 'https://c.example/') });
  const first = await citations({ limit: 2 });
  const second = await citations({ limit: 2, cursor: first.nextCursor });
  expect([...first.data, ...second.data].map(({ domain }) => domain)).toEqual(['a.example', 'b.example', 'c.example']);
  expect(second.nextCursor).toBeNull();
});

test('sources are sites with the share of answers that came with them, and of those that mark them', async () => {
  const { answer, sources, rivalId } = await startReports();
  await answer(['Which?'], ['Marked [1].'], {
    citations: cited('https://rival.example/a', 'https://rival.example/b', 'https://en.wikipedia.org/wiki/X'),
  });
  await answer(['Which?'], ['Not marked.'], { citations: cited('https://acme.example/') });
  await answer(['Which?'], ['Nothing.']);
  const report = await sources();
  expect(report).toMatchObject({ answers: 3, answersWithMarks: 1, domains: 3, unresolved: 0 });
  const rival = report.data.find(({ domain }) => domain === 'rival.example')!;
  expect(rival).toMatchObject({
    brand: rivalId,
    category: 'competitor',
    used: 1,
    share: 0.3333,
    cited: 1,
    citedShare: 1,
    times: 2,
    prompts: 1,
  });
  expect(rival.interval!.low).toBeGreaterThan(0);
  expect(report.data.find(({ domain }) => domain === 'wikipedia.org')).toMatchObject({ category: 'encyclopedia', cited: 0, citedShare: 0 });
  expect(report.data.find(({ domain }) => domain === 'acme.example')).toMatchObject({ category: 'own', brand: 'own', used: 1, cited: 0 });
  expect(report.categories.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 3);
  expect((await sources({ category: 'own' })).data).toHaveLength(1);
});

test('a site is of the same kind whichever prompt comes first: by its host, or of several by its domain', async () => {
  const kinds = async (prompts: readonly string[]) => {
    const { answer, sources } = await startReports();
    const cites = ['https://forum.one.example/', 'https://one.example/', 'https://docs.two.example/'];
    for (const prompt of prompts) await answer([prompt], ['Ten.'], { citations: cited(cites[Number(prompt)]!) });
    return Object.fromEntries((await sources()).data.map(({ domain, category }) => [domain, category]));
  };
  expect(await kinds(['0', '1', '2'])).toEqual({ 'one.example': 'other', 'two.example': 'docs/code' });
  expect(await kinds(['2', '1', '0'])).toEqual(await kinds(['0', '1', '2']));
});

test('a site of which one prompt has several hosts is of the kind of its domain', async () => {
  const { answer, sources } = await startReports();
  await answer(['Which?'], ['Ten.'], { citations: cited('https://forum.one.example/', 'https://one.example/') });
  expect((await sources()).data).toMatchObject([{ domain: 'one.example', category: 'other' }]);
});

test('an answer that cites a site of a competitor that has gone, and the site beside it, came with it once', async () => {
  const { answer, sources, desk } = await startReports();
  const { id } = (await desk.call('competitors_add', { name: 'Shopper', domain: 'go.shop.example' })) as { id: string };
  await answer(['Which?'], ['Ten [1] [2].'], { citations: cited('https://go.shop.example/', 'https://www.shop.example/') });
  await desk.call('competitors_remove', { id });
  expect((await sources()).data).toMatchObject([{ brand: null, used: 1, share: 1, cited: 1, citedShare: 1, times: 2 }]);
});

test('a page of a competitor that not all answers are read for yet is its own, and none of its sentences are told', async () => {
  const { answer, citations, sources, sentiment, analyze, desk, advance } = await startReports();
  await advance(1000);
  await answer(['Which?'], ['Rival is great.'], { citations: cited('https://new.example/') });
  const { id } = (await desk.call('competitors_add', { name: 'Newer', domain: 'new.example' })) as { id: string };
  await answer(['Which?'], ['Newer is great. Rival is great.'], { citations: cited('https://new.example/') });
  const own = { brand: id, name: 'Newer', category: 'competitor' };
  expect(await citations()).toMatchObject({ stale: 1, data: [{ ...own, answers: 2 }] });
  expect((await sources()).data).toMatchObject([{ ...own, used: 1 }, { brand: null }]);
  expect((await analyze()).data).toMatchObject([{ evidence: [own] }]);
  expect(await sentiment({ brand: id })).toMatchObject({ best: [], worst: [] });
  await desk.runDue();
  expect(await sentiment({ brand: id })).toMatchObject({ best: [{ text: 'Newer is great.' }] });
});

test('without any mark in an answer nobody knows what was cited', async () => {
  const { answer, sources } = await startReports();
  await answer(['Which?'], ['Not marked.'], { citations: cited('https://acme.example/') });
  expect((await sources()).data[0]).toMatchObject({ used: 1, cited: null, citedShare: null, why: { cited: 'not_applicable' } });
});

test('what leads nobody knows where is a page, and no site', async () => {
  const { answer, citations, sources } = await startReports();
  const wrapped = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC';
  await answer(['Which?'], ['Here [1].'], { citations: [{ url: wrapped, title: 'rival.example' }] });
  expect(await citations()).toMatchObject({
    unresolved: 1,
    data: [{ domain: null, category: null, title: 'rival.example', why: { domain: 'not_checked' } }],
  });
  expect(await sources()).toMatchObject({ data: [], unresolved: 1 });
});
