import type { Store } from '../../db/open.ts';
import type { System } from '../../system.ts';
import { indexWaiting } from './passage-index.ts';
import { passagesOf, readPassages, type ReadPassage } from './queries.ts';
import { rankPassages, type Wanted } from './rank.ts';

export interface FoundPassage extends ReadPassage {
  /** BM25, higher is better; 0 for surrounding passages. */
  score: number;
}

/** The number of best documents whose surrounding passages are included. */
const bestDocuments = 10;
/** The share of surrounding passages, even if there are enough matches. */
const shareAround = 0.25;

/**
 * The best passages, and their surroundings in the best documents, for a writer to choose from: of documents that were asked for, also where
 * nothing matches. Best first, surroundings last.
 */
export async function retrieveAround(store: Store, system: Pick<System, 'pause' | 'turns'>, wanted: Wanted): Promise<FoundPassage[]> {
  await indexWaiting(store, system);
  const { passages } = await rankPassages(store.db, wanted);
  const scores = new Map(passages.map(({ number, score }) => [number, score]));
  const read = await readPassages(store.db, wanted.projectId, [...scores.keys()]);
  const found = read.map((passage) => ({ ...passage, score: scores.get(passage.number)! }));
  const best = [...new Set([...found.map((passage) => passage.documentId), ...(wanted.documentIds ?? [])])].slice(0, bestDocuments);
  // What surrounds a good passage is often part of the same subject.
  const around = (await passagesOf(store.db, best, wanted.limit)).filter((passage) => !scores.has(passage.number));
  const kept = around
    .map((passage) => ({ ...passage, score: 0 }))
    .slice(0, Math.max(wanted.limit - found.length, wanted.limit * shareAround));
  return [...found.slice(0, wanted.limit - kept.length), ...kept];
}
