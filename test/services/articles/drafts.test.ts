import { expect, test, vi } from 'vitest';
import type { Article } from '../../../schema/articles.ts';
import type { ArticleChange } from '../../../schema/article-changes.ts';
import type { Job } from '../../../schema/jobs.ts';
import type { AppError } from '../../../src/errors.ts';
import { draftFrom, waitingForDraft } from '../../support/drafts.ts';
import { readWhole } from '../../support/articles.ts';
import { addManual } from '../../support/documents.ts';
import { startReceiver } from '../../support/receiver.ts';
import { pageOf, startSite } from '../../support/site.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const day = 86_400_000;

const read = ({ desk }: TestApp, id: string) => readWhole(desk, id);
const jobOf = async ({ desk }: TestApp, id: string) => (await desk.call('jobs_get', { id, waitSeconds: 30 })) as Job;
const submit = async ({ desk }: TestApp, input: object) => (await desk.call('articles_submit_draft', { ...input })) as ArticleChange;

test('an agent is handed a brief, hands in a draft, and the article is ready at once, with its event', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver();
  const { id, jobId, brief } = await waitingForDraft(app, { webhookUrl: receiver.url });
  expect(await jobOf(app, jobId)).toMatchObject({
    status: 'queued',
    waitsFor: 'draft',
    step: 'waiting for a draft',
    next: `It waits for your draft: read articles_brief, id ${id}.`,
  });
  expect(await read(app, id)).toMatchObject({ status: 'awaiting_draft', version: 0, draftDueAt: brief.draftDueAt });
  expect(brief.passages.map(({ number }) => number)).toEqual(brief.passages.map((_, index) => index + 1));
  expect(brief.draftShape.fields).toHaveProperty('markdown');

  expect(await submit(app, { id, ...draftFrom(brief) })).toMatchObject({ accepted: true, status: 'ready', version: 1 });
  const article = await read(app, id);
  expect(article).toMatchObject({ status: 'ready', version: 1, writer: 'agent', draftDueAt: null, slug: 'connection-pool' });
  expect(article.stages!.map(({ stage, status }) => `${stage} ${status}`)).toEqual([
    'research done',
    'brief done',
    'outline done',
    'draft done',
    'checks done',
  ]);
  expect(article.contentMarkdown).toContain('## Sources');
  expect(article.contentMarkdown).not.toContain('[2]');
  expect(await jobOf(app, jobId)).toMatchObject({ status: 'succeeded', waitsFor: null, result: { articleId: id } });
  await app.desk.runDue();
  expect(receiver.arrivals.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['article.ready']);
});

test('the last stage ends even if the turn that was to write it fails, and it is written by itself', async () => {
  const { desk } = await createTestApp();
  await addManual(desk);
  const { id } = (await desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250, writer: 'agent' })) as Article;
  const { attempt } = desk.services.jobs;
  vi.spyOn(desk.services.jobs, 'attempt').mockImplementation(async (...given) => {
    const settlement = await attempt(...given);
    // A turn writes what has ended and claims what comes next, all or nothing: from here on it fails at its claim.
    vi.spyOn(desk.system, 'random').mockImplementation(() => {
      throw new Error('Out of randomness.');
    });
    return settlement;
  });
  await expect(desk.runDue()).rejects.toThrow('Out of randomness.');
  const { status, stages } = await readWhole(desk, id);
  expect(status).toBe('awaiting_draft');
  expect(stages!.map((one) => `${one.stage} ${one.status}`)).toEqual(['research done', 'brief done', 'outline done', 'draft waiting']);
});

test('as many questions are accepted as the brief says, and one more is refused', async () => {
  const app = await createTestApp();
  const { id, brief } = await waitingForDraft(app);
  const most = Number(/at most (\d+)/.exec(brief.draftShape.fields['faq']!)![1]);
  const faq = (length: number) =>
    Array.from({ length }, (_, index) => ({ question: `Question ${index}?`, answer: 'A pool holds clients [1].' }));
  await expect(submit(app, { id, ...draftFrom(brief), faq: faq(most + 1) })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [{ pointer: '/faq' }],
  });
  expect(await submit(app, { id, ...draftFrom(brief), faq: faq(most), acceptFlags: true })).toMatchObject({ status: 'ready' });
});

test('a draft with unsupported claims is sent back with what to correct, and the article still waits', async () => {
  const app = await createTestApp();
  const { id, brief } = await waitingForDraft(app);
  const { title, markdown } = draftFrom(brief);
  const wrong = `${markdown}\n\nA connection pool of 4096 connections doubles the revenue of Acme Corporation [1].`;
  const verdict = await submit(app, { id, title, markdown: wrong });
  expect(verdict).toMatchObject({ accepted: false, status: 'awaiting_draft', version: 0 });
  expect(verdict.gates).toEqual(['unsupported_claims']);
  expect(verdict.claims[0]).toMatchObject({ gate: true, verdict: 'unsupported', citations: [1], reason: expect.stringContaining('4096') });
  expect(await read(app, id)).toMatchObject({ status: 'awaiting_draft', contentMarkdown: null });
  expect(await submit(app, { id, title, markdown })).toMatchObject({ accepted: true });
});

