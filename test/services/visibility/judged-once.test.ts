import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsOf } from '../../support/rows.ts';
import { fencedIn, openJudgedDesk, saying } from './judged-desk.ts';

/** Which questions to the judge, from 1, each have the answers read anew before it answers; how many sentences each answer has. */
const courses = fc.record({
  sentences: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 3 }),
  anewAt: fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 3 }),
  slow: fc.boolean(),
});

test('whenever answers are read anew, each sentence is asked about once, and what was said of it stands', async () => {
  let asks = 0;
  let course = { anewAt: [] as number[], slow: false };
  const beside: Promise<unknown>[] = [];
  const desk = await openJudgedDesk(
    saying((sentence) => {
      asks++;
      if (course.anewAt.includes(asks)) beside.push(readAnew(`Name${asks}`));
      return { say: JSON.stringify({ sentiment: Number(/\d+$/.exec(sentence.slice(0, -1))![0]) }), slowMs: course.slow ? 2 : 0 };
    }),
  );
  const readAnew = async (name: string) => {
    await desk.desk.call('projects_update', { id: desk.projectId, brandTerms: ['Acme', name] });
    await desk.advance(1);
  };
  const rows = rowsOf(desk.home);
  let nth = 0;
  const check = async ({ sentences, ...given }: { sentences: number[]; anewAt: number[]; slow: boolean }) => {
    asks = 0;
    course = given;
    desk.judge.asks.splice(0);
    const texts = sentences.map((count) => {
      const answer = ++nth;
      return Array.from({ length: count }, (_, at) => `Acme ist in der Probe ${answer} für kleine Firmen gut, und zwar zu ${at + 1}.`);
    });
    const sent = texts.map((text) => ({ prompt: 'Welche?', engine: 'chatgpt', text: text.join(' ') }));
    // What earlier courses left is not read anew with these.
    await rows.delete('ai_answers');
    const { answers } = await desk.submit(sent);
    await desk.desk.runDue();
    await Promise.all(beside.splice(0));
    await desk.desk.runDue();
    expect(desk.judge.asks.map((ask) => fencedIn(ask)[1]!).toSorted()).toEqual(texts.flat().toSorted());
    for (const [at, { id }] of answers.entries()) {
      const mean = (sentences[at]! + 1) / 2;
      expect((await desk.get(id)).brands.map(({ brand, sentiment }) => [brand, sentiment])).toEqual([['own', mean]]);
    }
  };
  await fc.assert(fc.asyncProperty(courses, check), { numRuns: 10 });
});
