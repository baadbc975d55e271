import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../src/visibility/answer.ts';
import { withJudgements } from '../../src/visibility/sentiment.ts';
import { brandOf } from './brands.ts';

const brands = [brandOf('own', ['Acme', 'Best Buy']), brandOf('cmp_1', ['Bolt'])];
const read = async (text: string, language?: string) => (await readAnswer({ text, citations: [], language }, brands)).brands;

describe('the sentiment of a mention is that of its own sentence', () => {
  test('from 0 over 50 to 100, as VADER has it', async () => {
    const [own] = await read('Acme is great. The weather is terrible today.');
    // VADER's compound of "Brand is great." is 0.6249: (0.6249 + 1) × 50.
    expect(own).toMatchObject({ sentiment: 81.25, sentimentCount: 1, sentences: [{ text: 'Acme is great.', sentiment: 81.25 }] });
    expect((await read('Acme is a company that sells tools.'))[0]).toMatchObject({ sentiment: 50 });
    expect((await read('Many users hate Acme, and it isn’t good.'))[0]!.sentiment).toBeLessThan(30);
  });

  test('a name that is praise itself says nothing', async () => {
    expect((await read('Best Buy is a company that sells tools.'))[0]).toMatchObject({ sentiment: 50 });
  });

  test('the mean is over mentions, and their sentences are told', async () => {
    const [own] = await read('Acme is great. Acme, Acme and Acme.\n\nActually Acme and Bolt are bad.');
    expect(own!.sentences).toMatchObject([
      { mentions: 1, sentiment: 81.25 },
      { mentions: 3, sentiment: 50 },
      { mentions: 1, sentiment: null, why: 'not_applicable' },
    ]);
    expect(own).toMatchObject({ mentions: 5, sentiment: 57.81, sentimentCount: 4 });
  });

  test('where only sentences with several brands name it there is none', async () => {
    expect(await read('Acme and Bolt are great.')).toMatchObject([
      { sentiment: null, sentimentCount: 0 },
      { sentiment: null, sentimentCount: 0 },
    ]);
  });

  test('of many sentences the first twenty are told, and a long one is cut', async () => {
    const [own] = await read(`Acme is good. ${'Acme is good. '.repeat(30)}`);
    expect([own!.mentions, own!.sentences.length, own!.sentimentCount]).toEqual([31, 20, 20]);
    const [long] = await read(`Acme ${'and more '.repeat(400)}`);
    expect(long!.sentences[0]!.text).toHaveLength(500);
  });
});

describe('of a list’s item that a brand’s name labels', () => {
  const said = async (item: string) => (await read(item)).map(({ sentences }) => sentences.map(({ text }) => text));

  test('all sentences are on that brand', async () => {
    const [own] = await read('- **Acme** — simple boards. Good for small teams.\n- **Other** — great.');
    expect(own).toMatchObject({ mentions: 1, sentimentCount: 1, sentences: [{ text: 'Acme — simple boards. Good for small teams.' }] });
    expect(own!.sentiment).toBeGreaterThan(60);
    expect(await said('1. **Acme (free)**: boards. Hard to learn.')).toEqual([['Acme (free): boards. Hard to learn.']]);
  });

  test('but none from one on that may name somebody else', async () => {
    expect(await said('- Acme: boards. Cheap. Bolt is great. Good for teams.')).toEqual([['Acme: boards. Cheap.'], ['Bolt is great.']]);
    expect(await said('- Acme: boards. For all else ClickUp is great. Good.')).toEqual([['Acme: boards.']]);
    expect(await said('- Acme: boards. ClickUp is great.')).toEqual([['Acme: boards.']]);
  });

  test('in no other place', async () => {
    expect(await said('Acme: boards. Good for small teams.')).toEqual([['Acme: boards.']]);
    expect(await said('- Acme and others are tools. Good for small teams.')).toEqual([['Acme and others are tools.']]);
    expect(await said('- Acme, Bolt: boards. Good for small teams.')).toEqual([['Acme, Bolt: boards.'], ['Acme, Bolt: boards.']]);
    expect(await said('- Acme: boards.\n\n  Good for small teams.')).toEqual([['Acme: boards.']]);
  });
});

describe('in another language', () => {
  const german = 'Acme ist ein wirklich gutes Werkzeug für kleine Firmen und Vereine. Acme und Bolt sind beide schlecht zu bedienen.';

  test('there is none, and it says why', async () => {
    const [own] = await read(german);
    expect(own).toMatchObject({ sentiment: null, sentimentCount: 0 });
    expect(own!.sentences.map(({ why }) => why)).toEqual(['language', 'not_applicable']);
  });

  test('a judge says it of the sentences that wait for it', async () => {
    const [own, rival] = await read(german);
    const [first, second] = own!.sentences;
    expect(withJudgements(own!.sentences, () => 90)).toEqual([{ text: first!.text, mentions: 1, sentiment: 90 }, second]);
    expect(withJudgements(rival!.sentences, () => 90)).toEqual(rival!.sentences);
    expect(withJudgements(own!.sentences, () => undefined)).toEqual(own!.sentences);
    expect(withJudgements(own!.sentences, () => 'provider_error')).toEqual([{ ...first, why: 'provider_error' }, second]);
  });
});

test('the language of a short text is that of its letters, or what was said', async () => {
  const languageOf = async (text: string, language?: string) => (await readAnswer({ text, citations: [], language }, [])).language;
  expect(await languageOf('Acme is good.')).toBe('en');
  expect(await languageOf('Яндекс хорош')).toBe('und');
  expect(await languageOf('Acme gut.', 'de')).toBe('de');
});
