import { expect, test } from 'vitest';
import { goodKey, serveModel } from '../../support/llm-server.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { manual, optimized, read, startPages } from './pages.ts';

const keyword = 'connection pool';

test('without a model a page is rewritten from the sentences of documents, and nothing of it is lost', async () => {
  const app = await createTestApp();
  await app.desk.call('knowledge_create', { markdown: manual });
  const { own, competitorUrls } = await startPages();
  const done = await optimized(app, { url: `${own.url}/pool`, keyword, competitorUrls, writer: 'extractive' }, [
    'markdown',
    'claims',
    'page',
  ]);
  expect(done).toMatchObject({ status: 'ready', losses: [], unsupportedClaims: [] });
  expect(done.scoreAfter).toBeGreaterThan(done.scoreBefore!);
  expect(done.rewrittenMarkdown).toContain('Most applications start with ten connections for each origin.');
  expect(done.rewrittenMarkdown).toContain('at most 20 connections');
  expect(done.changes!.length).toBeGreaterThan(0);
});

test('where no document says more, the page stays as it is, and that is told', async () => {
  const app = await createTestApp();
  const { own, competitorUrls } = await startPages();
  const done = await optimized(app, { url: `${own.url}/pool`, keyword, competitorUrls, writer: 'extractive' }, ['markdown', 'page']);
  expect(done.status).toBe('ready');
  expect(done.scoreAfter).toBeGreaterThanOrEqual(done.scoreBefore!);
  expect(done.rewrittenMarkdown).toBe(done.page!.markdown);
  expect(done.left!.length).toBeGreaterThan(0);
});

const useModel = (app: TestApp, url: string) =>
  app.desk.call('integrations_set', { provider: 'openai', baseUrl: `${url}v1`, apiKey: goodKey, model: 'test-1', contextTokens: 32_000 });

/** A model that keeps the section and adds a sentence of a passage with its citation. */
function editor(add: (prompt: string) => string) {
  return ({ body }: { body: unknown }) => {
    const { messages } = body as { messages: { content: string }[] };
    const prompt = messages.at(-1)!.content;
    const draft = /<draft>\n([^]*?)\n<\/draft>/.exec(prompt)?.[1] ?? '';
    return { say: `${draft}\n\n${add(prompt)}`.trim() };
  };
}

/** A true sentence of the first passage that says this. */
function cited(prompt: string, words: string): string {
  const [, number, text] = [...prompt.matchAll(/<passage[^>]*?(\d+)[^>]*>\n([^]*?)<\/passage>/g)].find(([, , said]) => said!.includes(words)) ?? []; // prettier-ignore
  return number === undefined ? '' : text!.split('\n\n').slice(1).join(' ').split(/(?<=\.)\s/).find((one) => one.includes(words))!.replace(/\.$/, ` [${number}].`); // prettier-ignore
}

const aboutPools = (prompt: string) =>
  ['stack of each checkout', 'idle timeout closes', ''].map((words) => cited(prompt, words)).find(Boolean)!;

test('a model writes the sections of a page again, and what it says is held against page and passages', async () => {
  const app = await createTestApp();
  await app.desk.call('knowledge_create', { markdown: manual });
  const model = await serveModel('openai', editor(aboutPools));
  await useModel(app, model.url);
  const { own, competitorUrls } = await startPages();
  const done = await optimized(app, { url: `${own.url}/pool`, keyword, competitorUrls }, ['markdown']);
  expect(done).toMatchObject({ status: 'ready', writer: 'llm', losses: [], usage: { model: 'test-1', calls: model.requests.length } });
  expect(model.requests.length).toBeGreaterThan(0);
  expect(done.scoreAfter).toBeGreaterThan(done.scoreBefore!);
  expect(done.rewrittenMarkdown).toContain('Log the stack of each checkout to find a connection leak');
  expect(done.rewrittenMarkdown).toContain('at most 20 connections');
});

test('what a model makes up does not come onto the page', async () => {
  const app = await createTestApp();
  await app.desk.call('knowledge_create', { markdown: manual });
  const model = await serveModel(
    'openai',
    editor(() => 'A connection pool of 7,431 connections halves every waiting time.'),
  );
  await useModel(app, model.url);
  const { own, competitorUrls } = await startPages();
  const done = await optimized(app, { url: `${own.url}/pool`, keyword, competitorUrls, writer: 'llm' }, ['markdown']);
  expect(done).toMatchObject({ status: 'ready', losses: [] });
  expect(done.rewrittenMarkdown).not.toContain('7,431');
});

