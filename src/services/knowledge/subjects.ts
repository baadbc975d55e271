import type { Project } from '../../../schema/projects.ts';
import type { Db } from '../../db/open.ts';
import { isQuestion } from '../../keywords/expansion.ts';
import { keywordKey } from '../../language/same-keyword.ts';
import { sentences } from '../../language/sentences.ts';
import { normalise } from '../../language/tokens.ts';
import type { System } from '../../system.ts';
import { withoutNumber } from '../../writing/sources/headings.ts';
import { documentsAtOnce, fieldOf, type Field } from './field.ts';
import { openingsOf, sectionsOf, type Section } from './queries.ts';
import { inField, isOfForm, named, sectionNamed, withoutBook, type Named } from './subject-names.ts';

/** What a document, or a section of a long one, is about. */
export interface DocumentSubject extends Named {
  documentId: string;
  title: string;
  url: string | null;
  /** The section's heading; null for the whole document. */
  heading: string | null;
  passages: number;
}

type Asked = Pick<Project, 'id' | 'language'>;

/** The newest documents, with so many passages in all. */
const maxDocuments = 500;
const maxPassages = 20_000;
/** Subjects that are told, and how many of one document. */
const maxSubjects = 120;
const maxSections = 40;
/** Less is no matter for an article. */
const minWords = 100;
const minSectionWords = 200;
/** What is done is told in fewer. */
export const minTaskWords = 100;
/** A document of fewer words is one thing; what it shows how to do are subjects of their own. */
const minLongWords = 2_000;
/** A heading of so many documents belongs to their form. */
const minAlike = 3;
const openingSentences = 40;

/** What is read of a project's documents to tell what they are about. Bounded. */
export async function readOf(db: Db, system: Pick<System, 'turns'>, project: Asked) {
  const turn = system.turns();
  const documents = withinBounds(await documentsOf(db, project.id));
  const openings: { documentId: string; text: string }[] = [];
  const sections: Section[] = [];
  for (let at = 0; at < documents.length; at += documentsAtOnce) {
    const ids = documents.slice(at, at + documentsAtOnce).map(({ id }) => id);
    sections.push(...(await sectionsOf(db, ids)));
    openings.push(...(await openingsOf(db, ids)));
    await turn();
  }
  return { documents, openings, sections, field: await fieldOf(db, documents, openings, project.language, turn) };
}

/** What a project's documents are about: of each its title, then the headings of its longest sections, a document after the other. */
export async function subjectsOf(db: Db, system: Pick<System, 'turns'>, project: Asked): Promise<DocumentSubject[]> {
  const turn = system.turns();
  const { documents, openings, sections, field } = await readOf(db, system, project);
  const found: DocumentSubject[][] = [];
  const beginningOf = Map.groupBy(openings, ({ documentId }) => documentId);
  const byDocument = Map.groupBy(sections, ({ documentId }) => documentId);
  const isForm = await formOf(sections, turn);
  for (const document of documents) {
    const language = document.language === 'und' ? project.language : document.language;
    const opening = openingIn(beginningOf.get(document.id) ?? [], language);
    await turn();
    found.push(await subjectsIn(document, byDocument.get(document.id) ?? [], { language, opening, field, isForm }, turn));
    await turn();
  }
  return inTurns(found, project.language);
}

/** The first sentences of a document. */
function openingIn(beginning: readonly { text: string }[], language: string): string[] {
  const opening: string[] = [];
  for (const { text } of beginning) {
    if (opening.length >= openingSentences) break;
    opening.push(...sentences(text, language));
  }
  return opening.slice(0, openingSentences);
}

type Document = Awaited<ReturnType<typeof documentsOf>>[number];

export function documentsOf(db: Db, projectId: string) {
  return db
    .selectFrom('documents')
    .select(['id', 'title', 'source_url', 'language', 'word_count', 'chunks'])
    .where('project_id', '=', projectId)
    .where('kind', '!=', 'sitemap')
    .where('chunks', '>', 0)
    .orderBy('id', 'desc')
    .limit(maxDocuments)
    .execute();
}

/** The newest, up to where their passages are too many. */
export function withinBounds(documents: readonly Document[]): Document[] {
  let passages = 0;
  return documents.filter(({ chunks }) => (passages += chunks) <= maxPassages || passages === chunks);
}

