import { expect, test } from 'vitest';
import type { CopydeskOptions } from '../../../src/app.ts';
import type { DiscoveredKeywords } from '../../../schema/keywords.ts';
import { manual } from '../../support/scenario.ts';
import { createTestApp } from '../../support/test-app.ts';

/** A hundred and some words on one thing. */
const coldBrew = `# Cold brew

Cold brew is coffee that steeps in cold water for twelve hours. The slow extraction leaves most of the bitter acids behind. A coarse grind keeps the cup clear.

## How long does cold brew keep?

Cold brew keeps for two weeks in a closed bottle in the fridge. It loses its aroma slowly. Diluted cold brew keeps for three days only, because water lets it go stale.

## What ratio of coffee to water is right?

The usual ratio of coffee to water is one to eight by weight. A concentrate uses a ratio of one to four and is diluted before it is served. Weigh the coffee and the water, because spoons differ.

## Filtering

A paper filter takes out the fine grounds that a metal sieve leaves. Use cold brew for cocktails, or use it for ice cream. Pour slowly, and change the paper when the flow stops.
`;

const frenchPress = `# French press

A French press holds the grounds in the water until a plunger of mesh parts them. The metal lets the oils through, so the cup is heavy. Use a French press with a coarse grind.

## Why is French press coffee bitter?

French press coffee is bitter when it stands on the grounds too long. Four minutes are enough. Pour all of it out when it is done, and clean the mesh, because old oils turn rancid and taste bitter as well.

## Cleaning

Take the plunger of the French press apart once a week. Soap takes the oils off the mesh. Dry the parts before you put the French press together again, and look whether the mesh is bent.
`;

async function start({
  documents = [coldBrew, frenchPress],
  offline = true,
  ...options
}: CopydeskOptions & { documents?: readonly string[] } = {}) {
  const app = await createTestApp({ offline, ...options });
  for (const markdown of documents) await app.desk.call('knowledge_create', { markdown });
  const discover = async (input: Record<string, unknown> = {}) => (await app.desk.call('keywords_discover', input)) as DiscoveredKeywords;
  return { ...app, discover };
}

const named = ({ keywords }: DiscoveredKeywords) => keywords.map(({ keyword }) => keyword);

test('offline and without any key, questions come from the documents that answer them', async () => {
  const { discover } = await start();
  const answer = await discover({ questionsOnly: true, limit: 10 });
  expect(named(answer)).toEqual([
    'why is french press coffee bitter',
    'how long does cold brew keep',
    'what ratio of coffee to water is right',
    'what is cold brew',
    'what is a french press',
    'how to use cold brew',
    'how to use a french press',
  ]);
  expect(answer.keywords[1]).toMatchObject({
    question: true,
    relevance: expect.any(Number),
    sources: ['documents'],
    competition: null,
    documents: { count: 1, best: { title: 'Cold brew', heading: 'How long does cold brew keep?' } },
  });
  expect(answer.why).toEqual({
    ...Object.fromEntries(['searchVolume', 'cpc', 'competition', 'difficulty'].map((name) => [name, 'integration_required'])),
    position: 'not_checked',
  });
  expect(answer.keywords.some(({ why }) => why)).toBe(false);
  expect(answer.hint).toMatch(/competition is not measured.*DataForSEO/);
  expect(answer.asked.map(({ source, requests, why }) => [source, requests, why?.reason])).toEqual([
    ['wikipedia', 0, 'offline'],
    ['duckduckgo', 0, 'offline'],
  ]);
});

test('a question by a pattern that no document answers is left out', async () => {
  const { discover } = await start({ documents: [frenchPress.replaceAll('Use a ', 'Take a ')] });
  expect(named(await discover({ questionsOnly: true }))).not.toContain('how to use a french press');
});

const told = (name: string, ...sentences: string[]) =>
  `# ${name}\n\n${sentences.join(' ')} ${'The rest of it is said at length elsewhere. '.repeat(14)}`;

