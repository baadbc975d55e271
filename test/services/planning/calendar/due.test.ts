import { describe, expect, test, vi } from 'vitest';
import { addManual } from '../../../support/documents.ts';
import { temporaryHome } from '../../../support/home.ts';
import { rowsOf } from '../../../support/rows.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';
import { articlesOf, create, dayAfter, day, hour, list, minute, plan, projectOf, slotOf, today, update } from './support.ts';

/** Of which the manual has enough. */
const keywords = ['connection pool', 'idle connection', 'open connections', 'pool queue'];
const inHalfAnHour = { date: today, time: '10:00', targetWordCount: 250 };

const onlyArticleOf = async (app: TestApp) => (await articlesOf(app))[0]!;

async function startWithManual(): Promise<TestApp> {
  const app = await createTestApp();
  await addManual(app.desk);
  return app;
}

describe('a slot that is due', () => {
  test('begins its article at its time, with what it asks for, and stands as that does', async () => {
    const app = await startWithManual();
    const slot = await plan(app, {
      ...inHalfAnHour,
      keyword: 'connection pool',
      title: 'On Pools',
      articleType: 'how-to',
      writer: 'agent',
    });
    await app.advance(29 * minute);
    expect(await articlesOf(app)).toEqual([]);
    await app.advance(minute);
    const [article] = await articlesOf(app);
    expect(article).toMatchObject({ keyword: 'connection pool', articleType: 'how-to', writer: 'agent', status: 'awaiting_draft' });
    expect(await slotOf(app, slot.id)).toEqual({ ...slot, status: 'writing', articleId: article!.id });
    expect((await app.desk.call('overview_get')) as object).toMatchObject({ needsYou: [{ kind: 'drafts_awaited' }] });
  });

  test('is ready once its article is, with its title, and published once that is', async () => {
    const app = await startWithManual();
    const { id } = await plan(app, { ...inHalfAnHour, keyword: 'connection pool' });
    await app.advance(30 * minute);
    const [article] = await articlesOf(app);
    expect(await slotOf(app, id)).toMatchObject({ status: 'ready', title: article!.title, articleId: article!.id, lateBy: null });
    await rowsOf(app.home).update('articles', { status: 'published' }, { id: article!.id });
    expect((await list(app, { status: 'published' })).data).toMatchObject([{ id, status: 'published' }]);
  });

  test('names who has written its article, whoever writes the next', async () => {
    const app = await startWithManual();
    const { id } = await plan(app, { ...inHalfAnHour, keyword: 'connection pool' });
    await app.advance(30 * minute);
    const project = await projectOf(app);
    await app.desk.call('projects_update', { id: project.id, articleDefaults: { writer: 'agent' } });
    const next = await plan(app, { date: dayAfter(1), keyword: 'idle connection' });
    expect(next.writer).toBe('agent');
    expect((await update(app, { id: next.id, time: '11:00' })).writer).toBe('agent');
    expect((await slotOf(app, id)).writer).toBe('extractive');
  });

  test('earlier today is due at once, and is not late', async () => {
    const app = await startWithManual();
    const { id } = await plan(app, { ...inHalfAnHour, time: '00:00', keyword: 'connection pool' });
    await app.desk.runDue();
    expect(await slotOf(app, id)).toMatchObject({ status: 'ready', dueAt: '2026-05-03T00:00:00.000Z', lateBy: null });
  });

  test('that was moved is begun at its new time only, and one that was deleted never', async () => {
    const app = await startWithManual();
    const [moved, deleted] = [keywords[0]!, keywords[1]!].map((keyword) => plan(app, { ...inHalfAnHour, keyword }));
    const { id } = await moved!;
    await app.desk.call('calendar_delete', { id: (await deleted!).id });
    await update(app, { id, time: '12:00' });
    await app.advance(hour);
    expect(await articlesOf(app)).toEqual([]);
    await app.advance(1.5 * hour);
    expect(await slotOf(app, id)).toMatchObject({ status: 'ready' });
    expect(await articlesOf(app)).toHaveLength(1);
  });

  test('asks for what it was changed to', async () => {
    const app = await startWithManual();
    const { id } = await plan(app, { ...inHalfAnHour, keyword: 'volcano eruptions', writer: 'llm' });
    await update(app, { id, keyword: 'connection pool', writer: 'extractive' });
    await app.advance(30 * minute);
    expect(await slotOf(app, id)).toMatchObject({ status: 'ready', keyword: 'connection pool' });
  });

  test('changes no more, and can be deleted once its article is written, which stays', async () => {
    const app = await startWithManual();
    const { id } = await plan(app, { ...inHalfAnHour, keyword: 'connection pool', writer: 'agent' });
    await app.advance(30 * minute);
    const { jobId, id: articleId } = await onlyArticleOf(app);
    await expect(update(app, { id, date: dayAfter(3) })).rejects.toMatchObject({
      code: 'conflict',
      message: `The slot ${id} is being written: it changes no more.`,
      hint: expect.stringContaining(jobId),
    });
    await expect(app.desk.call('calendar_delete', { id })).rejects.toMatchObject({
      code: 'conflict',
      hint: `Cancel its job first: jobs_cancel ${jobId}.`,
    });
    await rowsOf(app.home).update('articles', { status: 'ready' }, { id: articleId });
    await expect(update(app, { id, date: dayAfter(3) })).rejects.toMatchObject({
      hint: `Change its article with articles_update: ${articleId}.`,
    });
    await app.desk.call('calendar_delete', { id });
    expect(await articlesOf(app)).toMatchObject([{ id: articleId }]);
  });
});

