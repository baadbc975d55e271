import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../../support/test-app.ts';
import { create, dayAfter, list, moveTo, plan, slotOf, today, update } from './support.ts';

const thin = (message: unknown) => ({ code: 'insufficient_sources', message });
const unknown = thin('No document has any of its words.');

describe('planning', () => {
  test('gives each slot its instant in the time zone of the project, at nine where no time is given', async () => {
    const app = await createTestApp();
    await moveTo(app, 'Europe/Berlin');
    const { slots, refused } = await create(app, [
      { date: '2026-05-04', keyword: 'slow cookers' },
      { date: '2026-12-01', time: '18:30', keyword: 'pressure cookers', title: 'Under Pressure', writer: 'agent', targetWordCount: 800 },
    ]);
    expect(refused).toEqual([]);
    expect(slots).toEqual([
      {
        id: expect.stringMatching(/^cal_/),
        date: '2026-05-04',
        time: '09:00',
        dueAt: '2026-05-04T07:00:00.000Z',
        keyword: 'slow cookers',
        warnings: [unknown],
      },
      { ...slots[1], date: '2026-12-01', time: '18:30', dueAt: '2026-12-01T17:30:00.000Z', title: 'Under Pressure' },
    ]);
    expect(await list(app)).toMatchObject({
      data: [
        { id: slots[0]!.id, status: 'planned', title: null, articleType: null, articleId: null, lateBy: null, error: null },
        { id: slots[1]!.id, title: 'Under Pressure', writer: 'agent', targetWordCount: 800 },
      ],
      nextCursor: null,
      timezone: 'Europe/Berlin',
    });
  });

  test('refuses a day before today in the time zone of the project, and takes one that has begun', async () => {
    const app = await createTestApp();
    await moveTo(app, 'Pacific/Auckland');
    await expect(create(app, [{ date: '2026-05-02', keyword: 'knives' }])).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'The date 2026-05-02 must not be before today, which is 2026-05-03 in Pacific/Auckland.',
      errors: [{ pointer: '/slots/0/date', code: 'past_day' }],
    });
    // It is 21:30 there.
    expect(await plan(app, { date: today, time: '08:00', keyword: 'knives' })).toMatchObject({ dueAt: '2026-05-02T20:00:00.000Z' });
    await moveTo(app, 'Pacific/Honolulu');
    expect(await plan(app, { date: '2026-05-02', time: '23:45', keyword: 'forks' })).toMatchObject({ status: 'planned' });
  });

  test.each([
    { date: '2026-02-30' },
    { date: '2027-02-29' },
    { date: '2026-5-4' },
    { date: '20260504' },
    { date: '2026-05-04T09:00' },
    { date: '' },
    { date: 'tomorrow' },
    { time: '24:00' },
    { time: '09:60' },
    { time: '9:00' },
    { time: '09:00:00' },
    { time: '' },
    { keyword: '' },
    { keyword: ' \n ' },
    { keyword: 'x'.repeat(10_000) },
    { keyword: 'half \ud83d' },
    { keyword: 'nul \u0000' },
    { articleType: 'poem' },
    { targetWordCount: 1 },
    { when: 'soon' },
  ])('refuses %j and plans the others', async (wrong) => {
    const app = await createTestApp();
    const slot = { date: '2026-06-01', time: '10:00', keyword: 'bread' };
    await expect(create(app, [{ ...slot, ...wrong }])).rejects.toMatchObject({ code: 'invalid_input' });
    const { slots, refused } = await create(app, [{ ...slot, ...wrong }, slot]);
    expect(slots).toMatchObject([slot]);
    expect(refused).toMatchObject([{ index: 0, errors: [{ pointer: `/slots/0/${Object.keys(wrong)[0]}` }] }]);
  });

  test('says of each slot that is refused where it stood, whoever refused it', async () => {
    const app = await createTestApp();
    const { slots, refused } = await create(app, [
      { date: '2026-06-01', keyword: 'bread' },
      { date: '2026-13-01', keyword: 'butter' },
      { date: '2026-04-30', keyword: 'jam' },
      { date: '2026-06-02', keyword: 'The Breads' },
      { date: '2026-06-03', keyword: 'honey' },
    ]);
    expect(slots.map(({ keyword }) => keyword)).toEqual(['bread', 'honey']);
    expect(refused.map(({ index, errors }) => [index, errors[0]!.pointer, errors[0]!.detail])).toEqual([
      [1, '/slots/1/date', 'must be a day such as 2026-05-03'],
      [2, '/slots/2/date', 'must not be before today, which is 2026-05-03 in UTC'],
      [3, '/slots/3/keyword', 'is in this request already, for 2026-06-01 (slots/0)'],
    ]);
    await expect(
      create(app, [
        { date: '2026-04-30', keyword: 'jam' },
        { date: '2026-06-09', keyword: 'bread' },
      ]),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('(1 more in errors)'),
      errors: [{ pointer: '/slots/0/date' }, { pointer: '/slots/1/keyword' }],
    });
  });

  test('takes whatever people write, and gives it back', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((one) => one.trim() !== '' && !one.includes('\0'));
    const app = await createTestApp();
    await fc.assert(
      fc.asyncProperty(text, text, async (keyword, title) => {
        const slot = { date: dayAfter(3), keyword: keyword.trim(), title: title.trim() };
        const { slots } = await create(app, [slot], { allowDuplicate: true });
        expect(await slotOf(app, slots[0]!.id)).toMatchObject(slot);
        await app.desk.call('calendar_delete', { id: slots[0]!.id });
      }),
      { numRuns: 60 },
    );
  });

  test('takes words that mean something to a program', async () => {
    const app = await createTestApp();
    const keywords = ['constructor', '__proto__', 'toString', 'hasOwnProperty', "'; drop table articles; --", '%', '_'];
    const { slots } = await create(
      app,
      keywords.map((keyword) => ({ date: dayAfter(3), keyword })),
    );
    expect(slots.map(({ keyword }) => keyword)).toEqual(keywords);
    expect((await list(app, { q: '_' })).data.map(({ keyword }) => keyword)).toEqual(['__proto__', '_']);
  });

  test('ends at five hundred planned slots', { timeout: 20_000 }, async () => {
    const app = await createTestApp();
    for (let at = 0; at < 500; at += 50) {
      await create(
        app,
        Array.from({ length: 50 }, (_, index) => ({ date: dayAfter(at + index), keyword: `keyword number ${at + index}` })),
      );
    }
    await expect(create(app, [{ date: dayAfter(1), keyword: 'one more' }])).rejects.toMatchObject({
      code: 'conflict',
      message: 'A calendar holds 500 planned slots at most; 500 are planned.',
    });
  });

  test('six weeks cost an agent few tokens', async () => {
    const app = await createTestApp();
    const slots = Array.from({ length: 30 }, (_, index) => ({
      date: dayAfter(1 + Math.floor(index * 1.4)),
      keyword: `a keyword of some length, number ${index}`,
    }));
    const answer = await create(app, slots);
    expect(encode(JSON.stringify(answer)).length).toBeLessThan(3_000);
    expect(encode(JSON.stringify(await list(app))).length).toBeLessThan(5_000);
  });
});

