import { describe, expect, test } from 'vitest';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { AutofillPlan } from '../../../schema/autofill.ts';
import type { CalendarPage } from '../../../schema/calendar.ts';
import { AppError } from '../../../src/errors.ts';
import { createCopydesk } from '../../../src/app.ts';
import { cameraManual } from '../../support/camera-manual.ts';
import { addManual } from '../../support/documents.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { startVisibilityDesk } from '../visibility/support.ts';

type Desk = Pick<TestApp, 'desk'>;
const hour = 3_600_000;

const fill = async ({ desk }: Desk, input: object = {}) => (await desk.call('autoblog_autofill', { ...input })) as AutofillPlan;
const calendarOf = async ({ desk }: Desk) => ((await desk.call('calendar_list', { limit: 100 })) as CalendarPage).data;
const keywordsOf = ({ slots }: Pick<AutofillPlan, 'slots'>) => slots.map(({ keyword }) => keyword);

/** The refusal, with what it offers instead. */
async function refusal(call: Promise<unknown>): Promise<AppError & { instead?: AutofillPlan }> {
  try {
    await call;
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown as AppError & { instead?: AutofillPlan };
    throw thrown;
  }
  throw new Error('It was not refused.');
}

const addTopic = ({ desk }: Desk, name: string, keywords: readonly string[] = []) => desk.call('topics_create', { name, keywords });

/** A desk with a topic of four keywords, on which it has no documents. */
async function startWithTopic(): Promise<TestApp> {
  const app = await createTestApp();
  await addTopic(app, 'Wood stoves', ['stove pipes', 'ash removal', 'chimney sweeping']);
  return app;
}

