import { passageIndex } from '../../db/full-text.ts';
import type { Db } from '../../db/open.ts';
import { isWrittenAsName, mentionsOf } from '../../language/names.ts';
import { soughtWords } from '../../language/retrieval.ts';
import { normalise, terms, words } from '../../language/tokens.ts';
import type { System } from '../../system.ts';
import { languagesIn } from '../common/queries.ts';
import { documentTerm } from './passage-index.ts';
import { holdersAmong } from './queries.ts';
import type { Wanted } from './rank.ts';
import type { FoundPassage } from './search.ts';
import { documentsOf } from './subjects.ts';

/** Names in a query that count as said throughout, as those of products in their manuals. */
export interface SharedNames {
  /** Of nearly all documents: these tell none of them apart. */
  everywhere: string[];
  /** Of each document, by its id. */
  byDocument: ReadonlyMap<string, readonly string[]>;
}

const none: SharedNames = { everywhere: [], byDocument: new Map() };

/** Of so many documents at least, such shares say a name, have it near their beginning, or in their title. */
const minDocuments = 3;
const minSaying = 0.8;
const minOpening = 0.6;
const minTitled = 0.8;
/** A document is about a name that it says near its beginning and in this share of its passages. */
const minThroughout = 0.25;
const openingPassages = 4;
/** Documents asked whether they say a name, besides those found. */
const maxSampled = 60;
/** Longer nobody types. */
const maxWords = 12;
/** Passages with a name that are looked at. */
const maxHolders = 4_000;

/** Which words of `query` are names that the project's documents share, or that a document in which passages were found is about. */
export async function sharedNames(
  db: Db,
  system: Pick<System, 'turns'>,
  { query, language, projectId, documentIds }: Pick<Wanted, 'query' | 'language' | 'projectId' | 'documentIds'>,
  found: readonly FoundPassage[],
): Promise<SharedNames> {
  const said = words(query).slice(0, maxWords);
  if (said.length < 2) return none;
  const documents = (await documentsOf(db, projectId)).filter(({ id }) => documentIds?.includes(id) ?? true);
  const texts = found.filter(({ kind }) => kind === 'prose').map(({ text }) => text);
  const sample = documents.filter((_, at) => at % Math.ceil(documents.length / maxSampled) === 0);
  const languages = await languagesIn(db, 'documents', projectId);
  const everywhere: string[] = [];
  const byDocument = new Map<string, string[]>();
  const turn = system.turns();
  for (const name of candidates(said.filter((word) => terms(word, language).length > 0))) {
    if (everywhere.some((other) => normalise(other).split(' ').includes(name))) continue;
    await turn();
    const isTitled = ({ title }: { title: string }) => mentionsOf(name).test(title);
    const isInTitles = sample.length >= minDocuments && sample.filter(isTitled).length >= sample.length * minTitled;
    if (!isInTitles && !isWrittenAsName(name, texts, language)) continue;
    const asked = [...new Set([...sample.map(({ id }) => id), ...found.map(({ documentId }) => documentId)])];
    const sought = soughtWords(name, language, languages).words.filter(({ derived }) => !derived);
    const all = [...sought.map(({ terms: anyOf }) => ({ anyOf })), { anyOf: asked.map(documentTerm) }];
    const numbers = await passageIndex.newest(db, { projectId, all, upTo: Number.MAX_SAFE_INTEGER, limit: maxHolders });
    const holders = new Map((await holdersAmong(db, numbers)).map((holder) => [holder.documentId, holder]));
    const opening = sample.filter(({ id }) => (holders.get(id)?.first ?? openingPassages) < openingPassages);
    const isShared =
      isInTitles ||
      (sample.length >= minDocuments &&
        sample.filter((document) => holders.has(document.id) || isTitled(document)).length >= sample.length * minSaying &&
        opening.length >= sample.length * minOpening);
    if (isShared) everywhere.push(name);
    for (const { documentId, passages, first, chunks } of holders.values())
      if (isShared || (first < openingPassages && passages >= chunks * minThroughout))
        byDocument.set(documentId, [...(byDocument.get(documentId) ?? []), name]);
  }
  return { everywhere, byDocument };
}

/** Two words that follow one another, and each by itself. */
function candidates(said: readonly string[]): string[] {
  const pairs = said.slice(1).map((word, at) => `${said[at]!} ${word}`);
  return [...pairs, ...said].map(normalise);
}
