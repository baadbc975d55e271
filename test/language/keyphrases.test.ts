import { describe, expect, test } from 'vitest';
import { keyphrases, yake } from '../../src/language/keyphrases.ts';

const phrasesOf = (text: string, language = 'en') => keyphrases(text.split(/(?<=\.) /), language).map(({ phrase }) => phrase);

describe('YAKE', () => {
  test('scores terms and phrases by the paper’s formulas', () => {
    const [first, second, third] = yake(['compost heap', 'compost pile'], 'en');
    // Worked out by hand: three terms with the counts 2, 1 and 1; the mean is 4/3, the deviation √2/3.
    const spread = 4 / 3 + Math.SQRT2 / 3;
    const compost = (Math.log(Math.log(3.5)) * 2) / (2 / spread / 2 + 1 / 2);
    const heap = (Math.log(Math.log(3)) * 1.5) / (1 / spread / 1.5 + 0.5 / 1.5);
    const pile = (Math.log(Math.log(4)) * 1.5) / (1 / spread / 1.5 + 0.5 / 1.5);
    expect(first).toMatchObject({ phrase: 'compost heap', count: 1 });
    expect(first!.score).toBeCloseTo((compost * heap) / (compost + heap + 1), 10);
    expect([second!.phrase, third!.phrase]).toEqual(['compost pile', 'compost']);
    expect(second!.score).toBeCloseTo((compost * pile) / (compost + pile + 1), 10);
    expect(third!.score).toBeCloseTo(compost / ((compost + 1) * 2), 10);
  });

  test('keeps one of two phrases that differ in a plural', () => {
    const found = yake(['The garden fork bends.', 'The garden forks bend.'], 'en').map(({ phrase }) => phrase);
    expect(found.filter((phrase) => /^garden forks?$/.test(phrase))).toHaveLength(1);
  });

  test('takes names and what stands early and often before the rest', () => {
    const found = yake(['The shed and the Weber.', 'The shed and the Weber.', 'The sheds and the town.'], 'en').map(({ phrase }) => phrase);
    expect(found[0]).toBe('Weber');
    expect(found.indexOf('shed')).toBeLessThan(found.indexOf('town'));
  });
});

describe('keyphrases', () => {
  test('are no parts of longer phrases', () => {
    const found = phrasesOf('The garden compost heap is warm. A garden compost heap needs air. Turn the garden compost heap.');
    expect(found).toContain('garden compost heap');
    expect(found.filter((phrase) => ['compost heap', 'garden compost', 'heap', 'compost'].includes(phrase))).toEqual([]);
  });

  test('hold prepositions in languages that join nouns by them, in others only within names', () => {
    expect(phrasesOf('La mise à jour est prête. Une mise à jour arrive.', 'fr')).toContain('mise à jour');
    expect(phrasesOf('He studied at the University of Virginia. The heap of leaves is at the University of Virginia.')).toContain(
      'University of Virginia',
    );
    expect(phrasesOf('The heap of leaves is warm. A heap of leaves is wet.')).not.toContain('heap of leaves');
  });

  test('are words in scripts without spaces', () => {
    expect(phrasesOf('堆肥には窒素と炭素が必要です。窒素は堆肥を温めます。', 'ja')).toEqual(expect.arrayContaining(['窒素', '堆肥']));
  });

  test('of a book are found within seconds', () => {
    const sentence = (index: number) =>
      `Heap ${index} of garden waste number ${index} was turned with the fork of gardener ${index % 900}.`;
    const began = performance.now();
    keyphrases(
      Array.from({ length: 10_000 }, (_, index) => sentence(index)),
      'en',
    );
    expect(performance.now() - began).toBeLessThan(4000);
  });
});
