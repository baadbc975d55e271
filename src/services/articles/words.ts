import { putWords, withoutWords } from '../../db/full-text.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { ArticleRow } from '../../db/rows/articles.ts';
import type { System } from '../../system.ts';
import { foundBy } from '../../writing/score/found-by.ts';
import { parsedOrNull } from '../common/wire.ts';

const wordColumns = ['id', 'project_id', 'language', 'title', 'keyword', 'content_markdown', 'quality'] as const;
type WordRow = Pick<ArticleRow, (typeof wordColumns)[number]>;

/** Makes articles findable by their words and flags. */
export async function indexArticles(tx: Tx, rows: readonly WordRow[]): Promise<void> {
  const projectIds = [...new Set(rows.map(({ project_id }) => project_id))];
  const projects = await tx.selectFrom('projects').select(['id', 'language']).where('id', 'in', projectIds).execute();
  const words = rows.map(({ id, project_id: projectId, content_markdown: markdown, quality, ...row }) => {
    // Until it is written, an article may have no language of its own.
    const language = row.language ?? projects.find((project) => project.id === projectId)!.language;
    return { id, projectId, terms: foundBy({ ...row, language, markdown, flags: parsedOrNull(quality) ?? [] }) };
  });
  await putWords(tx, words);
}

/** Articles indexed in one transaction: a long one takes some 10 ms. */
const maxAtOnce = 10;

/** Indexes the articles of an older program's database, in slices. */
export async function indexWaiting(store: Store, pause: System['pause']): Promise<void> {
  while ((await withoutWords(store.db, 1)).length > 0) {
    await store.write(async (tx) => {
      const ids = await withoutWords(tx, maxAtOnce);
      if (ids.length > 0) await indexArticles(tx, await tx.selectFrom('articles').select(wordColumns).where('id', 'in', ids).execute());
    });
    await pause(0);
  }
}
