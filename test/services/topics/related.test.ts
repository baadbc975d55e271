import { expect, test } from 'vitest';
import type { TopicPlan } from '../../../schema/topic-plan.ts';
import type { AddedTopic, Topic } from '../../../schema/topics.ts';
import { wholeFirst } from '../../../src/services/topics/research/documents.ts';
import { createTestApp } from '../../support/test-app.ts';

const told = (thing: string, does = 'is written down by a clerk, who adds lines in the evening') =>
  Array.from({ length: 40 }, (_, at) => `The ${thing} of the shop in case ${at} ${does}. It takes ${at + 2} minutes of the day.`).join(
    '\n\n',
  );

/** A manual of several pages; the pillar keyword has one word of one title, which is long enough to have sections. */
const manual = [
  `# Importing business data\n\n${['Columns of the file', 'Lines left out', 'Feedback after the run'].map((heading) => `## ${heading}\n\n${told(heading.toLowerCase())}`).join('\n\n')}`,
  `# Payroll\n\n${told('payroll', 'pays whoever works there, with what the state takes from it')}`,
  `# Depreciation\n\n${told('depreciation', 'lowers the worth of a machine each year until nothing remains')}`,
  `# Budgets\n\n${told('budgets', 'limit how much money every branch may spend on travel')}`,
];

async function start({ documents = manual, keywords = [] as string[], name = 'small business ledgers' } = {}) {
  const { desk } = await createTestApp({ offline: true });
  for (const markdown of documents) await desk.call('knowledge_create', { markdown });
  const { id } = (await desk.call('topics_create', { name, keywords })) as AddedTopic;
  const planned = async () => {
    await desk.call('topics_research', { id });
    await desk.runDue();
    return (await desk.call('topics_get', { id, view: 'plan', limit: 100 })) as Topic & { plan: TopicPlan };
  };
  return { desk, id, planned };
}

const inCall = ({ call }: TopicPlan) => (call?.arguments as { slots: { keyword: string; topicId: string }[] } | undefined)?.slots ?? [];

test('where one title alone is near by chance, whole documents stand for the topic, then sections', async () => {
  const { id, planned } = await start();
  const { plan } = await planned();
  const keywords = plan.pages.map(({ keyword }) => keyword);
  expect(keywords.slice(0, 4).toSorted()).toEqual(['budgets', 'depreciation', 'how to import business data', 'payroll']);
  expect(keywords).toContain('columns of the file');
  for (const { relevance } of plan.pages) expect(relevance).toBe('related');
  expect(inCall(plan)).toContainEqual(expect.objectContaining({ keyword: 'payroll', topicId: id }));
});

test('a page that no document is on has a warning, and is not in the call', async () => {
  const { planned } = await start();
  const { plan } = await planned();
  const unsaid = { code: 'insufficient_sources', message: 'No document is on it: see documents.' };
  expect(plan.pillar).toMatchObject({ documents: { count: 0 }, warnings: [unsaid] });
  expect(inCall(plan).map(({ keyword }) => keyword)).not.toContain('small business ledgers');
  expect(plan.notInCall.insufficientSources).toBeGreaterThan(0);
});

test('what only stands for the topic is planned, and is not of the topic, however often it is researched', async () => {
  const { desk, id, planned } = await start();
  const first = await planned();
  const second = await planned();
  for (const { keywordCount, coverage } of [first, second]) expect([keywordCount, coverage.open]).toEqual([1, 1]);
  expect(second.plan.pages).toEqual(first.plan.pages);
  await desk.call('topics_add_keywords', { id, keywords: ['payroll'] });
  const { plan, keywordCount } = await planned();
  expect(keywordCount).toBe(2);
  expect(plan.pages.map(({ keyword }) => keyword).toSorted()).toEqual(first.plan.pages.map(({ keyword }) => keyword).toSorted());
  expect(plan.pages.filter(({ relevance }) => relevance === 'about').map(({ keyword }) => keyword)).toEqual(['payroll']);
});

test('a page on which documents tell no steps is planned as a guide', async () => {
  const steps = Array.from({ length: 12 }, (_, at) => `${at + 1}. Open drawer ${at} of the desk and sort the receipts by day.`).join('\n');
  const { planned } = await start({
    name: 'paper office',
    keywords: ['how to sort receipts', 'how to scan invoices'],
    documents: [
      `# How to sort receipts\n\n${told('sort of receipts')}\n\n${steps}`,
      `# How to scan invoices\n\n${told('scan of invoices', 'needs light from above and a flat table, says who does it daily')}`,
    ],
  });
  const { plan } = await planned();
  expect(plan.pages.map(({ keyword, articleType, title, warnings }) => [keyword, articleType, title, warnings])).toEqual([
    ['how to scan invoices', 'guide', 'How to Scan Invoices', []],
    ['how to sort receipts', 'how-to', 'How to Sort Receipts', []],
  ]);
  expect(inCall(plan).map(({ keyword }) => keyword)).toContain('how to scan invoices');
});

test('whole documents come first, then the first section of each, then the second', () => {
  const subject = (documentId: string, heading: string | null, keyword: string) => ({ documentId, heading, keyword, ...unsaid });
  const nearest = [
    subject('a', 'A', 'a1'),
    subject('a', 'B', 'a2'),
    subject('b', 'C', 'b1'),
    subject('a', null, 'a'),
    subject('b', null, 'b'),
  ];
  expect(wholeFirst(nearest).map(({ keyword }) => keyword)).toEqual(['a', 'b', 'a1', 'b1', 'a2']);
});

const unsaid = { title: '', url: null, passages: 1, isThing: true, field: null, isNamed: false, speech: 0 };
