import type { Page } from '../../../schema/common.ts';
import type { KnowledgeRow } from '../../../schema/knowledge.ts';
import type { Project } from '../../../schema/projects.ts';
import type { RankedText } from '../../db/full-text.ts';
import type { Db, Store } from '../../db/open.ts';
import { idsIn } from '../../db/sql.ts';
import type { System } from '../../system.ts';
import { excerptOf } from '../../language/highlight.ts';
import { decodeCursor, defaultLimit, encodeCursor } from '../common/paging.ts';
import { indexWaiting } from './passage-index.ts';
import { codeAfter, placesOf, readPassages, type ReadPassage } from './queries.ts';
import { rankPassages, type Wanted } from './rank.ts';
import { headColumns, toKnowledge } from './rows.ts';

/** Passages a search looks at to find documents, and shows per document. */
const maxSearchedPassages = 500;
const maxShownPassages = 3;
const passagesAtOnce = 100;

export interface SearchPage extends Page<KnowledgeRow> {
  ignoredWords: string[];
}

/**
 * The documents with the best passages, each with its best ones. Pages cover the documents of the best 500 passages that existed at the first
 * page, so that additions shift nothing.
 */
export async function searchDocuments(
  store: Store,
  system: Pick<System, 'pause' | 'turns'>,
  q: string,
  project: Project,
  { tag, documentIds, limit = defaultLimit, cursor }: { tag?: string; documentIds?: readonly string[]; limit?: number; cursor?: string },
): Promise<SearchPage> {
  const position = decodeCursor(cursor, /^\d{1,3}\.\d{1,15}$/);
  await indexWaiting(store, system);
  const { db } = store;
  const [from, newest] = position === undefined ? [0, await newestPassage(db)] : (position.split('.').map(Number) as [number, number]);
  const wanted = { query: q, language: project.language, projectId: project.id, tag, documentIds, limit: maxSearchedPassages, newest };
  const { passages, terms, ignoredWords } = await rankPassages(db, wanted);
  const all = await byDocument(db, passages, from + limit);
  const shown = new Map(all.slice(from, from + limit));
  const read = await readPassages(
    db,
    project.id,
    [...shown.values()].flatMap((numbers) => numbers.slice(0, maxShownPassages)),
  );
  const rows = await db
    .selectFrom('documents')
    .select(headColumns)
    .where('id', 'in', idsIn([...shown.keys()]))
    .execute();
  const hits = Map.groupBy(read, (passage) => passage.documentId);
  const data: KnowledgeRow[] = [];
  const turn = system.turns();
  for (const id of shown.keys()) {
    const row = rows.find((one) => one.id === id);
    const found = hits.get(id);
    if (!row || !found) continue;
    const language = row.language === 'und' ? project.language : row.language;
    const best = found.map(({ kind, heading, text }) => ({ kind, heading, text: excerptOf(text, language, terms) }));
    data.push({ ...toKnowledge(row), passages: best });
    await turn();
  }
  const nextCursor = all.length > from + limit ? encodeCursor(`${from + limit}.${newest}`) : null;
  return { data, nextCursor, ignoredWords };
}

/** Groups passages by document, in order of first appearance; stops once it knows more than `enough` documents. */
async function byDocument(db: Db, passages: readonly RankedText[], enough: number): Promise<[documentId: string, numbers: number[]][]> {
  const found = new Map<string, number[]>();
  for (let from = 0; from < passages.length && found.size <= enough; from += passagesAtOnce) {
    const some = passages.slice(from, from + passagesAtOnce).map((passage) => passage.number);
    const rows = await db.selectFrom('passages').select(['number', 'document_id']).where('number', 'in', idsIn(some)).execute();
    const documentOf = new Map(rows.map((row) => [row.number, row.document_id]));
    for (const number of some) {
      const id = documentOf.get(number);
      if (id !== undefined) found.set(id, [...(found.get(id) ?? []), number]);
    }
  }
  return [...found];
}

async function newestPassage(db: Db): Promise<number> {
  const newest = db.selectFrom('passages').select(({ fn }) => fn.max('number').as('number'));
  return (await newest.executeTakeFirst())?.number ?? 0;
}

export interface FoundPassage extends ReadPassage {
  /** BM25, higher is better; 0 where nothing matches, and for code below. */
  score: number;
}

/** The number of best documents whose surrounding passages are included. */
const bestDocuments = 10;
/** The share of surrounding passages, even if there are enough matches. */
const shareAround = 0.25;

const maxPlaces = 5000;
/** A document's opening is worth knowing, whatever was found of it. */
const openingPassages = 2;

/** The numbers of the passages that stand around those found: first those of their sections and openings, the best first, then the others. */
async function aroundFound(db: Db, documentIds: readonly string[], found: readonly FoundPassage[]): Promise<number[]> {
  const sectionOf = ({ documentId, heading }: { documentId: string; heading: string | null }) => `${documentId}\n${heading ?? ''}`;
  const ranks = new Map<string, number>();
  for (const [rank, passage] of found.entries())
    for (const key of [sectionOf(passage), passage.documentId]) if (!ranks.has(key)) ranks.set(key, rank);
  const known = new Set(found.map(({ number }) => number));
  const rankOf = (place: { documentId: string; heading: string | null; position: number }) =>
    ranks.get(sectionOf(place)) ?? (place.position < openingPassages ? ranks.get(place.documentId) : undefined) ?? found.length;
  const places = (await placesOf(db, documentIds, maxPlaces)).filter(({ number }) => !known.has(number));
  return places.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ number }) => number);
}

/**
 * The best passages, and their surroundings in the best documents, for a writer to choose from: of documents that were asked for, also where
 * nothing matches. Best first, then surroundings; beyond the limit, the code that follows any of them.
 */
export async function retrieveAround(store: Store, system: Pick<System, 'pause' | 'turns'>, wanted: Wanted): Promise<FoundPassage[]> {
  await indexWaiting(store, system);
  const { passages } = await rankPassages(store.db, wanted);
  const scores = new Map(passages.map(({ number, score }) => [number, score]));
  const read = await readPassages(store.db, wanted.projectId, [...scores.keys()]);
  const scored = (passage: ReadPassage) => ({ ...passage, score: scores.get(passage.number) ?? 0 });
  const found = read.slice(0, wanted.limit * (1 - shareAround)).map(scored);
  const best = [...new Set([...found.map((passage) => passage.documentId), ...(wanted.documentIds ?? [])])].slice(0, bestDocuments);
  const around = (await aroundFound(store.db, best, found)).slice(0, wanted.limit - found.length);
  const others = read.slice(found.length).filter(({ number }) => !around.includes(number));
  const surroundings = await readPassages(store.db, wanted.projectId, around);
  const chosen = [...found, ...others.slice(0, wanted.limit - found.length - around.length).map(scored), ...surroundings.map(scored)];
  const held = new Set(chosen.map(({ number }) => number));
  const code = (await codeAfter(store.db, chosen)).filter(({ number }) => !held.has(number));
  return [...chosen, ...code.map((passage) => ({ ...passage, score: 0 }))];
}
