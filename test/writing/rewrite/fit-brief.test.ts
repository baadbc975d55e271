import { expect, test } from 'vitest';
import type { TermRow } from '../../../src/writing/optimize/shapes.ts';
import { briefOf, type BriefFrame } from '../../../src/writing/rewrite/brief.ts';
import { lossesOf } from '../../../src/writing/rewrite/losses.ts';
import { pageOf } from './support.ts';

const frame: BriefFrame = {
  optimizationId: 'opt_1',
  status: 'awaiting_draft',
  draftDueAt: null,
  url: 'https://pools.example/',
  keyword: 'connection pool',
  language: 'en',
  title: 'Pools',
  h1: null,
  metaDescription: null,
  tone: null,
  styleGuide: null,
  instructions: null,
  scoreBefore: 50,
  breakdown: [],
  length: { words: 10, min: 10, max: 20 },
  questions: [],
  headings: [],
  passages: [],
  left: null,
  doNots: [],
  draftShape: { fields: {}, markdown: [], example: {} },
};
const term = (name: string): TermRow => ({ term: name, count: 0, min: 1, max: 2, usedBy: 3, points: 0, maxPoints: 5, status: 'missing' });

test('a term that only passages say for which there is no room is found nowhere, and comes last', async () => {
  const filler = 'Each query of the server waits for its turn behind the others, and the disk is read once for all of them. '.repeat(8);
  const passages = Array.from({ length: 60 }, (_, at) => {
    const said = at === 59 ? 'An idle timeout closes it.' : at === 0 ? 'A leak empties it.' : '';
    return { number: at + 1, documentId: `doc_${at}`, title: 'Manual', url: null, heading: null, text: `${said} ${filler}` };
  });
  const page = pageOf('A connection pool keeps connections open.');
  const brief = await briefOf({ frame: { ...frame, passages }, page, text: page.markdown, score: { terms: [term('idle timeout'), term('leak')] }, only: null }); // prettier-ignore
  expect(brief.passages.map(({ number }) => number)).not.toContain(60);
  expect(brief.terms.map(({ term: name, where, passages: numbers }) => [name, where, numbers])).toEqual([
    ['leak', 'passages', [1]],
    ['idle timeout', 'nowhere', []],
  ]);
});

test('terms that are said as often as they should are named with their ranges', async () => {
  const page = pageOf('A connection pool keeps connections open.');
  const said: TermRow = { ...term('connection pool'), count: 2, points: 5, status: 'ok' };
  const brief = await briefOf({ frame, page, text: page.markdown, score: { terms: [said, term('leak')] }, only: null });
  expect(brief.termsInRange).toEqual(['connection pool 2 (1–2)']);
  expect(brief.terms.map(({ term: name }) => name)).toEqual(['leak']);
});

test('a keyword said too often has what its density costs placement to win', async () => {
  const page = pageOf('A connection pool keeps connections open.');
  const rows: TermRow[] = [{ ...term('connection pool'), count: 9, points: 5, status: 'over' }, term('leak')];
  const placement = { title: 3.5, h1: 2, opening: 2, url: 1, metaDescription: 1.5, unstuffed: 0.25 };
  const breakdown = [{ name: 'placement', points: 2.5, max: 10, detail: 'density 4.4 % (−7.5, full up to 2.5 %: 5 times here)' }];
  const brief = await briefOf({ frame: { ...frame, breakdown }, page, text: page.markdown, score: { terms: rows, placement }, only: null });
  expect(brief.terms.map(({ term: name, gain }) => [name, gain])).toEqual([
    ['connection pool', 7.5],
    ['leak', 5],
  ]);
});

test('what leads to the same place is kept once, with how often it stands there, and the page’s own site goes without saying', async () => {
  const page = pageOf(`[A](https://pumps.example/a) and [a](https://pumps.example/a).\n\n[B](https://pumps.example.org/b)`, {
    url: 'https://pumps.example/',
  });
  const { keep } = await briefOf({ frame, page, text: page.markdown, score: { terms: [] }, only: null });
  expect(keep.map(({ text, times }) => [text, times])).toEqual([
    ['[A](/a)', 2],
    ['[B](https://pumps.example.org/b)', undefined],
  ]);
  expect((await lossesOf(page.markdown, '', page.url)).map(({ id }) => id)).toEqual([keep[0]!.id, `${keep[0]!.id}-2`, keep[1]!.id]);
});
