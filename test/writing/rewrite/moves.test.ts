import { expect, test } from 'vitest';
import { scorePage } from '../../../src/writing/optimize/score.ts';
import { changesOf } from '../../../src/writing/rewrite/changes.ts';
import type { Change } from '../../../src/writing/rewrite/shapes.ts';
import { honestInput, inputOf, pageOf as scoredPage } from '../optimize/support.ts';
import { nothing, pageOf } from './support.ts';

const told = async (before: string, after: string) =>
  (await changesOf(pageOf(before), pageOf(after), nothing, nothing)).map(({ part: _, points: __, ...one }) => one);

const facts = [
  'A pump lifts water.',
  'Its casing must be full.',
  'The seal keeps air out.',
  'A worn seal lets air in.',
  'Listen for a rattle.',
];
const pumps = `# Pumps\n\n${facts.join(' ')}\n\n## Care\n\nOil it once a year.\n`;

test('sentences that only stand elsewhere are neither new nor gone, and both sections say where', async () => {
  const after = `# Pumps\n\n${facts[0]}\n\n## How it works\n\n${facts.slice(1).join(' ')} Then stop it.\n\n## Care\n\nOil it once a year.\n`;
  expect(await told(pumps, after)).toEqual([
    { heading: 'Pumps', kind: 'changed', before: null, after: null, reason: '4 of its 5 sentences now stand in “How it works”.' },
    {
      heading: 'How it works',
      kind: 'moved',
      from: 'Pumps',
      before: null,
      after: 'Then stop it.',
      reason: '4 of its 5 sentences stood in “Pumps”; 1 sentence new.',
    },
  ]);
});

test('a section of which fewer than 70 % stood elsewhere is new, and says which one it mostly comes from', async () => {
  const after = `# Pumps\n\n${facts.slice(2).join(' ')}\n\n## How it works\n\n${facts.slice(0, 2).join(' ')} Then stop it.\n\n## Care\n\nOil it once a year.\n`;
  expect((await told(pumps, after)).at(1)).toMatchObject({
    kind: 'added',
    from: 'Pumps',
    after: 'Then stop it.',
    reason: '2 of its 3 sentences stood in “Pumps”; 1 sentence new.',
  });
  expect((await told(pumps, after.replace('Then stop it.', 'Then stop it. Wait for it.'))).at(1)).not.toHaveProperty('from');
});

test('a section that is gone says where its sentences stand now', async () => {
  const after = `# Pumps\n\n${facts.join(' ')} Oil it once a year.\n`;
  expect(await told(pumps, after)).toEqual([
    {
      heading: 'Pumps',
      kind: 'changed',
      before: null,
      after: null,
      reason: '1 of its 6 sentences stood in “Care”.',
    },
    { heading: 'Care', kind: 'removed', before: null, after: null, reason: 'All that it said now stands in “Pumps”.' },
  ]);
});

test('a sentence that is said once more is new, and steps of a list count by their words', async () => {
  expect(await told(pumps, `${pumps}\n${facts[0]}\n`)).toMatchObject([{ heading: 'Care', kind: 'changed', after: facts[0] }]);
  const steps = '## Start\n\n1. Close the valve.\n2. Start it.\n3. Open the valve.\n';
  expect(await told(`${pumps}\n${steps}`, `${pumps}\n## Start\n\n1. Start it.\n2. Close the valve.\n3. Open the valve.\n`)).toMatchObject([
    { heading: 'Start', kind: 'moved', reason: 'The same sentences in another order.' },
  ]);
});

/** The points that the reasons tell, added up in tenths. */
const toldPoints = (changes: readonly Change[]) =>
  changes
    .flatMap(({ reason }) => [...reason.matchAll(/([+−])(\d+(?:\.\d)?)/g)])
    .reduce((sum, [, sign, points]) => sum + (sign === '+' ? 1 : -1) * Math.round(Number(points) * 10), 0);

