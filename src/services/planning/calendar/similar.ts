import type { SimilarPiece } from '../../../../schema/calendar.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Db } from '../../../db/open.ts';
import { keywordTerms, nearnessOf } from '../../../language/similar-keyword.ts';
import type { System } from '../../../system.ts';

type Keyed = Pick<Project, 'id' | 'language'>;

/** Near pieces that a slot names. */
const maxSimilar = 3;
/** Of each kind the newest are compared. */
const maxCompared = 2_000;

/**
 * The nearest posts, articles and planned slots of each keyword that has any, nearest first. Reads outside of any transaction: what it finds is
 * advice.
 */
export async function similarTo(
  { db, turn }: { db: Db; turn: ReturnType<System['turns']> },
  project: Keyed,
  keywords: readonly string[],
): Promise<ReadonlyMap<string, SimilarPiece[]>> {
  const asked = keywords.map((keyword) => ({ keyword, terms: keywordTerms(keyword, project.language), near: [] as Near[] }));
  const withTerm = Map.groupBy(
    asked.flatMap((one) => Array.from(one.terms, (term) => ({ term, one }))),
    ({ term }) => term,
  );
  for (const piece of await piecesOf(db, project)) {
    const terms = keywordTerms(piece.keyword, project.language);
    const touched = new Set(Array.from(terms, (term) => withTerm.get(term) ?? []).flatMap((found) => found.map(({ one }) => one)));
    for (const one of touched) {
      const nearness = nearnessOf(one.terms, terms);
      if (nearness > 0) one.near.push({ piece, nearness });
    }
    await turn();
  }
  return new Map(asked.filter(({ near }) => near.length > 0).map(({ keyword, near }) => [keyword, nearest(near)]));
}

interface Near {
  piece: SimilarPiece;
  nearness: number;
}

function nearest(near: readonly Near[]): SimilarPiece[] {
  const sorted = near.toSorted((one, other) => other.nearness - one.nearness);
  return sorted.slice(0, maxSimilar).map(({ piece }) => piece);
}

/** Posts, then articles that are not published at a known address, then planned slots. */
async function piecesOf(db: Db, { id }: Keyed): Promise<SimilarPiece[]> {
  const posts = await db
    .selectFrom('posts')
    .select(['place', 'keyword', 'title', 'article_id'])
    .where('project_id', '=', id)
    .orderBy('dated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxCompared)
    .execute();
  const articles = await db
    .selectFrom('articles')
    .select(['id', 'keyword', 'title'])
    .where('project_id', '=', id)
    .where('status', 'not in', ['failed', 'canceled'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxCompared)
    .execute();
  const slots = await db
    .selectFrom('calendar_slots')
    .select(['id', 'keyword', 'title'])
    .where('project_id', '=', id)
    .where('status', '=', 'planned')
    .execute();
  const onSite = posts.filter(({ place }) => /^https?:/.test(place));
  const arrived = new Set(onSite.map(({ article_id }) => article_id));
  return [
    ...onSite.flatMap(({ place: url, keyword, title }) => (keyword === null ? [] : [{ type: 'post' as const, url, keyword, title }])),
    ...articles.filter((article) => !arrived.has(article.id)).map((article) => ({ type: 'article' as const, ...article })),
    ...slots.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map((slot) => ({ type: 'slot' as const, ...slot })),
  ];
}
