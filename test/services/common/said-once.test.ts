import { expect, test } from 'vitest';
import { saidOnce } from '../../../src/services/common/said-once.ts';

test('a reason that all rows share is said once, others where they hold', () => {
  const rows: { id: number; why: Record<string, string> }[] = [
    { id: 1, why: { cpc: 'not_checked', position: 'not_checked' } },
    { id: 2, why: { cpc: 'not_checked', position: 'not_applicable' } },
    { id: 3, why: { cpc: 'not_checked' } },
  ];
  expect(saidOnce(rows)).toEqual({
    why: { cpc: 'not_checked' },
    rows: [{ id: 1, why: { position: 'not_checked' } }, { id: 2, why: { position: 'not_applicable' } }, { id: 3 }],
  });
  expect(saidOnce([])).toEqual({ why: {}, rows: [] });
});
