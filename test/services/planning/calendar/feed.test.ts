import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { addManual } from '../../../support/documents.ts';
import { rowsOf } from '../../../support/rows.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';
import { articlesOf, create, dayAfter, list, moveTo, plan, projectOf, today, update } from './support.ts';

const tokenIn = (feedUrl: string) => /^http:\/\/127\.0\.0\.1:4141\/calendar\/([0-9a-f]{48})\.ics$/.exec(feedUrl)![1]!;

async function textOf(app: TestApp): Promise<string> {
  const { feedUrl } = await list(app, { limit: 1 });
  return (await app.desk.services.calendar.feed(tokenIn(feedUrl)))!.text;
}

/** What a calendar app reads. The parser is not the writer's. */
function read(text: string): { name: string; events: ICAL.Event[] } {
  const calendar = ICAL.Component.fromString(text);
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  // The parser leaves properties that it does not know as they are written.
  const name = String(calendar.getFirstPropertyValue('x-wr-calname') ?? '');
  return { name: name.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped)), events };
}

const eventsOf = async (app: TestApp) => read(await textOf(app)).events;

describe('the feed', () => {
  test('has an event for each slot, at its instant on both sides of a change of clocks', async () => {
    const app = await createTestApp();
    await moveTo(app, 'Europe/Berlin');
    const { slots } = await create(app, [
      { date: '2026-10-24', time: '09:00', keyword: 'summer time', title: 'The Last Day', articleType: 'guide' },
      { date: '2026-10-25', time: '02:30', keyword: 'twice' },
      { date: '2026-10-25', time: '09:00', keyword: 'winter time' },
    ]);
    const { name, events } = read(await textOf(app));
    expect(name).toBe('Default');
    expect(events.map((one) => [one.uid, one.summary, one.startDate.toJSDate().toISOString()])).toEqual([
      [`${slots[0]!.id}@copydesk`, 'The Last Day', '2026-10-24T07:00:00.000Z'],
      [`${slots[1]!.id}@copydesk`, 'twice', '2026-10-25T00:30:00.000Z'],
      [`${slots[2]!.id}@copydesk`, 'winter time', '2026-10-25T08:00:00.000Z'],
    ]);
    expect(events[0]!.description).toBe('Keyword: summer time\nStatus: planned\nType: guide');
    expect(events[0]!.component.getFirstPropertyValue('transp')).toBe('TRANSPARENT');
  });

  test('keeps the UID of what changes, and its SEQUENCE grows', async () => {
    const app = await createTestApp();
    const { id } = await plan(app, { date: '2026-05-20', keyword: 'bread' });
    const first = (await eventsOf(app))[0]!;
    const sequences = [first.sequence];
    const change = async (work: Promise<unknown>) => {
      await work;
      const event = (await eventsOf(app))[0]!;
      expect(event.uid).toBe(first.uid);
      sequences.push(event.sequence);
    };
    await change(update(app, { id, date: '2026-05-21' }));
    await change(update(app, { id, title: 'Bread' }));
    await change(moveTo(app, 'Asia/Tokyo'));
    await change(app.advance(60_000));
    await change(update(app, { id, title: 'Bread', date: '2026-05-21' }));
    expect(sequences).toEqual([0, 1, 2, 3, 3, 3]);
  });

  test('says what became of a slot, and loses one that is deleted', async () => {
    const app = await createTestApp();
    await addManual(app.desk);
    const { id } = await plan(app, { date: today, time: '09:00', keyword: 'connection pool', targetWordCount: 250 });
    await app.desk.runDue();
    const [article] = await articlesOf(app);
    const [event] = await eventsOf(app);
    expect(event!.summary).toBe(article!.title);
    expect(event!.description).toBe(`Keyword: connection pool\nStatus: ready\nArticle: ${article!.id}`);
    await app.desk.call('calendar_delete', { id });
    expect(await eventsOf(app)).toEqual([]);
  });

  test('is the same, byte by byte, until something changes', async () => {
    const app = await createTestApp();
    const { id } = await plan(app, { date: '2026-05-20', keyword: 'bread' });
    const first = await textOf(app);
    await app.advance(3_600_000);
    expect(await textOf(app)).toBe(first);
    await update(app, { id, title: 'Bread' });
    expect(await textOf(app)).not.toBe(first);
  });

  test('holds whatever people write: lines of 75 bytes at most, ended by CRLF, and nothing that could be read as more', async () => {
    const app = await createTestApp();
    const { id } = await plan(app, { date: '2026-05-20', keyword: 'bread' });
    const { id: projectId } = await projectOf(app);
    const hostile = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 150 }),
      fc.string({
        unit: fc.constantFrom('\r', '\n', '\u2028', '\t', ';', ',', ':', '\\', '"', '\u0007', '\u0085', '👩‍👩‍👧', 'ß', 'n'),
        maxLength: 80,
      }),
      fc.constant('x\r\nEND:VEVENT\r\nBEGIN:VALARM\r\nACTION:PROCEDURE'),
    );
    const written = fc.tuple(hostile, hostile).filter((both) => both.every((one) => one.trim() !== '' && !one.includes('\0')));
    await fc.assert(
      fc.asyncProperty(written, async ([title, name]) => {
        await update(app, { id, title: title.slice(0, 200) });
        await app.desk.call('projects_update', { id: projectId, name: name.slice(0, 100) });
        const text = await textOf(app);
        expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(text).not.toMatch(/[^\P{Cc}\r\n\t]/u);
        expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
        const { name: shown, events } = read(text);
        expect(events).toHaveLength(1);
        const lines = (value: string) =>
          value
            .trim()
            .replace(/\r\n?|[\u2028\u2029]/g, '\n')
            .replace(/[^\P{Cc}\n\t]/gu, '');
        expect(events[0]!.summary).toBe(lines(title.slice(0, 200)));
        expect(shown).toBe(lines(name.slice(0, 100)));
        expect(events[0]!.component.getAllSubcomponents()).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test('shows what is to come and the newest of what was', async () => {
    const app = await createTestApp();
    const { id: project_id } = await projectOf(app);
    const slot = {
      project_id,
      time: '09:00',
      late: 0,
      keyword: 'bread',
      keyword_key: 'en bread',
      request: '{"articleType":null}',
      sequence: 0,
    };
    const planted = (days: number, status: string) => ({
      ...slot,
      id: `cal_${days + 1000}`,
      date: dayAfter(days),
      due_at: Date.parse(`${dayAfter(days)}T09:00:00Z`),
      write_at: 9e15,
      status,
      created_at: 1,
      updated_at: 1,
    });
    await rowsOf(app.home).insert('calendar_slots', [
      ...Array.from({ length: 600 }, (_, index) => planted(-1 - index, 'missed')),
      ...Array.from({ length: 300 }, (_, index) => planted(index, 'planned')),
    ]);
    const events = await eventsOf(app);
    expect(events).toHaveLength(800);
    expect(events[0]!.startDate.toJSDate().toISOString().slice(0, 10)).toBe(dayAfter(-500));
    expect(events.at(-1)!.startDate.toJSDate().toISOString().slice(0, 10)).toBe(dayAfter(299));
  });
});

describe('the address of a feed', () => {
  test('is another for each project, and a new one ends the old', async () => {
    const app = await createTestApp();
    const { id } = await projectOf(app);
    const { id: other } = (await app.desk.call('projects_create', { name: 'Other' })) as { id: string };
    const addressOf = async (projectId: string) => (await list(app, { projectId })).feedUrl;
    const old = await addressOf(id);
    expect(await addressOf(other)).not.toBe(old);
    await app.desk.call('projects_update', { id, renewCalendarUrl: false, tone: 'dry' });
    expect(await addressOf(id)).toBe(old);
    const project = await app.desk.call('projects_update', { id, renewCalendarUrl: true });
    expect(JSON.stringify(project)).not.toContain(tokenIn(await addressOf(id)));
    expect(await addressOf(id)).not.toBe(old);
    expect(await app.desk.services.calendar.feed(tokenIn(old))).toBeUndefined();
    expect(await app.desk.services.calendar.feed(tokenIn(await addressOf(id)))).toBeDefined();
  });

  test('is served where it says', async () => {
    const app = await createTestApp({ publicUrl: undefined, port: 0 });
    const { url } = await app.desk.listen({ port: 0 });
    await plan(app, { date: '2026-05-20', keyword: 'bread' });
    const { feedUrl } = await list(app);
    expect(feedUrl.startsWith(`${url}/calendar/`)).toBe(true);
    const answer = await fetch(feedUrl);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(read(await answer.text()).events.map(({ summary }) => summary)).toEqual(['bread']);
    const { id } = await projectOf(app);
    await app.desk.call('projects_update', { id, renewCalendarUrl: true });
    expect((await fetch(feedUrl)).status).toBe(404);
  });
});