test('a question on one thing has the article that documents use, and is not asked where they do not tell', async () => {
  const payroll = told('Payroll', 'Payroll is a record of wages.', 'A payroll run is a list, a payroll run is long, a payroll run is done, and a payroll is one.', 'Use payroll for wages, and use payroll in May.'); // prettier-ignore
  const budget = told('Budget', 'A budget is a plan of money.', 'You can use a budget for a year.');
  const checkbook = told('Checkbook', 'Your checkbook is a list of checks.', 'You can use your checkbook for a year.');
  const { discover } = await start({ documents: [payroll, budget, checkbook] });
  const questions = named(await discover({ questionsOnly: true }));
  expect(questions.toSorted()).toEqual(['how to use a budget', 'how to use payroll', 'what is a budget', 'what is payroll']);
});

test('whoever sees a part of the rows is told how to see the others', async () => {
  const { discover } = await start();
  const { found, hint } = await discover({ limit: 1 });
  expect(hint).toContain(`${found - 1} more were found: a larger limit shows them.`);
  expect((await discover({ limit: 100 })).hint).not.toContain('more were found');
});

test('what is planned is told and comes last; what is near to it is not planned again', async () => {
  const { desk, discover } = await start();
  await desk.call('calendar_create', { slots: [{ date: '2099-01-05', keyword: 'How long does cold brew keep' }] });
  const answer = await discover({ questionsOnly: true });
  expect(answer.keywords.at(-1)).toMatchObject({
    keyword: 'how long does cold brew keep',
    coveredBy: { type: 'slot', status: 'planned', date: '2099-01-05' },
  });
});

test('the plan is a ready calendar_create, one article a week on free days, of what documents carry', async () => {
  const { desk, discover } = await start({ documents: [manual] });
  const { plan, keywords, found, hint } = await discover();
  const { slots } = plan!.arguments as { slots: { date: string; keyword: string; title: string }[] };
  const days = slots.map(({ date }) => Date.parse(date) / 86_400_000);
  expect(slots.length).toBeGreaterThan(0);
  // No more were found: it is not said that a plan of ten lacks some.
  expect(found).toBeLessThan(10);
  expect(hint).toContain(`The plan has ${slots.length} of ${found}; notPlanned: `);
  expect((await discover({ limit: 1 })).hint).not.toContain('The plan has');
  expect(slots.every(({ keyword, title }) => title.toLowerCase().includes(keyword))).toBe(true);
  expect(days.every((day, index) => index === 0 || day - days[index - 1]! >= 7)).toBe(true);
  expect(slots.every(({ date }) => new Date(date).getUTCDay() === 2)).toBe(true);
  expect(keywords.map(({ keyword }) => keyword)).toEqual(expect.arrayContaining(slots.map(({ keyword }) => keyword)));
  const planned = (await desk.call(plan!.operation, plan!.arguments)) as { slots: { warnings?: unknown[] }[]; refused: unknown[] };
  expect(planned.refused).toEqual([]);
  expect(planned.slots.flatMap(({ warnings = [] }) => warnings)).toEqual([]);
});

test('a row that is not planned says why, and the hint counts them', async () => {
  const { desk, discover } = await start({ documents: [manual, coldBrew] });
  await desk.call('calendar_create', { slots: [{ date: '2099-01-05', keyword: 'how long does cold brew keep' }] });
  const { keywords, hint } = await discover();
  expect(Object.fromEntries(keywords.map(({ keyword, notPlanned }) => [keyword, notPlanned]))).toEqual({
    'what are connection pools': undefined,
    'connection pools': 'overlaps',
    'how long does cold brew keep': 'covered',
    'what ratio of coffee to water is right': 'insufficient_sources',
    'how to use cold brew': 'insufficient_sources',
    'what is cold brew': 'near',
    'cold brew': 'near',
  });
  expect(hint).toContain('The plan has 1 of 7; notPlanned: 2 near, 1 covered, 2 insufficient_sources, 1 overlaps.');
});

test('seeds narrow what documents say, whatever their writing', async () => {
  const { discover } = await start();
  expect(named(await discover({ seeds: ['Cold  BREW'], questionsOnly: true })).every((keyword) => !keyword.includes('press'))).toBe(true);
  expect(await discover({ seeds: ['☕️', 'קפה קר 冷萃'], sources: [] })).toMatchObject({ asked: [], plan: null });
});

