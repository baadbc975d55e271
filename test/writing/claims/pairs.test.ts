import { describe, expect, test } from 'vitest';
import { run } from '../../bench/claims.ts';
import { readPairs } from './labelled-pairs.ts';

type Shares = Record<'pairs' | 'gated' | 'figuresAndNames' | 'overlap', number>;
type Found = Record<'totals' | 'byKind' | 'byLanguage', Record<string, Shares>>;

const found = (await run()) as Found;

describe('the check of claims, on labelled pairs', () => {
  test('covers four languages and every kind of lie', () => {
    expect(readPairs().length).toBeGreaterThanOrEqual(400);
    for (const language of ['de', 'en', 'es', 'fr']) expect(found.byLanguage[`${language}, lie, source`]!.pairs).toBeGreaterThanOrEqual(20);
  });

  test('holds back little that is true', () => {
    const { paraphrase, light, quotation } = found.totals;
    expect(paraphrase!.gated).toBeLessThanOrEqual(0.02);
    expect(light!.gated).toBeLessThanOrEqual(0.01);
    for (const [rows, { gated }] of Object.entries(found.byLanguage))
      if (!rows.includes('lie')) expect(gated, rows).toBeLessThanOrEqual(0.05);
    expect(quotation!.gated).toBe(0);
  });

  test('catches most lies in the words of a source, and twice as many as figures and names do', () => {
    const lies = found.totals['lie, source']!;
    expect(lies.gated).toBeGreaterThanOrEqual(0.88);
    expect(lies.gated).toBeGreaterThan(2 * lies.figuresAndNames);
  });

  test('catches few lies in words of their own, yet more than figures and names do', () => {
    const lies = found.totals['lie, free']!;
    expect(lies.gated).toBeGreaterThanOrEqual(0.2);
    expect(lies.gated).toBeGreaterThan(lies.figuresAndNames);
  });

  test.each([
    ['figure', 0.88],
    ['date', 1],
    ['unit', 0.95],
    ['name', 0.9],
    ['negation', 0.9],
    ['antonym', 0.7],
    ['scope', 0.85],
    ['roles', 0.8],
  ])('catches lies by %s in the words of a source', (kind, share) => {
    expect(found.byKind[`${kind}, source`]!.gated).toBeGreaterThanOrEqual(share);
  });
});
