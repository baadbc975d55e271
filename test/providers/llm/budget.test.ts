import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../../src/errors.ts';
import { estimateTokens, fit, type Part } from '../../../src/providers/llm/index.ts';
import { languages } from './languages.ts';

describe('the estimate of tokens', () => {
  test.each(Object.entries(languages))('is hardly too low and not much too high for %s', (name, text) => {
    const ratio = estimateTokens(text) / encode(text).length;
    expect(ratio).toBeGreaterThan(0.9);
    // Capitals in a row are counted as if they were names.
    expect(ratio).toBeLessThan(name === 'shouting' ? 1.65 : 1.4);
  });

  test('holds for languages in one text as for each', () => {
    const text = Object.values(languages).join('\n\n');
    const ratio = estimateTokens(text) / encode(text).length;
    expect(ratio).toBeGreaterThan(1);
    expect(ratio).toBeLessThan(1.25);
  });

  test('takes no longer for an endless word or an endless text', () => {
    for (const text of ['a'.repeat(1_000_000), '🍞'.repeat(500_000), ' \n'.repeat(500_000), '#'.repeat(1_000_000)]) {
      const before = process.cpuUsage();
      estimateTokens(text);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(200);
    }
  });

  test('is a whole number that grows with the text, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        const tokens = estimateTokens(one);
        expect(Number.isInteger(tokens)).toBe(true);
        // A mark may join the last word of the text before it.
        expect(estimateTokens(`${one} ${other}`)).toBeGreaterThanOrEqual(tokens - 1);
      }),
    );
    expect(estimateTokens('')).toBe(0);
  });
});

describe('fitting parts into a budget', () => {
  const part = fc.record({ text: fc.lorem({ maxCount: 20 }), priority: fc.option(fc.nat(5), { nil: undefined }) });
  const total = (parts: readonly Part[]) => parts.reduce((sum, { text }) => sum + estimateTokens(text), 0);

  test('keeps what must stay, the order and the budget, and leaves out nothing that outranks what it keeps', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.nat(400), (parts, budget) => {
        const needed = parts.filter(({ priority }) => priority === undefined);
        if (total(needed) > budget) {
          expect(() => fit(parts, budget)).toThrow(AppError);
          return;
        }
        const kept = fit(parts, budget);
        const dropped = parts.filter((one) => !kept.includes(one));
        expect(total(kept)).toBeLessThanOrEqual(budget);
        expect(kept).toEqual(parts.filter((one) => kept.includes(one)));
        for (const one of needed) expect(kept).toContain(one);
        const least = Math.min(...kept.map(({ priority }) => priority ?? Infinity));
        for (const { priority } of dropped) expect(priority).toBeLessThanOrEqual(least);
        if (dropped.length > 0) {
          const last = dropped.reduce((best, one) => (one.priority! > best.priority! ? one : best));
          expect(total(kept) + estimateTokens(last.text)).toBeGreaterThan(budget);
        }
      }),
    );
  });

  test('says how long it is and how long it may be', () => {
    expect(() => fit([{ text: 'bread '.repeat(100) }], 50)).toThrow(/about \d+ tokens long, and the model's context has room for 50/);
  });
});
