import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import type { ArticleChange } from '../../../schema/article-changes.ts';
import type { Article } from '../../../schema/articles.ts';
import type { ArticleClaim } from '../../../schema/claims.ts';
import type { ArticleBrief } from '../../../schema/drafts.ts';
import type { AppError } from '../../../src/errors.ts';
import { draftFrom, waitingForDraft } from '../../support/drafts.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const lie = 'A connection pool of 4096 connections pleases Acme Corporation [1].';
/** True, and in other words than any passage. */
const free = 'Newcomers skip the greeting, since somebody stays on the telephone [1].';

const submit = async ({ desk }: TestApp, input: object) => (await desk.call('articles_submit_draft', { ...input })) as ArticleChange;
const update = async ({ desk }: TestApp, input: object) => (await desk.call('articles_update', { ...input })) as ArticleChange;
const read = async ({ desk }: TestApp, id: string) => (await desk.call('articles_get', { id })) as Article;
const claims = async ({ desk }: TestApp, input: object) =>
  (await desk.call('articles_claims', { ...input })) as { data: ArticleClaim[]; nextCursor: string | null };
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    ({ code, errors }: AppError) => ({ code, errors: errors?.map((one) => one.code) }),
  );

/** A draft with a lie and a free paraphrase, handed in. */
async function handedIn(more = `${lie} ${free}`): Promise<{ app: TestApp; id: string; brief: ArticleBrief; change: ArticleChange }> {
  const app = await createTestApp();
  const { id, brief } = await waitingForDraft(app);
  const { title, markdown } = draftFrom(brief);
  return { app, id, brief, change: await submit(app, { id, title, markdown: `${markdown}\n\n## More\n\n${more}` }) };
}

const about = ({ claims: told }: Pick<ArticleChange, 'claims'>, words: string) => told.find(({ sentence }) => sentence.includes(words))!;

test('claims that need work are told one by one, gates first, and a lie is mended by its id without the rest', async () => {
  const { app, id, change } = await handedIn();
  expect(change).toMatchObject({ accepted: false, gates: ['unsupported_claims'], nextClaims: null });
  expect(change.claims.map(({ gate, verdict }) => `${verdict} ${gate}`)).toEqual(['unsupported true', 'unsupported false']);
  expect(change.claims[0]).toMatchObject({ sentence: lie.replace(' [1]', ''), section: 'More', citations: [1], nearest: { number: 1 } });
  expect(change.verdicts.unsupported).toBe(2);
  expect(change.grounding).toBe(Math.round((100 * change.verdicts.supported) / (change.verdicts.supported + 2)));
  const mended = await submit(app, { id, edits: [{ claim: change.claims[0]!.id, markdown: '' }] });
  expect(mended).toMatchObject({ accepted: true, status: 'ready', title: change.title });
  const { contentMarkdown, grounding, verdicts } = await read(app, id);
  expect(contentMarkdown).not.toContain('4096');
  expect(contentMarkdown).toContain('Newcomers');
  expect({ grounding, verdicts }).toEqual({ grounding: mended.grounding, verdicts: mended.verdicts });
});

test('what edits leave out stays, and a section is replaced by its heading', async () => {
  const { app, id, brief } = await handedIn();
  const section = brief.outline[0]!.heading;
  const edits = [{ section: 'More', markdown: 'A large pool lowers waiting times while the server still has room [1].' }];
  const change = await submit(app, { id, title: 'Pools Anew', edits, include: ['markdown'] });
  expect(change).toMatchObject({ accepted: true, title: 'Pools Anew' });
  expect(change.contentMarkdown).toContain(`## ${section}`);
  expect(change.contentMarkdown).not.toMatch(/4096|Newcomers/);
});

