import { expect, test } from 'vitest';
import { checkClaims } from '../../../src/writing/claims/support.ts';
import type { Evidence } from '../../../src/writing/claims/evidence.ts';
import { askJudge, type Judge, type Opinion, type Question } from '../../../src/writing/claims/judge.ts';
import { toldClaims } from '../../../src/writing/claims/told.ts';

const facts = ['Arno keeps 11 sockets open.', 'Brenta was built by Adams in 1998.', 'Cauca rose above Douro.', 'Ebro holds the lead.'];
const evidence: Evidence = new Map([[1, { documentId: 'doc_1', title: 'Rivers', url: null, passages: [facts.join(' ')] }]]);
const loose = 'Readying lines spares callers the whole ceremony.';
const wrong = 'Arno keeps 99 sockets open.';
const opinion = (verdict: Opinion['verdict'], claimWords = '', sourceWords = ''): Opinion => {
  return { verdict, claimWords, sourceWords, reason: 'So it says.' };
};

async function judged(sentences: readonly string[], decide: (question: Question) => Opinion | undefined, maxSample = 0) {
  const asked: string[] = [];
  const judge: Judge = {
    model: 'small',
    maxSample,
    async ask(questions) {
      asked.push(...questions.map(({ sentence }) => sentence));
      return questions.map(decide);
    },
  };
  const draft = { markdown: sentences.map((one) => one.replace('.', ' [1].')).join('\n\n'), evidence, language: 'en' };
  const { support } = await checkClaims(draft);
  return { support, asked, judge, ...(await askJudge(support, evidence, 'en', { judge })) };
}

test('a judge clears other words, and is not asked about a figure that the source lacks', async () => {
  const { asked, claims, judging } = await judged([loose, wrong], () => opinion('supported'));
  expect(asked).toEqual([loose]);
  expect(claims).toMatchObject([{ verdict: 'supported', judgedBy: 'small', reason: 'small: "So it says."' }, { gate: true }]);
  expect(judging).toEqual({ model: 'small', asked: 1, judged: 1 });
});

test('of what the rules pass every fifth claim is asked about, up to a limit, and what it finds contradicted is held back', async () => {
  const many = Array.from({ length: 3 }, () => facts).flat();
  const { asked, claims } = await judged(many, () => opinion('contradicted', 'above Douro', 'rose above Douro'), 2);
  expect(asked).toEqual([claims[0]!.sentence, claims[5]!.sentence]);
  expect(claims[0]).toMatchObject({ verdict: 'supported' });
  const one = await judged([facts[2]!], () => opinion('contradicted', 'above Douro', 'rose above Douro'), 2);
  expect(one.claims).toMatchObject([
    { verdict: 'contradicted', gate: true, words: [{ claim: 'above Douro', source: 'rose above Douro' }], judgedBy: 'small' },
  ]);
});

test('a contradiction whose words stand nowhere is no opinion', async () => {
  for (const [claim, source] of [
    ['', ''],
    ['above Douro', 'fell below'],
    ['below Douro', 'rose above Douro'],
  ]) {
    const { claims, judging } = await judged([facts[2]!], () => opinion('contradicted', claim, source), 1);
    expect(claims).toMatchObject([{ verdict: 'supported', gate: false }]);
    expect(judging).toEqual({ model: 'small', asked: 1, judged: 0 });
  }
});

test('without an opinion the verdict of the rules stands', async () => {
  const { claims, support, judging } = await judged([loose], () => undefined);
  expect(claims).toEqual(support.claims);
  expect(judging).toEqual({ model: 'small', asked: 1, judged: 0 });
});

test('a claim that was judged before is not asked about again, and keeps its verdict without a judge', async () => {
  const { claims, support, judge } = await judged([loose], () => opinion('supported'));
  const known = toldClaims(claims);
  const again = await askJudge(support, evidence, 'en', { judge, known });
  expect(again).toMatchObject({ judging: null, claims: [{ verdict: 'supported', judgedBy: 'small' }] });
  expect((await askJudge(support, evidence, 'en', { known })).claims).toEqual(again.claims);
});
