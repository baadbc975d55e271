import type { Project } from '../../../schema/projects.ts';
import type { Db } from '../../db/open.ts';
import { keywordKey } from '../../language/same-keyword.ts';
import { sentences } from '../../language/sentences.ts';
import { keywordOf } from '../../language/title-keyword.ts';
import { normalise, terms } from '../../language/tokens.ts';
import type { System } from '../../system.ts';
import { openingsOf, sectionsOf, type Section } from './queries.ts';

/** What a document, or a section of a long one, is about. */
export interface DocumentSubject {
  keyword: string;
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
/** Read in one statement, which holds the event loop. */
export const documentsAtOnce = 5;
/** Subjects that are told, and how many of one document. */
const maxSubjects = 120;
const maxSections = 40;
/** Less is no matter for an article. */
const minWords = 100;
const minSectionWords = 200;
/** A document of fewer words is one subject. */
const minLongWords = 2_000;
/** A heading of so many documents belongs to their form. */
const minAlike = 3;
/** A name of more words is a sentence. */
const maxNameTerms = 2;
const maxHeadingTerms = 5;
const openingSentences = 40;

/** Headings that say what a part is for, not what it is about, in the languages of many manuals. */
const form = new RegExp(
  String.raw`^(?:${[
    'introduction|intro|overview|preface|foreword|about(?: this .*)?|summary|conclusions?|abstract|background|basics|general|getting started|quick ?start|first steps',
    'notes?|remarks?|see also|references?|further reading|bibliography|links|resources|related .*|glossary|index|appendi(?:x|ces)|(?:table of )?contents|navigation|footnotes|credits|acknowledge?ments|authors?|contributors?|contributing|(?:.* )?(?:copyright|licen[sc]e)|legal|disclaimer|contact|support|feedback|downloads?',
    'options|parameters|arguments|flags|synopsis|name|description|details|usage|syntax|examples?|discussion|files|(?:environment|configuration)(?: .*)?|settings|defaults?|exit status|return values?|errors|diagnostics|bugs|caveats|limitations|known (?:issues|problems)|history|standards|conforming to|compatibility|requirements|prerequisites|installation|install|setup|features|methods|properties|events|types|constants|classes|functions|commands|subcommands|variables|miscellaneous|misc|other|more|next steps|faqs?|frequently asked questions|questions|tips|warnings?|troubleshooting',
    "change ?log|changes(?: .*)?|release (?:notes?|history)|what[’']s new(?: .*)?|news|version(?: .*)?|history of changes|upgrad(?:e|ing)(?: .*)?|migration|deprecat(?:ed|ions?)|todo|part .{1,4}|chapter .{1,4}|section .{1,4}",
    'einleitung|einführung|überblick|übersicht|vorwort|zusammenfassung|fazit|grundlagen|allgemeines|hinweise?|anmerkungen?|siehe auch|quellen|literatur|verweise|weiterführendes|glossar|anhang|inhalt(?:sverzeichnis)?|impressum|kontakt|lizenz|optionen|parameter|beispiele?|beschreibung|verwendung|voraussetzungen|neuerungen|änderungen|häufige fragen',
    'présentation|aperçu|avant-propos|résumé|conclusion|généralités|remarques?|voir aussi|références|bibliographie|glossaire|annexes?|sommaire|exemples?|nouveautés',
    'introducción|resumen|conclusión|prólogo|generalidades|notas|véase también|referencias|bibliografía|glosario|apéndices?|índice|contenido|opciones|ejemplos?|novedades',
  ].join('|')})$`,
  'iu',
);
/** Numbers before a heading, and a version in it. */
const numbering = /^(?:[\dIVX]+[.)]|\d+(?:\.\d+)*[.)]?)\s+/u;
const version = /(?:^|\s)v?\d+\.\d+|^v\d|20\d\d-\d\d/iu;

