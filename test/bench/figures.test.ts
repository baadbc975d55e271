import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeOf } from './figure-code.ts';
import { figureRows } from './figure-rows.ts';
import { readFigures } from './figures-table.ts';
import type { Measurement } from './run-named.ts';

const text = readFileSync(new URL('../../docs/figures.md', import.meta.url), 'utf8');
const figures = readFigures(text);

test('every figure of every bench is in the table', () => {
  expect(figures.map(({ bench, what }) => `${bench}: ${what}`)).toEqual(figureRows.map(({ bench, what }) => `${bench}: ${what}`));
  expect(new Set(figures.map(({ bench }) => bench))).toEqual(new Set(Object.keys(codeOf)));
});

test('every figure names its machine, its date and its commit', () => {
  for (const { what, figure, where, measured } of figures) {
    expect(figure, what).not.toBe('');
    expect(measured, what).toMatch(/^20\d\d-[01]\d-[0-3]\d, [0-9a-f]{7,40}(, old)?$/);
    expect(where, what).toMatch(/^[A-Z], Node \d+\.\d+\.\d+$/);
    expect(text, what).toContain(`\n- ${where[0]}: `);
  }
});

test('every bench that is named can be run, and in small', { timeout: 60_000 }, async () => {
  for (const bench of Object.keys(codeOf)) {
    const { run, tiny } = (await import(new URL(`${bench}.ts`, import.meta.url).href)) as Measurement;
    expect(run, bench).toBeTypeOf('function');
    expect(tiny, bench).toBeTypeOf('object');
  }
});