test('all that a gate objects to is named at once, so that one more draft can mend it', async () => {
  const app = await createTestApp();
  const { id, brief } = await waitingForDraft(app);
  const { title, markdown } = draftFrom(brief);
  const numbers = Array.from({ length: 12 }, (_, index) => String(4096 + index));
  const wrong = numbers.map((number) => `A connection pool of ${number} connections pleases Acme Corporation [1].`);
  const { claims, quality } = await submit(app, { id, title, markdown: `${markdown}\n\n${wrong.join(' ')}` });
  expect(numbers.filter((number) => !claims.some(({ sentence, gate }) => gate && sentence.includes(number)))).toEqual([]);
  expect(quality.find(({ code }) => code === 'unsupported_claims')!.detail).toBe('12 claims: see claims.');
});

test('an agent may insist; the gates then hold back publishing', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver();
  await app.desk.call('publishing_webhook_set', { url: receiver.url, holdOnQualityGate: true });
  const { id, brief } = await waitingForDraft(app);
  const { title, markdown } = draftFrom(brief);
  const wrong = `${markdown}\n\nA connection pool of 4096 connections doubles the revenue of Acme Corporation [1].`;
  expect(await submit(app, { id, title, markdown: wrong, acceptFlags: true })).toMatchObject({ accepted: true, status: 'ready' });
  await app.desk.runDue();
  expect(await read(app, id)).toMatchObject({ publishHeld: true });
  expect(receiver.arrivals).toEqual([]);
});

test('an accepted draft answers where it is being published already, so that nobody publishes it twice', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver();
  await app.desk.call('publishing_webhook_set', { url: receiver.url });
  const { id, brief } = await waitingForDraft(app);
  const { publications, next } = await submit(app, { id, ...draftFrom(brief) });
  const { data } = (await app.desk.call('webhook_deliveries_list')) as { data: { id: string; kind: string }[] };
  const deliveryId = data.find(({ kind }) => kind === 'publish')!.id;
  expect(publications).toMatchObject([{ target: 'webhook', status: 'pending', deliveryId, current: false }]);
  expect(next).toContain('Do not publish it again');
  await app.desk.runDue();
  expect(receiver.arrivals).toHaveLength(1);
});

test('an accepted draft says that gates hold it back from being published', async () => {
  const app = await createTestApp();
  await app.desk.call('publishing_webhook_set', { url: (await startReceiver()).url, holdOnQualityGate: true });
  const { id, brief } = await waitingForDraft(app);
  const { title, markdown } = draftFrom(brief);
  const wrong = `${markdown}\n\nA connection pool of 4096 connections doubles the revenue of Acme Corporation [1].`;
  const held = await submit(app, { id, title, markdown: wrong, acceptFlags: true });
  expect(held).toMatchObject({ publishHeld: true, publications: [], next: expect.stringContaining('Gates hold it back') });
  const mended = { id, markdown: markdown.replaceAll(/\[\d+\]/g, '[1]') };
  expect(await app.desk.call('articles_update', mended)).toMatchObject({ next: expect.stringContaining('no gate objects any more') });
});

test.each([
  ['too_short', 'Too short [1].\n\n## A\n\nNothing here [1].'],
  ['no_sections', 'word [1] '.repeat(250)],
  ['title_in_body', `# A Title\n\n## A\n\n${'word [1] '.repeat(250)}`],
  ['no_citations', `## A\n\n${'word '.repeat(250)}`],
])('what is no draft is refused by name: %s', async (code, markdown) => {
  const app = await createTestApp();
  const { id } = await waitingForDraft(app);
  await expect(submit(app, { id, title: 'A Title', markdown })).rejects.toMatchObject({
    code: 'draft_rejected',
    errors: expect.arrayContaining([expect.objectContaining({ pointer: '/markdown', code })]),
  });
  expect(await read(app, id)).toMatchObject({ status: 'awaiting_draft' });
});

test('citations of passages missing from the brief are reported and dropped', async () => {
  const app = await createTestApp();
  const { id, brief } = await waitingForDraft(app);
  const { title, markdown } = draftFrom(brief);
  const verdict = await submit(app, {
    id,
    title,
    markdown: `${markdown}\n\nA pool is a set of open connections that requests share [77].`,
  });
  expect(verdict.quality.map(({ code }) => code)).toContain('invented_citations');
  expect(verdict.accepted).toBe(false);
});

test('without a draft the article fails after seven days, and no later draft is accepted', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver();
  const { id, jobId, brief } = await waitingForDraft(app, { webhookUrl: receiver.url });
  await app.advance(7 * day - 1);
  expect(await read(app, id)).toMatchObject({ status: 'awaiting_draft' });
  await app.advance(1);
  expect(await read(app, id)).toMatchObject({ status: 'failed', error: { code: 'draft_timeout' }, draftDueAt: null });
  expect(await jobOf(app, jobId)).toMatchObject({ status: 'failed', error: { code: 'draft_timeout', retryable: false } });
  expect(receiver.arrivals.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['article.failed']);
  await expect(submit(app, { id, ...draftFrom(brief) })).rejects.toMatchObject({ code: 'conflict' });
});

