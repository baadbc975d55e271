import { passageIndex } from '../../db/full-text.ts';
import type { Db } from '../../db/open.ts';
import { rankPassages as rank, type Ranked } from '../common/rank.ts';
import { documentTerm, tagTerm } from './passage-index.ts';
import { countPassages, languagesOf } from './queries.ts';

export interface Wanted {
  query: string;
  /** The query's language; words are looked for in all languages of the project's documents. */
  language: string;
  projectId: string;
  /** Only these documents. */
  documentIds?: readonly string[];
  /** Only documents with this tag. */
  tag?: string;
  limit: number;
  /** Only passages up to this one, so that later pages of a result stay stable. */
  newest?: number;
}

/** The best passages of the knowledge base for a query. */
export async function rankPassages(db: Db, wanted: Wanted): Promise<Ranked> {
  const { query, language, projectId, limit, newest } = wanted;
  const languages = await languagesOf(db, projectId);
  const narrow = narrowing(wanted);
  const count = (enough: number) => countPassages(db, enough);
  return rank(db, { index: passageIndex, query, language, languages, projectId, narrow, limit, newest, countPassages: count });
}

/** Terms of which a passage must have one. */
function narrowing({ documentIds, tag }: Wanted): string[] | null {
  if (documentIds) {
    // Anything else is not an id.
    const terms = documentIds.filter((id) => /^\w+$/.test(id)).map(documentTerm);
    return terms.length === 0 ? [documentTerm('')] : terms;
  }
  return tag === undefined ? null : [tagTerm(tag)];
}
