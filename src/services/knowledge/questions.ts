import type { Project } from '../../../schema/projects.ts';
import type { Db } from '../../db/open.ts';
import { keywordKey } from '../../language/same-keyword.ts';
import { countWords, terms } from '../../language/tokens.ts';
import type { System } from '../../system.ts';
import { inField, questionIn } from './subject-names.ts';
import { partsOf, readOf, type DocumentSubject } from './subjects.ts';

/** Questions that are told. */
const maxQuestions = 120;
/** A question of fewer words that tell says nothing; where it does not name what its document is about, it takes one more to say what is meant. */
const minTerms = { named: 2, alone: 3 } as const;
/** Longer nobody types. */
const maxWords = 14;
const maxLength = 200;

/** What the documents of a project ask and answer: titles and headings that are questions, as people type them. Bounded as their subjects are. */
export async function questionsOf(
  db: Db,
  system: Pick<System, 'turns'>,
  project: Pick<Project, 'id' | 'language'>,
): Promise<DocumentSubject[]> {
  const turn = system.turns();
  const { documents, sections, field } = await readOf(db, system, project);
  const byDocument = Map.groupBy(sections, ({ documentId }) => documentId);
  const found = new Map<string, DocumentSubject>();
  for (const { id: documentId, title, source_url: url, language: own, chunks } of documents) {
    const language = own === 'und' ? project.language : own;
    const add = (text: string, heading: string | null, passages: number) => {
      const asked = askedIn(text, title, language);
      if (asked === null) return;
      const named = inField({ keyword: asked, isThing: false }, field, documentId, language);
      if (named === null) return;
      const key = keywordKey(named.keyword, project.language);
      if (!found.has(key)) found.set(key, { ...named, documentId, title, url, heading, passages });
    };
    add(title, null, chunks);
    for (const { heading, passages } of byDocument.get(documentId) ?? []) for (const part of partsOf(heading)) add(part, part, passages);
    await turn();
    if (found.size >= maxQuestions) break;
  }
  return [...found.values()].slice(0, maxQuestions);
}

function askedIn(text: string, title: string, language: string): string | null {
  const keyword = text.length > maxLength ? null : questionIn(text, language);
  if (keyword === null) return null;
  const [said, named] = [terms(keyword, language), new Set(terms(title, language))];
  const enough = said.some((term) => named.has(term)) ? minTerms.named : minTerms.alone;
  // "It does not start!?" cries out, and asks nothing.
  const isNone = keyword.endsWith('!') || said.length < enough || countWords(keyword) > maxWords;
  return isNone ? null : keyword;
}
