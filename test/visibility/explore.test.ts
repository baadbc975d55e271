import { describe, expect, test } from 'vitest';
import { candidatesFrom, maxPromptLength, type Exploring, type Seed } from '../../src/visibility/explore/candidates.ts';

const seed = (text: string, more: Partial<Seed> = {}): Seed => ({ kind: 'topic_keyword', text, why: 'Why.', demand: 0, ...more });

const explore = (seeds: readonly Seed[], how: Partial<Exploring> = {}) =>
  candidatesFrom(seeds, { language: 'en', brandTerms: ['Acme'], personas: [], existing: [], turn: async () => {}, ...how });

const promptsFor = async (texts: readonly string[], how: Partial<Exploring> = {}) =>
  (
    await explore(
      texts.map((text) => seed(text)),
      how,
    )
  ).map(({ prompt }) => prompt);

describe('a keyword becomes what people ask', () => {
  test.each([
    ['en', 'best crm software', ['What is the best crm software?']],
    ['en', 'cheap running shoes', ['What are the best cheap running shoes?']],
    [
      'en',
      'connection pooling',
      ['What do you recommend for connection pooling?', 'What is connection pooling?', 'How to use connection pooling?'],
    ],
    ['en', 'how to size a pool', ['How to size a pool?']],
    ['de', 'beste CRM Software', ['Kannst du mir CRM Software empfehlen?']],
    ['es', 'mejor crm', ['¿Qué crm me recomiendas?']],
    ['fr', 'meilleur logiciel de paie', ['Que recommandes-tu comme logiciel de paie ?']],
    ['ja', 'コネクションプール', []],
    ['ja', 'プールとは？', ['プールとは?']],
  ])('%s: %s', async (language, keyword, prompts) => {
    expect((await promptsFor([keyword], { language })).toSorted()).toEqual(prompts.toSorted());
  });

  test('with a persona, who is named in the prompt and in why', async () => {
    const found = await explore([seed('best crm software')], { personas: ['small agencies', 'HR teams'] });
    expect(found.slice(1)).toMatchObject([
      { prompt: 'For small agencies: what is the best crm software?', persona: 'small agencies', why: 'Why. Asked as: small agencies.' },
      { prompt: 'For HR teams: what is the best crm software?', persona: 'HR teams', intent: 'commercial' },
    ]);
  });
});

test('it keeps what its searchers want: who wants to buy does, and who looks for a site asks nothing', async () => {
  const found = await explore([seed('crm free trial'), seed('github login'), seed('acme')], { personas: ['agencies'] });
  expect(found.map(({ from, intent }) => [from.text, intent])).toEqual([
    ['crm free trial', 'transactional'],
    ['crm free trial', 'transactional'],
  ]);
});

test('what is asked already is left out, however it is written, and so are near duplicates', async () => {
  expect(await promptsFor(['best crm software'], { existing: ['what are the best CRM softwares'] })).toEqual([]);
  expect(await promptsFor(['how to size a pool', 'how do I size the pools', 'How to size a pool?'])).toEqual(['How to size a pool?']);
  const asked = await promptsFor(['best crm software'], { personas: ['agencies'] });
  expect(await promptsFor(['best crm software'], { personas: ['agencies'], existing: asked })).toEqual([]);
});

test('what differs in a word that matters is no duplicate', async () => {
  const texts = ['how to run with a pool', 'how to run without a pool', 'why run a pool', 'what is a pool of wine'];
  expect(await promptsFor(texts)).toHaveLength(4);
});

test('what people were seen asking goes before what the project thinks of, and one seed does not fill a page', async () => {
  const found = await explore(
    [
      seed('best crm software'),
      seed('connection pooling'),
      seed('which crm is cheapest?', { kind: 'results_question', demand: 1 }),
      seed('best free crm', { kind: 'search_query', demand: 0.2 }),
    ],
    { personas: ['agencies', 'teams'] },
  );
  expect(found.slice(0, 3).map(({ from }) => from.kind)).toEqual(['results_question', 'search_query', 'topic_keyword']);
  expect(new Set(found.slice(0, 4).map(({ from }) => from.text)).size).toBeGreaterThan(2);
});

test('odd keywords break nothing', async () => {
  const odd = ['', '   ', '?', '$&', '…', 'x'.repeat(5000), '🏊', '\u202Eevil', '<script>', "'; drop table prompts; --"];
  for (const { prompt } of await explore(
    odd.map((text) => seed(text)),
    { personas: ['$1', '…'] },
  )) {
    expect(prompt.length).toBeLessThanOrEqual(maxPromptLength);
    expect(prompt).not.toMatch(/\u202E|§/);
  }
});