test('an id that the last draft no longer has is refused, and nothing is changed', async () => {
  const { app, id, change } = await handedIn(`${lie} ${lie.replace('4096', '8192')}`);
  const [first, second] = change.claims;
  await submit(app, { id, edits: [{ claim: first!.id, markdown: '' }] });
  const again = submit(app, {
    id,
    edits: [
      { claim: second!.id, markdown: '' },
      { claim: first!.id, markdown: '' },
    ],
  });
  expect(await refusal(again)).toEqual({ code: 'precondition_failed', errors: ['unknown_claim'] });
  expect((await claims(app, { id })).data[0]!.id).toBe(second!.id);
  expect(await submit(app, { id, edits: [{ claim: second!.id, markdown: '' }] })).toMatchObject({ accepted: true });
});

test('of two that edit the same draft at once, the later is refused', async () => {
  const { app, id, change } = await handedIn(`${lie} ${lie.replace('4096', '8192')}`);
  const edits = change.claims.map((claim) =>
    submit(app, { id, edits: [{ claim: claim.id, markdown: '' }] }).then(
      () => 'taken',
      ({ code }: AppError) => code,
    ),
  );
  expect((await Promise.all(edits)).toSorted()).toEqual(['precondition_failed', 'taken']);
});

test.each<[object, string]>([
  [{ edits: [{ section: 'More', markdown: '' }], markdown: 'All [1].', title: 'A' }, 'excluded'],
  [{ markdown: 'All [1].' }, 'required'],
  [{ edits: [{ section: 'Gone', markdown: '' }] }, 'unknown_section'],
  [{ edits: [{ markdown: '' }] }, 'required'],
])('%j is refused: %s', async (input, code) => {
  const { app, id } = await handedIn();
  expect(await refusal(submit(app, { id, ...input }))).toEqual({ code: 'invalid_input', errors: [code] });
});

test('without a draft there is nothing to edit', async () => {
  const app = await createTestApp();
  const { id } = await waitingForDraft(app);
  expect(await refusal(submit(app, { id, edits: [{ section: 'More', markdown: '' }] }))).toEqual({
    code: 'invalid_input',
    errors: ['required'],
  });
  expect(await claims(app, { id })).toEqual({ data: [], nextCursor: null });
});

test('a quotation settles a free paraphrase, is kept through later edits, and does not outlive its sentence', async () => {
  const { app, brief, change } = await handedIn(free);
  expect(about(change, 'Newcomers').verdict).toBe('unsupported');
  const passage = brief.passages.find(({ text }) => text.includes('new handshake'))!;
  const waiting = await waitingForDraft(app, { keyword: 'idle connection' });
  const { title, markdown } = draftFrom(waiting.brief);
  const number = waiting.brief.passages.find(
    ({ documentId, text }) => documentId === passage.documentId && text.includes('new handshake'),
  )!.number;
  const evidence = [{ sentence: free, passage: number, quote: 'A request therefore need not wait for a new handshake.' }];
  const settled = await submit(app, {
    id: waiting.id,
    title,
    markdown: `${markdown}\n\n## More\n\n${free}`,
    evidence,
    acceptFlags: true,
    include: ['claims'],
  });
  expect(settled.refusedEvidence).toEqual([]);
  expect(about(settled, 'Newcomers')).toMatchObject({
    verdict: 'supported',
    judgedBy: 'quotation',
    reason: 'Supported by quotation of [1].',
  });
  const edited = await update(app, { id: waiting.id, title: 'Idle Ones', include: ['claims'], acceptFlags: true });
  expect(about(edited, 'Newcomers')).toMatchObject({ verdict: 'supported', judgedBy: 'quotation' });
  const reworded = await update(app, {
    id: waiting.id,
    edits: [{ claim: about(edited, 'Newcomers').id, markdown: free.replace('Newcomers', 'Guests') }],
    acceptFlags: true,
  });
  expect(about(reworded, 'Guests').verdict).toBe('unsupported');
  const restored = await app.desk.call('articles_restore', { id: waiting.id, number: 2, acceptFlags: true, include: ['claims'] });
  expect(about(restored as ArticleChange, 'Newcomers').verdict).toBe('supported');
});