describe('a slot fails', () => {
  test.each([
    ['insufficient_sources', { keyword: 'volcano eruptions' }],
    ['integration_required', { keyword: 'connection pool', writer: 'llm' }],
  ])('with %s where no article can be begun, is told, and is planned again where it is moved', async (code, wish) => {
    const app = await startWithManual();
    const { id } = await plan(app, { ...inHalfAnHour, ...wish });
    await app.advance(30 * minute);
    const failed = await slotOf(app, id);
    expect(failed).toMatchObject({ status: 'failed', articleId: null, error: { code, message: expect.stringMatching(/\w\. \w.*\.$/) } });
    const { needsYou } = (await app.desk.call('overview_get')) as { needsYou: unknown[] };
    expect(needsYou).toMatchObject([
      {
        kind: 'slots_unwritten',
        count: 1,
        latest: [{ id, about: expect.stringContaining(': failed: ') }],
        operation: 'calendar_update',
        arguments: { id },
      },
    ]);
    expect(await update(app, { id, title: 'Other' })).toMatchObject({ status: 'failed', error: { code } });
    const again = await update(app, { id, date: dayAfter(1), writer: 'extractive', keyword: 'connection pool' });
    expect(again).toMatchObject({ status: 'planned', error: null, articleId: null });
    await app.advance(23 * hour);
    await app.advance(hour);
    expect(await slotOf(app, id)).toMatchObject({ status: 'ready' });
  });

  test('where its article fails, is canceled or deleted, and a new one is written where it is moved', async () => {
    const app = await startWithManual();
    const { id } = await plan(app, { ...inHalfAnHour, keyword: 'connection pool', writer: 'agent' });
    await app.advance(30 * minute);
    const { jobId, id: articleId } = await onlyArticleOf(app);
    await app.desk.call('jobs_cancel', { id: jobId });
    expect(await slotOf(app, id)).toMatchObject({ status: 'failed', articleId, error: { code: 'canceled' } });
    const error = { code: 'draft_timeout', message: 'No draft was submitted within 7 days.' };
    await rowsOf(app.home).update('articles', { status: 'failed', error: JSON.stringify(error) }, { id: articleId });
    expect((await list(app, { status: 'failed' })).data).toMatchObject([{ id, error }]);
    await app.desk.call('articles_delete', { id: articleId });
    expect(await slotOf(app, id)).toMatchObject({ status: 'failed', articleId: null, error: { code: 'article_deleted' } });
    await update(app, { id, time: '11:00', writer: 'extractive' });
    await app.advance(hour);
    expect(await slotOf(app, id)).toMatchObject({ status: 'ready', error: null });
  });
});

