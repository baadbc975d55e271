import { expect, test } from 'vitest';
import type { ArticleChange } from '../schema/article-changes.ts';
import type { Article } from '../schema/articles.ts';
import type { ArticleClaim } from '../schema/claims.ts';
import { draftFrom, waitingForDraft } from './support/drafts.ts';
import { callRest, connectMcp } from './support/wire-clients.ts';
import { createTestApp } from './support/test-app.ts';

type Call = <Answer>(operation: string, input: Record<string, unknown>) => Promise<Answer>;

const lie = 'A connection pool closes 4096 connections after each request [1].';
const free = 'Newcomers skip the greeting, since somebody stays on the telephone [1].';
const quote = 'A request therefore need not wait for a new handshake.';

/** Hands in a draft with a lie, reads its claims, mends it by an edit, brings a quotation, and corrects the article. */
async function mendByClaims(call: Call, id: string, draft: object): Promise<void> {
  const first = await call<ArticleChange>('articles_submit_draft', { id, ...draft });
  expect(first).toMatchObject({ accepted: false, status: 'awaiting_draft', nextClaims: null });
  const [wrong, loose] = first.claims;
  expect(wrong).toMatchObject({ sentence: lie.replace(' [1]', ''), gate: true, citations: [1], nearest: { sentence: expect.any(String) } });
  expect(loose).toMatchObject({ sentence: free.replace(' [1]', ''), verdict: 'unsupported', gate: false });
  const { data } = await call<{ data: ArticleClaim[] }>('articles_claims', { id, limit: 3 });
  expect(data.slice(0, 2)).toEqual([wrong, loose]);

  const edits = [{ claim: wrong!.id, markdown: 'It keeps each connection open after a response has arrived [1].' }];
  const evidence = [{ sentence: loose!.id, passage: 1, quote }];
  const second = await call<ArticleChange>('articles_submit_draft', { id, edits, evidence, include: ['claims', 'markdown'] });
  expect(second).toMatchObject({ accepted: true, status: 'ready', version: 1, gates: [], refusedEvidence: [], grounding: 100 });
  expect(second.contentMarkdown).toContain('It keeps each connection open after a response has arrived [1].');
  expect(second.contentMarkdown).not.toContain('4096');
  const settled = second.claims.find(({ id: one }) => one === loose!.id)!;
  expect(settled).toMatchObject({ verdict: 'supported', judgedBy: 'quotation' });

  const third = await call<ArticleChange>('articles_update', { id, edits: [{ claim: settled.id, markdown: '' }] });
  expect(third).toMatchObject({ accepted: true, version: 2, diff: expect.stringContaining('-Newcomers') });
  const article = await call<Article>('articles_get', { id, include: [] });
  expect(article).toMatchObject({ version: 2, grounding: 100, verdicts: { unsupported: 0, contradicted: 0 } });
}

async function start() {
  const app = await createTestApp();
  const { url } = await app.desk.listen({ port: 0 });
  const { key } = await app.desk.services.keys.create({ name: 'test', scope: 'admin' });
  const { id, brief } = await waitingForDraft(app);
  const { title, markdown } = draftFrom(brief);
  const number = brief.passages.find(({ text }) => text.includes(quote))!.number;
  // The passage quoted is the first that the draft cites, so it is 1 on both sides.
  expect(number).toBe(1);
  return { url, key, id, draft: { title, markdown: `${markdown}\n\n## More\n\n${lie}\n\n${free}` } };
}

test('an agent mends a draft by its claims over REST', async () => {
  const { url, key, id, draft } = await start();
  const call: Call = async (operation, input) => {
    const { status, body } = await callRest(url, key, operation, input);
    expect({ operation, status, body }).toMatchObject({ status: 200 });
    return body as never;
  };
  await mendByClaims(call, id, draft);
});

test('an agent mends a draft by its claims over MCP', async () => {
  const { url, key, id, draft } = await start();
  const client = await connectMcp(url, key);
  const call: Call = async (name, input) => {
    const { isError, structuredContent } = await client.callTool({ name, arguments: input });
    expect({ name, isError: isError ?? false, structuredContent }).toMatchObject({ isError: false });
    return structuredContent as never;
  };
  await mendByClaims(call, id, draft);
  await client.close();
});