test('evidence alone is taken for the last draft and for an article, and what settles nothing is told with the reason', async () => {
  const { app, id, change } = await handedIn(`${lie} ${free}`);
  const quote = 'A connection pool is a set of open connections that requests share.';
  const evidence = [
    { sentence: about(change, '4096').id, passage: 1, quote },
    { sentence: 'Nobody says this.', passage: 1, quote },
    { sentence: free, passage: 1, quote: 'A pool is not what it says here.' },
  ];
  const again = await submit(app, { id, evidence });
  expect(again.refusedEvidence.map(({ index, errors }) => [index, errors[0]!.pointer, errors[0]!.code])).toEqual([
    [0, '/evidence/0/quote', 'fact_missing'],
    [1, '/evidence/1/sentence', 'unknown_sentence'],
    [2, '/evidence/2/quote', 'not_in_passage'],
  ]);
  expect(again.refusedEvidence[0]!.errors[0]!.detail).toContain('4096');
  expect(again.accepted).toBe(false);
  const insisted = await submit(app, { id, acceptFlags: true });
  const settled = await update(app, { id, evidence: [{ sentence: about(insisted, 'Newcomers').id, passage: 1, quote }] });
  expect(settled).toMatchObject({ accepted: true, version: 2, diff: null, refusedEvidence: [] });
  expect(settled.claims.map(({ sentence }) => sentence)).toEqual([lie.replace(' [1]', '')]);
});

test('an edit by claim mends an article, and a refused one answers the claims that it would have brought', async () => {
  const { app, id } = await handedIn();
  const { claims: told } = await submit(app, { id, acceptFlags: true });
  const [wrong] = told;
  const worse = await update(app, { id, edits: [{ claim: wrong!.id, markdown: lie.replace('4096', '8192') }] });
  expect(worse).toMatchObject({ accepted: false, version: 1 });
  expect(about(worse, '8192').gate).toBe(true);
  const mended = await update(app, { id, edits: [{ claim: wrong!.id, markdown: '' }] });
  expect(mended).toMatchObject({ accepted: true, version: 2, gates: [] });
  expect(await refusal(update(app, { id, edits: [{ claim: wrong!.id, markdown: '' }] }))).toEqual({
    code: 'precondition_failed',
    errors: ['unknown_claim'],
  });
  expect(await refusal(update(app, { id, markdown: 'All [1].', edits: [] }))).toMatchObject({ code: 'invalid_input' });
});

test('claims of an accepted article cite its sources by their numbers, also in reasons', async () => {
  const app = await createTestApp();
  const { id, brief } = await waitingForDraft(app);
  const { title, markdown } = draftFrom(brief);
  const last = brief.passages.length;
  const wrong = `${markdown}\n\n${lie.replace('[1]', `[${last}]`)}`;
  const waiting = await submit(app, { id, title, markdown: wrong });
  expect(about(waiting, '4096')).toMatchObject({ citations: [last], reason: expect.stringContaining(`[${last}]`) });
  const taken = await submit(app, { id, acceptFlags: true });
  expect(about(taken, '4096')).toMatchObject({ citations: [1], reason: expect.stringContaining('[1]'), nearest: { number: 1 } });
  expect((await claims(app, { id })).data[0]).toEqual(about(taken, '4096'));
});

test('an answer has room for some fifty claims, and the rest is read page by page until none is left', async () => {
  const lies = Array.from({ length: 150 }, (_, index) => lie.replace('4096', String(4096 + index)));
  const { app, id, change } = await handedIn(lies.join(' '));
  expect(encode(JSON.stringify(change)).length).toBeLessThan(8000);
  const found = [...change.claims];
  for (let cursor = change.nextClaims; cursor !== null;) {
    const page = await claims(app, { id, cursor, limit: 100 });
    expect(encode(JSON.stringify(page)).length).toBeLessThan(8000);
    found.push(...page.data);
    cursor = page.nextCursor;
  }
  expect(found.filter(({ gate }) => gate)).toHaveLength(150);
  expect(new Set(found.map(({ id: one }) => one)).size).toBe(found.length);
  expect(found.findLastIndex(({ gate }) => gate)).toBeLessThan(found.findIndex(({ verdict }) => verdict === 'supported'));
});
