import { expect, test } from 'vitest';
import { apportion, median, rangeOf } from '../../../src/writing/optimize/ranges.ts';
import { scorePage } from '../../../src/writing/optimize/score.ts';
import { termRows } from '../../../src/writing/optimize/terms.ts';
import { honestInput, inputOf, pageOf } from './support.ts';

test('what is usual is the middle half of three values or more, and of one or two goes a quarter beyond them', () => {
  expect(rangeOf([5, 1, 4, 2, 3])).toEqual({ min: 2, max: 4 });
  expect(rangeOf([10, 20, 40])).toEqual({ min: 15, max: 30 });
  expect(rangeOf([100, 80])).toEqual({ min: 60, max: 125 });
  expect(rangeOf([80])).toEqual({ min: 60, max: 100 });
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test('parts of one decimal add up to the whole', () => {
  expect(apportion([1, 1, 1], 100)).toEqual([33.4, 33.3, 33.3]);
  expect(apportion([40, 15, 0, 10], 100)).toEqual([61.5, 23.1, 0, 15.4]);
  expect(apportion([0, 0], 40)).toEqual([0, 0]);
});

/** In a thousand words, by three competitors of as many. */
const [terms, length] = [[{ term: 'pool', stems: ['pool'] }, { term: 'idle socket', stems: ['idl', 'socket'] }], { min: 800, max: 1200 }]; // prettier-ignore
const usage = (first: number, second: number, words = 1000) => ({ uses: [first, second].map((count) => ({ all: count, counted: count })), words }); // prettier-ignore
const competitors = [usage(10, 4), usage(12, 0), usage(14, 8)];
const rows = (page: ReturnType<typeof usage>) => termRows(terms, page, competitors, { length, max: 40, sense: 1, keywordMax: 25 });

test('a term earns by how often it is said: in proportion below the range, all within, falling to nothing at double', () => {
  // Rates of 10, 12, 14 have the quartiles 11 and 13; 0, 4, 8 have 2 and 6. All three use the first, two the second: 40 is cut 3 : 2.
  expect(rows(usage(5, 6))).toEqual([
    { term: 'pool', count: 5, min: 11, max: 25, usedBy: 3, points: 10.9, maxPoints: 24, status: 'low' },
    { term: 'idle socket', count: 6, min: 2, max: 6, usedBy: 2, points: 16, maxPoints: 16, status: 'ok' },
  ]);
  expect(rows(usage(20, 9)).map(({ points, status }) => [points, status])).toEqual([[24, 'ok'], [8, 'over']]); // prettier-ignore
  expect(rows(usage(20, 12)).map(({ points, status }) => [points, status])).toEqual([[24, 'ok'], [0, 'over']]); // prettier-ignore
  expect(rows(usage(0, 1)).map(({ points, status }) => [points, status])).toEqual([[0, 'missing'], [8, 'low']]); // prettier-ignore
});

test('the keyword loses nothing among the terms where it is said more often than its density allows', () => {
  expect(rows(usage(26, 6))[0]).toMatchObject({ count: 26, max: 25, points: 24, status: 'over' });
});

test('a short page is asked for what the least usual length needs, a long one for no more than the greatest, but may say as much as it is long', () => {
  const rangesAt = (words: number) => rows(usage(9, 3, words)).map(({ min, max }) => [min, max]);
  expect(rangesAt(200)).toEqual([[9, 25], [2, 5]]); // prettier-ignore
  expect(rangesAt(3000)).toEqual([[13, 39], [2, 18]]); // prettier-ignore
});

const sentences = Array.from({ length: 8 }, (_, index) => `The ${['quick', 'slow', 'old', 'new', 'cold', 'warm', 'large', 'small'][index]} pool of the client keeps a socket for the ${index + 2} hosts in ${1990 + index}.`); // prettier-ignore

test('a page beside one competitor is scored as a hand can do it', async () => {
  const rival = pageOf('https://rival.example/', sentences.join('\n\n'));
  const own = [
    'Each server that we run has its own pool, and the pool is never shared.',
    'A socket that is left idle goes back to where it came from.',
    'Nobody has to close it by hand, as all of us once did.',
  ];
  const page = pageOf('https://own.example/pool', own.join('\n\n'), {
    title: 'The pool at a glance',
    h1: 'Pool',
    metaDescription: 'Short.',
  });
  const score = await scorePage(inputOf('pool', page, [rival]));
  expect(score.breakdown.find(({ name }) => name === 'questions')).toMatchObject({ points: 0, max: 0, why: expect.any(String) });
  const part = (name: string) => score.breakdown.find((row) => row.name === name)!;
  // All places have the keyword but the meta description, which is too short as well: 3 + 2 + 2 + 1 and half a point of 10. Density 2 in 41
  // words is 4.9 %; the competitor's, one in 15 words, is 6.7 %, and with a quarter more 8.3 %.
  expect(part('placement').points).toBeCloseTo(0.85 * part('placement').max, 1);
  // Neither a figure nor a quotation; all sentences of the competitor have a year.
  expect(part('evidence').points).toBe(0);
  // 15 + 13 + 13 words beside 8 × 15: 41 are fewer than half of 120 × 0.75.
  expect(score.length).toEqual({ words: 41, min: 90, max: 150 });
  expect(part('length').points).toBe(0);
});

test('a page on its keyword among pages that hardly name it may say it as its density allows, and loses by density alone beyond', async () => {
  const input = { ...honestInput('wal'), competitors: honestInput('greylock').competitors };
  const [keyword] = (await scorePage(input)).terms;
  // Of some 780 words 2.5 % may be the keyword, which has two.
  expect(keyword).toMatchObject({ term: input.keyword, usedBy: 0, min: 1, max: 9, status: 'ok' });
  const markdown = input.page.markdown.replaceAll('. ', `. This is how ${input.keyword} does it, `);
  const stuffed = await scorePage({ ...input, page: { ...input.page, markdown } });
  expect(stuffed.terms[0]).toMatchObject({ status: 'over', points: stuffed.terms[0]!.maxPoints });
  expect(stuffed.breakdown.find(({ name }) => name === 'placement')!.points).toBe(0);
});

test('what an earlier sentence, a list or a competitor says earns nothing', async () => {
  const rival = pageOf(
    'https://rival.example/',
    `${sentences.join('\n\n')}\n\nWhoever asks the broker twice gets the same answer from the cache of the broker.`,
  );
  const own = 'We ask it only once, since a second question would cost us the same again.';
  const wordsOf = async (more: string) =>
    (await scorePage(inputOf('pool', pageOf('https://own.example/', `${own}\n\n${more}`), [rival]))).length.words;
  expect(await wordsOf('')).toBe(15);
  expect(await wordsOf('Pool, socket, client, hosts')).toBe(15);
  expect(await wordsOf(own)).toBe(15);
  expect(await wordsOf('Whoever asks the broker twice gets the same answer from the cache of the broker.')).toBe(15);
  expect(await wordsOf('It is a matter of taste what we ask it for at night.')).toBe(28);
});

test('a page that is linked to twice counts once, and the detail says so', async () => {
  const rival = pageOf('https://rival.example/', sentences.map((one, at) => `${one} See the [notes of host ${at}](/${at}).`).join('\n\n'));
  const own =
    'We ask it only once, as [the manual](/manual) told us to when we began. Whoever wants to know more reads [the whole of it](/manual) at night.';
  const { breakdown } = await scorePage(inputOf('pool', pageOf('https://own.example/', own), [rival]));
  expect(breakdown.find(({ name }) => name === 'media')!.detail).toMatch(
    /^1 different pages linked to in sentences that count, each once, /,
  );
});

test('a term counts in its other forms and across small words, but not in headings, title, tables and code', async () => {
  const rival = pageOf('https://rival.example/', sentences.join('\n\n'));
  const said = 'All pools of the office were once closed, and a pooling of what is left came too late.';
  const page = pageOf('https://own.example/', `${said}\n\n## The pool\n\n| Pool | Use |\n| - | - |\n| pool | none |\n\n    pool()`, {
    title: 'A pool',
  });
  const [pool] = (await scorePage(inputOf('pool', page, [rival]))).terms;
  expect(pool).toMatchObject({ term: 'pool', count: 2 });
  const [two] = (await scorePage(inputOf('pool of office', page, [rival]))).terms;
  expect(two).toMatchObject({ count: 1 });
});

test('questions of the results page and of competitors are told, those that the page answers left out', async () => {
  const rivals = ['one', 'two'].map((name) =>
    pageOf(
      `https://${name}.example/`,
      `## How long does a pool keep an idle socket?\n\nA pool keeps it for as long as the ${name} server allows, which is often five seconds.`,
    ),
  );
  const page = pageOf('https://own.example/', 'Our pool closes a broken socket at once, and it tells the caller why it did so.');
  const score = await scorePage(inputOf('pool', page, rivals, { asked: ['Does a pool close broken sockets?'] }));
  expect(score.missingQuestions).toEqual([
    { question: 'How long does a pool keep an idle socket?', from: ['https://one.example/', 'https://two.example/'] },
  ]);
  expect(score.breakdown.find(({ name }) => name === 'questions')!.detail).toBe('1 of 2 questions answered');
});

test('topics in headings of two competitors are told, with the heading of the page that has each', async () => {
  const text = 'It is what all of us need to know before we go on with the work.';
  const rivals = ['one', 'two'].map((name) => pageOf(`https://${name}.example/`, `## Idle sockets\n\n${text}\n\n### Closing the pool\n\n${text}\n\n## Only ${name}\n\n${text}`)); // prettier-ignore
  const page = pageOf(
    'https://own.example/',
    `## What an idle socket costs\n\nNobody pays for it in money, but each of them takes a place that another one could have had.\n\n## Closing`,
  );
  expect((await scorePage(inputOf('pool', page, rivals))).outlineDiff).toEqual([
    { heading: 'Idle sockets', level: 2, in: rivals.map(({ url }) => url), status: 'covered', by: 'What an idle socket costs' },
    // Its heading has no text below it.
    { heading: 'Closing the pool', level: 3, in: rivals.map(({ url }) => url), status: 'missing', by: null },
  ]);
});

test('without a competitor the page is scored by what stands on it alone', async () => {
  const score = await scorePage(inputOf('pool', pageOf('https://own.example/', 'A pool is what it is.'), []));
  expect(score.breakdown.flatMap(({ name, why }) => (why ? [name] : []))).toEqual(['terms', 'questions', 'length', 'media', 'evidence']);
  expect(score.terms).toEqual([]);
});