describe('a plan', () => {
  test('has the open keywords of topics on free days, each with its reason, and plans nothing', async () => {
    const app = await startWithTopic();
    const plan = await fill(app, { days: 14 });
    expect(plan).toMatchObject({
      status: 'planned',
      planId: expect.stringMatching(/^pln_/),
      expiresAt: '2026-05-04T09:30:00.000Z',
      from: '2026-05-04',
      to: '2026-05-17',
      basedOn: { topic: 4, content_gap: 0, radar: 0 },
      next: { operation: 'autoblog_autofill', arguments: { planId: plan.planId } },
    });
    expect(plan.slots.map(({ date, time }) => `${date} ${time}`)).toEqual(['04', '06', '08', '11'].map((day) => `2026-05-${day} 09:00`));
    expect(plan.slots[0]).toMatchObject({
      keyword: 'Wood stoves',
      source: 'topic',
      value: 50,
      why: 'The main page of the topic "Wood stoves", and nothing is for it; nobody has counted its searches.',
      lack: expect.any(String),
    });
    expect(keywordsOf(plan)).toEqual(['Wood stoves', 'ash removal', 'chimney sweeping', 'stove pipes']);
    expect(plan.hint).toMatch(/documents say too little for 4 of these/);
    expect(await calendarOf(app)).toEqual([]);
  });

  test('is the same for the same state, and looks the same again by its id', async () => {
    const app = await startWithTopic();
    const { planId, expiresAt, next: _, ...one } = await fill(app);
    const { planId: otherId, expiresAt: __, next: ___, ...other } = await fill(app);
    expect(other).toEqual(one);
    expect(otherId).not.toBe(planId);
    expect(await fill(app, { planId, dryRun: true })).toMatchObject({ ...one, planId, expiresAt });
  });

  test('leaves out what is planned or written, by whatever spelling, and what it has already, and says so', async () => {
    const app = await startWithTopic();
    await addManual(app.desk);
    await app.desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250 });
    await app.desk.call('calendar_create', { slots: [{ date: '2026-05-04', keyword: 'The removal ashes' }] });
    await addTopic(app, 'Connection pools', ['stove pipe', 'closing pools']);
    const plan = await fill(app, { days: 14 });
    expect(keywordsOf(plan)).not.toContain('ash removal');
    expect(keywordsOf(plan)).not.toContain('Connection pools');
    expect(keywordsOf(plan).filter((keyword) => /^stove pipes?$/.test(keyword))).toHaveLength(1);
    expect(plan.leftOut).toEqual(
      expect.arrayContaining([
        { why: 'taken', count: 2, examples: ['ash removal', 'Connection pools'] },
        { why: 'repeated', count: 1, examples: ['stove pipes'] },
      ]),
    );
    // What is planned counts among the three of its week.
    expect(plan.slots.filter(({ date }) => date < '2026-05-11').map(({ date }) => date)).toEqual(['2026-05-06', '2026-05-08']);
  });

  test('has first what documents carry, and tells what has no day', async () => {
    const app = await createTestApp();
    await addManual(app.desk);
    await addTopic(app, 'Wood stoves', ['closing a connection pool']);
    const plan = await fill(app, { days: 2, perWeek: 5 });
    expect(plan.slots[0]).toMatchObject({ keyword: 'closing a connection pool' });
    expect(plan.slots[0]).not.toHaveProperty('lack');
    const few = await fill(app, { days: 1 });
    expect(few.slots).toHaveLength(1);
    expect(few.leftOut).toContainEqual({ why: 'limit', count: expect.any(Number), examples: expect.any(Array) });
  });

  test('has what the radar would write, and what competitors are named for', async () => {
    const app = await startVisibilityDesk();
    for (const page of cameraManual) await app.desk.call('knowledge_create', page);
    const answer = (text: string, at: number) => ({ prompt: 'Which tool is best for database migration?', engine: 'chatgpt', text, askedAt: `2026-05-0${at}T08:00:00Z` }); // prettier-ignore
    await app.submit([answer('Rival is best.', 1), answer('Take Rival for it.', 2), answer('Rival, of course.', 3)]);
    await app.desk.runDue();
    const plan = await fill(app, { days: 30 });
    expect(plan.basedOn.content_gap).toBe(1);
    expect(plan.basedOn.radar).toBeGreaterThan(0);
    const gap = plan.slots.find(({ source }) => source === 'content_gap')!;
    expect(gap.why).toMatch(/^Rival is named or cited in 3 of 3 answers to "Which tool is best for database migration\?", ahead of you/);
    expect(plan.slots.some(({ source }) => source === 'radar')).toBe(true);
    await fill(app, { planId: plan.planId });
    const slots = await calendarOf(app);
    expect(slots.find(({ keyword }) => keyword === gap.keyword)!.instructions).toContain('Which tool is best');
  });

  test('is honest where there is nothing to plan from', async () => {
    const plan = await fill(await createTestApp());
    expect(plan).toMatchObject({
      planId: null,
      expiresAt: null,
      next: null,
      slots: [],
      leftOut: [],
      basedOn: { topic: 0, content_gap: 0, radar: 0 },
    });
    expect(plan.hint).toMatch(/topics_create.*ai_visibility_run.*competitors_add/);
  });

  test('of the most slots is answered in less than 10,000 tokens', async () => {
    const app = await createTestApp();
    for (const letter of ['a', 'b'])
      await addTopic(
        app,
        `Topic ${letter} with a name that is rather long`,
        Array.from({ length: 39 }, (_, index) => `a keyword of some length ${letter} number ${index}`),
      );
    const plan = await fill(app, { days: 90, perWeek: 14 });
    expect(plan.slots).toHaveLength(40);
    expect(encode(JSON.stringify(plan)).length).toBeLessThan(10_000);
  });
});