describe('one article is begun for each slot', () => {
  test('by two desks on one home that work at the same time', async () => {
    const home = temporaryHome();
    const first = await createTestApp({ home });
    const later = () => first.now();
    const others = await Promise.all(
      ['x', 'y'].map((mark) => {
        let count = 0;
        return createTestApp({ home, now: later, id: (prefix) => `${prefix}_${mark}${String(++count).padStart(8, '0')}` });
      }),
    );
    await addManual(first.desk);
    const ids = (
      await create(
        first,
        [...keywords, 'volcanoes'].map((keyword) => ({ ...inHalfAnHour, keyword, writer: 'agent' })),
      )
    ).slots;
    await Promise.all([first.advance(30 * minute), ...others.map(({ desk }) => desk.runDue())]);
    await Promise.all([first, ...others].map(({ desk }) => desk.runDue()));
    const articles = await articlesOf(first);
    const slots = (await list(first)).data;
    expect(articles.map(({ keyword }) => keyword).toSorted()).toEqual(keywords.toSorted());
    expect(slots.map(({ articleId }) => articleId).toSorted()).toEqual([...articles.map(({ id }) => id), null].toSorted());
    expect(slots.filter(({ status }) => status === 'failed')).toMatchObject([{ id: ids.at(-1)!.id, keyword: 'volcanoes' }]);
  });

  test('and where that could not be written, none is left without its slot; it is tried again', async () => {
    const app = await startWithManual();
    const { id } = await plan(app, { ...inHalfAnHour, keyword: 'connection pool', writer: 'agent' });
    const rows = rowsOf(app.home);
    const goOn = await rows.refuse('update', 'calendar_slots', { when: "new.status = 'begun'", saying: 'cut short' });
    await app.advance(30 * minute);
    expect(await articlesOf(app)).toEqual([]);
    expect(await slotOf(app, id)).toMatchObject({ status: 'planned', articleId: null });
    await goOn();
    await app.advance(minute);
    expect(await articlesOf(app)).toHaveLength(1);
    expect(await slotOf(app, id)).toMatchObject({ status: 'writing', lateBy: null });
  });

  describe('also while it is being prepared', () => {
    /** A slot that is due, and whose article is being prepared until `goOn` is called. */
    async function startPreparing() {
      const app = await startWithManual();
      const { id } = await plan(app, { ...inHalfAnHour, keyword: 'connection pool', writer: 'agent' });
      const { articles } = app.desk.services;
      const { prepare } = articles;
      const asked = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      vi.spyOn(articles, 'prepare').mockImplementationOnce(async (input) => {
        asked.resolve();
        await gate.promise;
        return prepare(input);
      });
      const done = app.advance(30 * minute);
      await asked.promise;
      const goOn = () => {
        gate.resolve();
        return done;
      };
      return { app, id, goOn };
    }

    test('and moved: then at its new time', async () => {
      const { app, id, goOn } = await startPreparing();
      await update(app, { id, date: dayAfter(2) });
      await goOn();
      expect(await articlesOf(app)).toEqual([]);
      await app.advance(2 * day);
      expect(await articlesOf(app)).toHaveLength(1);
    });

    test('and changed: then with what it was changed to', async () => {
      const { app, id, goOn } = await startPreparing();
      await update(app, { id, keyword: 'idle connection' });
      await goOn();
      expect(await articlesOf(app)).toMatchObject([{ keyword: 'idle connection' }]);
      expect(await slotOf(app, id)).toMatchObject({ status: 'writing', keyword: 'idle connection' });
    });

    test('and deleted: then never', async () => {
      const { app, id, goOn } = await startPreparing();
      await app.desk.call('calendar_delete', { id });
      await goOn();
      await app.advance(day);
      expect(await articlesOf(app)).toEqual([]);
    });

    test('and taken over by another desk, which began it', async () => {
      const { app, id, goOn } = await startPreparing();
      let ids = 0;
      const other = await createTestApp({ home: app.home, now: () => app.now() + minute, id: (prefix) => `${prefix}_other${++ids}` });
      await other.desk.runDue();
      expect(await articlesOf(app)).toHaveLength(1);
      await goOn();
      expect(await articlesOf(app)).toHaveLength(1);
      expect(await slotOf(app, id)).toMatchObject({ articleId: expect.stringContaining('other') });
    });
  });
});