test('an article that waits for a draft can be canceled', async () => {
  const app = await createTestApp();
  const { id, jobId } = await waitingForDraft(app);
  await app.desk.call('jobs_cancel', { id: jobId });
  expect(await read(app, id)).toMatchObject({ status: 'canceled', draftDueAt: null });
  await app.advance(8 * day);
  expect(await read(app, id)).toMatchObject({ status: 'canceled' });
});

test('an article without text says how to get one: from its agent while it waits, or by regenerating it once it has ended', async () => {
  const app = await createTestApp();
  const { id, jobId } = await waitingForDraft(app);
  const hints = () =>
    Promise.all(
      [app.desk.call('articles_update', { id, title: 'Pools' }), app.desk.call('articles_publish', { id })].map((refused) =>
        refused.then(
          () => 'taken',
          ({ code, hint }: AppError) => `${code}: ${hint}`,
        ),
      ),
    );
  const agents = 'conflict: It waits for its agent: read articles_brief and hand the text in with articles_submit_draft.';
  expect(await hints()).toEqual([agents, agents]);

  await app.desk.call('jobs_cancel', { id: jobId });
  const ended = `conflict: Nothing works on it any more: have it written with articles_regenerate, id ${id}.`;
  expect(await hints()).toEqual([ended, ended]);

  const again = (await app.desk.call('articles_regenerate', { id })) as Article;
  const queued = `conflict: Wait for its job with jobs_get (waitSeconds): ${again.jobId}.`;
  expect(await hints()).toEqual([queued, queued]);
  await app.desk.runDue();
  await app.advance(7 * day);
  expect(await read(app, id)).toMatchObject({ status: 'failed' });
  expect(await hints()).toEqual([ended, ended]);
  expect(await app.desk.call('articles_regenerate', { id })).toMatchObject({ status: 'queued' });
});

test('an article accepts no draft before its brief is made or after it is written', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const made = { keyword: 'connection pool', targetWordCount: 250 };
  const { id } = (await app.desk.call('articles_create', made)) as { id: string };
  await expect(app.desk.call('articles_brief', { id })).rejects.toMatchObject({ code: 'conflict' });
  await app.desk.runDue();
  expect(await app.desk.call('articles_brief', { id })).toMatchObject({ status: 'ready', keyword: 'connection pool' });
  await expect(submit(app, { id, title: 'A', markdown: 'B' })).rejects.toMatchObject({
    code: 'conflict',
    hint: expect.stringContaining('articles_update'),
  });
});

test('an edited draft is scored by the brief it was written from', async () => {
  const app = await createTestApp();
  const { id, brief } = await waitingForDraft(app);
  await submit(app, { id, ...draftFrom(brief) });
  const terms = ({ breakdown }: Pick<Article, 'breakdown'>) => breakdown!.find(({ name }) => name === 'terms');
  const before = await read(app, id);
  expect(terms(before)!.max).toBeGreaterThan(0);
  const after = (await app.desk.call('articles_update', { id, slug: 'pools', include: ['breakdown'] })) as ArticleChange;
  expect(terms(after)).toEqual(terms(before));
});

test('the headings of rival pages go into the brief; an unreadable page is reported, and does no harm', async () => {
  const app = await createTestApp();
  const rival = pageOf('Pools elsewhere', ['A connection pool keeps connections open for all requests of a service.']);
  const site = await startSite({ '/rival': rival.replace('<p>', '<h2>Sizing by measurement</h2><p>') });
  const { brief } = await waitingForDraft(app, { competitorUrls: [`${site.url}/rival`, `${site.url}/gone`] });
  expect(brief.competingPages).toEqual([
    expect.objectContaining({ url: `${site.url}/rival`, headings: expect.arrayContaining(['Sizing by measurement']) }),
  ]);
  expect(brief.unreadPages).toEqual([{ url: `${site.url}/gone`, code: 'unreadable_source', message: expect.stringContaining('404') }]);
});

test('a scheduled article begins at its time', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const scheduledFor = new Date(app.now() + day).toISOString();
  const made = { keyword: 'connection pool', targetWordCount: 250, scheduledFor };
  const { id } = (await app.desk.call('articles_create', made)) as { id: string };
  await app.advance(day - 1);
  const { jobId, status } = await read(app, id);
  expect(status).toBe('queued');
  const step = `scheduled for ${scheduledFor}`;
  expect(await app.desk.call('jobs_get', { id: jobId })).toMatchObject({ status: 'queued', step });
  expect(await app.desk.call('overview_get')).toMatchObject({ comesNext: [{ latest: [{ about: `article.write: ${step}` }] }] });
  await app.advance(1);
  expect(await read(app, id)).toMatchObject({ status: 'ready' });
  expect(await app.desk.call('jobs_get', { id: jobId })).toMatchObject({ status: 'succeeded', step: null });
});
