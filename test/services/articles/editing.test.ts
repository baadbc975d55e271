import { expect, test } from 'vitest';
import type { Article } from '../../../schema/articles.ts';
import type { ArticleVersions } from '../../../schema/drafts.ts';
import type { Job } from '../../../schema/jobs.ts';
import { addManual } from '../../support/documents.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

async function written(app: TestApp, input: object = {}): Promise<Article> {
  await addManual(app.desk);
  const made = { keyword: 'connection pool', targetWordCount: 250, includeImage: false, ...input };
  const { id } = (await app.desk.call('articles_create', made)) as Article;
  await app.desk.runDue();
  return read(app, id);
}

const read = async ({ desk }: TestApp, id: string) => (await desk.call('articles_get', { id })) as Article;
const update = async ({ desk }: TestApp, input: object) => (await desk.call('articles_update', { ...input })) as Article;
const versions = async ({ desk }: TestApp, input: object) => (await desk.call('articles_versions', { ...input })) as ArticleVersions;

test('given fields change, the others stay, and every change is a version that can be compared and undone', async () => {
  const app = await createTestApp();
  const before = await written(app);
  expect(before.version).toBe(1);
  const edited = await update(app, { id: before.id, title: 'Pools in Practice', faq: [{ question: 'Why?', answer: 'Because.' }] });
  expect(edited).toMatchObject({ version: 2, title: 'Pools in Practice', slug: before.slug, metaDescription: before.metaDescription });
  expect(edited.contentMarkdown).toBe(before.contentMarkdown);
  expect(edited.jsonLd).toMatchObject({ headline: 'Pools in Practice', dateModified: expect.any(String) });

  const { data, diff } = await versions(app, { id: before.id, from: 1 });
  expect(data.map(({ number, reason }) => `${number} ${reason}`)).toEqual(['2 edited', '1 written']);
  expect(diff).toContain(`-title: ${before.title}`);
  expect(diff).toContain('+title: Pools in Practice');
  expect(diff).toContain('+Q: Why?');

  const restored = (await app.desk.call('articles_restore', { id: before.id, number: 1 })) as Article;
  expect(restored).toMatchObject({ version: 3, title: before.title, faq: before.faq, contentMarkdown: before.contentMarkdown });
  expect((await versions(app, { id: before.id, from: 1, to: 3 })).diff).not.toMatch(/^[-+](?![-+])/m);
});

test('one section is replaced, its citations still refer to the sources, and the score follows', async () => {
  const app = await createTestApp();
  const before = await written(app);
  const section = before.outline![0]!.heading;
  const edited = await update(app, { id: before.id, section, markdown: 'A pool of 900 connections is always best [1].' });
  expect(edited.contentMarkdown).toContain(`## ${section}\n\nA pool of 900 connections is always best [1].`);
  expect(edited.contentMarkdown!.match(/^## /gm)).toHaveLength(before.contentMarkdown!.match(/^## /gm)!.length);
  expect(edited.quality!.find(({ code }) => code === 'unsupported_claims')?.detail).toContain('900');
  expect(edited.score).toBeLessThan(before.score!);
  const mended = await update(app, {
    id: before.id,
    section,
    markdown: 'A connection pool is a set of open connections that requests share [1].',
  });
  expect(mended.quality!.filter(({ code }) => code === 'unsupported_claims')).toEqual([]);
});

test('an unsupported sentence stays unsupported when edited again', async () => {
  const app = await createTestApp();
  const { id, contentMarkdown } = await written(app);
  const claim = 'NASA proved in 1987 that a connection pool of 4,213 sockets cures malaria in Brazil [1].';
  const gated = ({ quality }: Article) => quality!.some(({ code, gate }) => code === 'unsupported_claims' && gate);
  const claimed = await update(app, { id, markdown: contentMarkdown!.replace('\n\n## ', `\n\n${claim}\n\n## `) });
  expect(gated(claimed)).toBe(true);
  const again = await update(app, { id, title: 'Pools in Practice' });
  expect(gated(again)).toBe(true);
  const support = ({ breakdown }: Article) => breakdown!.find(({ name }) => name === 'support');
  expect(support(again)).toEqual(support(claimed));
  expect(gated((await app.desk.call('articles_restore', { id, number: 2 })) as Article)).toBe(true);
  expect(gated((await app.desk.call('articles_restore', { id, number: 1 })) as Article)).toBe(false);
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
  expect(edited.quality!.filter(({ code }) => code === 'unsupported_claims')).toEqual([]);
});

test('scripts in Markdown are shown as text', async () => {
  const app = await createTestApp();
  const { id } = await written(app);
  const markdown = '<script>alert(1)</script> [click](javascript:alert(1)) <img src=x onerror=alert(1)> [1]\n\n## A\n\nText [1].';
  const { contentHtml } = await update(app, { id, markdown });
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
