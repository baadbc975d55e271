import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../src/visibility/answer.ts';
import { prominenceOf } from '../../src/visibility/prominence.ts';
import { brandOf } from './brands.ts';

const sharesOf = (sentences: Parameters<typeof prominenceOf>[0]) => Object.fromEntries(prominenceOf(sentences));

describe('the position-adjusted word count', () => {
  test('of one sentence and one source is all', () => {
    expect(sharesOf([{ words: 7, sources: [3] }])).toEqual({ 3: 1 });
  });

  test('weighs the i-th of n sentences by e^(−i/(n−1))', () => {
    // 10 · e^0 = 10; 20 · e^(−1/2) = 12.1306; 10 · e^(−1) = 3.6788; together 25.8094.
    const shares = sharesOf([
      { words: 10, sources: [1] },
      { words: 20, sources: [2] },
      { words: 10, sources: [1, 3] },
    ]);
    expect(shares[1]).toBeCloseTo((10 + 3.678794 / 2) / 25.809407, 6);
    expect(shares[2]).toBeCloseTo(12.130613 / 25.809407, 6);
    expect(shares[3]).toBeCloseTo(3.678794 / 2 / 25.809407, 6);
  });

  test('counts the sentences that cite nothing in the places of the others only', () => {
    // 6 · e^(−1/3) = 4.2992; 6 · e^(−1) = 2.2073.
    const shares = sharesOf([
      { words: 50, sources: [] },
      { words: 6, sources: [1] },
      { words: 50, sources: [] },
      { words: 6, sources: [2] },
    ]);
    expect(shares[1]).toBeCloseTo(4.299188 / (4.299188 + 2.207277), 6);
  });

  test('gives a source that a sentence cites twice two of its shares', () => {
    expect(sharesOf([{ words: 9, sources: [1, 1, 2] }])).toEqual({ 1: 2 / 3, 2: 1 / 3 });
  });

  test('is shared evenly where citing sentences have no words', () => {
    expect(
      sharesOf([
        { words: 0, sources: [1] },
        { words: 5, sources: [] },
        { words: 0, sources: [2] },
      ]),
    ).toEqual({ 1: 0.5, 2: 0.5 });
    expect(sharesOf([])).toEqual({});
  });

  test('adds up to 1 whatever is cited, and is never below 0', () => {
    const sentence = fc.record({ words: fc.nat(40), sources: fc.array(fc.nat(6), { maxLength: 4 }) });
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 30 }), (sentences) => {
        const shares = [...prominenceOf(sentences).values()];
        if (sentences.some(({ sources }) => sources.length > 0)) expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
        expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
      }),
    );
  });
});

describe('in an answer', () => {
  const citations = [{ url: 'https://acme.example/a' }, { url: 'https://www.acme.example/b' }, { url: 'https://other.example' }];
  const brands = [brandOf('own', ['Acme'], { sites: ['acme.example'] }), brandOf('cmp_1', ['Bolt'], { sites: ['bolt.example'] })];

  test('a brand has the shares of all its pages; words of two letters do not count, as in the code of GEO', async () => {
    // Sentences 0, 1 and 2 of 3; of more than two letters: "Many people use Bolt" 4, "Acme has three good plans" 5, "Both run well" 3.
    const text = 'Many people use Bolt.[3] Acme has three good plans [1][2].\n\n- Both run so well [3]';
    const read = await readAnswer({ text, citations }, brands);
    const [first, second, third] = [4, 5 * Math.exp(-0.5), 3 * Math.exp(-1)];
    const total = first + second + third;
    expect(read.citations.map(({ prominence }) => prominence)).toEqual([
      expect.closeTo(second / 2 / total, 9),
      expect.closeTo(second / 2 / total, 9),
      expect.closeTo((first + third) / total, 9),
    ]);
    expect(read.brands).toMatchObject([
      { brand: 'own', cited: 2, prominence: expect.closeTo(second / total, 9) },
      { brand: 'cmp_1', cited: 0, prominence: 0 },
    ]);
  });

  test('a mark behind the full stop belongs to the sentence before it', async () => {
    for (const text of [
      'One two three.[1] Four five six seven. [3]',
      'One two three [1]. Four five six seven [3].',
      'One two three.\n[1] Four five six seven.[3]',
    ]) {
      const read = await readAnswer({ text, citations }, brands);
      expect(read.citations[0]!.prominence).toBeCloseTo(3 / (3 + 4 * Math.exp(-1)), 9);
    }
  });

  test('addresses in the text are no words', async () => {
    const bare = await readAnswer({ text: 'One two three https://acme.example/a. Four five six [3].', citations }, brands);
    expect(bare.citations[0]!.prominence).toBeCloseTo(1 / (1 + Math.exp(-1)), 9);
  });

  test('words of a script without spaces all count', async () => {
    const read = await readAnswer({ text: '我们推荐使用飞书来管理项目[1]。这个工具很好用[3]。', citations }, brands);
    expect(read.citations.map(({ prominence }) => prominence! > 0)).toEqual([true, false, true]);
  });

  test('without a mark or a link in the text there is none', async () => {
    const read = await readAnswer({ text: 'Acme is good.', citations }, brands);
    expect(read).toMatchObject({ hasInline: false, brands: [{ brand: 'own', mentions: 1, cited: 2, prominence: null }] });
    expect(read.citations.map(({ prominence }) => prominence)).toEqual([null, null, null]);
  });
});
