import { expect, test } from 'vitest';
import { keepMetrics } from '../../../src/services/research/keywords/kept.ts';
import { startGapDesk } from './gap-desk.ts';

const rival = 'https://rival.example/page';
const asked = { competitors: ['rival.example'], country: 'US', language: 'en' };

/** A desk that keeps results pages of these keywords, and what DataForSEO once said of some. */
async function withVolumes(volumes: Record<string, number | null | undefined>) {
  const desk = await startGapDesk();
  for (const keyword of Object.keys(volumes)) await desk.keep(keyword, [rival], { country: 'US' });
  const known = { cpc: null, competition: null, difficulty: null, intent: null, monthly: [], features: null, updatedAt: null };
  const kept = Object.entries(volumes).flatMap(([keyword, searchVolume]) =>
    searchVolume === undefined
      ? []
      : [{ keyword, provider: 'dataforseo', figures: { ...known, searchVolume }, why: null, checkedAt: desk.now() }],
  );
  await desk.store.write((tx) => keepMetrics(tx, { country: 'US', language: 'en' }, kept as never));
  return desk;
}

test('ranks on results pages have the volumes that are kept, and come in their order', async () => {
  const desk = await withVolumes({ 'asked for': 40, 'a favourite': 900, 'never asked': undefined });
  const { rows, why } = await desk.gap(asked);
  expect(rows.map(({ keyword, searchVolume, why: reasons }) => [keyword, searchVolume, reasons?.['searchVolume']])).toEqual([
    ['a favourite', 900, undefined],
    ['asked for', 40, undefined],
    ['never asked', null, 'not_checked'],
  ]);
  expect(why).toEqual({});
});

test('where no volume is kept, that is said once', async () => {
  const desk = await withVolumes({ 'never asked': undefined });
  const { rows, why } = await desk.gap(asked);
  expect(rows[0]).not.toHaveProperty('searchVolume');
  expect(why).toEqual({ searchVolume: 'not_checked' });
});

test('keywords that nobody can search for are refused by their place', async () => {
  const desk = await startGapDesk();
  await expect(desk.gap({ ...asked, keywords: ['pool', '\u200B\uFEFF', '!!!'] })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [
      { pointer: '/keywords/1', code: 'empty_keyword' },
      { pointer: '/keywords/2', detail: 'has no letter, number or emoji' },
    ],
  });
});
