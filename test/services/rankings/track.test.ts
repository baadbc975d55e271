import { expect, test } from 'vitest';
import { rowsOf } from '../../support/rows.ts';
import { createTestApp } from '../../support/test-app.ts';
import { giveSite, list, track } from './support.ts';

test('keywords that are written the same but for case and spaces are tracked once', async () => {
  const app = await createTestApp();
  const { added } = await track(app, ['Connection  pool', 'connection pool ', 'CONNECTION POOL', 'connection pools', 'connection-pool']);
  expect(added.map(({ keyword }) => keyword)).toEqual(['Connection pool', 'connection pools', 'connection-pool']);
});

test('what is tracked already is reported as present, under its id', async () => {
  const app = await createTestApp();
  const { added } = await track(app, ['pool']);
  expect(await track(app, ['POOL', 'queue'])).toMatchObject({ present: added, added: [{ keyword: 'queue' }], tracked: 2 });
});

test.each([{ engine: 'brave' }, { device: 'mobile' }, { country: 'DE' }])('with %o it is another tracked keyword', async (more) => {
  const app = await createTestApp();
  await track(app, ['pool']);
  expect(await track(app, ['pool'], more)).toMatchObject({ added: [{ keyword: 'pool' }], present: [], ...more });
});

test('tracked again, depth, language and tags become those that are given, and stay where none are', async () => {
  const app = await createTestApp();
  await track(app, ['pool'], { tags: ['docs'], depth: 30 });
  await track(app, ['pool'], { depth: 50, language: 'de' });
  expect((await list(app)).data[0]).toMatchObject({ depth: 50, language: 'de', tags: ['docs'] });
  await track(app, ['pool'], { tags: ['blog', 'blog'] });
  expect((await list(app)).data[0]).toMatchObject({ depth: 50, language: 'de', tags: ['blog'] });
});

test('what is not given is the project’s', async () => {
  const app = await createTestApp();
  const { data } = (await app.desk.call('projects_list')) as { data: { id: string }[] };
  await app.desk.call('projects_update', { id: data[0]!.id, country: 'AT', language: 'de' });
  expect(await track(app, ['pool'])).toMatchObject({ engine: 'google', device: 'desktop', country: 'AT', language: 'de', depth: 20 });
});

test('without any provider it is tracked all the same, and told who would serve and that there is no site', async () => {
  const app = await createTestApp();
  const { warnings, ...tracked } = await track(app, ['pool']);
  expect(tracked).toMatchObject({ added: [{ keyword: 'pool' }], provider: null, callsPerCheck: null });
  expect(warnings.map(({ code }) => code)).toEqual(['integration_required', 'site_required']);
  expect(warnings[0]!.message).toMatch(/serper or dataforseo .*COPYDESK_SERPER_API_KEY.*COPYDESK_DATAFORSEO_PASSWORD/);
  await giveSite(app, 'https://example.com/');
  expect((await track(app, ['queue'])).warnings.map(({ code }) => code)).toEqual(['integration_required']);
});

test('emoji and mixed scripts are keywords; what cannot be seen or is too long is refused alone', async () => {
  const app = await createTestApp();
  const given = ['👩‍🚀 pizza 🍕', 'プール size الحجم', '\u200B', 'a'.repeat(1000), ' '];
  const { added, refused } = await track(app, given);
  expect(added.map(({ keyword }) => keyword)).toEqual(given.slice(0, 2));
  expect(refused.map(({ index }) => index)).toEqual([2, 3, 4]);
  for (const unseen of ['\u200B', '\u200D\u200E'])
    await expect(track(app, [unseen])).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/keywords/0' }] });
});

test.each([
  [{ country: 'UK' }, 'country'],
  [{ country: 'ZZ' }, 'country'],
  [{ country: 'XX' }, 'country'],
  [{ language: 'qq' }, 'language'],
])('%o names no %s', async (more, field) => {
  const app = await createTestApp();
  await expect(track(app, ['pool'], more)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: `/${field}` }] });
});

test('a project tracks 2,000 keywords at most, and says so before it tracks any', async () => {
  const app = await createTestApp();
  const { added } = await track(app, ['pool']);
  const rows = rowsOf(app.home);
  const [row] = await rows.all('tracked_keywords', { id: added[0]!.id });
  const more = Array.from({ length: 1_998 }, (_, n) => ({ ...row, id: `trk_more${n}`, keyword_key: `more ${n}` }));
  await rows.insert('tracked_keywords', more);
  await expect(track(app, ['one', 'two'])).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('2000') });
  expect(await track(app, ['one', 'pool'])).toMatchObject({ tracked: 2_000, present: [{ keyword: 'pool' }] });
});

test('an untracked keyword is gone with its history', async () => {
  const app = await createTestApp();
  const { added } = await track(app, ['pool']);
  const id = added[0]!.id;
  const rows = rowsOf(app.home);
  const check = { keyword_id: id, status: 'ranked', position: 3, depth: 20, sample: 'example.com/ en', provider: 'serper' };
  await rows.insert(
    'ranking_checks',
    Array.from({ length: 250 }, (_, n) => ({ ...check, checked_at: n })),
  );
  expect(await app.desk.call('rankings_untrack', { id })).toEqual({ id, deleted: true });
  expect(await rows.count('ranking_checks')).toBe(0);
  await expect(app.desk.call('rankings_untrack', { id })).rejects.toMatchObject({ code: 'not_found' });
});
