import { sql } from 'kysely';
import type { Db, Tx } from './open.ts';

/**
 * Full text behind one door: `putWords`, `removeWords`, `newestWith`. It keeps terms that the caller made of an article, and no text.
 * Terms hold letters, digits, marks and underscores.
 */
export interface WordsOfArticle {
  id: string;
  /** Its project: a search stays within one. */
  projectId: string;
  terms: readonly string[];
}

/** Replaces the words of these articles. */
export async function putWords(tx: Tx, articles: readonly WordsOfArticle[]): Promise<void> {
  if (articles.length === 0) return;
  const numbered = await tx
    .insertInto('article_words')
    .values(articles.map(({ id }) => ({ article_id: id, waits: 0 as const })))
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet({ waits: 0 }))
    .returning(['number', 'article_id'])
    .execute();
  const numberOf = new Map(numbered.map(({ number, article_id }) => [article_id, number]));
  const rows = articles.map(({ id, projectId, terms }) => [numberOf.get(id), terms.map((term) => keyed(projectId, term)).join(' ')]);
  await sql`
    insert or replace into articles_fts (rowid, words)
      select value ->> 0, value ->> 1 from json_each(${JSON.stringify(rows)})`.execute(tx);
}

/** To be called before the articles are deleted. */
export async function removeWords(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    delete from articles_fts where rowid in (
      select number from article_words where article_id in (select value from json_each(${JSON.stringify(ids)})))`.execute(tx);
}

/** Some of the articles whose words were never put: those of an older program's database. */
export async function withoutWords(db: Pick<Tx, 'selectFrom'>, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('article_words')
    .select('article_id')
    // A literal: the index holds only those that wait.
    .where(({ eb, lit }) => eb('waits', '=', lit(1)))
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(({ article_id }) => article_id);
}

export interface SoughtWords {
  projectId: string;
  /** An article is found if it has a term of each group. */
  groups: readonly (readonly string[])[];
  /** Only numbers below this. */
  before: number;
  limit: number;
}

/** The articles requested last, downwards. Projects may share a key: the caller checks whose they are. */
export async function newestWith(db: Db, { projectId, groups, before, limit }: SoughtWords): Promise<{ number: number; id: string }[]> {
  // Quoted: no term becomes syntax.
  const match = groups.map((terms) => `(${terms.map((term) => `"${keyed(projectId, term)}"`).join(' OR ')})`).join(' AND ');
  const { rows } = await sql<{ number: number; id: string }>`
    select found.number as number, article_words.article_id as id from (
      select rowid as number from articles_fts where articles_fts match ${match} and rowid < ${before}
      order by rowid desc limit ${limit}) as found
    join article_words on article_words.number = found.number
    order by found.number desc`.execute(db);
  return rows;
}

function keyed(projectId: string, term: string): string {
  return `${projectId.slice(-6)}_${term}`;
}