const faulty = [
  ['cites what is no passage', 'The pool is fast [99].', '[99]'],
  ['counts in a heading of its own', '### Waits of 7,431 ms\n\nThe pool hands out a connection.', '7,431'],
  ['makes up a figure under a heading of its own', '### Waiting\n\nThe pool hands out 7,431 connections.', '7,431'],
] as const;

test.each(faulty)('a section that %s stays as it was, with the reason; the rest is kept', async (_, put, named) => {
  const app = await createTestApp();
  await app.desk.call('knowledge_create', { markdown: manual });
  const model = await serveModel(
    'openai',
    editor((prompt) => (prompt.includes('at most 20 connections') ? put : aboutPools(prompt))),
  );
  await useModel(app, model.url);
  const { own, competitorUrls } = await startPages();
  const done = await optimized(app, { url: `${own.url}/pool`, keyword, competitorUrls }, ['markdown']);
  expect(done).toMatchObject({ status: 'ready', losses: [], unsupportedClaims: [] });
  expect(done.rewrittenMarkdown).toContain('Log the stack of each checkout');
  expect(done.rewrittenMarkdown).not.toContain(put);
  expect(done.left).toContainEqual({ what: 'The section “What it does”', reason: expect.stringContaining(named) });
  expect(done.scoreAfter).toBeGreaterThan(done.scoreBefore!);
});

const known = `<!doctype html><html lang="en"><head><title>Connection pool: its size and timeouts</title></head><body><main>
<h1>Connection pool: its size and timeouts</h1><p>A connection pool lends open connections to requests, so that none of them has to wait for a handshake of its own.</p>
<h2>Pool size</h2><p>Choose the pool size by how many requests run at the same time. With a larger pool size the server works on more requests, until all of its cores are busy. Raise the pool size slowly, and measure how long requests wait for a connection.</p>
<h2>Idle connections</h2><p>An idle connection is open and serves nobody. With an idle timeout the pool closes each idle connection after a while, so that the server has its memory back. Keep the idle timeout below the timeout of the server, or requests meet a closed connection.</p></main></body></html>`;

test('sections by which the page would score less stay as they were, and the rest is kept', async () => {
  const app = await createTestApp();
  await app.desk.call('knowledge_create', { markdown: manual });
  const filler = Array.from({ length: 30 }, () => 'Gardens are green and quiet in the morning, and nobody is there to see them.').join(' ');
  const model = await serveModel('openai', ({ body }) => {
    const prompt = (body as { messages: { content: string }[] }).messages.at(-1)!.content;
    return prompt.includes('by how many requests run') ? { say: filler } : editor(aboutPools)({ body });
  });
  await useModel(app, model.url);
  const { own, competitorUrls } = await startPages();
  own.pages['/known'] = known;
  const done = await optimized(app, { url: `${own.url}/known`, keyword, competitorUrls }, ['markdown']);
  expect(done.rewrittenMarkdown).toContain('The idle timeout closes an idle connection that nobody uses.');
  expect(done.rewrittenMarkdown).not.toContain('Gardens');
  expect(done.left).toContainEqual({ what: 'The section “Pool size”', reason: 'The page would score less with it.' });
  expect(done.scoreAfter).toBeGreaterThanOrEqual(done.scoreBefore!);
});

test('what a model has mended is kept where its provider fails at the next section', async () => {
  const app = await createTestApp();
  let isBroken = true;
  const mended: string[] = [];
  const model = await serveModel('openai', ({ body }) => {
    const prompt = (body as { messages: { content: string }[] }).messages.at(-1)!.content;
    const draft = /<draft>\n([^]*?)\n<\/draft>/.exec(prompt)![1]!;
    const section = draft.startsWith('Choose') ? 'size' : 'idle';
    if (!prompt.includes('This is wrong with it')) return { say: `${draft}\n\nAcross 7,431 requests the ${section} matters.` };
    if (section === 'idle' && isBroken) return { status: 503 };
    mended.push(section);
    return { say: `${draft}\n\nSo the ${section} matters.` };
  });
  await useModel(app, model.url);
  const { own, competitorUrls } = await startPages();
  own.pages['/known'] = known;
  const { id } = await optimized(app, { url: `${own.url}/known`, keyword, competitorUrls });
  expect(mended).toEqual(['size']);
  isBroken = false;
  await app.advance(3_600_000);
  await app.desk.runDue();
  const done = await read(app, id, ['markdown']);
  expect(mended).toEqual(['size', 'idle']);
  expect(done).toMatchObject({ status: 'ready', usage: { calls: 4 } });
  for (const section of ['size', 'idle']) expect(done.rewrittenMarkdown).toContain(`So the ${section} matters.`);
});
