import type { Db } from '../../db/open.ts';
import type { System } from '../../system.ts';
import { clipAtWord } from '../../language/slug.ts';
import { documentsAtOnce } from './field.ts';
import { sectionsOf, textAt, type Section } from './queries.ts';
import { withoutBook } from './subject-names.ts';
import { documentsOf, formOf, minTaskWords, topSections, withinBounds } from './subjects.ts';

/** A document and its longest sections, the longest first. */
export interface Outline {
  documentId: string;
  title: string;
  sections: { heading: string; first: number | null }[];
}

const maxLength = 60;
/** Of what a section says, in characters. */
const maxSaid = 100;

/** What the documents of a project tell in some length, the newest first. Bounded as their subjects are. */
export async function outlineOf(db: Db, system: Pick<System, 'turns'>, projectId: string): Promise<Outline[]> {
  const turn = system.turns();
  const documents = withinBounds(await documentsOf(db, projectId));
  const sections: Section[] = [];
  for (let at = 0; at < documents.length; at += documentsAtOnce) {
    sections.push(...(await sectionsOf(db, documents.slice(at, at + documentsAtOnce).map(({ id }) => id)))); // prettier-ignore
    await turn();
  }
  const isForm = await formOf(sections, turn);
  const byDocument = Map.groupBy(sections, ({ documentId }) => documentId);
  const outline: Outline[] = [];
  for (const { id: documentId, title } of documents) {
    const own = [...topSections(byDocument.get(documentId) ?? []).values()];
    const told = own.filter(({ heading, words }) => words >= minTaskWords && heading !== title && !isForm(heading));
    const longest = told.toSorted((one, other) => other.words - one.words);
    const headed = longest.map(({ heading, first }) => ({ heading: clipAtWord(heading, maxLength), first }));
    outline.push({ documentId, title: clipAtWord(withoutBook(title), maxLength), sections: headed });
    await turn();
  }
  return outline;
}

/** How a section of an outline begins; undefined where it has no prose, or is gone. */
export async function beginningOf(db: Db, documentId: string, { first }: Outline['sections'][number]): Promise<string | undefined> {
  const text = first === null ? undefined : await textAt(db, documentId, first);
  return text === undefined ? undefined : clipAtWord(text, maxSaid);
}
