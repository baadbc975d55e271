import { expect, test } from 'vitest';
import { checkClaims } from '../../../src/writing/claims/support.ts';
import { checkArticle } from '../../../src/writing/score/check.ts';
import { scoringFormula } from '../../../src/writing/score/formula.ts';
import type { CheckInput } from '../../../src/writing/score/shapes.ts';
import { readSubject, type Subject } from './variants.ts';

const greylock = readSubject('greylock');
const [introduction = ''] = greylock.markdown.split('\n\n');
const passages = Array.from(greylock.evidence.values(), ({ passages: [text = ''] }) => text);

type Case = Partial<Subject & Pick<CheckInput, 'terms' | 'internalLinks' | 'verbatim'>>;
async function check(more: Case = {}) {
  const input = { ...greylock, ...more };
  return checkArticle({ ...input, ...(await checkClaims(input, more.verbatim)) });
}
const partOf = async (name: string, more: Case) => (await check(more)).breakdown.find((part) => part.name === name)!;

test('the score follows the published formula, whose parts make 100', async () => {
  expect(scoringFormula.reduce((sum, { max }) => sum + max, 0)).toBe(100);
  const { breakdown } = await check({ terms: [{ term: 'summit', min: 1, max: 99 }], internalLinks: [{ url: '/a' }] });
  expect(breakdown.map(({ name, max }) => ({ name, max }))).toEqual(scoringFormula.map(({ name, max }) => ({ name, max })));
  for (const { points, max } of breakdown) expect(points).toBeLessThanOrEqual(max);
});

test('it knows nothing of the check of claims', async () => {
  const input = { ...greylock, ...(await checkClaims(greylock)) };
  const { score, breakdown, flags } = await checkArticle(input);
  const { support } = await checkClaims({ ...greylock, evidence: new Map() });
  const unsupported = await checkArticle({ ...input, support });
  expect(unsupported.flags).not.toEqual(flags);
  expect([unsupported.score, unsupported.breakdown]).toEqual([score, breakdown]);
});

test('it deducts keyword points if the keyword is missing or stuffed', async () => {
  expect((await partOf('keyword', {})).points).toBe(12);
  expect((await partOf('keyword', { title: 'Rock', slug: 'rock' })).points).toBe(6);
  expect((await partOf('keyword', { keyword: 'espresso' })).points).toBe(0);
  expect((await partOf('keyword', { markdown: greylock.markdown.replaceAll('. ', '. Mount Greylock: ') })).points).toBe(0);
});

test('less than half of an article scores at most half', async () => {
  expect((await check({ targetWordCount: 2000 })).score).toBe(50);
});

test('an article on something else scores at most half', async () => {
  expect(await partOf('subject', { keyword: 'espresso' })).toMatchObject({ points: 0, max: 20 });
  expect((await check({ keyword: 'espresso' })).score).toBeLessThanOrEqual(50);
});

test('the subject is not compared with sources in another language', async () => {
  const { evidence } = readSubject('neustart');
  expect(await partOf('subject', { evidence })).toMatchObject({ max: 0 });
  expect((await check({ evidence })).score).toBeGreaterThan(50);
});

test('what is copied costs originality, but not what is declared or marked as a quotation', async () => {
  const pointsOf = async (copied: string) =>
    (await partOf('originality', { markdown: greylock.markdown.replace(introduction, copied) })).points;
  const copied = passages.slice(0, 7);
  expect(await pointsOf(copied.join('\n\n'))).toBeLessThan(6);
  expect(await pointsOf(copied.map((text) => `> ${text}`).join('\n\n'))).toBe(9);
  expect(await pointsOf(copied.map((text) => `“${text.replaceAll('"', '')}”`).join('\n\n'))).toBe(9);
  expect(await partOf('originality', { markdown: passages.join('\n\n'), verbatim: true })).toMatchObject({ max: 0 });
});

test('terms and links count only if they were asked for', async () => {
  expect(await partOf('terms', {})).toMatchObject({ max: 0 });
  expect(await partOf('terms', { terms: [{ term: 'forest', min: 1, max: 2 }] })).toMatchObject({ points: 1.5, max: 3 });
  const linked = { internalLinks: [{ url: '/a' }], markdown: `${greylock.markdown}\n\nSee [that](/a).` };
  expect(await partOf('links', linked)).toMatchObject({ points: 2, max: 2 });
});
