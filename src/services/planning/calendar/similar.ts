import type { SimilarPiece } from '../../../../schema/calendar.ts';
import type { Project } from '../../../../schema/projects.ts';
import { keywordTerms, nearnessOf } from '../../../language/similar-keyword.ts';
import type { System } from '../../../system.ts';
import { allPieces, type PieceNeeds } from '../pieces.ts';
import type { Piece } from '../queries.ts';

type Keyed = Pick<Project, 'id' | 'language' | 'searchConsoleProperty'>;

/** Near pieces that a slot names. */
const maxSimilar = 3;

/**
 * The nearest posts, pages, articles and planned slots of each keyword that has any, nearest first. Reads outside of any transaction: what it finds is
 * advice.
 */
export async function similarTo(
  { turn, ...needs }: PieceNeeds & { turn: ReturnType<System['turns']> },
  project: Keyed,
  keywords: readonly string[],
): Promise<ReadonlyMap<string, SimilarPiece[]>> {
  const asked = keywords.map((keyword) => ({ keyword, terms: keywordTerms(keyword, project.language), near: [] as Near[] }));
  const withTerm = Map.groupBy(
    asked.flatMap((one) => Array.from(one.terms, (term) => ({ term, one }))),
    ({ term }) => term,
  );
  for (const piece of await piecesOf(needs, project)) {
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

/** For each slot of a request the nearest before it that is near to it, by its place. */
export function nearestBefore(keywords: readonly string[], language: string): (number | undefined)[] {
  const all = keywords.map((keyword) => keywordTerms(keyword, language));
  return all.map((terms, at) => {
    const near = all.slice(0, at).map((before, place) => ({ place, nearness: nearnessOf(terms, before) }));
    return near.filter(({ nearness }) => nearness > 0).toSorted((one, other) => other.nearness - one.nearness)[0]?.place;
  });
}

interface Near {
  piece: SimilarPiece;
  nearness: number;
}

function nearest(near: readonly Near[]): SimilarPiece[] {
  const sorted = near.toSorted((one, other) => other.nearness - one.nearness);
  return sorted.slice(0, maxSimilar).map(({ piece }) => piece);
}

/** Posts, articles, pages and planned slots. */
async function piecesOf(needs: PieceNeeds, project: Keyed): Promise<SimilarPiece[]> {
  const pieces = await allPieces(needs, project);
  const slots = await needs.db
    .selectFrom('calendar_slots')
    .select(['id', 'keyword', 'title'])
    .where('project_id', '=', project.id)
    .where('status', '=', 'planned')
    .orderBy('id')
    .execute();
  const toSimilar = ({ kind, id: articleId, url, title, keyword }: Piece): SimilarPiece[] => {
    if (keyword === null) return [];
    return [{ type: kind, ...(kind === 'article' ? { id: articleId! } : { url: url! }), keyword, title }];
  };
  return [...pieces.flatMap(toSimilar), ...slots.map((slot) => ({ type: 'slot' as const, ...slot }))];
}
