import { passageIndex } from '../../db/full-text.ts';
import type { Db } from '../../db/open.ts';
import { isWrittenAsName, mentionsOf, withoutNames } from '../../language/names.ts';
import { soughtWords } from '../../language/retrieval.ts';
import { knownTerms, normalise, terms, words } from '../../language/tokens.ts';
import type { System } from '../../system.ts';
import { languagesIn } from '../common/queries.ts';
import { documentTerm } from './passage-index.ts';
import { holdersOfEach, type Holder } from './queries.ts';
import type { Wanted } from './rank.ts';
import type { FoundPassage } from './search.ts';
import { isOfForm } from './subject-names.ts';
import { documentsOf } from './subjects.ts';

/** Names in a query that documents count as saying throughout, as manuals do with their product's. */
export interface SharedNames {
  /** Of several documents: these do not tell those documents apart. */
  shared: string[];
  /** Of each document, by its id. */
  byDocument: ReadonlyMap<string, readonly string[]>;
}

type Asked = Pick<Wanted, 'query' | 'language' | 'projectId' | 'documentIds'>;
type Document = Awaited<ReturnType<typeof documentsOf>>[number];

/** Fewer do not share a name. */
const minDocuments = 3;
/** Of all documents such shares say a name that is theirs, and near their beginning; or have it in their titles. */
const minSaying = 0.8;
const minOpening = 0.6;
const minTitled = 0.8;
/** A document is about a name that it says near its beginning and in this share of its passages. */
const minThroughout = 0.25;
const openingPassages = 4;
/** Documents that are asked whether they say a name, besides those where passages were found. */
const maxSampled = 60;
/** Longer nobody types. */
const maxWords = 12;
/** Passages with a name that are looked at. */
const maxHolders = 4_000;

/** Which words of `query` are names that documents share, or that one in which passages were found is about. */
export async function sharedNames(
  db: Db,
  system: Pick<System, 'turns'>,
  asked: Asked,
  found: readonly FoundPassage[],
): Promise<SharedNames> {
  const { query, language, projectId, documentIds } = asked;
  const said = words(query).slice(0, maxWords);
  const byDocument = new Map<string, string[]>();
  if (said.length < 2) return { shared: [], byDocument };
  const documents = (await documentsOf(db, projectId)).filter(({ id }) => documentIds?.includes(id) ?? true);
  const sample = documents.filter((_, at) => at % Math.ceil(documents.length / maxSampled) === 0);
  const among = [...new Set([...sample.map(({ id }) => id), ...found.map(({ documentId }) => documentId)])];
  const texts = found.filter(({ kind }) => kind === 'prose').map(({ text }) => text);
  const turn = system.turns();
  const names = namesAmong(said, language)
    .map((name) => ({ name, isTitle: isInTitles(name, sample) }))
    .filter(({ name, isTitle }) => isTitle || isWrittenAsName(name, texts, language));
  const holdersOf = await holdersOfNames(db, names, asked, among, turn);
  const shared: string[] = [];
  for (const [at, { name, isTitle }] of names.entries()) {
    if (shared.some((other) => other.split(' ').includes(name))) continue;
    const holders = holdersOf[at]!;
    const about = holders.filter(isAbout);
    const isOfAll = isTitle || isSaidByAll(sample, holders);
    const isShared = isOfAll || about.length >= minDocuments;
    if (isShared) shared.push(name);
    // Where a name is that of a document or two among others, it tells them apart.
    else if (documents.length >= minDocuments) continue;
    for (const { documentId } of isOfAll ? holders : about) byDocument.set(documentId, [...(byDocument.get(documentId) ?? []), name]);
  }
  return isOfAnyArticle(withoutNames(query, shared), language) ? { shared: [], byDocument: new Map() } : { shared, byDocument };
}

/** Two words that follow one another, and each by itself. */
function namesAmong(said: readonly string[], language: string): string[] {
  const telling = said.filter((word) => terms(word, language).length > 0);
  const pairs = telling.slice(1).map((word, at) => `${telling[at]!} ${word}`);
  return [...pairs, ...telling].map(normalise);
}

function isInTitles(name: string, documents: readonly Document[]): boolean {
  const titled = documents.filter(({ title }) => mentionsOf(name).test(title));
  return documents.length >= minDocuments && titled.length >= documents.length * minTitled;
}

/** Of some documents, for each name those that say it. */
async function holdersOfNames(
  db: Db,
  names: readonly { name: string }[],
  { language, projectId }: Asked,
  documentIds: readonly string[],
  turn: () => Promise<void>,
): Promise<Holder[][]> {
  const languages = await languagesIn(db, 'documents', projectId);
  const within = { anyOf: documentIds.map(documentTerm) };
  const questions = names.map(({ name }) => {
    const parts = soughtWords(name, language, languages).words.filter(({ derived }) => !derived);
    const all = [...parts.map(({ terms: anyOf }) => ({ anyOf })), within];
    return { projectId, all, upTo: Number.MAX_SAFE_INTEGER, limit: maxHolders };
  });
  return holdersOfEach(db, await passageIndex.newestOfEach(db, questions, turn));
}

function isSaidByAll(documents: readonly Document[], holders: readonly Holder[]): boolean {
  const firstIn = new Map(holders.map(({ documentId, first }) => [documentId, first]));
  const saying = documents.filter(({ id }) => firstIn.has(id));
  const opening = saying.filter(({ id }) => firstIn.get(id)! < openingPassages);
  const { length } = documents;
  return length >= minDocuments && saying.length >= length * minSaying && opening.length >= length * minOpening;
}

function isAbout({ first, passages, chunks }: Holder): boolean {
  return first < openingPassages && passages >= chunks * minThroughout;
}

/** Whether words name no subject: what "zoneminder tutorial" is about, its name alone tells. */
function isOfAnyArticle(rest: string, language: string): boolean {
  return isOfForm(normalise(rest)) || terms(rest, language).every((term) => ofAnyArticle().has(term));
}

const ofAnyArticle = knownTerms('use work learn getting start begin beginner introduction overview basics feature tutorial guide course manual handbook documentation docs explain review user complete', 'en'); // prettier-ignore
