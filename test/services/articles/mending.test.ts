import { expect, test } from 'vitest';
import type { ArticleChange } from '../../../schema/article-changes.ts';
import type { Article } from '../../../schema/articles.ts';
import { readWhole } from '../../support/articles.ts';
import { addManual } from '../../support/documents.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

async function written(app: TestApp, input: object = {}): Promise<Article> {
  await addManual(app.desk);
  return another(app, input);
}

async function another({ desk }: TestApp, input: object = {}): Promise<Article> {
  const made = { keyword: 'connection pool', targetWordCount: 250, includeImage: false, ...input };
  const { id } = (await desk.call('articles_create', made)) as Article;
  await desk.runDue();
  return readWhole(desk, id);
}

const update = async ({ desk }: TestApp, input: object) => (await desk.call('articles_update', { ...input })) as ArticleChange;
const restore = async ({ desk }: TestApp, input: object) => (await desk.call('articles_restore', { ...input })) as ArticleChange;

const falseClaims = [
  'NASA proved in 1987 that a connection pool of 4,213 sockets cures malaria in Brazil [1].',
  'NASA proved in 1991 that a connection pool of 5,317 sockets cures rabies in Peru [1].',
];

test('a paragraph added after the list of sources is kept, and the list stays last', async () => {
  const app = await createTestApp();
  const { id, contentMarkdown } = await written(app);
  const text = 'A connection pool is a set of open connections that requests share [1].';
  for (const added of [`\n${text}`, text]) {
    const markdown = contentMarkdown! + added;
    const answer = await update(app, { id, markdown, acceptFlags: true, include: ['markdown'] });
    expect(answer.diff).toContain(`+${text}`);
    expect(answer.contentMarkdown).toMatch(/open connections that requests share \[1\]\.\n\n## Sources\n\n1\. .*\n$/);
    expect(answer.contentMarkdown!.match(/^## Sources$/gm)).toHaveLength(1);
    await restore(app, { id, number: 1, acceptFlags: true });
  }
});

test('an edit that changes nothing makes no version, and says so', async () => {
  const app = await createTestApp();
  const { id, title, contentMarkdown } = await written(app);
  const same = { accepted: true, version: 1, diff: null, next: expect.stringMatching(/^Nothing changed: .*version 1/) };
  expect(await update(app, { id, title, markdown: contentMarkdown!.trimEnd() })).toMatchObject(same);
  expect(await restore(app, { id, number: 1 })).toMatchObject(same);
  expect(await readWhole(app.desk, id)).toMatchObject({ version: 1 });
  const slug = (await another(app)).slug!;
  const taken = await update(app, { id, slug, acceptFlags: true });
  expect(await update(app, { id, slug, acceptFlags: true })).toMatchObject({ diff: null, version: taken.version });
});

test('of two wrong sentences one can be taken out, but no third put in', async () => {
  const app = await createTestApp();
  const { id, outline } = await written(app);
  const section = outline![0]!.heading;
  await update(app, { id, section, markdown: falseClaims.join('\n\n'), acceptFlags: true });
  const third = falseClaims[0]!.replace('4,213', '6,121');
  expect(await update(app, { id, section, markdown: [...falseClaims, third].join('\n\n') })).toMatchObject({ accepted: false });
  expect(await update(app, { id, section, markdown: [falseClaims[0], third].join('\n\n') })).toMatchObject({ accepted: false });
  expect(await update(app, { id, section, markdown: [falseClaims[0], ...falseClaims].join('\n\n') })).toMatchObject({ accepted: false });
  expect(await update(app, { id, section, markdown: falseClaims[0] })).toMatchObject({
    accepted: true,
    version: 3,
    gates: ['unsupported_claims'],
  });
  expect(await restore(app, { id, number: 2 })).toMatchObject({ accepted: false, version: 3 });
});

test('an article that is too thin may grow, but not shrink', async () => {
  const app = await createTestApp();
  const { id } = await written(app);
  const text = 'A connection pool is a set of open connections that requests share [1].';
  const { gates } = await update(app, { id, markdown: text, acceptFlags: true });
  expect(gates).toEqual(['too_thin']);
  const markdown = `${text}\n\nRequests share connections [1].`;
  expect(await update(app, { id, markdown })).toMatchObject({ accepted: true, version: 3, gates: ['too_thin'] });
  expect(await update(app, { id, markdown: text })).toMatchObject({ accepted: false, version: 3 });
});

test('a stuffed keyword may be said less often, but not more often', async () => {
  const app = await createTestApp();
  const { id, outline } = await written(app);
  const section = outline![0]!.heading;
  const stuffed = (times: number) => Array.from({ length: times }, () => 'Connection pool.').join(' ');
  const { gates } = await update(app, { id, section, markdown: stuffed(40), acceptFlags: true });
  expect(gates).toContain('keyword_stuffing');
  expect(await update(app, { id, section, markdown: stuffed(41) })).toMatchObject({ accepted: false });
  const less = await update(app, { id, section, markdown: stuffed(39) });
  expect(less).toMatchObject({ accepted: true, gates: expect.arrayContaining(['keyword_stuffing']) });
});

test('another article that is like this one by now holds up no edit that does not bring them closer', async () => {
  const app = await createTestApp();
  const { id, gates, title, contentMarkdown } = await written(app);
  expect(gates).toEqual([]);
  const twin = await another(app);
  expect(twin.gates).toEqual(expect.arrayContaining(['duplicate', 'cannibalises']));
  const edited = await update(app, { id, metaTitle: 'Connection Pools in Practice' });
  expect(edited).toMatchObject({ accepted: true, version: 2, gates: expect.arrayContaining(['duplicate', 'cannibalises']) });
  await update(app, { id: twin.id, markdown: falseClaims[0], title, acceptFlags: true });
  expect(await update(app, { id: twin.id, markdown: contentMarkdown })).toMatchObject({ accepted: false });
});
