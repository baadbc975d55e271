import { expect, test } from 'vitest';
import { startReports } from './support.ts';

test('sentiment is told of each brand, with the sentences that say the best and the worst', async () => {
  const { answer, sentiment, rivalId } = await startReports();
  await answer(
    ['Which?'],
    ['I love Acme, it is excellent.', 'Acme is terrible and awful.', 'Acme and Rival are great.', 'Rival is wonderful.'],
  );
  const report = await sentiment();
  expect(report.sentencesOn).toBe('own');
  expect(report.best.map(({ text }) => text)).toEqual(['I love Acme, it is excellent.']);
  expect(report.worst.map(({ text }) => text)).toEqual(['Acme is terrible and awful.']);
  expect(report.best[0]).toMatchObject({ engine: 'chatgpt', answerId: expect.stringMatching(/^ans_/) });
  const [own, rival] = report.brands;
  expect(own).toMatchObject({ brand: 'own', mentions: 3, sentiment: { n: 2 }, why: { 'sentiment.interval': 'too_few' } });
  expect(rival).toMatchObject({ brand: rivalId, mentions: 2, sentiment: { n: 1 } });
  expect((await sentiment({ brand: rivalId })).best.map(({ text }) => text)).toEqual(['Rival is wonderful.']);
});

test('a sentence that speaks neither well nor badly is at neither end', async () => {
  const { answer, sentiment } = await startReports();
  await answer(['Which?'], ['Acme is a company that sells tools.']);
  expect(await sentiment()).toMatchObject({ brands: [{ sentiment: { value: 50 } }, {}], best: [], worst: [] });
});

test('a sentence that many answers say is told once', async () => {
  const { answer, sentiment } = await startReports();
  await answer(['Which?', 'Which one?', 'Which other?'], ['I love Acme, it is excellent.']);
  expect((await sentiment()).best).toHaveLength(1);
});

test('brands that are only named together have no sentiment, and say so', async () => {
  const { answer, sentiment } = await startReports();
  await answer(['Which?'], ['Acme and Rival are great.']);
  expect((await sentiment()).brands[0]).toMatchObject({ sentiment: { value: null }, why: { sentiment: 'not_applicable' } });
});

test('why a brand has no sentiment is told by its own mentions, however often others are named since', async () => {
  const { answer, sentiment, rivalId, advance } = await startReports();
  await answer(['Which?'], ['Acme ist eine sehr schnelle Datenbank und kostet nicht viel Geld.']);
  await advance(1000);
  await answer(
    ['Which?'],
    Array.from({ length: 101 }, (_, at) => `Rival ist eine sehr schnelle Datenbank und kostet nur ${at} Euro.`),
  );
  const why = { sentiment: 'language' };
  expect((await sentiment()).brands).toMatchObject([
    { brand: 'own', why },
    { brand: rivalId, why },
  ]);
});
