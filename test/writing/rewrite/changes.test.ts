import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageScore, TermRow } from '../../../src/writing/optimize/shapes.ts';
import { changesOf } from '../../../src/writing/rewrite/changes.ts';
import type { PageText } from '../../../src/writing/rewrite/shapes.ts';
import { hostileMarkdown, pieceOfMarkdown } from './support.ts';

const nothing: PageScore = {
  score: 0,
  breakdown: [],
  terms: [],
  missingTerms: [],
  missingQuestions: [],
  outlineDiff: [],
  length: { words: 0, min: 0, max: 0 },
};
const pageOf = (markdown: string, more: Partial<PageText> = {}) => ({
  title: 'T',
  h1: null,
  metaDescription: null,
  language: 'en',
  markdown,
  ...more,
});
const told = async (before: string, after: string) =>
  (await changesOf(pageOf(before), pageOf(after), nothing, nothing)).map(({ kind, heading, before: was, after: is }) => [
    kind,
    heading,
    was,
    is,
  ]);

const text =
  '# Pumps\n\nA pump lifts water. It needs a full casing.\n\n## Start\n\nClose the valve. Start it.\n\n## Stop\n\nOpen the valve. Stop it.\n';

test('a page that stays as it is has no changes', async () => {
  expect(await told(text, text)).toEqual([]);
});

test.each([
  [
    'a changed sentence alone',
    text.replace('It needs a full casing.', 'It needs a full casing and a plug.'),
    [['changed', 'Pumps', 'It needs a full casing.', 'It needs a full casing and a plug.']],
  ],
  ['an added section', `${text}\n## Care\n\nOil it.\n`, [['added', 'Care', null, 'Oil it.']]],
  ['a removed section', text.replace(/## Stop[^]*/, ''), [['removed', 'Stop', 'Open the valve. Stop it.', null]]],
  [
    'a section with another heading',
    text.replace('## Stop', '### How to stop'),
    [['changed', 'How to stop', '## Stop', '### How to stop']],
  ],
  [
    'a section that moved',
    '# Pumps\n\nA pump lifts water. It needs a full casing.\n\n## Stop\n\nOpen the valve. Stop it.\n\n## Start\n\nClose the valve. Start it.\n',
    [['moved', 'Stop', 'After “Start”', 'After “Pumps”']],
  ],
  [
    'sentences in another order',
    text.replace('Close the valve. Start it.', 'Start it. Close the valve.'),
    [['changed', 'Start', 'Close the valve. Start it.', 'Start it. Close the valve.']],
  ],
  ['an opening without a heading', `Read this first.\n\n${text}`, [['added', null, null, 'Read this first.']]],
])('%s is told', async (_, after, changes) => {
  expect(await told(text, after)).toEqual(changes);
});

test('wrapped lines are no change of sentences, and code is compared line by line', async () => {
  const code = '# C\n\nRun this\nnow.\n\n```\na\nb\n```\n';
  expect(await told(code, code.replace('\nb\n', '\nc\n'))).toEqual([['changed', 'C', 'b', 'c']]);
  expect(await told(code, code.replace('this\nnow', 'this now'))).toEqual([]);
});

const row = (term: string, count: number, points: number): TermRow => ({
  term,
  count,
  points,
  min: 2,
  max: 4,
  usedBy: 3,
  maxPoints: 4,
  status: 'ok',
});

test('a change says which terms, questions and topics it gained or lost', async () => {
  const before: PageScore = {
    ...nothing,
    terms: [row('suction line', 0, 0), row('valve', 2, 4), row('pump', 1, 2)],
    missingQuestions: [{ question: 'Why does a suction line leak?', from: [] }],
    outlineDiff: [{ heading: 'Leaks', level: 2, in: ['https://a.example', 'https://b.example'], status: 'missing', by: null }],
  };
  const after: PageScore = {
    ...before,
    terms: [row('suction line', 2, 4), row('valve', 1, 2), row('pump', 1, 2)],
    missingQuestions: [],
    outlineDiff: [{ ...before.outlineDiff[0]!, status: 'covered', by: 'Leaks' }],
  };
  const markdown = `${text.replace('Open the valve. ', '')}\n## Leaks\n\nA suction line leaks at its joints. Look at the suction line.\n`;
  const changes = await changesOf(pageOf(text), pageOf(markdown), before, after);
  expect(changes.map(({ heading, reason }) => [heading, reason])).toEqual([
    ['Stop', 'Says “valve” 1 time less (4 → 2 of 4 points).'],
    [
      'Leaks',
      'Says “suction line” 2 times more (0 → 4 of 4 points); answers “Why does a suction line leak?”; covers “Leaks”, a topic of 2 competitors.',
    ],
  ]);
  const back = await changesOf(pageOf(markdown), pageOf(text), after, before);
  expect(back.find(({ kind }) => kind === 'removed')!.reason).toBe(
    'Says “suction line” 2 times less (4 → 0 of 4 points); no longer answers “Why does a suction line leak?”; no longer covers “Leaks”, a topic of 2 competitors.',
  );
});

test('title and meta description are told with what they earn', async () => {
  const scored = (points: number): PageScore => ({
    ...nothing,
    breakdown: [{ name: 'placement', points, max: 10, detail: 'title 100 %' }],
  });
  const changes = await changesOf(
    pageOf(text),
    pageOf(text, { title: 'Pumps', metaDescription: 'How pumps work.' }),
    scored(4),
    scored(7.5),
  );
  expect(changes).toEqual([
    {
      part: 'title',
      heading: null,
      kind: 'changed',
      before: 'T',
      after: 'Pumps',
      reason: '1 → 5 characters; placement 4 → 7.5 of 10 points: title 100 %.',
    },
    {
      part: 'metaDescription',
      heading: null,
      kind: 'added',
      before: null,
      after: 'How pumps work.',
      reason: '0 → 15 characters; placement 4 → 7.5 of 10 points: title 100 %.',
    },
  ]);
});

test('a change that moves no row says so', async () => {
  const [change] = await changesOf(pageOf(text), pageOf(text.replace('Start it.', 'Start it now.')), nothing, nothing);
  expect(change!.reason).toBe('No row of the score was moved by it.');
});

test('a long change is cut', async () => {
  const [change] = await changesOf(pageOf('# A\n\nB.'), pageOf(`# A\n\n${'Long words follow. '.repeat(200)}`), nothing, nothing);
  expect(change!.after!.length).toBeLessThanOrEqual(601);
  expect(change!.after).toMatch(/…$/);
});

const pieces = fc.array(fc.oneof(pieceOfMarkdown, fc.constantFrom(...hostileMarkdown)), { maxLength: 10 }).map((all) => all.join('\n\n'));

test('whatever stands in a page, it is changed where it differs and nowhere else', async () => {
  await fc.assert(
    fc.asyncProperty(pieces, pieces, async (one, other) => {
      expect(await told(one, one)).toEqual([]);
      const changes = await told(one, other);
      const [bare, now] = [one, other].map((markdown) => markdown.replace(/\s+/g, ''));
      if (bare !== now) expect(changes.length).toBeGreaterThan(0);
    }),
    { numRuns: 100 },
  );
});
