import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageScore, Placement, TermRow } from '../../../src/writing/optimize/shapes.ts';
import { changesOf } from '../../../src/writing/rewrite/changes.ts';
import type { PageText } from '../../../src/writing/rewrite/shapes.ts';
import { hostileMarkdown, nothing, pieceOfMarkdown } from './support.ts';

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
    [['moved', 'Start', 'Close the valve. Start it.', 'Start it. Close the valve.']],
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

const rows = (points: Record<string, number>) => Object.entries(points).map(([name, one]) => ({ name, points: one, max: 10, detail: '' }));

test('a change says which terms, questions and topics it gained or lost, and with how many points', async () => {
  const before: PageScore = {
    ...nothing,
    score: 9,
    breakdown: rows({ terms: 6, questions: 0, headings: 3 }),
    terms: [row('suction line', 0, 0), row('valve', 2, 4), row('pump', 1, 2)],
    missingQuestions: [{ question: 'Why does a suction line leak?', from: [] }],
    outlineDiff: [{ heading: 'Leaks', level: 2, in: ['https://a.example', 'https://b.example'], status: 'missing', by: null }],
  };
  const after: PageScore = {
    ...before,
    score: 21.5,
    breakdown: rows({ terms: 8, questions: 10, headings: 3.5 }),
    terms: [row('suction line', 2, 4), row('valve', 1, 2), row('pump', 1, 2)],
    missingQuestions: [],
    outlineDiff: [{ ...before.outlineDiff[0]!, status: 'covered', by: 'Leaks' }],
  };
  const markdown = `${text.replace('Open the valve. ', '')}\n## Leaks\n\nA suction line leaks at its joints. Look at the suction line.\n`;
  const changes = await changesOf(pageOf(text), pageOf(markdown), before, after);
  expect(changes.map(({ heading, reason }) => [heading, reason])).toEqual([
    ['Stop', 'Says “valve” 1 time less (−2).'],
    [
      'Leaks',
      'Says “suction line” 2 times more (+4); answers “Why does a suction line leak?” (+10); covers “Leaks”, a topic of 2 competitors (+0.5).',
    ],
  ]);
  expect(changes.map(({ points }) => points)).toEqual([-2, 14.5]);
  const back = await changesOf(pageOf(markdown), pageOf(text), after, before);
  expect(back.find(({ kind }) => kind === 'removed')!.reason).toBe(
    'Says “suction line” 2 times less (−4); no longer answers “Why does a suction line leak?” (−10); no longer covers “Leaks”, a topic of 2 competitors (−0.5).',
  );
});

const placed = (points: number, more: Partial<Placement>): PageScore => ({
  ...nothing,
  score: points,
  breakdown: rows({ placement: points }),
  terms: [row('pump', 3, 2)],
  placement: { title: 0, h1: 2, opening: 2, url: 1, metaDescription: 0, unstuffed: 1, ...more },
});

test('what placement earns is told of each line that has the keyword, and of each section that says it less often', async () => {
  const lines = { title: 'Pumps', metaDescription: 'How pumps work.' };
  const ofLines = await changesOf(pageOf(text), pageOf(text, lines), placed(5, {}), placed(9, { title: 3, metaDescription: 1 }));
  expect(ofLines.map(({ part, points, reason }) => [part, points, reason])).toEqual([
    ['title', 3, '1 → 5 characters; 0 % → 100 % of the keyword; placement +3.'],
    ['metaDescription', 1, '0 → 15 characters; 0 % → 100 % of the keyword; placement +1.'],
  ]);
  const stuffed = text.replace('Start it.', 'Start it. A pump is a pump.').replace('Stop it.', 'Stop it. A pump is a pump of a pump.');
  const [before, after] = [placed(0, { unstuffed: 0 }), placed(9, { title: 3, metaDescription: 1 })];
  const ofDensity = await changesOf(pageOf(stuffed), pageOf(text, lines), before, after);
  // Half of what the lines are worth, since the keyword was said too often before; the rest 2 : 3.
  expect(ofDensity.map(({ part, heading, points }) => [heading ?? part, points])).toEqual([['title', 1.5], ['metaDescription', 0.5], ['Start', 2.8], ['Stop', 4.2]]); // prettier-ignore
  expect(ofDensity.at(-1)!.reason).toBe('Placement +4.2.');
});

test('a title that lost the keyword says so where sections made up for it', async () => {
  const stuffed = text.replace('Stop it.', 'Stop it. A pump is a pump of a pump.');
  const [before, after] = [placed(4.8, { title: 3, unstuffed: 0.6 }), placed(5, {})];
  const changes = await changesOf(pageOf(stuffed, { title: 'Pumps' }), pageOf(text), before, after);
  expect(changes.map(({ part, points }) => [part, points])).toEqual([['title', -2.4], ['section', 2.6]]); // prettier-ignore
});

test('a section that says the keyword no less often, but among more words, has what placement earns', async () => {
  const longer = text.replace('Stop it.', 'Stop it. Then wait until the water has run back to where it came from.');
  const changes = await changesOf(pageOf(text), pageOf(longer, { title: 'U' }), placed(2.5, { unstuffed: 0.5 }), placed(5, {}));
  expect(changes.map(({ part, points }) => [part, points])).toEqual([['title', 0], ['section', 2.5]]); // prettier-ignore
});

test.each([
  ['sentences', text.replace('Start it.', 'Start it now. Look at it.'), '2 sentences new, 1 gone.'],
  ['a link', text.replace('Start it.', '[Start](/start) it.'), '1 sentence new, 1 gone; 1 link new.'],
  ['code', `${text}\n    stop --now\n`, '1 line of code new.'],
  ['a row of a table', `${text}\n| Part | Use |\n| - | - |\n`, '1 row of a table new.'],
  ['marks', text.replace('Close the valve. Start it.', '- Close the valve.\n- Start it.'), 'The same sentences, marked up in another way.'],
  ['the order', text.replace('Close the valve. Start it.', 'Start it. Close the valve.'), 'The same sentences in another order.'],
  ['a heading', text.replace('## Stop', '### How to stop'), 'The same under another heading.'],
])('where %s changed and no row of the score was moved, that is told', async (_, after, reason) => {
  expect((await changesOf(pageOf(text), pageOf(after), nothing, nothing)).map((one) => [one.points, one.reason])).toEqual([[0, reason]]);
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
