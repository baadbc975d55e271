import { expect, test } from 'vitest';
import { maxVectors, minLexical, minShared, minVector, otherIntent } from '../../src/keywords/clusters.ts';
import { guessed, weights } from '../../src/keywords/intent.ts';
import { read, tableOf } from './table-of.ts';

test('the docs have the limits of every method of clusters', () => {
  const rows = tableOf('keywords', 'method', 'when', 'rule').map((row) => row.join(' '));
  expect(rows[0]).toContain(`at least ${minShared} of the first 10`);
  expect(rows[1]).toContain(`≤ ${maxVectors.toLocaleString('en')} keywords`);
  expect(rows[1]).toContain(`of ${minVector} on average`);
  expect(rows[2]).toContain(`of ${minLexical} on average`);
});

test('the docs have the weights of what tells an intent', () => {
  const page = read('docs/keywords.md');
  expect(page).toContain(`weigh ${weights[0]}, ${weights[1]} and ${weights[2]}`);
  expect(page).toContain(`it is ${guessed} and`);
  expect(otherIntent).toBe(0.5);
  expect(page).toContain('half of their likeness counts');
});
