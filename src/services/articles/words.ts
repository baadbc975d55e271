import { articleIndex } from '../../db/full-text.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { ArticleRow } from '../../db/rows/articles.ts';
import { idsIn } from '../../db/sql.ts';
import type { System } from '../../system.ts';
import { foundBy } from '../../writing/score/found-by.ts';
import { parsedOrNull } from '../common/wire.ts';

const wordColumns = ['id', 'project_id', 'language', 'title', 'keyword', 'content_markdown', 'quality'] as const;
type WordRow = Pick<ArticleRow, (typeof wordColumns)[number]>;

/** Makes articles findable by their words and flags. */
export async function indexArticles(tx: Tx, rows: readonly WordRow[]): Promise<void> {
  const projectIds = [...new Set(rows.map(({ project_id }) => project_id))];
  const projects = await tx.selectFrom('projects').select(['id', 'language']).where('id', 'in', idsIn(projectIds)).execute();
  const numberOf = await numbered(tx, rows);
  const texts = rows.map(({ id, project_id: projectId, content_markdown: markdown, quality, ...row }) => {
    // Until it is written, an article may have no language of its own.
    const language = row.language ?? projects.find((project) => project.id === projectId)!.language;
    const words = foundBy({ ...row, language, markdown, flags: parsedOrNull(quality) ?? [] });
    return { number: numberOf.get(id)!, projectId, terms: { words } };
  });
  await articleIndex.put(tx, texts);
}

/** The numbers under which the index is given these articles' words. */
async function numbered(tx: Tx, articles: readonly { id: string }[]): Promise<Map<string, number>> {
  if (articles.length === 0) return new Map();
  const rows = await tx
    .insertInto('article_words')
    .values(articles.map(({ id }) => ({ article_id: id, waits: 0 as const })))
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet({ waits: 0 }))
    .returning(['number', 'article_id'])
    .execute();
  return new Map(rows.map(({ number, article_id }) => [article_id, number]));
}

/** To be called before the articles are deleted. */
export async function removeWords(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = await tx.selectFrom('article_words').select('number').where('article_id', 'in', idsIn(ids)).execute();
  const numbers = rows.map(({ number }) => number);
  await articleIndex.remove(tx, numbers);
}

/** Articles indexed in one transaction: a long one takes some 10 ms. */
const maxAtOnce = 10;

/** Indexes the articles of an older program's database, in slices. */
export async function indexWaiting(store: Store, pause: System['pause']): Promise<void> {
  while ((await waiting(store.db).executeTakeFirst()) !== undefined) {
    await store.write(async (tx) => {
      await indexArticles(tx, await tx.selectFrom('articles').select(wordColumns).where('id', 'in', waiting(tx)).execute());
    });
    await pause(0);
  }
}

/** Some of the articles whose words were never put. */
function waiting(db: Pick<Tx, 'selectFrom'>) {
  const ids = db.selectFrom('article_words').select('article_id').orderBy('number').limit(maxAtOnce);
  // A literal: the index holds only those that wait.
  return ids.where(({ eb, lit }) => eb('waits', '=', lit(1)));
}
