import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import type { ArticleChange } from '../../../schema/article-changes.ts';
import type { Article } from '../../../schema/articles.ts';
import type { ArticleVersions } from '../../../schema/drafts.ts';
import type { Job } from '../../../schema/jobs.ts';
import { readWhole } from '../../support/articles.ts';
import { addManual } from '../../support/documents.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

async function written(app: TestApp, input: object = {}): Promise<Article> {
  await addManual(app.desk);
  const made = { keyword: 'connection pool', targetWordCount: 250, includeImage: false, ...input };
  const { id } = (await app.desk.call('articles_create', made)) as Article;
  await app.desk.runDue();
  return read(app, id);
}

const read = ({ desk }: TestApp, id: string) => readWhole(desk, id);
const update = async ({ desk }: TestApp, input: object) => (await desk.call('articles_update', { ...input })) as ArticleChange;
const restore = async ({ desk }: TestApp, input: object) => (await desk.call('articles_restore', { ...input })) as ArticleChange;
const versions = async ({ desk }: TestApp, input: object) => (await desk.call('articles_versions', { ...input })) as ArticleVersions;

test('given fields change, the others stay, and every change is a version that can be compared and undone', async () => {
  const app = await createTestApp();
  const before = await written(app);
  expect(before.version).toBe(1);
  const edited = await update(app, { id: before.id, title: 'Pools in Practice', faq: [{ question: 'Why?', answer: 'Because.' }] });
  expect(edited).toMatchObject({ accepted: true, version: 2, title: 'Pools in Practice', slug: before.slug });
  expect(await read(app, before.id)).toMatchObject({
    version: 2,
    title: 'Pools in Practice',
    metaDescription: before.metaDescription,
    contentMarkdown: before.contentMarkdown,
    jsonLd: { headline: 'Pools in Practice', dateModified: expect.any(String) },
  });

  const { data, diff } = await versions(app, { id: before.id, from: 1 });
  expect(data.map(({ number, reason }) => `${number} ${reason}`)).toEqual(['2 edited', '1 written']);
  expect(diff).toContain(`-title: ${before.title}`);
  expect(diff).toContain('+title: Pools in Practice');
  expect(diff).toContain('+Q: Why?');

  expect(await restore(app, { id: before.id, number: 1 })).toMatchObject({ accepted: true, version: 3, title: before.title });
  const { title, faq, contentMarkdown } = before;
  expect(await read(app, before.id)).toMatchObject({ version: 3, title, faq, contentMarkdown });
  expect((await versions(app, { id: before.id, from: 1, to: 3 })).diff).not.toMatch(/^[-+](?![-+])/m);
});