const rewrites: Record<string, (markdown: string, theirs: string) => string> = {
  'with all sections backwards': (markdown) => markdown.split(/\n(?=## )/).toReversed().join('\n'), // prettier-ignore
  'under one heading': (markdown) => markdown.replace(/^## .*$/gm, ''),
  'cut in half': (markdown) => markdown.slice(0, markdown.indexOf('\n', markdown.length / 2)),
  'with the text of a competitor': (markdown, theirs) => `${markdown}\n\n## More of it\n\n${theirs}`,
  'as it is': (markdown) => markdown,
};

test.each(['wal', 'greylock', 'guidestones', 'neustart'])(
  'whatever a rewrite of %s changes, the points of its changes add up to what the score rose or fell by',
  async (name) => {
    const input = honestInput(name);
    const before = await scorePage(input);
    for (const [what, rewrite] of Object.entries(rewrites)) {
      const markdown = rewrite(input.page.markdown, input.competitors[0]!.markdown);
      const page = { ...input.page, title: `All of it, ${what}`, metaDescription: input.keyword, markdown };
      const after = await scorePage({ ...input, page });
      const changes = await changesOf(input.page, page, before, after);
      const rose = Math.round(10 * after.score) - Math.round(10 * before.score);
      expect(
        changes.reduce((sum, { points }) => sum + Math.round(10 * points!), 0),
        what,
      ).toBe(rose);
      expect(toldPoints(changes), what).toBe(rose);
    }
  },
);

test('a keyword that was said too often counts in the section that says it less often, and a title by what it earns itself', async () => {
  const rivals = ['one', 'two'].map((name) => scoredPage(`https://${name}.example/`, 'A casing is filled by whoever starts what lifts the water, and the seal keeps air from it.')); // prettier-ignore
  const stuffed = scoredPage('https://own.example/pump', `## Use\n\n${Array.from({ length: 9 }, (_, at) => `The pump of part ${at} is a pump for the pump.`).join(' ')}`); // prettier-ignore
  const rewritten = { ...stuffed, title: 'What a pump does', markdown: '## Use\n\nThe pump of part 1 lifts what stands below it to where somebody needs it, and it does so all day long for as long as its seal is whole and its casing is filled.' }; // prettier-ignore
  const [before, after] = [await scorePage(inputOf('pump', stuffed, rivals)), await scorePage(inputOf('pump', rewritten, rivals))];
  const changes = await changesOf(stuffed, rewritten, before, after);
  // The title is worth 3.5 of 10; density left nothing of it before and 86 % after, on average 43 %: 12.5 × 0.35 × 0.43.
  expect(changes.map(({ part, reason }) => [part, /lacement (.\d\.\d)/.exec(reason)?.[1]])).toEqual([['title', '+1.9'], ['section', '+5.1']]); // prettier-ignore
});

test('an exclamation mark before a link makes no picture of it, and brackets as text are no link', async () => {
  const more = 'Read this now\\![the list](/list) and then a\\](b) of it.';
  const [change] = await told('## Care\n\nOil it.', `## Care\n\nOil it.\n\n${more}`);
  expect(change!.reason).toBe('1 sentence new; 1 link new.');
});

test('a link or image in a sentence that was reworded or moved is neither new nor gone, and one that leads elsewhere is both', async () => {
  const before =
    '## Care\n\nOil it as [the manual](/manual) says.\n\n## Stop\n\nSee the ![valve](/valve.png) first. Then [close](/close) it.';
  const reasonsOf = async (after: string) => (await told(before, after)).map(({ heading, reason }) => [heading, reason]);
  // The first two have changed places.
  expect(
    await reasonsOf(
      '## Care\n\nLook at the ![valve](/valve.png) now.\n\n## Stop\n\nOil it by [its manual](/manual/). Then [close](/close) it.',
    ),
  ).toEqual([
    ['Care', '1 sentence new, 1 gone.'],
    ['Stop', '1 sentence new, 1 gone.'],
  ]);
  expect(await reasonsOf(before.replace('(/close)', '(/open)'))).toEqual([['Stop', '1 sentence new, 1 gone; 1 link new, 1 gone.']]);
});

test('links within a table count in its section, the second to one place as new', async () => {
  const table = '| Part | See |\n| - | - |\n| Seal | [seals](/seals) |';
  const before = `## Care\n\nOil it, with [seals](/seals) closed.\n\n## Parts\n\nThese are all.`;
  expect(await told(before, `${before}\n\n${table}`)).toMatchObject([{ heading: 'Parts', reason: '2 rows of tables new; 1 link new.' }]);
});
