import { expect, test } from 'vitest';
import type { Optimization } from '../../../schema/optimizations.ts';
import type { OptimizationBrief, SubmittedRewrite } from '../../../schema/rewrites.ts';
import { estimateTokens } from '../../../src/language/token-estimate.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { longestTurnOf } from '../../support/turns.ts';
import { job, manual, optimized, read, startPages } from './pages.ts';

const brief = (app: TestApp, id: string, sections?: number[], from?: number) =>
  app.desk.call('optimizations_brief', { id, sections, from }) as Promise<OptimizationBrief>;
const submit = (app: TestApp, input: Record<string, unknown>) => app.desk.call('optimizations_submit', input) as Promise<SubmittedRewrite>;

async function awaiting(more: Record<string, unknown> = {}) {
  const app = await createTestApp();
  await app.desk.call('knowledge_create', { markdown: manual });
  const { own, competitorUrls } = await startPages();
  const waiting = await optimized(app, { url: `${own.url}/pool`, keyword: 'connection pool', competitorUrls, writer: 'agent', ...more });
  return { app, own, id: waiting.id, waiting };
}

/** The number of the passage that says something. */
const numberOf = ({ passages }: OptimizationBrief, words: string) => passages.find(({ text }) => text.includes(words))!.number;

test('an agent gets the page section by section, what it lacks, what may be cited and what must stay', async () => {
  const { app, own, id, waiting } = await awaiting({ instructions: 'Keep it short.' });
  expect(waiting).toMatchObject({ status: 'awaiting_draft', scoreAfter: null });
  expect(await job(app, waiting.jobId)).toMatchObject({
    status: 'queued',
    waitsFor: 'draft',
    next: `It waits for your draft: read optimizations_brief, id ${id}.`,
  });
  const handed = await brief(app, id);
  expect(handed).toMatchObject({
    status: 'awaiting_draft',
    keyword: 'connection pool',
    scoreBefore: waiting.scoreBefore,
    instructions: 'Keep it short.',
  });
  expect(handed.sections.map(({ section }) => section)).toEqual(['Introduction', 'What it does', 'When to use one']);
  expect(handed.sections[1]!.markdown).toContain('at most 20 connections');
  expect(handed.keep.map(({ kind }) => kind).toSorted()).toEqual(['code', 'image', 'link', 'table']);
  expect(handed.headings.map(({ heading }) => heading)).toContain('Pool size');
  expect(handed.headings.find(({ heading }) => heading === 'Pool size')!.passages).toContain(numberOf(handed, 'ten connections'));
  // Together they win what the row says.
  const lost = Number(/topics \(−([\d.]+)\)/.exec(handed.breakdown.find(({ name }) => name === 'headings')!.detail)![1]);
  expect(handed.headings.reduce((sum, { gain }) => sum + gain, 0)).toBeCloseTo(lost, 0);
  expect(handed.terms.find(({ term }) => term === 'connection leak')).toMatchObject({
    status: 'missing',
    where: 'passages',
    passages: [numberOf(handed, 'stack of each checkout')],
  });
  expect(handed.terms.at(-1)).toMatchObject({ term: 'pool size protects', status: 'missing', where: 'nowhere', passages: [] });
  expect(handed.terms.filter(({ gain }) => gain === 0)).toEqual([]);
  for (const { status, count, min, max } of handed.terms) expect(status === 'over' ? count > max : count < min).toBe(true);
  expect(handed.left).toBeNull();
  expect(estimateTokens(JSON.stringify(handed))).toBeLessThan(10_000);
  const only = await brief(app, id, [2]);
  expect(only.sections).toEqual([handed.sections[1]]);
  expect(only.terms).toEqual([]);
  expect(own.asked).toEqual(['/pool']);
});

