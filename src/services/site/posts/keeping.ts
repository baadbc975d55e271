import type { Tx } from '../../../db/open.ts';
import type { PostRow } from '../../../db/rows/site.ts';
import { idsIn } from '../../../db/sql.ts';
import { storedKey } from '../../common/keyword-key.ts';
import { normalise, withoutAccents } from '../../../language/tokens.ts';
import { originalOf, urlOf } from './rows.ts';

const maxSoughtLength = 1000;

/** What is looked through for the words of a question, and what they are looked for as. */
export function soughtOf(text: string): string {
  return withoutAccents(normalise(text)).slice(0, maxSoughtLength);
}

type Derived = 'keyword_key' | 'dated_at' | 'sought' | 'competes';

/** With what follows from the rest of a row. */
export function completed(post: Omit<PostRow, Derived>): PostRow {
  const { keyword, language, title } = post;
  return {
    ...post,
    keyword_key: keyword === null ? null : storedKey(keyword, language),
    dated_at: post.modified_at ?? post.published_at ?? 0,
    sought: soughtOf([title, keyword ?? '', urlOf(post) ?? ''].join(' ')),
    competes: 0,
  };
}

/** Adds posts; one whose place is known takes these columns. */
export async function putPosts(tx: Tx, posts: readonly PostRow[], columns: readonly (keyof PostRow)[]): Promise<void> {
  if (posts.length === 0) return;
  const added = tx.insertInto('posts').values(posts);
  await added
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'place'])
        .doUpdateSet(({ ref }) => Object.fromEntries(columns.map((column) => [column, ref(`excluded.${column}`)]))),
    )
    .execute();
}

/** Marks the posts of these projects that compete, and unmarks the others: all, or those with these keys. */
export async function markCompeting(tx: Tx, projectIds: readonly string[], keys?: readonly string[]): Promise<void> {
  const all = tx
    .selectFrom('posts')
    .select(['id', 'project_id', 'keyword_key', 'place', 'canonical_url', 'competes'])
    .where('project_id', 'in', idsIn(projectIds))
    .where('keyword_key', 'is not', null);
  const rows = await (keys ? all.where('keyword_key', 'in', idsIn(keys)) : all).execute();
  const originals = new Map<string, Set<string>>();
  const keyIn = ({ project_id, keyword_key }: Pick<PostRow, 'project_id' | 'keyword_key'>) => `${project_id} ${keyword_key}`;
  for (const row of rows) originals.set(keyIn(row), (originals.get(keyIn(row)) ?? new Set()).add(originalOf(row)));
  const changed = rows
    .map((row) => ({ id: row.id, before: row.competes, after: originals.get(keyIn(row))!.size > 1 ? 1 : 0 }))
    .filter(({ before, after }) => before !== after);
  const [competing, alone] = [1, 0].map((mark) => changed.filter(({ after }) => after === mark).map(({ id }) => id));
  await tx.updateTable('posts').set({ competes: 1 }).where('id', 'in', idsIn(competing!)).execute();
  await tx.updateTable('posts').set({ competes: 0 }).where('id', 'in', idsIn(alone!)).execute();
}