/** What a project's documents are about: of each its title, then the headings of its longest sections, a document after the other. Bounded. */
export async function subjectsOf(db: Db, system: Pick<System, 'turns'>, project: Asked): Promise<DocumentSubject[]> {
  const turn = system.turns();
  const documents = await documentsRead(db, project.id);
  const ids = documents.map(({ id }) => id);
  const openings: { documentId: string; text: string }[] = [];
  const sections: Section[] = [];
  for (let at = 0; at < ids.length; at += documentsAtOnce) {
    const some = ids.slice(at, at + documentsAtOnce);
    sections.push(...(await sectionsOf(db, some)));
    openings.push(...(await openingsOf(db, some)));
    await turn();
  }
  const found: DocumentSubject[][] = [];
  const beginningOf = Map.groupBy(openings, ({ documentId }) => documentId);
  const byDocument = Map.groupBy(sections, ({ documentId }) => documentId);
  const isOfForm = formOf(sections);
  for (const document of documents) {
    const language = document.language === 'und' ? project.language : document.language;
    const opening = (beginningOf.get(document.id) ?? []).flatMap(({ text }) => sentences(text, language)).slice(0, openingSentences);
    found.push(subjectsIn(document, byDocument.get(document.id) ?? [], { language, opening, isOfForm }));
    await turn();
  }
  return inTurns(found, project.language);
}

type Document = Awaited<ReturnType<typeof documentsOf>>[number];

/** Those that are looked at. */
export async function documentsRead(db: Db, projectId: string): Promise<Document[]> {
  return withinBounds(await documentsOf(db, projectId));
}

function documentsOf(db: Db, projectId: string) {
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
function withinBounds(documents: readonly Document[]): Document[] {
  let passages = 0;
  return documents.filter(({ chunks }) => (passages += chunks) <= maxPassages || passages === chunks);
}

/** Whether a heading belongs to the form of documents: by its words, or because many have it. */
function formOf(sections: readonly Section[]): (heading: string) => boolean {
  const documents = new Map<string, Set<string>>();
  for (const { heading, documentId } of sections)
    for (const part of partsOf(heading)) {
      const key = normalise(part);
      documents.set(key, (documents.get(key) ?? new Set()).add(documentId));
    }
  return (heading) => form.test(heading) || version.test(heading) || (documents.get(normalise(heading))?.size ?? 0) >= minAlike;
}

export function partsOf(heading: string | null): string[] {
  return (heading ?? '').split(' › ').flatMap((part) => part.replace(numbering, '').trim() || []);
}

interface Circumstances {
  language: string;
  opening: readonly string[];
  isOfForm(heading: string): boolean;
}

function subjectsIn(document: Document, sections: readonly Section[], { language, opening, isOfForm }: Circumstances): DocumentSubject[] {
  const { id: documentId, title, source_url: url, chunks, word_count: words } = document;
  const about = { documentId, title, url };
  const name = isOfForm(title) ? null : keywordOf(title, opening, language);
  const whole = name === null || words < minWords ? [] : [{ ...about, keyword: name, heading: null, passages: chunks }];
  if (words < minLongWords) return whole;
  const parts = [...topSections(sections).values()]
    .filter(({ heading, words: many }) => many >= minSectionWords && !isOfForm(heading))
    .toSorted((one, other) => other.words - one.words);
  const subjects = parts.flatMap(({ heading, passages }) => {
    const keyword = named(heading, name, language);
    return keyword === null ? [] : [{ ...about, keyword, heading, passages }];
  });
  return [...whole, ...subjects.slice(0, maxSections)];
}

/** Sections by their first heading; where nearly all of a document stands below one, by the second. */
function topSections(sections: readonly Section[]): Map<string, { heading: string; passages: number; words: number }> {
  const all = sections.reduce((sum, { words }) => sum + words, 0);
  for (let depth = 0; ; depth++) {
    const tops = new Map<string, { heading: string; passages: number; words: number }>();
    for (const { heading, passages, words } of sections) {
      const part = partsOf(heading)[depth];
      if (part === undefined) continue;
      const top = tops.get(part) ?? { heading: part, passages: 0, words: 0 };
      tops.set(part, { heading: part, passages: top.passages + passages, words: top.words + words });
    }
    if (depth === maxDepth || ![...tops.values()].some(({ words }) => words > all * nearlyAll)) return tops;
  }
}

const maxDepth = 2;
const nearlyAll = 0.6;

/** What a section is to be found for. A heading that only makes sense within its document is said with the document's name. */
function named(heading: string, name: string | null, language: string): string | null {
  const keyword = keywordOf(heading, [], language);
  const said = keyword === null ? [] : terms(keyword, language);
  if (keyword === null || said.length === 0 || said.length > maxHeadingTerms || !/\p{L}{3}/u.test(keyword)) return null;
  const context = name === null ? [] : terms(name, language);
  if (context.some((term) => said.includes(term))) return said.length > 1 ? keyword : null;
  if (context.length === 0 || context.length > maxNameTerms) return said.length > 1 ? keyword : null;
  return `${name} ${keyword}`;
}

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