describe('a plan that is carried out', () => {
  test('stands in the calendar, once: the second time names what was made', async () => {
    const app = await startWithTopic();
    const plan = await fill(app);
    const done = await fill(app, { planId: plan.planId });
    expect(done).toMatchObject({ status: 'carried_out', planId: plan.planId, expiresAt: null, next: null, refused: [] });
    const slots = await calendarOf(app);
    expect(slots.map(({ id, date, keyword }) => ({ id, date, keyword }))).toEqual(
      done.slots.map(({ id, date, keyword }) => ({ id, date, keyword })),
    );
    expect(slots[0]!.topicId).toBe(plan.slots[0]!.topicId);
    const again = await refusal(fill(app, { planId: plan.planId }));
    expect(again).toMatchObject({ code: 'conflict', message: expect.stringContaining(slots.map(({ id }) => id).join(', ')) });
    expect(await calendarOf(app)).toHaveLength(4);
  });

  test('is so once, when two desks of one home are told at the same time', async () => {
    const app = await startWithTopic();
    const { planId } = await fill(app);
    let ids = 0;
    const other = await createCopydesk({ home: app.home, logLevel: 'silent', now: app.now, id: (prefix) => `${prefix}_other${++ids}` });
    const outcomes = await Promise.allSettled([fill(app, { planId }), fill({ desk: other }, { planId })]);
    await other.close();
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
    expect(await calendarOf(app)).toHaveLength(4);
  });

  test('is made and carried out at once where dryRun is false', async () => {
    const app = await startWithTopic();
    const done = await fill(app, { days: 7, dryRun: false });
    expect(done).toMatchObject({ status: 'carried_out', slots: [{ id: expect.stringMatching(/^cal_/) }, {}, {}] });
    expect(await calendarOf(app)).toHaveLength(3);
  });

  test.each([
    ['added', (app: Desk) => app.desk.call('calendar_create', { slots: [{ date: '2026-05-20', keyword: 'kindling' }] })],
    ['deleted', async (app: Desk) => app.desk.call('calendar_delete', { id: (await calendarOf(app))[0]!.id })],
    ['moved', async (app: Desk) => app.desk.call('calendar_update', { id: (await calendarOf(app))[0]!.id, date: '2026-05-21' })],
  ])('is refused with a new plan where a slot was %s since', async (_, change) => {
    const app = await startWithTopic();
    await app.desk.call('calendar_create', { slots: [{ date: '2026-05-19', keyword: 'fire bricks' }] });
    const { planId } = await fill(app);
    await change(app);
    const before = await calendarOf(app);
    const stale = await refusal(fill(app, { planId }));
    expect(stale).toMatchObject({ code: 'plan_stale', message: expect.stringContaining('the calendar, which has changed') });
    expect(stale.instead).toMatchObject({
      status: 'planned',
      slots: expect.arrayContaining([expect.objectContaining({ keyword: 'Wood stoves' })]),
    });
    expect(await calendarOf(app)).toEqual(before);
    expect(await fill(app, { planId: stale.instead!.planId })).toMatchObject({ status: 'carried_out' });
  });

  test('is refused with a new plan after 24 hours, and not a minute before', async () => {
    const app = await startWithTopic();
    const [first, second] = [await fill(app, { days: 7 }), await fill(app, { days: 7 })];
    await app.advance(24 * hour - 1);
    expect(await fill(app, { planId: first.planId })).toMatchObject({ status: 'carried_out', slots: [{ date: '2026-05-04' }, {}, {}] });
    await app.advance(1);
    const stale = await refusal(fill(app, { planId: second.planId }));
    expect(stale).toMatchObject({ code: 'plan_stale', message: expect.stringContaining('expired at 2026-05-04T09:30:00.000Z') });
    expect(stale.instead!.from).toBe('2026-05-05');
  });

  test('tells the keywords that were taken since by an article of no slot', async () => {
    const app = await createTestApp();
    await addManual(app.desk);
    await addTopic(app, 'Closing a connection pool', ['wood stoves']);
    const { planId } = await fill(app);
    await app.desk.call('articles_create', { keyword: 'closing connection pools', targetWordCount: 250 });
    const done = await fill(app, { planId });
    expect(done.slots.map(({ keyword }) => keyword)).not.toContain('Closing a connection pool');
    expect(done.refused).toMatchObject([{ errors: [{ code: 'same_keyword' }] }]);
  });
});

test.each([
  [{ days: 0 }, '/days'],
  [{ days: 91 }, '/days'],
  [{ perWeek: 15 }, '/perWeek'],
  [{ planId: 'pln_1', days: 3 }, '/days'],
])('%j is refused', async (input, pointer) => {
  expect(await refusal(fill(await createTestApp(), input))).toMatchObject({ code: 'invalid_input', errors: [{ pointer }] });
});

test.each(['pln_1', 'cal_1'])('a plan %s that nobody made is not found', async (planId) => {
  expect(await refusal(fill(await createTestApp(), { planId }))).toMatchObject({ code: 'not_found' });
});
