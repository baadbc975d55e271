import { describe, expect, test } from 'vitest';
import { manual } from '../../../support/scenario.ts';
import { pageOf, startSite } from '../../../support/site.ts';
import { startReports } from './support.ts';

const many = (count: number, text: string) => Array.from({ length: count }, (_, at) => `${text} Take ${at}.`);

describe('content gaps', () => {
  test('are prompts where competitors are and the brand is not, then those where it is clearly behind', async () => {
    const { answer, gaps, rivalId } = await startReports();
    await answer(['Where both are?'], many(10, 'Acme and Rival.'));
    await answer(['Where Rival leads?'], [...many(9, 'Rival.'), 'Acme.']);
    await answer(['Where only Rival is?'], many(3, 'Rival.'));
    await answer(['Where Rival is but cited?'], ['Somebody [1].'], { citations: [{ url: 'https://rival.example/a' }] });
    await answer(['Where nobody is?'], ['None.']);
    const report = await gaps();
    expect(report.data.map(({ prompt, kind }) => [kind, prompt])).toEqual([
      ['absent', 'Where only Rival is?'],
      ['absent', 'Where Rival is but cited?'],
      ['behind', 'Where Rival leads?'],
    ]);
    expect(report).toMatchObject({ absent: 2, behind: 1, hint: null });
    expect(report.data[2]).toMatchObject({
      answers: 10,
      own: { named: 1, share: 0.1 },
      competitors: [{ brand: rivalId, name: 'Rival', named: 9, share: 0.9 }],
      competitorCount: 1,
    });
    expect(report.data[2]!.competitors[0]!.lead.low).toBeGreaterThan(0);
    expect((await gaps({ kind: 'behind' })).data).toHaveLength(1);
    expect(await gaps({ kind: 'behind' })).toMatchObject({ absent: 2, behind: 1 });
    const first = await gaps({ limit: 1 });
    expect((await gaps({ limit: 5, cursor: first.nextCursor })).data).toHaveLength(2);
  });

  test('are certain where enough answers name or cite a competitor', async () => {
    const { answer, gaps } = await startReports();
    await answer(['Where it is named once?'], ['Rival.']);
    await answer(['Where it is named often?'], many(3, 'Rival.'));
    await answer(['Where it is cited often?'], many(3, 'Somebody [1].'), { citations: [{ url: 'https://rival.example/a' }] });
    const { data } = await gaps();
    const certain = Object.fromEntries(data.map((gap) => [gap.prompt, gap.certain]));
    expect(certain).toEqual({ 'Where it is named once?': false, 'Where it is named often?': true, 'Where it is cited often?': true });
  });

  test('are none where the brand is only cited', async () => {
    const { answer, gaps } = await startReports();
    await answer(['Which?'], ['Rival [1].'], { citations: [{ url: 'https://acme.example/' }] });
    expect(await gaps()).toMatchObject({ data: [], hint: expect.stringContaining('No competitor is clearly ahead') });
  });

  test('cannot be told without competitors, and say so', async () => {
    const { answer, gaps, desk, rivalId } = await startReports();
    await answer(['Which?'], ['Rival.']);
    await desk.call('competitors_remove', { id: rivalId });
    expect(await gaps()).toMatchObject({ data: [], hint: expect.stringContaining('competitors_add') });
  });
});

