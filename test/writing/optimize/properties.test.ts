import { expect, onTestFinished, test } from 'vitest';
import { Thread } from '../../../src/threads/thread.ts';
import { words } from '../../../src/language/tokens.ts';
import { optimizationFormula } from '../../../src/writing/optimize/formula.ts';
import { scorePage } from '../../../src/writing/optimize/score.ts';
import type { PageScore } from '../../../src/writing/optimize/shapes.ts';
import { writingTasks } from '../../../src/writing/tasks.ts';
import { quietSystem } from '../../support/store.ts';
import { honestInput, inputOf, pageOf } from './support.ts';
import { attacksOn, randomText } from './variants.ts';

const tenths = (values: readonly number[]) => values.reduce((sum, value) => sum + Math.round(value * 10), 0);

function expectToAddUp({ score, breakdown, terms }: PageScore): void {
  expect(breakdown.map(({ name }) => name)).toEqual(optimizationFormula.map(({ name }) => name));
  expect(tenths(breakdown.map(({ max }) => max))).toBe(1000);
  expect(tenths(breakdown.map(({ points }) => points))).toBe(Math.round(score * 10));
  const [part] = breakdown;
  expect(tenths(terms.map(({ points }) => points))).toBe(Math.round(part!.points * 10));
  expect(tenths(terms.map(({ maxPoints }) => maxPoints))).toBe(Math.round(part!.max * 10));
  for (const { points, max, why } of breakdown) {
    expect(points).toBeGreaterThanOrEqual(0);
    expect(points).toBeLessThanOrEqual(max);
    if (max === 0) expect(why).toEqual(expect.any(String));
    else expect(why).toBeUndefined();
  }
}