test('one section is replaced, its citations still refer to the sources, and the score follows', async () => {
  const app = await createTestApp();
  const before = await written(app);
  const section = before.outline![0]!.heading;
  const claim = { id: before.id, section, markdown: 'A pool of 900 connections is always best [1].' };
  const edited = await update(app, { ...claim, acceptFlags: true, include: ['markdown'] });
  expect(edited.contentMarkdown).toContain(`## ${section}\n\nA pool of 900 connections is always best [1].`);
  expect(edited.contentMarkdown!.match(/^## /gm)).toHaveLength(before.contentMarkdown!.match(/^## /gm)!.length);
  expect(edited.claims).toMatchObject([{ sentence: expect.stringContaining('900'), section, gate: true }]);
  expect(edited.score).toBeLessThan(before.score!);
  const mended = await update(app, {
    id: before.id,
    section,
    markdown: 'A connection pool is a set of open connections that requests share [1].',
  });
  expect(mended.quality.filter(({ code }) => code === 'unsupported_claims')).toEqual([]);
});

test('an unsupported sentence stays unsupported when edited again', async () => {
  const app = await createTestApp();
  const { id, contentMarkdown } = await written(app);
  const claim = 'NASA proved in 1987 that a connection pool of 4,213 sockets cures malaria in Brazil [1].';
  const markdown = contentMarkdown!.replace('\n\n## ', `\n\n${claim}\n\n## `);
  const claimed = await update(app, { id, markdown, acceptFlags: true });
  expect(claimed.gates).toEqual(['unsupported_claims']);
  const again = await update(app, { id, title: 'Pools in Practice' });
  expect(again).toMatchObject({ accepted: true, gates: ['unsupported_claims'] });
  expect((await restore(app, { id, number: 2 })).gates).toEqual(['unsupported_claims']);
  expect((await restore(app, { id, number: 1 })).gates).toEqual([]);
});

const falseClaim = 'NASA proved in 1987 that a connection pool of 4,213 sockets cures malaria in Brazil [1].';

test('an edit that a gate objects to changes nothing and says why, unless the agent insists', async () => {
  const app = await createTestApp();
  const before = await written(app);
  const edit = { id: before.id, section: before.outline![0]!.heading, markdown: falseClaim };
  const refused = await update(app, edit);
  expect(refused).toMatchObject({
    accepted: false,
    version: 1,
    gates: ['unsupported_claims'],
    diff: null,
    contentMarkdown: null,
    next: expect.stringContaining('acceptFlags'),
  });
  expect(refused.claims).toMatchObject([{ sentence: expect.stringContaining('4,213'), gate: true }]);
  expect(await read(app, before.id)).toEqual(before);
  expect(await update(app, { ...edit, acceptFlags: true })).toMatchObject({
    accepted: true,
    version: 2,
    gates: ['unsupported_claims'],
  });
});

test('a gate that objected to the same before does not hold up another edit; one that objects to more does', async () => {
  const app = await createTestApp();
  const { id, outline } = await written(app);
  const [first, second] = outline!.map(({ heading }) => heading);
  await update(app, { id, section: first, markdown: falseClaim, acceptFlags: true });
  expect(await update(app, { id, metaTitle: 'Connection Pools' })).toMatchObject({ accepted: true, gates: ['unsupported_claims'] });
  const worse = { id, section: second, markdown: falseClaim.replace('4,213', '5,317') };
  expect(await update(app, worse)).toMatchObject({ accepted: false, version: 3 });
});

test('an old version that a gate objects to is restored only if the agent insists', async () => {
  const app = await createTestApp();
  const before = await written(app);
  const { id } = before;
  await update(app, { id, section: before.outline![0]!.heading, markdown: falseClaim, acceptFlags: true });
  await restore(app, { id, number: 1 });
  expect(await restore(app, { id, number: 2 })).toMatchObject({ accepted: false, version: 3, gates: ['unsupported_claims'] });
  expect(await read(app, id)).toMatchObject({ version: 3, contentMarkdown: before.contentMarkdown });
  expect(await restore(app, { id, number: 2, acceptFlags: true })).toMatchObject({ accepted: true, version: 4 });
});

test('an edit tells what changed, and which citations were dropped', async () => {
  const app = await createTestApp();
  const { id, sources, outline } = await written(app);
  const { documentId, title } = sources![0]!;
  const section = outline![0]!.heading;
  const edited = await update(app, { id, section, markdown: 'A pool keeps connections open [77].', acceptFlags: true });
  expect(edited.diff).toContain('+A pool keeps connections open.');
  expect(edited.droppedCitations).toEqual([
    { number: 77, documentId: null, detail: expect.stringContaining('“A pool keeps connections open.”') },
  ]);
  const bare = await update(app, { id, markdown: 'A pool keeps connections open.', acceptFlags: true });
  expect(bare.droppedCitations).toEqual([{ number: 1, documentId, detail: expect.stringContaining(title) }]);
});

test('a long change is told in part, and says so', async () => {
  const app = await createTestApp();
  const { id } = await written(app);
  const lines = (word: string) => Array.from({ length: 200 }, (_, index) => `${word} ${index} [1].`).join('\n\n');
  await update(app, { id, markdown: lines('Pool'), acceptFlags: true });
  const { diff } = await update(app, { id, markdown: lines('Client'), acceptFlags: true });
  expect(diff!.length).toBeLessThanOrEqual(4000);
  expect(diff).toMatch(/The diff is cut here: \d+ more lines are not shown\.\n$/);
});

test('what an agent reads to correct an article is its text and little more', async () => {
  const app = await createTestApp();
  const { id } = await written(app);
  const article = (await app.desk.call('articles_get', { id })) as Article;
  const { contentMarkdown, ...rest } = article;
  expect(contentMarkdown).toContain('[1]');
  const leftOut = { contentHtml: null, jsonLd: null, sources: null, outline: null, breakdown: null, stages: null };
  expect(rest).toMatchObject(leftOut);
  expect(encode(JSON.stringify(rest)).length).toBeLessThan(2500);
  const answer = await update(app, { id, title: 'Pools in Practice' });
  expect(encode(JSON.stringify(answer)).length).toBeLessThan(1500);
});

test('a change to an outdated version is refused, and changes nothing', async () => {
  const app = await createTestApp();
  const { id } = await written(app);
  await update(app, { id, version: 1, title: 'First' });
  await expect(update(app, { id, version: 1, title: 'Second' })).rejects.toMatchObject({ code: 'precondition_failed' });
  expect(await read(app, id)).toMatchObject({ title: 'First', version: 2 });
});

test('of two changes made at once to the same version one is refused', async () => {
  const app = await createTestApp();
  const { id } = await written(app);
  const outcomes = await Promise.allSettled([update(app, { id, title: 'One' }), update(app, { id, title: 'Other' })]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await read(app, id)).toMatchObject({ version: 2 });
});

test('impossible changes are refused with the reason', async () => {
  const app = await createTestApp();
  const { id } = await written(app);
  await expect(update(app, { id })).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(update(app, { id, section: 'No Such Section', markdown: 'A [1].' })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [expect.objectContaining({ pointer: '/section' })],
  });
  await expect(app.desk.call('articles_restore', { id, number: 9 })).rejects.toMatchObject({ code: 'not_found' });
  await expect(versions(app, { id, from: 9 })).rejects.toMatchObject({ code: 'not_found' });
  const queued = (await app.desk.call('articles_create', { keyword: 'idle connection', targetWordCount: 250 })) as Article;
  await expect(update(app, { id: queued.id, title: 'A' })).rejects.toMatchObject({ code: 'conflict' });
});

test('sentences are still supported by quoted passages after their document was deleted', async () => {
  const app = await createTestApp();
  const { id, sources } = await written(app);
  await app.desk.call('knowledge_delete', { id: sources![0]!.documentId });
  const edited = await update(app, { id, title: 'Pools in Practice' });
  expect(edited.quality.filter(({ code }) => code === 'unsupported_claims')).toEqual([]);
});

test('scripts in Markdown are shown as text', async () => {
  const app = await createTestApp();
  const { id } = await written(app);
  const markdown = '<script>alert(1)</script> [click](javascript:alert(1)) <img src=x onerror=alert(1)> [1]\n\n## A\n\nText [1].';
  await update(app, { id, markdown, acceptFlags: true });
  const { contentHtml } = await read(app, id);
  expect(contentHtml).not.toMatch(/<script|<img|href="javascript/i);
});

test('a deleted article is gone with its versions; one being written cannot be deleted', async () => {
  const app = await createTestApp();
  const { id } = await written(app);
  expect(await app.desk.call('articles_delete', { id })).toEqual({ id, deleted: true });
  await expect(read(app, id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(versions(app, { id })).rejects.toMatchObject({ code: 'not_found' });
  const queued = (await app.desk.call('articles_create', { keyword: 'idle connection', targetWordCount: 250 })) as Article;
  await expect(app.desk.call('articles_delete', { id: queued.id })).rejects.toMatchObject({
    code: 'conflict',
    hint: expect.stringContaining('jobs_cancel'),
  });
});

test('a whole article is rewritten from the current knowledge base', async () => {
  const app = await createTestApp();
  const before = await written(app);
  const text =
    'A connection pool survives a restart of its server. The pool notices the closed connections at the next request. It then opens new connections one after the other. A client sees no error while the pool still tries again.';
  await app.desk.call('knowledge_create', {
    text: `${text}\n\n${text.replaceAll('pool', 'connection pool')}`,
    title: 'Connection pool restarts',
  });
  const { jobId, status } = (await app.desk.call('articles_regenerate', { id: before.id })) as Article;
  expect(status).toBe('queued');
  expect(await read(app, before.id)).toMatchObject({ version: 1, contentMarkdown: before.contentMarkdown });
  await app.desk.runDue();
  expect(await read(app, before.id)).toMatchObject({ status: 'ready', version: 2, jobId });
  const { data } = await versions(app, { id: before.id });
  expect(data[0]).toMatchObject({ number: 2, reason: 'regenerated' });
});

test('if rewriting fails the article stays as it was', async () => {
  const app = await createTestApp();
  const before = await written(app);
  await app.desk.call('knowledge_delete', { id: before.sources![0]!.documentId });
  const { jobId } = (await app.desk.call('articles_regenerate', { id: before.id })) as Article;
  await app.desk.runDue();
  expect((await app.desk.call('jobs_get', { id: jobId })) as Job).toMatchObject({
    status: 'failed',
    error: { code: 'insufficient_sources' },
  });
  expect(await read(app, before.id)).toMatchObject({ status: 'ready', version: 1, contentMarkdown: before.contentMarkdown });
});

test('one section is rewritten, the others stay exactly the same', async () => {
  const app = await createTestApp();
  const before = await written(app);
  const [first, second] = before.outline!;
  await update(app, {
    id: before.id,
    section: first!.heading,
    markdown: 'A connection pool is a set of open connections that requests share [1].',
  });
  const { jobId } = (await app.desk.call('articles_regenerate', { id: before.id, section: first!.heading, version: 2 })) as Article;
  await app.desk.runDue();
  expect((await app.desk.call('jobs_get', { id: jobId })) as Job).toMatchObject({
    kind: 'article.section',
    status: 'succeeded',
    result: { section: first!.heading, version: 3 },
  });
  const after = await read(app, before.id);
  expect(after.contentMarkdown).toBe(before.contentMarkdown);
  expect(second).toBeDefined();
  await expect(app.desk.call('articles_regenerate', { id: before.id, section: 'None' })).rejects.toMatchObject({ code: 'invalid_input' });
});
