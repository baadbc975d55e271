import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { ftsQuery, rankByBm25 } from '../../src/text/retrieval.ts';

const database = new Database(':memory:');
database.exec(`CREATE VIRTUAL TABLE passages USING fts5(text, tokenize='porter unicode61 remove_diacritics 2')`);
const insert = database.prepare('INSERT INTO passages (text) VALUES (?)');
for (const text of [
  'A ProxyAgent routes requests.',
  'The proxy and its agents.',
  'Crème brûlée is a dessert.',
  'Pooling connections saves time.',
])
  insert.run(text);
const search = database.prepare('SELECT text FROM passages WHERE passages MATCH ? ORDER BY rank').pluck();

function find(query: string): unknown[] {
  const expression = ftsQuery(query, 'en');
  return expression === null ? [] : search.all(expression);
}

afterAll(() => database.close());

describe('ftsQuery', () => {
  test('finds other forms of the words', () => {
    expect(find('connection pool')).toEqual(['Pooling connections saves time.']);
    expect(find('creme brulee')).toEqual(['Crème brûlée is a dessert.']);
  });

  test('finds a name written together and apart', () => {
    expect(find('proxy agent')).toHaveLength(2);
    expect(find('ProxyAgent')).toHaveLength(2);
  });

  test('is null where only stopwords, symbols or nothing is left', () => {
    for (const text of ['', '   ', 'the of and', '"*^:-()', '🎉🎉', '\u0000']) expect(ftsQuery(text, 'en')).toBeNull();
  });

  test.each([
    '"',
    'a"b',
    'NEAR(a b)',
    'a* b^ c:d -e',
    'text : x',
    '{a b} : c',
    'a AND OR NOT',
    "x'; DROP TABLE passages; --",
    'a\u0000b',
    '\uD800lone',
    '🎉 party 🎉',
    '٣ 一二三',
    '(((',
    'col:"',
  ])('takes hostile input as words: %j', (text) => {
    expect(() => find(text)).not.toThrow();
  });

  test('is never a syntax error', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('"', '*', '^', ':', '-', '(', ')', 'N', 'E', 'A', 'R', ' ', '+', "'", 'é', '连', '\u0301', '\uE000'),
      }),
    );
    fc.assert(
      fc.property(hostile, (text) => find(text).length >= 0),
      { numRuns: 500 },
    );
  });
});

describe('rankByBm25', () => {
  test('ranks the text that speaks most of the query first, and gives 0 to one that does not', () => {
    const [about, mentions, silent] = rankByBm25(
      'retry policy',
      ['A retry policy says when to retry.', 'A long text about many things, of which one is a policy and none is more.', 'Nothing here.'],
      'en',
    );
    expect(about).toBeGreaterThan(mentions!);
    expect(mentions).toBeGreaterThan(0);
    expect(silent).toBe(0);
  });
});
