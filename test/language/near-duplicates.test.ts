import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  containmentOf,
  DuplicateFilter,
  fingerprint,
  nearDuplicate,
  numbersIn,
  shinglesOf,
  similarity,
} from '../../src/language/near-duplicates.ts';

const sentence = 'A pool spreads requests across several connections to the same host.';

describe('fingerprint', () => {
  test('stays the same over case, punctuation, spacing and invisible characters', () => {
    expect(fingerprint(`  a POOL spreads\u200B requests, across several\nconnections to the same host `)).toBe(fingerprint(sentence));
  });

  test('differs where a word differs', () => {
    expect(fingerprint(sentence.replace('same', 'other'))).not.toBe(fingerprint(sentence));
  });

  test('tells texts without words apart', () => {
    expect(fingerprint('🎉')).not.toBe(fingerprint('🚀'));
  });
});

describe('similarity', () => {
  test('is high for a light edit and low for another statement in the same words', () => {
    expect(similarity(sentence, sentence.replace('several', 'multiple'))).toBeGreaterThan(nearDuplicate);
    expect(similarity(sentence, 'Connections to the host are closed when the pool is destroyed.')).toBeLessThan(0.5);
  });

  test('is symmetric, 1 with itself, and within 0 and 1', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 12 }), fc.lorem({ maxCount: 12 }), (a, b) => {
        const value = similarity(a, b);
        return value === similarity(b, a) && value >= 0 && value <= 1 && similarity(a, a) === 1;
      }),
    );
  });

  test('containment finds a sentence inside a longer one', () => {
    expect(containmentOf(shinglesOf(sentence), shinglesOf(`${sentence} It closes them in the end, when nothing is left to do.`))).toBe(1);
  });
});

describe('DuplicateFilter', () => {
  test('lets the first of two near-duplicates through', () => {
    const filter = new DuplicateFilter();
    expect(
      [sentence, 'Something else entirely is said here.', sentence.replace('several', 'multiple')].map((text) => filter.isRepeat(text)),
    ).toEqual([false, false, true]);
  });

  const texts = fc
    .array(fc.constantFrom('pool', 'host', 'request', 'retry', 'agent', 'close'), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join(' '));

  test('agrees with comparing every pair while there are few texts', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 12 }), (all) => {
        const filter = new DuplicateFilter();
        const kept: string[] = [];
        for (const text of all) {
          const repeat = kept.some((other) => similarity(other, text) >= nearDuplicate);
          expect(filter.isRepeat(text)).toBe(repeat);
          if (!repeat) kept.push(text);
        }
      }),
      // No band is shared by these two.
      { examples: [[['close agent retry host pool close host', 'close host pool agent retry']]] },
    );
  });

  const claims = fc.record({
    text: fc.tuple(texts, fc.constantFrom('', ' 10', ' P10', ' 2.5', ' 10 20', ' 20 10')).map((parts) => parts.join('')),
    about: fc.constantFrom('', 'p10', 'p20'),
  });

  test('takes texts for duplicates only if their numbers and their subject are equal', () => {
    fc.assert(
      fc.property(fc.array(claims, { maxLength: 24 }), (all) => {
        const filter = new DuplicateFilter();
        const kept: typeof all = [];
        for (const one of all) {
          const repeat = kept.some(
            (other) =>
              similarity(other.text, one.text) >= nearDuplicate &&
              numbersIn(other.text).join() === numbersIn(one.text).join() &&
              other.about === one.about,
          );
          expect(filter.isRepeat(one.text, nearDuplicate, one.about)).toBe(repeat);
          if (!repeat) kept.push(one);
        }
      }),
    );
  });

  test('finds the repeat of one text among a thousand of its template', () => {
    const filter = new DuplicateFilter();
    const text = (number: number) =>
      `${sentence} The one in room ${number} was bought for ${number * 3} euros and serves all of the rooms.`;
    for (let number = 0; number < 1000; number++) expect(filter.isRepeat(text(number))).toBe(false);
    for (const number of [3, 500, 999]) expect(filter.isRepeat(text(number))).toBe(true);
  });

  test('holds little of a long book', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const held = () => (collect(), process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers);
    const before = held();
    const filter = new DuplicateFilter();
    for (let number = 0; number < 1000; number++) {
      filter.isRepeat(Array.from({ length: 180 }, (_, index) => `w${number * 180 + index}`).join(' '));
    }
    expect(held() - before).toBeLessThan(10_000_000);
    expect(filter.isRepeat('another')).toBe(false);
  });

  test('finds nearly all similar pairs among many texts, and no others', () => {
    // A fixed seed, because bands miss a few pairs in a hundred by design.
    const { alike = [], unlike = [] } = Object.groupBy(fc.sample(fc.tuple(texts, texts), { numRuns: 20_000, seed: 1 }), ([one, other]) =>
      similarity(one, other) >= nearDuplicate ? 'alike' : 'unlike',
    );
    const found = [...alike, ...unlike.slice(0, 1000)].filter(([one, other]) => {
      const filter = new DuplicateFilter();
      for (let number = 0; number < 30; number++) expect(filter.isRepeat(`word${number}`)).toBe(false);
      filter.isRepeat(one);
      return filter.isRepeat(other);
    });
    expect(alike.length).toBeGreaterThan(100);
    expect(found.filter((pair) => !alike.includes(pair))).toEqual([]);
    expect(found.length / alike.length).toBeGreaterThan(0.97);
  });
});
