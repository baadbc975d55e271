import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cannibalisedBy, duplicatesOf, sketchOf, type ArticleSketch } from '../../../src/writing/score/similarity.ts';

const vocabulary = Array.from({ length: 900 }, (_, index) => `w${(index * 7919).toString(36)}`);
const textOf = (seed: number, length = 800) =>
  Array.from(
    { length },
    (_, index) => vocabulary[(seed * 131 + index * (7 + (seed % 5)) + ((index * index) % 97)) % vocabulary.length],
  ).join(' ');
const article = (id: string, keyword: string, text: string, title = keyword): ArticleSketch => ({
  id,
  title,
  keyword,
  language: 'en',
  sketch: sketchOf({ title, keyword, language: 'en', text }),
});

describe('sketchOf', () => {
  test('fits in a few hundred characters and reveals nothing of the text', () => {
    const sketch = sketchOf({ title: 'Connection Pooling', keyword: 'connection pooling', language: 'en', text: textOf(1) });
    expect(sketch).toMatch(/^1\|connect pool\|connect pool\|[A-Za-z0-9+/]{171}=$/);
  });

  test('is the same for the same words', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const of = (body: string) => sketchOf({ title: 'a', keyword: 'b', language: 'en', text: body });
        expect(of(text)).toBe(of(text));
        expect(of(` ${text} `)).toBe(of(text));
      }),
    );
  });
});

describe('duplicatesOf', () => {
  const own = textOf(1);

  test('finds the same body, and one lightly edited', () => {
    const edited = own
      .split(' ')
      .map((word, index) => (index % 25 === 0 ? 'edited' : word))
      .join(' ');
    const found = duplicatesOf(article('x', 'a', own).sketch!, [
      article('same', 'b', own),
      article('edited', 'c', edited),
      article('other', 'd', textOf(2)),
    ]);
    expect(found.map(({ id }) => id)).toEqual(['same', 'edited']);
    expect(found[0]!.similarity).toBe(1);
  });

  test('finds no duplicates among articles without words or without a sketch', () => {
    const empty = article('x', 'a', '');
    expect(duplicatesOf(empty.sketch!, [article('y', 'b', '')])).toEqual([]);
    expect(
      duplicatesOf(article('x', 'a', own).sketch!, [
        { ...empty, sketch: null },
        { ...empty, sketch: 'made up' },
      ]),
    ).toEqual([]);
  });
});

describe('cannibalisedBy', () => {
  const others = [
    article('pools', 'connection pooling', 'x', 'Connection Pooling: A Guide'),
    article('agents', 'proxy agents', 'x', 'Proxy Agents'),
  ];
  const against = (keyword: string, title = keyword, language = 'en') =>
    cannibalisedBy({ keyword, title, language }, others).map(({ id }) => id);

  test('finds the same keyword in any inflection and order', () => {
    for (const keyword of ['connection pooling', 'Connection  Pooling', 'pooling connections', 'connections pool'])
      expect(against(keyword)).toEqual(['pools']);
  });

  test('finds a nearly equal keyword with a nearly equal title', () => {
    expect(against('connection pooling guide', 'Connection Pooling: A Guide')).toEqual(['pools']);
  });

  test('ignores another intent or another language', () => {
    expect(against('connection pooling in postgres', 'Connection Pooling in Postgres')).toEqual([]);
    expect(against('connection timeouts')).toEqual([]);
    expect(against('connection pooling', 'x', 'de')).toEqual([]);
  });

  test('compares keywords of stopwords alone as they are written', () => {
    const who = [article('who', 'who is who', 'x')];
    expect(cannibalisedBy({ keyword: 'Who is who', title: 'x', language: 'en' }, who)).toHaveLength(1);
    expect(cannibalisedBy({ keyword: 'who am I', title: 'x', language: 'en' }, who)).toEqual([]);
  });

  test('works without sketches', () => {
    const bare = others.map((other) => ({ ...other, sketch: null }));
    expect(cannibalisedBy({ keyword: 'pooling connections', title: 'x', language: 'en' }, bare).map(({ id }) => id)).toEqual(['pools']);
  });
});

test('compares with 10,000 articles in milliseconds', () => {
  const some = Array.from({ length: 200 }, (_, index) =>
    article(`a${index}`, `${vocabulary[index]} ${vocabulary[index + 1]}`, textOf(index)),
  );
  const many = Array.from({ length: 10_000 }, (_, index) => some[index % some.length]!);
  const sketch = sketchOf({ title: 'x', keyword: 'y', language: 'en', text: textOf(7777) });
  const timed = () => {
    const started = performance.now();
    duplicatesOf(sketch, many);
    cannibalisedBy({ keyword: 'some keyword', title: 'some title', language: 'en' }, many);
    return performance.now() - started;
  };
  expect(Math.min(timed(), timed(), timed())).toBeLessThan(60);
});
