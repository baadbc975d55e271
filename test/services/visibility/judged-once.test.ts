import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsOf } from '../../support/rows.ts';
import { openJudgedDesk, saying } from './judged-desk.ts';

/** At which questions to the judge, from 1, the answers are read anew before it replies, and at which its key is refused. */
const courses = fc.record({
  /** How many each answer has. */
  sentences: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 3 }),
  anewAt: fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 3 }),
  outAt: fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { maxLength: 2 }),
  /** Sentences that the judge refuses: each so many-th. */
  refused: fc.constantFrom(3, 7, 100),
  slow: fc.boolean(),
});
type Course = typeof courses extends fc.Arbitrary<infer Value> ? Value : never;

const numberIn = (sentence: string) => Number(/(\d+)\.$/.exec(sentence)![1]);

test('whenever answers are read anew or the judge is out, each figure is paid for once, and stands', async () => {
  let course: Pick<Course, 'anewAt' | 'outAt' | 'refused' | 'slow'>;
  let asks = 0;
  const paid: string[] = [];
  const beside: Promise<unknown>[] = [];
  const desk = await openJudgedDesk(
    saying((sentence) => {
      asks++;
      if (course.anewAt.includes(asks)) beside.push(readAnew(`Name${asks}`));
      if (course.outAt.includes(asks)) return { status: 401 };
      if (numberIn(sentence) % course.refused === 0) return { refusal: 'No.' };
      paid.push(sentence);
      return { say: JSON.stringify({ sentiment: numberIn(sentence) }), slowMs: course.slow ? 2 : 0 };
    }),
  );
  const readAnew = async (name: string) => {
    await desk.desk.call('projects_update', { id: desk.projectId, brandTerms: ['Acme', name] });
    await desk.advance(1);
  };
  const rows = rowsOf(desk.home);
  let nth = 0;

  const check = async ({ sentences, ...given }: Course) => {
    asks = 0;
    course = given;
    paid.splice(0);
    const texts = sentences.map((count) => {
      const answer = ++nth;
      return Array.from({ length: count }, (_, at) => `Acme ist in der Probe ${answer} für kleine Firmen gut, und zwar zu ${at + 1}.`);
    });
    // What earlier courses left is not read anew with these.
    await rows.delete('ai_answers');
    const { answers } = await desk.submit(texts.map((text) => ({ prompt: 'Welche?', engine: 'chatgpt', text: text.join(' ') })));
    await desk.desk.runDue();
    await Promise.all(beside.splice(0));
    for (let hours = 0; hours <= given.outAt.length; hours++) await desk.advance(3_600_000);
    const figured = texts.map((text) => text.filter((sentence) => numberIn(sentence) % given.refused !== 0));
    expect(paid.toSorted()).toEqual(figured.flat().toSorted());
    for (const [at, { id }] of answers.entries()) {
      const figures = figured[at]!.map(numberIn);
      const mean = figures.length === 0 ? null : figures.reduce((sum, one) => sum + one, 0) / figures.length;
      const { brands } = await desk.get(id);
      expect(brands.map(({ brand, sentiment }) => [brand, sentiment])).toEqual([['own', mean === null ? null : expect.closeTo(mean, 1)]]);
    }
    // Each is read anew three times at most: what is refused is asked about once for each.
    expect(asks).toBeLessThanOrEqual(texts.flat().length + given.outAt.length + given.anewAt.length * (texts.flat().length - paid.length));
  };
  await fc.assert(fc.asyncProperty(courses, check), { numRuns: 12 });
});
