import type { PostQuestion, PostSort } from '../../../../schema/posts.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Db } from '../../../db/open.ts';
import type { PostRow } from '../../../db/rows/site.ts';
import { idsIn } from '../../../db/sql.ts';
import { storedKey } from '../../common/keyword-key.ts';
import { decodeCursor } from '../../common/paging.ts';
import type { PageFiguresOf } from '../../search-console/index.ts';
import { holdsText, isPastPost, isSomewhere, type PostColumn } from '../queries.ts';
import { soughtOf } from './keeping.ts';
import { urlOf } from './rows.ts';
import { searchedOf, type Searched, type Shown } from './searched.ts';

/** By a column. `least`: rows with less have no such figure. */
interface Order {
  column: PostColumn;
  isDescending: boolean;
  least?: number;
}

const orders = {
  newest: { column: 'dated_at', isDescending: true },
  oldest: { column: 'dated_at', isDescending: false, least: 1 },
  shortest: { column: 'words', isDescending: false, least: 0 },
  longest: { column: 'words', isDescending: true, least: 0 },
  least_linked: { column: 'links_in', isDescending: false, least: 0 },
  most_linked: { column: 'links_in', isDescending: true, least: 0 },
} as const satisfies Partial<Record<PostSort, Order>>;

/** By what Google shows, the highest first; a whole number, and null without such a figure. */
const ranks: Readonly<Record<Exclude<PostSort, keyof typeof orders>, (searched: Searched) => number | null>> = {
  most_clicked: ({ clicks }) => clicks,
  most_decayed: ({ decay }) => (decay === null ? null : Math.round(decay * 100)),
};

interface Needs {
  db: Db;
  now: number;
  pageFigures: PageFiguresOf;
}

type Filters = Omit<PostQuestion, 'sort' | 'limit' | 'cursor' | 'projectId'>;

interface Wanted {
  sort: PostSort;
  cursor: string | undefined;
  limit: number;
}

interface Ordered {
  /** One more than the limit where there are more. */
  rows: PostRow[];
  /** What Google shows of them. */
  shown: Shown;
  /** A row's place in the order, before its id. */
  rankOf(row: PostRow): number;
}

/** The posts of a page. Throws `invalid_input` for a cursor of another order. */
export async function postsInOrder(needs: Needs, project: Project, filters: Filters, wanted: Wanted): Promise<Ordered> {
  const { sort } = wanted;
  if (sort === 'most_clicked' || sort === 'most_decayed') return byWhatIsShown(needs, project, filters, { ...wanted, sort });
  const { column, isDescending, least }: Order = orders[sort];
  let posts = filtered(needs, project, filters).selectAll();
  const past = positionOf(wanted);
  if (least !== undefined) posts = posts.where(column, '>=', least);
  if (past) posts = posts.where(isPastPost(column, isDescending, past.value, past.id));
  const direction = isDescending ? 'desc' : 'asc';
  const inOrder = posts.orderBy(column, direction).orderBy('id', direction);
  const rows = await inOrder.limit(wanted.limit + 1).execute();
  return { rows, shown: await needs.pageFigures(project, urlsOf(rows)), rankOf: (row) => row[column] };
}

/** No column has these figures: all posts are looked at, some thousands at most. */
async function byWhatIsShown(
  needs: Needs,
  project: Project,
  filters: Filters,
  wanted: Wanted & { sort: keyof typeof ranks },
): Promise<Ordered> {
  const posts = await filtered(needs, project, filters).select(['id', 'place']).execute();
  const shown = await needs.pageFigures(project, urlsOf(posts));
  const found = new Map(
    posts.flatMap((post) => {
      const rank = ranks[wanted.sort](searchedOf(shown, urlOf(post)));
      return rank === null ? [] : [[post.id, rank] as const];
    }),
  );
  const past = positionOf(wanted);
  const isPast = ([id, rank]: readonly [string, number]) => !past || rank < past.value || (rank === past.value && id > past.id);
  const inOrder = [...found].filter(isPast).toSorted(([id, rank], [otherId, other]) => other - rank || (id < otherId ? -1 : 1));
  const ids = inOrder.slice(0, wanted.limit + 1).map(([id]) => id);
  const rows = await needs.db.selectFrom('posts').selectAll().where('id', 'in', idsIn(ids)).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), shown, rankOf: ({ id }) => found.get(id)! };
}

const dayMs = 24 * 3_600_000;

function filtered({ db, now }: Needs, project: Project, { q, keyword, staleDays, orphan, cannibalised }: Filters) {
  let posts = db.selectFrom('posts').where('project_id', '=', project.id).where(isSomewhere);
  for (const word of soughtOf(q ?? '')
    .split(' ')
    .filter(Boolean))
    posts = posts.where(holdsText(word));
  if (keyword !== undefined) posts = posts.where('keyword_key', '=', storedKey(keyword, project.language));
  if (staleDays !== undefined) posts = posts.where('dated_at', '>', 0).where('dated_at', '<=', now - staleDays * dayMs);
  if (orphan !== undefined) posts = orphan ? posts.where('links_in', '=', 0) : posts.where('links_in', '>', 0);
  if (cannibalised !== undefined) posts = posts.where('competes', '=', cannibalised ? 1 : 0);
  return posts;
}

const urlsOf = (posts: readonly Pick<PostRow, 'place'>[]): string[] => posts.flatMap((post) => urlOf(post) ?? []);

/** A cursor holds for its own order alone. */
function positionOf({ cursor, sort }: Wanted): { value: number; id: string } | undefined {
  const position = decodeCursor(cursor, new RegExp(String.raw`^${sort}\.-?\d{1,15}\.pst_\w+$`));
  if (position === undefined) return undefined;
  const [, value, id] = position.split('.') as [string, string, string];
  return { value: Number(value), id };
}
