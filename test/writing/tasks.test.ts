import { expect, onTestFinished, test } from 'vitest';
import { Thread } from '../../src/threads/thread.ts';
import type { Evidence } from '../../src/writing/claims/evidence.ts';
import { writingTasks, type WritingThread } from '../../src/writing/tasks.ts';
import { quietSystem } from '../support/store.ts';
import { watchTurns } from '../support/turns.ts';
import { request as briefRequest } from './brief/support.ts';
import { manualPassages, request, retrieve } from './compose/support.ts';

/** The promised limit. */
const maxTurnMs = 50;
/** Also for an article of 33,000 paragraphs, on a machine whose caches others fill. */
const maxHandoverMs = 150;
const passage = Array.from({ length: 40 }, (_, index) => `The pool of host ${index} keeps ${index} sockets open for later requests.`).join(
  ' ',
);
const evidence: Evidence = new Map([[1, { documentId: 'doc_1', title: 'Pools', url: 'https://docs.example/1', passages: [passage] }]]);
const fields = {
  title: 'Pools',
  metaTitle: 'Pools',
  metaDescription: 'Pools.',
  slug: 'pools',
  keyword: 'pool',
  language: 'en',
  targetWordCount: 500,
};

function open(): WritingThread {
  const thread = new Thread(quietSystem(), writingTasks, { maxMs: 60_000 });
  onTestFinished(() => thread.close());
  return thread;
}

/** The longest time that this thread is blocked while the other does the work. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const longest = watchTurns();
  await work();
  return longest();
}

async function check(thread: WritingThread, markdown: string): Promise<void> {
  const { grounded, support } = await thread.run('checkClaims', [{ markdown, evidence, language: 'en' }]);
  await thread.run('checkArticle', [{ ...fields, grounded, support, evidence }]);
  await thread.run('renderHtml', [grounded.markdown]);
}

test.each([
  ['paragraphs', 'a\n\n'.repeat(33_000)],
  ['table rows', `| a | b |\n|---|---|\n${'| x | y |\n'.repeat(9000)}`],
  ['headings', '## ab\n'.repeat(16_000)],
  ['cited sentences', Array.from({ length: 1000 }, (_, index) => `The pool of host ${index} keeps ${index} sockets open. [1]`).join(' ')],
])('others have their turn while an article of many %s is checked', { timeout: 60_000 }, async (_name, markdown) => {
  const thread = open();
  await check(thread, 'Warm.');
  expect(await longestTurn(() => check(thread, markdown))).toBeLessThan(maxHandoverMs);
});

test('other work goes on while sources are judged, an article is composed from them, and a brief is made', async () => {
  const thread = open();
  const passages = retrieve(await manualPassages(), 'connection pool client');
  const wanted = request('connection pool', { targetWordCount: 3000 });
  const write = async () => {
    await thread.run('judgeSources', [wanted, passages]);
    await thread.run('compose', [wanted, passages]);
    const input = { request: briefRequest('connection pool'), passages, competing: [], published: [] };
    return thread.run('prepare', [wanted, input]);
  };
  expect((await write()).brief.passages.length).toBeGreaterThan(10);
  expect(await longestTurn(write)).toBeLessThan(maxTurnMs);
});
