import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keywordTerms, nearnessOf } from '../../src/language/similar-keyword.ts';

type Terms = ReadonlySet<string>;

const pairs = readFileSync(new URL('./similar-keywords.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^[+-]/.test(line))
  .map((line) => {
    const [language, one, other] = line.slice(2).split(' | ') as [string, string, string];
    return { isNear: line.startsWith('+'), one: keywordTerms(one, language), other: keywordTerms(other, language), line };
  });

const shared = (one: Terms, other: Terms) => [...one].filter((term) => other.has(term)).length;
const all = (one: Terms, other: Terms) => one.size + other.size - shared(one, other);
const shareRight = (areNear: (one: Terms, other: Terms) => boolean) =>
  pairs.filter(({ isNear, one, other }) => areNear(one, other) === isNear).length / pairs.length;

test('of pairs judged by hand more are judged right than by any half of the rule', () => {
  expect(pairs).toHaveLength(39);
  expect(shareRight((one, other) => nearnessOf(one, other) > 0)).toBeCloseTo(0.92, 2);
  expect(shareRight((one, other) => shared(one, other) * 2 >= all(one, other))).toBeCloseTo(0.85, 2);
  expect(shareRight((one, other) => shared(one, other) === Math.min(one.size, other.size))).toBeCloseTo(0.82, 2);
  expect(shareRight((one, other) => shared(one, other) === all(one, other))).toBeCloseTo(0.54, 2);
});

test('whatever the keywords, they are as near one way as the other, each is nearest to itself, and nothing is near to nothing', () => {
  const keyword = fc.array(fc.constantFrom('git', 'merge', 'conflicts', 'the', 'of', 'café', 'c++', '日本', '(1)', 'tree'), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(keyword, keyword, (these, those) => {
      const [one, other] = [keywordTerms(these.join(' '), 'en'), keywordTerms(those.join(' '), 'en')];
      expect(nearnessOf(one, other)).toBe(nearnessOf(other, one));
      expect(nearnessOf(one, one)).toBe(one.size === 0 ? 0 : 1);
      expect(nearnessOf(one, new Set())).toBe(0);
    }),
  );
});

const nearness = (one: string, other: string) => nearnessOf(keywordTerms(one, 'en'), keywordTerms(other, 'en'));

test('what is done with anything makes no two keywords near', () => {
  expect(nearness('how to record payroll in kilndesk', 'how to record depreciation in kilndesk')).toBe(0);
  expect(nearness('how to create a glaze', 'how to create a kiln')).toBe(0);
  expect(nearness('how to record payroll', 'how to record payroll in kilndesk')).toBe(0.5);
  expect(nearness('how to create', 'create')).toBe(1);
});