test('edits by section make the page better, and what was changed is told with its reasons', async () => {
  const { app, id, waiting } = await awaiting();
  const handed = await brief(app, id);
  const [size, leak, idle] = ['ten connections', 'stack of each checkout', 'closes an idle connection'].map((words) =>
    numberOf(handed, words),
  );
  const use = handed.sections[2]!.markdown!;
  const markdown = `${use}\n\n## Pool size\n\nMost applications start with ten connections for each origin [${size}].\n\n## Idle connections\n\nThe idle timeout closes an idle connection that nobody uses [${idle}].\n\n## How do I find a connection leak?\n\nLog the stack of each checkout to find a connection leak [${leak}].`;
  const done = await submit(app, {
    id,
    edits: [{ section: 'When to use one', markdown }],
    title: 'Connection pool: size, idle timeout and leaks',
  });
  expect(done).toMatchObject({ accepted: true, status: 'ready', losses: [], gates: [], pageChanged: false });
  expect(done.sentences).toEqual({ checked: 3, supported: 3, notJudged: 0 });
  expect(done.next).toContain('of 3 new or changed sentences page and passages support 3, and 0 could not be judged');
  expect(done.scoreAfter).toBeGreaterThan(done.scoreBefore);
  expect(done.changes.map(({ part, kind, heading }) => `${part} ${kind} ${heading}`)).toEqual(
    expect.arrayContaining(['title changed null', 'section added Pool size']),
  );
  const whole = await read(app, id, ['markdown', 'html', 'changes', 'claims', 'terms']);
  expect(whole).toMatchObject({
    status: 'ready',
    scoreAfter: done.scoreAfter,
    rewrittenTitle: 'Connection pool: size, idle timeout and leaks',
    unsupportedClaims: [],
  });
  expect(whole.rewrittenMarkdown).toContain('## Pool size');
  expect(whole.rewrittenHtml).toContain('<h2>Pool size</h2>');
  expect(whole.breakdown.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(done.scoreAfter, 5);
  expect(whole.breakdownBefore!.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(waiting.scoreBefore!, 5);
  expect(await job(app, waiting.jobId)).toMatchObject({ status: 'succeeded', result: { scoreAfter: done.scoreAfter } });
  await expect(submit(app, { id, markdown: 'Once more.' })).rejects.toMatchObject({ code: 'conflict' });
});

test('what is lost without a reason, or contradicts the page, is kept to be mended in pieces', async () => {
  const { app, id } = await awaiting();
  const handed = await brief(app, id);
  const lost = handed.keep.find(({ kind }) => kind === 'image')!;
  const rest = handed.sections[1]!.markdown!.replace(/!\[[^\n]*\n\n/, '').replace('at most 20 connections', 'at most 50 connections');
  const first = await submit(app, { id, edits: [{ section: 'What it does', markdown: rest }] });
  expect(first).toMatchObject({ accepted: false, status: 'awaiting_draft', changes: [], moreChanges: 1 });
  expect(first.losses).toMatchObject([{ id: lost.id, kind: 'image', reason: null }]);
  const claim = first.claims.find(({ gate }) => gate);
  expect(claim).toMatchObject({ verdict: 'contradicted', sentence: expect.stringContaining('50') });
  expect(await read(app, id, ['markdown'])).toMatchObject({ status: 'awaiting_draft', scoreAfter: null, rewrittenMarkdown: null });

  const second = await submit(app, { id, edits: [{ claim: claim!.id, markdown: 'It holds at most 20 connections at a time.' }] });
  expect(second).toMatchObject({ accepted: false });
  expect(second.claims.filter(({ gate }) => gate)).toEqual([]);
  const last = await submit(app, { id, lossReasons: [{ loss: lost.id, reason: 'The picture shows nothing.' }] });
  expect(last).toMatchObject({ accepted: true, status: 'ready', losses: [{ id: lost.id, reason: 'The picture shows nothing.' }] });
});

test('what the page has and Markdown cannot is told with the brief and with the answers', async () => {
  const app = await createTestApp();
  const { own, competitorUrls } = await startPages();
  own.pages['/pool'] = (own.pages['/pool'] as string).replace(
    '</main>',
    '<p>So <math alttext="n = 20"><mi>n</mi></math> holds.</p></main>',
  );
  const { id, notRead } = await optimized(app, { url: `${own.url}/pool`, keyword: 'connection pool', competitorUrls, writer: 'agent' });
  expect(notRead).toEqual(['formulas (1): n = 20']);
  expect((await brief(app, id)).notRead).toEqual(notRead);
  const done = await submit(app, { id, title: 'Connection pools', acceptFlags: true });
  expect(done.next).toContain('notRead');
  expect(await read(app, id)).toMatchObject({ notRead, next: expect.stringContaining('notRead') });
});

test('an agent may insist', async () => {
  const { app, id } = await awaiting();
  const text = { id, markdown: 'A connection pool keeps 7,000 connections open.' };
  expect(await submit(app, text)).toMatchObject({ accepted: false, moreClaims: 0 });
  expect(await submit(app, { id, acceptFlags: true })).toMatchObject({ accepted: true, status: 'ready' });
});

test('claims that an answer has no room for are read on until none is left', async () => {
  const { app, id } = await awaiting();
  const lies = Array.from({ length: 60 }, (_, at) => `A connection pool keeps ${7000 + at} connections open on server ${at}.`);
  const handed = await submit(app, { id, markdown: lies.join('\n\n') });
  const found = [...handed.claims];
  expect(handed.moreClaims).toBeGreaterThan(0);
  for (let cursor = handed.nextClaims; cursor !== null;) {
    const more = (await app.desk.call('optimizations_get', { id, include: ['claims'], cursor })) as Optimization;
    found.push(...more.claims!);
    cursor = more.nextClaims;
  }
  expect(found).toHaveLength(handed.claims.length + handed.moreClaims);
  expect(new Set(found.map(({ sentence }) => sentence)).size).toBe(60);
});

test('a text for a page that has changed is kept, and the change is accepted once', async () => {
  const { app, own, id } = await awaiting();
  own.pages['/pool'] = (own.pages['/pool'] as string).replace('at most 20', 'at most 30');
  await expect(submit(app, { id, edits: [{ section: 'When to use one', markdown: 'Use 9,000 connections.' }] })).rejects.toMatchObject({
    code: 'page_changed',
  });
  expect((await brief(app, id)).sections[2]).toMatchObject({ section: 'When to use one', markdown: 'Use 9,000 connections.' });
  expect(await submit(app, { id, acceptChanged: true })).toMatchObject({ accepted: false, pageChanged: true });
  expect(await submit(app, { id, title: 'Pools' })).toMatchObject({ accepted: false, pageChanged: true });
  own.pages['/pool'] = (own.pages['/pool'] as string).replace('at most 30', 'at most 40');
  await expect(submit(app, { id, title: 'Pools' })).rejects.toMatchObject({ code: 'page_changed' });
});

test('a section that is too long for a brief is cut between paragraphs, and read on until its end', async () => {
  const paragraph = (number: number) =>
    `<p>Connection ${number} of the pool waits until request ${number} asks for it, and then it goes back.</p>`;
  const long = `<html lang="en"><title>Connection pool</title><main><h1>Connection pool</h1>${Array.from({ length: 700 }, (_, at) => paragraph(at)).join('')}</main></html>`;
  const app = await createTestApp();
  const { own, competitorUrls } = await startPages();
  own.pages['/long'] = long;
  const { id } = await optimized(app, { url: `${own.url}/long`, keyword: 'connection pool', competitorUrls, writer: 'agent' });
  const handed = await brief(app, id);
  expect(handed.left).toContain('Section 1 is cut');
  let text = '';
  for (let from: number | null = 0; from !== null;) {
    const { sections: [section] } = await brief(app, id, [1], from); // prettier-ignore
    text += section!.markdown!;
    from = section!.cutAt;
  }
  expect(text).toBe((await read(app, id, ['page'])).page!.markdown);
  expect(handed.sections[0]!.markdown).toMatch(/goes back\.$/);
});

test('a long page is laid before its writer without holding up others', async () => {
  const app = await createTestApp();
  const { own, competitorUrls } = await startPages();
  const section = (at: number) =>
    `<h2>Part ${at}</h2><p>${`Connection ${at} waits in the pool until a request asks for it. `.repeat(30)}</p>`;
  own.pages['/long'] =
    `<html lang="en"><title>Connection pool</title><main>${Array.from({ length: 140 }, (_, at) => section(at)).join('')}</main></html>`;
  const { id } = await optimized(app, { url: `${own.url}/long`, keyword: 'connection pool', competitorUrls, writer: 'agent' });
  expect((await brief(app, id)).sections).toHaveLength(141);
  expect(await longestTurnOf(() => brief(app, id), 50)).toBeLessThan(50);
});

test('a page that has changed since is noticed, and can be accepted', async () => {
  const { app, own, id } = await awaiting();
  const edits = [{ section: 'When to use one', markdown: (await brief(app, id)).sections[2]!.markdown! }];
  own.pages['/pool'] = (own.pages['/pool'] as string).replace('at most 20', 'at most 30');
  await expect(submit(app, { id, edits })).rejects.toMatchObject({ code: 'page_changed', message: expect.stringContaining('30') });
  const taken = await submit(app, { id, edits, acceptChanged: true });
  expect(taken).toMatchObject({ accepted: true, pageChanged: true });
});

test('other addresses of the same links are no change, and a page that cannot be reached holds nothing up', async () => {
  const { app, own, id } = await awaiting();
  const edits = [{ section: 'When to use one', markdown: (await brief(app, id)).sections[2]!.markdown! }];
  const markup = own.pages['/pool'] as string;
  own.pages['/pool'] = markup.replace('/pool.png', '/pool.png?v=2');
  expect(await submit(app, { id, edits, title: 'Pool 9,000' })).toMatchObject({ pageChanged: false });
  delete own.pages['/pool'];
  const done = await submit(app, { id, edits, title: 'Connection pool basics', acceptFlags: true });
  expect(done).toMatchObject({ accepted: true, pageChanged: null, pageNote: expect.stringContaining('404') });
});

test('edits name sections as they are, and what is not there is told', async () => {
  const { app, id } = await awaiting();
  await expect(submit(app, { id, edits: [{ section: 'Sizes', markdown: 'x' }] })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [{ pointer: '/edits/0/section', code: 'unknown_section' }],
  });
  await expect(submit(app, { id, edits: [{ claim: 'c1', markdown: 'x' }] })).rejects.toMatchObject({ code: 'precondition_failed' });
  await expect(submit(app, { id })).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/markdown' }] });
  await expect(submit(app, { id, markdown: 'x', edits: [{ section: 'Introduction', markdown: 'x' }] })).rejects.toMatchObject({
    code: 'invalid_input',
  });
});

test('which of several sections that are alike is meant is settled by its number, and never guessed', async () => {
  const { app, id } = await awaiting();
  const handed = await brief(app, id);
  const use = handed.sections[2]!.markdown!;
  const one = `${use}\n\n## Examples\n\nThe pool hands out a connection.\n\n## Examples\n\nRequests share connections.`;
  expect(await submit(app, { id, title: 'Pool 9,000 ms', edits: [{ section: 'When to use one', markdown: one }] })).toMatchObject({
    accepted: false,
  });
  expect((await brief(app, id)).sections.map(({ section }) => section).slice(3)).toEqual(['Examples', 'Examples (2)']);
  const twice = ['', 'Connections are shared.'].map((markdown) => ({ section: 'Examples', markdown }));
  await expect(submit(app, { id, edits: twice })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [{ pointer: '/edits/1/section', code: 'repeated_section', detail: expect.stringContaining('Examples (2)') }],
  });
  await submit(app, { id, edits: [twice[0]!, { ...twice[1]!, section: 'Examples (2)' }] });
  expect((await brief(app, id)).sections.slice(3)).toMatchObject([{ section: 'Examples', markdown: 'Connections are shared.' }]);
});

test('a first line with one # is the page’s first heading from then on', async () => {
  const { app, id } = await awaiting();
  const handed = await brief(app, id);
  const intro = `# The connection pool\n\n${handed.sections[0]!.markdown!}`;
  expect(await submit(app, { id, edits: [{ section: 'Introduction', markdown: intro }] })).toMatchObject({ accepted: true, losses: [] });
  const whole = await read(app, id, ['markdown']);
  expect(whole.rewrittenH1).toBe('The connection pool');
  expect(whole.rewrittenMarkdown).not.toContain('The connection pool\n');
});

test('who never hands anything in is not waited for for ever', async () => {
  const { app, id, waiting } = await awaiting();
  await app.advance(8 * 24 * 3_600_000);
  expect(await read(app, id)).toMatchObject({ status: 'failed', error: { code: 'draft_timeout' } });
  expect(await job(app, waiting.jobId)).toMatchObject({ status: 'failed' });
});

test('a canceled one is closed', async () => {
  const { app, id, waiting } = await awaiting();
  await app.desk.call('jobs_cancel', { id: waiting.jobId });
  expect(await read(app, id)).toMatchObject({ status: 'canceled', draftDueAt: null });
  await expect(submit(app, { id, markdown: 'x' })).rejects.toMatchObject({ code: 'conflict' });
});
