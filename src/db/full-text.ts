import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from './open.ts';
import { idsIn, rowsOf } from './sql.ts';

/**
 * Full text behind one door. An index keeps terms that the caller made of a text, under the text's number, and no text. Terms hold letters,
 * digits, marks and underscores. Projects may share a key: the caller checks whose the texts are that it finds.
 */
export interface Sought {
  projectId: string;
  /** A text is found if it meets all of these. */
  all: readonly Condition[];
  /** Only numbers up to this. */
  upTo: number;
  limit: number;
}

/** Met by any of the terms, in these columns if they are named. */
export interface Condition {
  anyOf: readonly string[];
  in?: readonly string[];
  /** Of these, terms to be ranked by each column apart: one that most texts have somewhere counts nothing in BM25, but one in a title tells. */
  apart?: readonly string[];
}

export interface RankedText {
  number: number;
  /** BM25, higher is better. */
  score: number;
}

/** Matches in the titles of page and section count twice, as they say what a passage is about. Narrowing terms score nothing. */
export const passageIndex = fullText('passages_fts', sql`insert or replace into passages_fts`, {
  title: 2,
  heading: 2,
  text: 1,
  narrowed_by: 0,
});

/** The same of pages that were crawled. */
export const crawledIndex = fullText('crawled_fts', sql`insert or replace into crawled_fts`, {
  title: 2,
  heading: 2,
  text: 1,
  narrowed_by: 0,
});

/** Knows only whether an article has a term, not where. */
export const articleIndex = fullText('articles_fts', sql`insert or replace into articles_fts`, { words: 1 });

/** The tables of the indexes, for those that only name them. */
export const indexTables = { passages: 'passages_fts', crawled: 'crawled_fts', articles: 'articles_fts' } as const;

/** A table of SQLite's FTS5, and what a match in each of its columns counts. */
function fullText<Column extends string>(name: string, putInto: RawBuilder<unknown>, weights: Readonly<Record<Column, number>>) {
  const table = sql.raw(name);
  const columns = Object.keys(weights) as Column[];
  const score = sql.raw(`-bm25(${[name, ...columns.map((column) => weights[column].toFixed(1))].join(', ')})`);
  const scored = columns.filter((column) => weights[column] > 0);
  const named = sql.raw(`rowid, ${columns.join(', ')}`);

  return {
    /** Replaces the terms of these texts. */
    async put(
      tx: Tx,
      texts: readonly { number: number; projectId: string; terms: Readonly<Record<Column, readonly string[]>> }[],
    ): Promise<void> {
      // One statement for all would write a segment of the index for itself, to be merged later.
      for (const { number, projectId, terms } of texts) {
        const values = columns.map((column) => terms[column].map((term) => keyed(projectId, term)).join(' '));
        await sql`${putInto} (${named}) values (${number}, ${sql.join(values)})`.execute(tx);
      }
    },

    async remove(tx: Tx, numbers: readonly number[]): Promise<void> {
      await sql`delete from ${table} where rowid in ${idsIn(numbers)}`.execute(tx);
    },

    /** The best of the newest texts, best first. */
    async rank(db: Db, { maxRanked, upTo, limit, ...sought }: Sought & { maxRanked: number }): Promise<RankedText[]> {
      const { rows } = await sql<RankedText>`
        select number, score from (
          select rowid as number, ${score} as score from ${table}
          where ${table} match ${matchOf(sought, scored)} and rowid <= ${upTo}
          order by rowid desc limit ${maxRanked}) as found
        order by score desc, number desc limit ${limit}`.execute(db);
      return rows;
    },

    /** The newest texts, downwards. */
    async newest(db: Db, { upTo, limit, ...sought }: Sought): Promise<number[]> {
      const { rows } = await sql<{ number: number }>`
        select rowid as number from ${table} where ${table} match ${matchOf(sought, scored)} and rowid <= ${upTo}
        order by rowid desc limit ${limit}`.execute(db);
      return rows.map(({ number }) => number);
    },

    /** For each question the newest texts, as `newest` finds them. */
    async newestOfEach(db: Db, questions: readonly Sought[], turn: () => Promise<void>): Promise<number[][]> {
      const found: number[][] = [];
      for (const question of questions) {
        await turn();
        found.push(await this.newest(db, question));
      }
      return found;
    },

    /** For each list how many texts have one of its terms; counting stops at `enough`. */
    async count(db: Db, projectId: string, lists: readonly (readonly string[])[], enough: number): Promise<number[]> {
      const matches = lists.map((terms) => ({ match: anyOf(projectId, terms) }));
      const wanted = rowsOf('wanted', ['match'], matches);
      const { rows } = await sql<{ holders: number }>`
        select (select count(*) from (select 1 from ${table} where ${table} match (${wanted.columns.match}) limit ${enough}) as held) as holders
        from ${wanted.from} order by ${wanted.place}`.execute(db);
      return rows.map(({ holders }) => holders);
    },
  };
}

function matchOf({ projectId, all }: Pick<Sought, 'projectId' | 'all'>, columns: readonly string[]): string {
  const conditions = all.map(({ anyOf: terms, in: within, apart = [] }) => {
    const any = anyOf(projectId, terms);
    if (within) return `{${within.join(' ')}} : (${any})`;
    const byColumn = apart.length === 0 ? [] : columns.map((column) => `({${column}} : (${anyOf(projectId, apart)}))`);
    return `(${[any, ...byColumn].join(' OR ')})`;
  });
  // A repeated condition would cost twice.
  return [...new Set(conditions)].join(' AND ');
}

/** Terms are quoted: none becomes syntax. */
function anyOf(projectId: string, terms: readonly string[]): string {
  return terms.map((term) => `"${keyed(projectId, term)}"`).join(' OR ');
}

/** Prefixes a term with its project, so that a search stays within it. Projects may share a prefix: results are checked again, so that costs only time. */
function keyed(projectId: string, term: string): string {
  return `${projectId.slice(-6)}_${term}`;
}