describe('what to do about a gap', () => {
  test('is to write an article on the cited pages of others, where nothing of one’s own is on it', async () => {
    const { answer, analyze, desk } = await startReports();
    const { id } = (await desk.call('topics_create', { name: 'Pools', keywords: ['connection pool', 'size of a connection pool'] })) as {
      id: string;
    };
    await desk.call('topics_add_prompts', { id, prompts: ['What is the right size of a connection pool?'] });
    const citations = [
      { url: 'https://rival.example/pools', title: 'Pools' },
      { url: 'https://acme.example/x' },
      { url: 'https://news.example/' },
    ];
    await answer(['What is the right size of a connection pool?'], ['Rival says ten [1].'], { citations: [citations[0], citations[2]] });
    const { data } = await analyze();
    expect(data[0]).toMatchObject({
      kind: 'absent',
      keyword: 'size of a connection pool',
      evidence: [
        { url: 'https://news.example/', brand: null, answers: 1 },
        { url: 'https://rival.example/pools', title: 'Pools', name: 'Rival', category: 'competitor', answers: 1 },
      ],
      ownPage: null,
      operation: 'articles_create',
      arguments: {
        keyword: 'size of a connection pool',
        instructions: expect.stringContaining('What is the right size'),
        competitorUrls: ['https://news.example/', 'https://rival.example/pools'],
      },
      why: { ownPage: 'not_checked' },
    });
    expect(data[0]!.advice).toBe(
      'Write a page that answers this question in its first lines, then cover what the cited pages cover. Why: Rival is named in 1 of 1 answers, you in none, which may be chance; they cite https://news.example/ and 1 more page.',
    );
    await desk.call('knowledge_create', { markdown: manual });
    await desk.runDue();
    const article = (await desk.call('articles_create', { ...data[0]!.arguments, writer: 'agent' })) as { articleId?: string; id?: string };
    expect(article.articleId ?? article.id).toMatch(/^art_/);
  });

  test('says so where answers cite no page, and where a competitor is cited but not named', async () => {
    const { answer, analyze } = await startReports();
    await answer(['Which?'], ['Rival is good.']);
    await answer(['Who?'], ['Ten [1].'], { citations: [{ url: 'https://rival.example/pools' }] });
    const { data, hint } = await analyze();
    expect(hint).toContain('posts_refresh');
    const [which, who] = ['Which?', 'Who?'].map((text) => data.find(({ prompt }) => prompt === text)!);
    expect(which).toMatchObject({ evidence: [], why: { evidence: 'too_few' } });
    expect(which!.arguments).not.toHaveProperty('competitorUrls');
    expect(which!.advice).toBe(
      'Write a page that answers this question in its first lines. Why: Rival is named in 1 of 1 answers, you in none, which may be chance; they name no sources, so what they rest on is not known.',
    );
    expect(who!.advice).toContain(
      'Why: Rival is cited in 1 of 1 answers, you in none, which may be chance; they cite https://rival.example/pools.',
    );
  });

  test('is for what the question is on, and holds against pages that articles can be held against', async () => {
    const { answer, analyze } = await startReports();
    const citations = ['https://www.reddit.com/r/pools/', 'https://youtu.be/pools', 'https://rival.example/pools'].map((url) => ({ url }));
    await answer(['Which project management tool is best for a small team?'], ['Rival [1] [2] [3].'], { citations });
    await answer(['And which?'], ['Rival.']);
    const { data } = await analyze();
    const [best, which] = ['Which project management tool is best for a small team?', 'And which?'].map((text) =>
      data.find(({ prompt }) => prompt === text)!,
    );
    expect(best!.keyword).toBe('project management tool for a small team');
    expect(best!.evidence.map(({ category }) => category).toSorted()).toEqual(['competitor', 'forum', 'video']);
    expect(best!.arguments).toMatchObject({ keyword: best!.keyword, competitorUrls: ['https://rival.example/pools'] });
    expect(which!.keyword).toBe('And which');
  });

  test('is to make a page of one’s own better, where one is on it', async () => {
    const { answer, analyze, desk, projectId } = await startReports();
    const text = 'The right size of a connection pool depends on the server. Start a connection pool with ten connections and measure.';
    const site = await startSite({ '/pools': pageOf('The size of a connection pool', [text, text.replace('ten', 'twelve')]) });
    site.pages['/sitemap.xml'] = `<urlset><url><loc>${site.url}/pools</loc></url></urlset>`;
    await desk.call('projects_update', { id: projectId, siteUrl: `${site.url}/` });
    await desk.call('posts_refresh', {});
    await desk.runDue();
    await answer(['What is the right size of a connection pool?'], ['Rival says ten [1].'], {
      citations: [{ url: 'https://rival.example/pools' }],
    });
    const { data } = await analyze();
    expect(data[0]).toMatchObject({
      ownPage: { url: `${site.url}/pools`, isOn: true },
      operation: 'optimizations_create',
      arguments: { url: `${site.url}/pools`, writer: 'agent', competitorUrls: ['https://rival.example/pools'] },
    });
  });
});
