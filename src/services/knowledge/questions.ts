import type { Project } from '../../../schema/projects.ts';
import type { Db } from '../../db/open.ts';
import { isQuestion } from '../../keywords/expansion.ts';
import { keywordKey } from '../../language/same-keyword.ts';
import { countWords, normalise, terms } from '../../language/tokens.ts';
import type { System } from '../../system.ts';
import { sectionsOf } from './queries.ts';
import { documentsAtOnce, documentsRead, partsOf, type DocumentSubject } from './subjects.ts';

/** Questions that are told. */
const maxQuestions = 120;
/** A question of fewer words that tell says nothing; where it does not name what its document is about, it takes one more to say what is meant. */
const minTerms = { named: 2, alone: 3 } as const;
/** Longer nobody types. */
const maxWords = 14;
const maxLength = 200;
const mark = /[?？؟]+\s*$/u;

/** What the documents of a project ask and answer: titles and headings that are questions, as people type them. Bounded as their subjects are. */
export async function questionsOf(
  db: Db,
  system: Pick<System, 'turns'>,
  project: Pick<Project, 'id' | 'language'>,
): Promise<DocumentSubject[]> {
  const turn = system.turns();
  const documents = await documentsRead(db, project.id);
  const found = new Map<string, DocumentSubject>();
  for (let at = 0; at < documents.length && found.size < maxQuestions; at += documentsAtOnce) {
    const some = documents.slice(at, at + documentsAtOnce);
    const sections = Map.groupBy(await sectionsOf(db, some.map(({ id }) => id)), ({ documentId }) => documentId); // prettier-ignore
    for (const { id: documentId, title, source_url: url, language, chunks } of some) {
      const asked = (text: string) => askedIn(text, title, language === 'und' ? project.language : language);
      const add = (text: string, heading: string | null, passages: number) => {
        const keyword = asked(text);
        if (keyword === null) return;
        const key = keywordKey(keyword, project.language);
        if (!found.has(key)) found.set(key, { keyword, documentId, title, url, heading, passages });
      };
      add(title, null, chunks);
      for (const { heading, passages } of sections.get(documentId) ?? []) for (const part of partsOf(heading)) add(part, part, passages);
    }
    await turn();
  }
  return [...found.values()].slice(0, maxQuestions);
}

function askedIn(text: string, title: string, language: string): string | null {
  if (text.length > maxLength || !isQuestion(text, language)) return null;
  const keyword = normalise(text.replace(mark, ''));
  const [said, named] = [terms(keyword, language), new Set(terms(title, language))];
  const enough = said.some((term) => named.has(term)) ? minTerms.named : minTerms.alone;
  // "It does not start!?" cries out, and asks nothing.
  const isNone = keyword.endsWith('!') || said.length < enough || countWords(keyword) > maxWords;
  return isNone ? null : keyword;
}
