import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { supports } from '../../../src/writing/claims/entailment.ts';
import { sentences } from '../../../src/language/sentences.ts';
import { readPairs } from './labelled-pairs.ts';

describe('a denial that a claim says in two clauses', () => {
  const passage = 'Machines with an aluminium boiler must not stand with descaler for longer than 30 minutes.';

  test.each([
    'If the boiler is aluminium, descaler must not stand in the machine for longer than 30 minutes.',
    'With an aluminium boiler, the machine must not stand with descaler for longer than 30 minutes.',
  ])('is not turned round by %j', (claim) => {
    expect(supports(claim, [passage], 'en').contradictions).toEqual([]);
  });

  test.each([
    'With an aluminium boiler, the machine may stand with descaler for longer than 30 minutes.',
    'Machines must stand with descaler for longer than 30 minutes, and must not be cleaned.',
    'Machines must stand with descaler for longer than 30 minutes, and not with a boiler.',
  ])('is turned round by %j', (claim) => {
    expect(supports(claim, [passage], 'en').contradictions).not.toEqual([]);
  });
});

test('a verb that opens its sentence is no name', () => {
  const passage = 'Put the blind basket in the portafilter and lock it in.';
  expect(supports('Fit the blind basket in the portafilter.', [passage], 'en')).toMatchObject({ missing: [], contradictions: [] });
});

test.each([
  ['Anna locked the basket in.', 'Bruno locked the basket in.', 'Bruno'],
  ['Samsung, the maker of the pump, sold it in May.', 'Nokia, the maker of the pump, sold it in May.', 'Nokia'],
])('of %j, %j has another name', (passage, claim, name) => {
  expect(supports(claim, [passage], 'en').contradictions).toMatchObject([{ claim: name }]);
});

describe('supports', () => {
  const passage =
    'Anna Keller founded Northwind in Oslo on 3 May 2011. It sold 1,200 pumps in 2019 for $3.5 million, 12 % more than in 2018. The pumps need no oil.';

  test.each([
    ['Anna Keller founded Northwind in Oslo on 4 May 2011.', '4 May 2011'],
    ['Anna Keller founded Northwind in Bergen on 3 May 2011.', 'Bergen'],
    ['It sold 1,300 pumps in 2019.', '1,300'],
    ['It sold 1,200 pumps in 2019 for €3.5 million.', '€3.5 million'],
    ['The pumps need much oil.', 'much'],
  ])('names what is missing from %j', (claim, missing) => {
    const verdict = supports(claim, [passage], 'en');
    expect(verdict.supported).toBe(false);
    expect([...verdict.missing, ...verdict.contradictions.map((one) => one.claim)].join(' ')).toContain(missing);
  });

  test.each([
    ['Northwind was founded by Keller in Oslo in May 2011.'],
    ['Northwind was founded in Oslo on 2011-05-03 by A. Keller.'],
    ['In 2019 it sold 1200 pumps for 3.5 million dollars.'],
    ['It sold 12 percent more pumps in 2019 than in 2018.'],
  ])('reads other spellings in %j', (claim) => {
    expect(supports(claim, [passage], 'en')).toMatchObject({ supported: true, missing: [], contradictions: [] });
  });

  test('finds no support without passages', () => {
    expect(supports('Pools keep sockets open.', [], 'en').supported).toBe(false);
    expect(supports('', [], 'en').supported).toBe(true);
  });

  const passages = fc.constantFrom(...readPairs().map(({ passages: texts, language }) => ({ text: texts[0]!, language })));

  test('always supports a sentence of the passage', () => {
    fc.assert(
      fc.property(passages, fc.nat(), ({ text, language }, pick) => {
        const all = sentences(text, language);
        expect(supports(all[pick % all.length]!, [text], language)).toMatchObject({
          supported: true,
          score: 1,
          missing: [],
          contradictions: [],
        });
      }),
    );
  });

  // "About 231,000" may be said as "about 230,000".
  const roughly =
    /\b(?:about|around|almost|nearly|over|roughly|some|than|etwa|rund|fast|knapp|circa|ca|als|environ|presque|près|que|cerca|casi|quase|quasi|ongeveer|bijna)\b/i;

  test('always catches a changed number in such a sentence', () => {
    fc.assert(
      fc.property(passages, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 9 }), ({ text, language }, pick, place, add) => {
        // "3,489 feet (1,063 meters)": the one confirms a rounded other.
        const all = sentences(text, language).filter(
          (sentence) => /\d/.test(sentence) && !/\(\d/.test(sentence) && !roughly.test(sentence),
        );
        if (all.length === 0) return;
        const sentence = all[pick % all.length]!;
        const digits = [...sentence.matchAll(/\d/g)];
        const { index, 0: digit } = digits[place % digits.length]!;
        const changed = sentence.slice(0, index) + ((Number(digit) + add) % 10) + sentence.slice(index + 1);
        expect(supports(changed, [text], language), changed).toMatchObject({ supported: false });
      }),
    );
  });

  test('stays fast on hostile text', () => {
    const started = performance.now();
    for (const hostile of [
      '1'.repeat(20_000),
      '1,1'.repeat(5_000),
      '1 000 '.repeat(3_000),
      'A. '.repeat(5_000),
      'not, '.repeat(3_000),
      'Aa '.repeat(5_000),
      "a'".repeat(5_000),
      '3 May '.repeat(2_000),
    ])
      supports(hostile, [hostile], 'en');
    expect(performance.now() - started).toBeLessThan(4000);
  });
});
