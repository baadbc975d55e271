import { expect, test } from 'vitest';
import type { SearchedKeywords } from '../../../schema/keywords.ts';
import { rowsOf } from '../../support/rows.ts';
import { createTestApp } from '../../support/test-app.ts';
import { track } from '../rankings/support.ts';

/** A project in Germany whose checks of `pumpen` found these positions. */
async function tracked(...samples: { country?: string; device?: string; language?: string; position: number | null }[]) {
  const app = await createTestApp();
  const { data } = (await app.desk.call('projects_list')) as { data: { id: string }[] };
  await app.desk.call('projects_update', { id: data[0]!.id, country: 'DE', language: 'de', siteUrl: 'https://example.de/' });
  for (const { position, ...sample } of samples) {
    const { added } = await track(app, ['pumpen'], { engine: 'google', ...sample });
    const { id } = added[0]!;
    const status = position === null ? 'not_found_in_top_n' : 'ranked';
    await rowsOf(app.home).update('tracked_keywords', { status, position, provider: 'serper', checked_at: app.now() }, { id });
  }
  return async (input: Record<string, unknown> = {}) => {
    const { keywords, why } = (await app.desk.call('keywords_search', { keywords: ['pumpen'], ...input })) as SearchedKeywords;
    return { ...keywords[0], why: { ...why, ...keywords[0]!.why } };
  };
}

test('a position is of the country and language that are asked for, not the best of any', async () => {
  const search = await tracked({ position: 7 }, { country: 'AT', position: 2 }, { language: 'en', country: 'CH', position: 1 });
  expect(await search()).toMatchObject({ position: 7, measured: [{ source: 'serper', device: 'desktop' }] });
  expect(await search({ country: 'AT' })).toMatchObject({ position: 2 });
  expect(await search({ country: 'CH' })).toMatchObject({ position: null, why: { position: 'not_checked' } });
  expect(await search({ country: 'FR' })).toMatchObject({ position: null, why: { position: 'not_checked' } });
});

test('a position on a desktop comes before a better one on a phone, and the device is told', async () => {
  expect(await (await tracked({ position: 7 }, { device: 'mobile', position: 2 }))()).toMatchObject({ position: 7 });
  const search = await tracked({ position: null }, { device: 'mobile', position: 2 });
  expect(await search()).toMatchObject({ position: 2, measured: [{ device: 'mobile' }] });
});

test('without a country that is asked for, the country of the check is told', async () => {
  const app = await createTestApp();
  const { added } = await track(app, ['pumps'], { engine: 'google', country: 'US' });
  const { id } = added[0]!;
  await rowsOf(app.home).update('tracked_keywords', { status: 'ranked', position: 4, checked_at: app.now() }, { id });
  const { keywords } = (await app.desk.call('keywords_search', { keywords: ['pumps'] })) as SearchedKeywords;
  expect(keywords[0]).toMatchObject({ position: 4, measured: [{ country: 'US', device: 'desktop' }] });
});