/** What the detail says is lost, by its own figures. */
function toldLosses({ breakdown }: PageScore, names: readonly string[]) {
  return breakdown
    .filter(({ name, max }) => names.includes(name) && max > 0)
    .map(({ name, points, max, detail }) => {
      const costs = [...detail.matchAll(/\(−(\d+(?:\.\d)?)/g)].map(([, cost]) => Number(cost));
      return { name, lost: max - points, told: costs.reduce((sum, one) => sum + one, 0), count: costs.length };
    });
}

test.each(['wal', 'neustart'])('what costs points on %s, and whatever is done to it, is told with as many as are missing', async (name) => {
  const input = honestInput(name);
  const honest = await scorePage(input);
  for (const { name: attack, page } of attacksOn(input, honest)) {
    const score = await scorePage({ ...input, page: { ...page, title: 'All' } });
    for (const { lost, told, count, ...row } of toldLosses(score, ['headings', 'placement', 'readability', 'media', 'evidence'])) {
      // Each is rounded by itself.
      expect(Math.abs(lost - told), `${attack}: ${row.name}`).toBeLessThanOrEqual(0.05 * (count + 1) + 1e-9);
    }
  }
});

test('what would be full is told also where nothing is lost', async () => {
  const score = await scorePage(honestInput('wal'));
  const told = score.breakdown.map(({ detail }) => detail).join('\n');
  for (const full of ['full with one for 100–350', 'full from 15 to 60', 'full up to 2.5 %', 'full from 50', 'full from 3'])
    expect(told).toContain(full);
});

test('the density of the keyword says what it costs, and how often would be full', async () => {
  const input = honestInput('wal');
  const markdown = input.page.markdown.replaceAll('. ', `. This is how ${input.keyword} does it, `);
  const [terms, , , , placement] = (await scorePage({ ...input, page: { ...input.page, markdown } })).breakdown;
  expect(placement!.detail).toMatch(/density 7\.5 % \(−\d+\.\d, full up to 2\.5 %: 12 times here\)$/);
  expect(terms!.detail).toMatch(/1 too often: “write-ahead logging” 39 times, at most 1\d$/);
});

test('the published parts are worth 100 points', () => {
  expect(tenths(optimizationFormula.map(({ max }) => max))).toBe(1000);
});

test.each(['wal', 'greylock', 'guidestones', 'neustart'])(
  'rows of %s add up to the score, also of worse pages, and no attack earns a point',
  async (name) => {
    const input = honestInput(name);
    const honest = await scorePage(input);
    expectToAddUp(honest);
    for (const { name: attack, page } of attacksOn(input, honest)) {
      const score = await scorePage({ ...input, page });
      expectToAddUp(score);
      expect(score.score, attack).toBeLessThanOrEqual(honest.score);
    }
  },
);

test('the order of competitors changes nothing', async () => {
  const input = honestInput('wal');
  expect(await scorePage({ ...input, competitors: input.competitors.toReversed() })).toEqual(await scorePage(input));
});

test('words drawn by chance earn nothing for what they say', async () => {
  const input = honestInput('wal');
  const vocabulary = words(input.competitors.map(({ markdown }) => markdown).join('\n').toLowerCase()); // prettier-ignore
  const { breakdown } = await scorePage({ ...input, page: { ...input.page, markdown: randomText(input.page, 'en', vocabulary) } });
  const said = breakdown.filter(({ name }) => ['terms', 'questions', 'length', 'readability', 'evidence'].includes(name));
  expect(said.map(({ points }) => points)).toEqual(said.map(() => 0));
});

const bins = {
  de: ['Komposthaufen', ['Der Komposthaufen braucht im Sommer viel Wasser, und die Gartenabfälle dürfen nicht zu trocken sein.', 'Wer die Gartenabfälle auf den Komposthaufen gibt, mischt sie am besten mit trockenem Laub.']],
  fr: ['tas de compost', ['Le tas de compost a besoin d’eau en été, et les déchets verts ne doivent pas sécher au soleil.', 'Il faut mélanger les déchets verts du tas de compost avec des feuilles mortes.']],
  es: ['montón de compost', ['El montón de compost necesita agua en verano, y los restos verdes no deben secarse al sol.', 'Hay que mezclar los restos verdes del montón de compost con hojas secas.']],
} as const; // prettier-ignore

test.each(Object.entries(bins))('a page in %s is compared by its own words', async (language, [keyword, said]) => {
  const rivals = said.map((text, index) => pageOf(`https://other${index}.example/`, `${text}\n\n${said[1 - index]}`, { language }));
  const page = pageOf(
    'https://own.example/',
    said[0]!.replace(/^\S+ /, '').replace(/^./, (letter) => letter.toUpperCase()),
    { language },
  );
  const score = await scorePage(inputOf(keyword, { ...page, title: keyword }, rivals));
  expectToAddUp(score);
  expect(score.terms.map(({ term }) => term)).toContain(keyword);
  expect(score.breakdown.find(({ name }) => name === 'placement')!.detail).toContain('title 100 %');
});

test('pages in another language are not compared, and hostile ones are scored in good time', { timeout: 60_000 }, async () => {
  const input = honestInput('wal');
  const foreign = await scorePage({ ...input, competitors: input.competitors.map((one) => ({ ...one, language: 'de' })) });
  expect(foreign.breakdown[0]).toMatchObject({ max: 0, why: 'no competitor could be compared' });
  const hostile = [
    '## ab\n'.repeat(8000),
    'What is a pool of one? '.repeat(2000),
    '| a '.repeat(10_000),
    '- '.repeat(20_000),
    'ab'.repeat(25_000),
    '> '.repeat(20_000),
  ];
  const began = process.cpuUsage();
  expectToAddUp(
    await scorePage(
      inputOf(
        'pool',
        pageOf('https://own.example/', hostile[1]!),
        hostile.map((markdown, index) => pageOf(`https://h${index}.example/`, markdown)),
      ),
    ),
  );
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1e6).toBeLessThan(10);
});

test('a thread scores pages as this one does', async () => {
  const thread = new Thread(quietSystem(), writingTasks, { maxMs: 60_000 });
  onTestFinished(() => thread.close());
  const input = honestInput('wal');
  expect(await thread.run('scorePage', [input])).toEqual(await scorePage(input));
});