/** Whether a heading belongs to the form of documents: by its words, or because many have it. */
export async function formOf(sections: readonly Section[], turn: () => Promise<void>): Promise<(heading: string) => boolean> {
  const documents = new Map<string, Set<string>>();
  for (const { heading, documentId } of sections) {
    for (const part of partsOf(heading)) {
      const key = normalise(part);
      documents.set(key, (documents.get(key) ?? new Set()).add(documentId));
    }
    await turn();
  }
  return (heading) => isOfForm(heading) || (documents.get(normalise(heading))?.size ?? 0) >= minAlike;
}

/** The headings that one stands below, and itself; what goes on with the one above, such as "How do I" and "…find my files", is said with it. */
export function partsOf(heading: string | null): string[] {
  const parts = (heading ?? '').split(' › ').flatMap((part) => withoutNumber(part) || []);
  return parts.map((part, at) => (goesOn.test(part) ? part.replace(goesOn, `${(parts[at - 1] ?? '').replace(open, '')} `).trim() : part));
}

const goesOn = /^(?:…|\.{2,})\s*/u;
const open = /\s*(?:…|\.{2,})$/u;

interface Circumstances {
  language: string;
  opening: readonly string[];
  field: Field | null;
  isForm(heading: string): boolean;
}

async function subjectsIn(
  document: Document,
  sections: readonly Section[],
  { language, opening, field, isForm }: Circumstances,
  turn: () => Promise<void>,
): Promise<DocumentSubject[]> {
  const { id: documentId, title, source_url: url, chunks, word_count: words } = document;
  const about = { documentId, title, url };
  const name = isForm(withoutBook(title)) ? null : named(title, opening, language);
  const placed = (one: NonNullable<typeof name>, heading: string | null, passages: number): DocumentSubject[] => {
    const subject = inField(one, field, documentId, language);
    return subject === null ? [] : [{ ...about, ...subject, heading, passages }];
  };
  const whole = name === null || words < minWords ? [] : placed(name, null, chunks);
  const parts = [...topSections(sections).values()]
    .filter(({ heading, words: many }) => many >= minTaskWords && !isForm(heading))
    .toSorted((one, other) => other.words - one.words);
  await turn();
  const subjects: DocumentSubject[] = [];
  for (const { heading, passages, words: many } of parts) {
    if (subjects.length >= maxSections) break;
    const own = sectionNamed(heading, { name, opening, field, language });
    const isNone =
      own === null || (own.isThing && words < minLongWords) || (many < minSectionWords && (own.isThing || isQuestion(heading, language)));
    if (!isNone) subjects.push(...placed(own, heading, passages));
    await turn();
  }
  return [...whole, ...subjects.slice(0, maxSections)];
}

interface TopSection extends Omit<Section, 'documentId'> {
  heading: string;
}

/** Sections by their first heading; where nearly all of a document stands below one, by the second. */
export function topSections(sections: readonly Section[]): Map<string, TopSection> {
  const all = sections.reduce((sum, { words }) => sum + words, 0);
  for (let depth = 0; ; depth++) {
    const tops = new Map<string, TopSection>();
    for (const { heading, passages, words, first } of sections) {
      const part = partsOf(heading)[depth];
      if (part === undefined) continue;
      const top = tops.get(part) ?? { passages: 0, words: 0, first: null };
      const begins = [top.first, first].filter((position) => position !== null);
      const earliest = begins.length === 0 ? null : Math.min(...begins);
      tops.set(part, { heading: part, passages: top.passages + passages, words: top.words + words, first: earliest });
    }
    if (depth === maxDepth || ![...tops.values()].some(({ words }) => words > all * nearlyAll)) return tops;
  }
}

const maxDepth = 2;
const nearlyAll = 0.6;

/** The first of each document, then the second of each, none twice. */
function inTurns(all: readonly DocumentSubject[][], language: string): DocumentSubject[] {
  const kept = new Map<string, DocumentSubject>();
  const longest = Math.max(0, ...all.map(({ length }) => length));
  for (let place = 0; place < longest && kept.size < maxSubjects; place++)
    for (const subjects of all) {
      const subject = subjects[place];
      if (!subject || kept.size === maxSubjects) continue;
      const key = keywordKey(subject.keyword, language);
      if (!kept.has(key)) kept.set(key, subject);
    }
  return [...kept.values()];
}
