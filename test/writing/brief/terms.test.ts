import { describe, expect, test } from 'vitest';
import { countWords } from '../../../src/language/tokens.ts';
import { brief, coffee, compost, passagesFrom, request } from './support.ts';

describe('how often a term is asked for', () => {
  test.each([200, 300, 800, 1500, 3000])(
    'leaves room in an article of %i words, and less than the score allows',
    async (targetWordCount) => {
      const sources = await passagesFrom(compost);
      for (const keyword of ['compost heap', 'rats', 'temperature of the compost heap']) {
        const { terms } = await brief(sources, request(keyword, { targetWordCount }));
        for (const { min, max } of terms) expect(max).toBeGreaterThan(min);
        expect(terms[0]!.min).toBeGreaterThanOrEqual(1);
        expect(terms[0]!.max).toBeLessThanOrEqual(Math.max(2, (0.025 * targetWordCount) / countWords(keyword)));
      }
    },
  );

  test('allows the keyword in the opening and once more if the sources hardly use it', async () => {
    const seldom = `# Heaps\n\nA heap of garden waste needs air. ${'Turn it with a fork, and let the rain wet it now and then. '.repeat(6)}`;
    const made = await Promise.all(
      [200, 1000].map(async (targetWordCount) => brief(await passagesFrom({ seldom }), request('compost heap', { targetWordCount }))),
    );
    expect(made.map(({ terms }) => terms[0])).toEqual([
      { term: 'compost heap', min: 1, max: 2 },
      { term: 'compost heap', min: 3, max: 6 },
    ]);
  });

  test('is limited to as many terms as a short article has room for', async () => {
    const sources = await passagesFrom({ ...compost, ...coffee });
    const [short, long] = await Promise.all(
      [160, 2000].map((targetWordCount) => brief(sources, request('compost heap', { targetWordCount }))),
    );
    expect(short!.terms.length).toBeLessThanOrEqual(8);
    expect(long!.terms.length).toBeGreaterThan(short!.terms.length);
  });
});

test('a term is a whole name, no part of it and no counter', async () => {
  const text =
    'The Veterans War Memorial Tower stands on the compost heap. The Veterans War Memorial Tower was built of Category 4 stone. Climbers of the Veterans War Memorial Tower see Category 5 heaps.';
  const { terms } = await brief(await passagesFrom({ only: text }), request('compost heap'));
  const told = terms.map(({ term }) => term);
  expect(told).toContain('Veterans War Memorial Tower');
  expect(told.filter((term) => /^(?:Veterans|Veterans War|War Memorial|Memorial Tower|Tower|Category)$/.test(term))).toEqual([]);
});

test('a term may be code, as written, but not a word that merely stands as code', async () => {
  const text =
    'Call `heap.turn()` to air a compost heap. Then `heap.turn()` returns `true`. Without `heap.turn()` the compost heap is `true` to its smell.';
  const { terms } = await brief(await passagesFrom({ only: text }), request('compost heap'));
  const told = terms.map(({ term }) => term);
  expect(told).toContain('heap.turn()');
  expect(told).not.toContain('true');
});
