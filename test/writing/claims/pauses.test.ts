import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { checkArticle } from '../../../src/writing/score/check.ts';
import { ground } from '../../../src/writing/claims/citations.ts';
import type { Evidence } from '../../../src/writing/claims/evidence.ts';

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

/** The longest stretch of processor time in ms between two pauses. */
async function longestStretch(work: (pause: () => Promise<void>) => Promise<unknown>): Promise<number> {
  let longest = 0;
  let started = process.cpuUsage();
  const measure = () => {
    const { user, system } = process.cpuUsage(started);
    longest = Math.max(longest, (user + system) / 1000);
  };
  await work(async () => {
    measure();
    await setImmediate();
    started = process.cpuUsage();
  });
  measure();
  return longest;
}

const check = (markdown: string) =>
  longestStretch(async (pause) => {
    const grounded = await ground({ markdown, evidence, language: 'en', pause });
    await checkArticle({ ...fields, grounded, evidence }, { pause });
  });

// What is left at one go is the Markdown parser, and the comparison of the whole text with others.
test.each([
  ['paragraphs', 'a\n\n'.repeat(33_000)],
  ['table rows', `| a | b |\n|---|---|\n${'| x | y |\n'.repeat(9000)}`],
  ['headings', '## ab\n'.repeat(16_000)],
  ['cited sentences', Array.from({ length: 1000 }, (_, index) => `The pool of host ${index} keeps ${index} sockets open. [1]`).join(' ')],
])(
  'an article of many %s is checked in slices',
  async (_name, markdown) => {
    await check('Warm.');
    expect(await check(markdown)).toBeLessThan(300);
  },
  20_000,
);