test('without documents and seeds there is nothing, and the answer says what to do', async () => {
  const { discover } = await start({ documents: [] });
  expect(await discover()).toMatchObject({ keywords: [], found: 0, plan: null, hint: expect.stringMatching(/knowledge_create.*seeds/) });
  const { keywords, why } = await discover({ seeds: ['moka pot'] });
  expect(keywords.map(({ keyword, relevance }) => [keyword, relevance])).toEqual([
    ['what is moka pot', null],
    ['how to use moka pot', null],
  ]);
  expect(why).toMatchObject({ relevance: 'too_few' });
});

test('completion services are asked within the call, and what says the same is one row', async () => {
  let requests = 0;
  const request: NonNullable<CopydeskOptions['request']> = ({ url }) => {
    const fields = new URL(url).searchParams;
    const text = fields.get('q') ?? fields.get('search');
    const body = Buffer.from(JSON.stringify([text, ['cold brew ratio', 'ratio cold brew', 'cold brew maker buy']]));
    return Promise.resolve({ url, status: ++requests > 1 ? 429 : 200, headers: {}, truncated: false, durationMs: 1, body });
  };
  const { discover } = await start({ offline: false, request });
  const answer = await discover({ seeds: ['cold brew'], sources: ['brave'] });
  expect(answer.asked).toMatchObject([
    { source: 'brave', requests: 1, kept: 0, keptSince: expect.any(String), why: { reason: 'rate_limited' } },
  ]);
  expect(answer.merged).toContainEqual({ keyword: 'ratio cold brew', into: 'cold brew ratio' });
  expect(answer.keywords.find(({ keyword }) => keyword === 'cold brew maker buy')).toMatchObject({
    sources: ['brave'],
    intent: { label: 'transactional' },
  });
  expect(named(await discover({ seeds: ['cold brew'], sources: [], intent: 'transactional' }))).toEqual([]);
});

test.each([
  [{ country: 'ZZ' }, '/country'],
  [{ language: 'qq' }, '/language'],
  [{ seeds: [''] }, '/seeds/0'],
  [{ seeds: ['x'.repeat(1000)] }, '/seeds/0'],
  [{ limit: 201 }, '/limit'],
])('%j is refused by its field', async (input, pointer) => {
  const { discover } = await start({ documents: [] });
  await expect(discover(input)).rejects.toMatchObject({ code: 'invalid_input', errors: [expect.objectContaining({ pointer })] });
});

test('a question that says too little without what its document is about is none', async () => {
  const faq = `# Borg FAQ\n\n## Why is backup slow for me?\n\n${'A backup is slow where the disk is slow. '.repeat(8)}\n\n## Why is Borg slow?\n\n${'Borg is slow where the disk is slow. '.repeat(8)}`;
  const { discover } = await start({ documents: [faq] });
  const found = named(await discover({ questionsOnly: true }));
  expect(found).toContain('why is borg slow');
  expect(found).not.toContain('why is backup slow for me');
});

test('a name that documents write with capitals is found as people type it', async () => {
  const about = 'WordPress keeps its plugins in one folder, and an update of a plugin takes a minute. ';
  const { discover } = await start({ documents: [`# Plugins\n\n## How to update WordPress plugins?\n\n${about.repeat(20)}`] });
  const row = (await discover({ questionsOnly: true })).keywords.find(({ keyword }) => keyword === 'how to update wordpress plugins');
  expect(row?.documents?.count).toBe(1);
});

test('of documents that say a keyword alike, the best is the one whose heading it is', async () => {
  const planOf = (kind: string, more: string) =>
    `# Building a ${kind}roast plan\n\nA roast plan says how hot the drum is at each minute. ${more}\n\n## Adding a batch\n\nWeigh the beans of the batch for your roast plan first. ${more}\n`;
  const long = 'Beans brown and crack as the drum heats them, and the cook listens for it. '.repeat(10);
  const often = 'To build a dark roast plan, build each roast plan from the roast plan before. ';
  const { discover } = await start({ documents: [planOf('dark ', `${often}${long}`), planOf('', long)] });
  const { keywords } = await discover({ questionsOnly: true });
  const bestOf = (wanted: string) => keywords.find(({ keyword }) => keyword === wanted)?.documents?.best.title;
  expect(bestOf('how to build a roast plan')).toBe('Building a roast plan');
});
