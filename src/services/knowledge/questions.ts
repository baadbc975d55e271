import type { Project } from '../../../schema/projects.ts';
import type { Db } from '../../db/open.ts';
import { isQuestion } from '../../keywords/expansion.ts';
import { keywordKey } from '../../language/same-keyword.ts';
import { countWords, terms } from '../../language/tokens.ts';
import type { System } from '../../system.ts';
import { documentsAtOnce } from './field.ts';
import { askingPassagesOf } from './queries.ts';
import { inField, questionIn } from './subject-names.ts';
import { partsOf, readOf, type DocumentSubject } from './subjects.ts';

/** Questions that are told. */
const maxQuestions = 120;
/** A question of fewer words that tell says nothing; where it does not name what its document is about, it takes one more to say what is meant. */
const minTerms = { named: 2, alone: 3 } as const;
/** Longer nobody types. */
const maxWords = 14;
const maxLength = 200;

/**
 * What the documents of a project ask and answer, as people type it: titles and headings that are questions, and questions in the text that are set off
 * from it. Bounded as their subjects are.
 */
export async function questionsOf(
  db: Db,
  system: Pick<System, 'turns'>,
  project: Pick<Project, 'id' | 'language'>,
): Promise<DocumentSubject[]> {
  const turn = system.turns();
  const { documents, sections, field } = await readOf(db, system, project);
  const byDocument = Map.groupBy(sections, ({ documentId }) => documentId);
  const texts = new Map<string, string[]>();
  for (let at = 0; at < documents.length; at += documentsAtOnce) {
    const ids = documents.slice(at, at + documentsAtOnce).map(({ id }) => id);
    for (const { documentId, text } of await askingPassagesOf(db, ids)) texts.set(documentId, [...(texts.get(documentId) ?? []), text]);
    await turn();
  }
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
    for (const asked of (texts.get(documentId) ?? []).flatMap((text) => setOffIn(text, language))) add(asked, asked, 1);
    await turn();
    if (found.size >= maxQuestions) break;
  }
  return [...found.values()].slice(0, maxQuestions);
}

/** "Question: How do I …?" and its answer, or a question that is a paragraph or an item. */
const setOff =
  /(?:^|\n)(?:- |\d{1,3}\. )?(?:(?:question|frage|pregunta|domanda|pergunta|vraag|q|f)\s?\d*\s?[:.)]\s*([^?\n]+\?)|([^.?!\n]+\?)(?=\n|$))/giu;
/** What it means stands before it; and what nobody types. */
const points =
  /(?<!\p{L})(?:this|that|these|those|it|them|they|above|below|here|so|then|dies|das|cela|ceci|esto|eso)(?!\p{L})|[()[\]{}"“”«»,;:]/iu;

/** Only some ask by yes or no what others want to know. */
const yesOrNo = /^(?:is|are|was|does|do|did|has|have|will|would|could|isn't|doesn't|didn't) /iu;

function setOffIn(text: string, language: string): string[] {
  const asked = Array.from(text.replaceAll('`', '').matchAll(setOff), ([, marked, alone]) => (marked ?? alone)!.trim());
  return asked.filter((one) => isQuestion(one.slice(0, -1), language) && !points.test(one) && !(language === 'en' && yesOrNo.test(one)));
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
