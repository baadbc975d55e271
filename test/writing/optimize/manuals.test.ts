import { describe, expect, test } from 'vitest';
import { words } from '../../../src/language/tokens.ts';
import { scorePage } from '../../../src/writing/optimize/score.ts';
import type { OptimizedPage, OptimizeInput } from '../../../src/writing/optimize/shapes.ts';
import { manualSets, readSet, withSuggestions } from './manual-pages.ts';
import { attacksOn, paragraphsShuffled, randomText } from './variants.ts';

const read = await Promise.all(manualSets.map(readSet));
const missing = [...new Set(manualSets.flatMap((set, index) => (read[index] ? [] : [set.package])))];
if (missing.length > 0) process.stderr.write(`Pages of Debian’s manuals are not scored. apt-get install ${missing.join(' ')}.\n`);
const installed = read.filter((one) => one !== undefined).map((one) => ({ keyword: one.input.keyword, ...one }));

describe.runIf(installed.length > 0)('with pages of manuals', () => {
  test.each(installed)('on “$keyword”, what the score suggests raises it, and no attack does', { timeout: 120_000 }, async (given) => {
    const { input } = given;
    const honest = await scorePage(input);
    const better = await scorePage({ ...input, page: withSuggestions(given, honest) });
    expect(better.score).toBeGreaterThan(honest.score + 3);
    for (const { name, page } of attacksOn(input, honest)) {
      expect((await scorePage({ ...input, page })).score, name).toBeLessThanOrEqual(honest.score);
    }
    const vocabulary = words(input.competitors.map(({ markdown }) => markdown).join('\n').toLowerCase()); // prettier-ignore
    const random = await scorePage({ ...input, page: { ...input.page, markdown: randomText(input.page, 'en', vocabulary) } });
    expect(random.score).toBeLessThan(20);
  });

  test.each(installed)(
    'on “$keyword”, pages that are five points apart keep their order when the paragraphs of all five are shuffled',
    { timeout: 120_000 },
    async ({ input }) => {
      const ranked = await ranks(input, input.competitors);
      for (const seed of [1, 2]) {
        const shuffled = input.competitors.map((page) => ({ ...page, markdown: paragraphsShuffled(page, seed) }));
        expect(inversions(ranked, await ranks(input, shuffled))).toBe(0);
      }
    },
  );
});

/** The score of each page beside the others. */
async function ranks(input: OptimizeInput, pages: readonly OptimizedPage[]): Promise<number[]> {
  const scores: number[] = [];
  for (const page of pages) scores.push((await scorePage({ ...input, page, competitors: pages.filter((other) => other !== page) })).score);
  return scores;
}

const apart = 5;

/** How many pairs that are clearly apart stand the other way round. */
function inversions(one: readonly number[], other: readonly number[]): number {
  let found = 0;
  for (const [a, score] of one.entries())
    for (const [b, lower] of one.entries()) if (score - lower >= apart && other[a]! < other[b]!) found++;
  return found;
}