describe('a slot that changes', () => {
  test('is moved, keeps what is not given, and null clears', async () => {
    const app = await createTestApp();
    const slot = await plan(app, { date: '2026-05-04', keyword: 'bread', title: 'Bread', instructions: 'Short.', articleType: 'how-to' });
    const moved = await update(app, { id: slot.id, date: '2026-05-20', time: '07:15' });
    expect(moved).toEqual({ ...slot, date: '2026-05-20', time: '07:15', dueAt: '2026-05-20T07:15:00.000Z', warnings: [unknown] });
    const changed = await update(app, { id: slot.id, title: null, instructions: null, keyword: 'rye bread', targetWordCount: 700 });
    const { warnings, ...kept } = changed;
    expect(warnings).toEqual([unknown]);
    expect(kept).toEqual({ ...moved, warnings: undefined, title: null, instructions: null, keyword: 'rye bread', targetWordCount: 700 });
    expect(await slotOf(app, slot.id)).toEqual(kept);
    await expect(update(app, { id: slot.id, date: '2026-05-02' })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ pointer: '/date', code: 'past_day' }],
    });
    await expect(update(app, { id: 'cal_gone', title: 'x' })).rejects.toMatchObject({ code: 'not_found', hint: 'See calendar_list.' });
  });

  test('shows its instructions whole, a list the beginning of long ones', async () => {
    const app = await createTestApp();
    const instructions = 'Write of every kind. '.repeat(60).trim();
    const { id } = await plan(app, { date: '2026-05-04', keyword: 'bread', instructions });
    expect((await update(app, { id, title: 'Bread' })).instructions).toBe(instructions);
    expect((await slotOf(app, id)).instructions).toBe(`${instructions.slice(0, 200)}…`);
  });

  test('goes when it is deleted', async () => {
    const app = await createTestApp();
    const { id } = await plan(app, { date: '2026-05-04', keyword: 'bread' });
    expect(await app.desk.call('calendar_delete', { id })).toEqual({ id, deleted: true });
    expect((await list(app)).data).toEqual([]);
    await expect(app.desk.call('calendar_delete', { id })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a list', () => {
  test('is in the order of day and time, from one day to another, by status and by words', async () => {
    const app = await createTestApp();
    await create(app, [
      { date: '2026-06-02', time: '08:00', keyword: 'b' },
      { date: '2026-06-01', time: '17:00', keyword: 'a late one' },
      { date: '2026-07-01', keyword: 'c', title: 'Café au LAIT' },
      { date: '2026-06-01', time: '06:00', keyword: 'a' },
    ]);
    const keywords = async (filter: Record<string, unknown>) => (await list(app, filter)).data.map(({ keyword }) => keyword);
    expect(await keywords({})).toEqual(['a', 'a late one', 'b', 'c']);
    expect(await keywords({ from: '2026-06-02' })).toEqual(['b', 'c']);
    expect(await keywords({ from: '2026-06-01', to: '2026-06-01' })).toEqual(['a', 'a late one']);
    expect(await keywords({ q: 'lait cafe\u0301' })).toEqual(['c']);
    expect(await keywords({ q: 'a one' })).toEqual(['a late one']);
    expect(await keywords({ status: 'planned', q: 'b' })).toEqual(['b']);
    expect(await keywords({ status: 'ready' })).toEqual([]);
    await expect(list(app, { from: '2026-02-30' })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(list(app, { cursor: 'MjAyNi0wMg' })).rejects.toMatchObject({ errors: [{ code: 'invalid_cursor' }] });
  });

  test.each([{}, { status: 'planned' }])('of a year pages rightly while others come in, with %j', async (filter) => {
    const app = await createTestApp();
    for (let month = 0; month < 12; month++)
      await create(
        app,
        Array.from({ length: 30 }, (_, index) => ({ date: dayAfter(1 + month * 30 + index), keyword: `keyword ${month * 30 + index}` })),
      );
    const seen: string[] = [];
    for (let cursor: string | null | undefined, page = 0; cursor !== null; page++) {
      const { data, nextCursor } = await list(app, { ...filter, limit: 50, cursor: cursor ?? undefined });
      seen.push(...data.map(({ keyword }) => keyword));
      // One before what has been seen, and one after.
      await create(app, [
        { date: dayAfter(1), time: '01:00', keyword: `before ${page}` },
        { date: dayAfter(400 + page), keyword: `after ${page}` },
      ]);
      cursor = nextCursor;
    }
    expect(seen.filter((keyword) => keyword.startsWith('keyword'))).toEqual(Array.from({ length: 360 }, (_, index) => `keyword ${index}`));
    expect(seen.filter((keyword) => keyword.startsWith('before'))).toEqual([]);
    expect(seen.filter((keyword) => keyword.startsWith('after'))).toEqual(Array.from({ length: 7 }, (_, index) => `after ${index}`));
  });
});
