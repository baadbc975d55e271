import { crawledIndex } from '../../../db/full-text.ts';
import type { Db } from '../../../db/open.ts';
import type { CrawledOrigin } from '../../../db/rows/site.ts';
import { rankPassages } from '../../common/rank.ts';
import { countCrawled, crawledLanguages, readCrawled, type CrawledText } from '../queries.ts';
import { hostTerm, originTerm } from './passages.ts';

export interface CrawledSearch {
  origin?: CrawledOrigin;
  /** Only these hosts, as `hostOf` has them. */
  hosts?: readonly string[];
  /** The query's: its words that say little are not looked for. Default: unknown. */
  language?: string;
  limit?: number;
}

/** A passage with its page. */
export interface CrawledPassage extends CrawledText {
  /** BM25, higher is better. */
  score: number;
}

const defaultLimit = 20;

/** The best passages of a project's crawled pages, best first. */
export async function searchCrawled(
  db: Db,
  projectId: string,
  query: string,
  { origin, hosts, language = 'und', limit = defaultLimit }: CrawledSearch,
): Promise<CrawledPassage[]> {
  const languages = await crawledLanguages(db, projectId);
  const narrow = hosts ? hosts.map((host) => hostTerm(host, origin)) : origin === undefined ? null : [originTerm(origin)];
  if (narrow?.length === 0) return [];
  const count = (enough: number) => countCrawled(db, enough);
  const { passages } = await rankPassages(db, {
    index: crawledIndex,
    query,
    language,
    languages,
    projectId,
    narrow,
    limit,
    countPassages: count,
  });
  const scores = new Map(passages.map(({ number, score }) => [number, score]));
  const read = await readCrawled(db, projectId, [...scores.keys()]);
  return read.map((passage) => ({ ...passage, score: scores.get(passage.number)! }));
}
