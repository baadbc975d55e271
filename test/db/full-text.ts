import SqliteDatabase from 'better-sqlite3';
import { openBare } from './bare.ts';

/** An index as the database keeps one, of terms alone. */
export interface TermIndex {
  put(number: number, terms: readonly string[]): void;
  /** The numbers of what holds any of them, the best first. */
  find(terms: readonly string[]): number[];
  close(): void;
}

export function openTermIndex(): TermIndex {
  const database = new SqliteDatabase(':memory:');
  database.exec(`create virtual table texts using fts5 (text, tokenize='ascii')`);
  const insert = database.prepare('insert into texts (rowid, text) values (?, ?)');
  const search = database.prepare<[string], number>('select rowid from texts where texts match ? order by rank').pluck();
  return {
    put: (number, terms) => void insert.run(number, terms.join(' ')),
    find: (terms) => (terms.length === 0 ? [] : search.all(terms.map((term) => `"${term}"`).join(' OR '))),
    close: () => void database.close(),
  };
}

/** How many texts the index of a home's articles or passages holds, or of them those with a term. */
export function countIndexed(home: string, of: 'articles' | 'passages', term?: string): number {
  const sqlite = openBare(home, { readonly: true });
  try {
    const found =
      term === undefined
        ? sqlite.prepare<[], number>(`select count(*) from ${of}_fts_docsize`).pluck().get()
        : sqlite.prepare<[string], number>(`select count(*) from ${of}_fts where ${of}_fts match ?`).pluck().get(`"${term}"`);
    return found!;
  } finally {
    sqlite.close();
  }
}
