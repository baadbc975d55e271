import { keyphrases } from '../../language/keyphrases.ts';
import { normalise, terms, words } from '../../language/tokens.ts';
import { candidateWords, type Candidate, type SourceReading, type UsablePassage } from '../sources/candidates.ts';
import { compareSources } from '../sources/order.ts';
import { bareHeading, cleanHeading, headingPath, questionOf, titleCase } from '../sources/headings.ts';
import { isNameLine } from '../sources/standing.ts';
import { keywordShare, type Topic } from '../sources/topic.ts';
import { paragraphsOf, type Paragraph } from './flow.ts';
import { headingSeparator } from '../../documents/passages.ts';

/** A section of a source: what stands there under one heading. */
export interface SourceSection {
  documentId: string;
  /** Its path of headings as in the source. */
  path: string | null;
  passages: UsablePassage[];
  paragraphs: Paragraph[];
  words: number;
  /** 0–1: how much it is about the keyword. */
  relevance: number;
}

/** A section of the article. */
export interface Section {
  heading: string;
  brief: string;
  paragraphs: Candidate[][];
}

export interface Layout {
  introduction: Candidate[][];
  sections: Section[];
}

/** What is needed to name a section: what the article is about, and how its sources spell it. */
export interface Naming {
  topic: Topic;
  keyword: string;
  title: string;
  spellings: ReadonlyMap<string, string>;
  /** Innermost headings that several documents have, which do not tell what a section is about: "Opening the Dialog". */
  common: ReadonlySet<string>;
}

/** Sections that any document may have and that no article needs. */
const apparatus =
  /^(?:see also|references?|external links|further reading|notes?|footnotes|bibliography|copyright|licen[sc]e|authors?|credits|git|synopsis|options|files|environment(?: variables)?|exit (?:status|codes?)|index|contents|bugs|changelog|history of changes|reporting bugs|siehe auch|einzelnachweise|literatur|weblinks|voir aussi|références|liens externes|bibliographie|véase también|referencias|enlaces externos|vedi anche|zie ook|ver também)$/i;

export const isApparatus = (heading: string) => apparatus.test(heading.trim());

/** The sections of the sources, in the order of their documents. Text without headings is parted where its passages are and a paragraph can open one. */
export function sectionsOf({ passages, topic }: SourceReading): SourceSection[] {
  const ordered = [...passages].toSorted((a, b) => compareSources(a.source, b.source));
  const groups = Map.groupBy(ordered, ({ source }) => `${source.documentId}\n${source.heading ?? ''}`);
  return [...groups.values()].flatMap((members) => {
    const { documentId, heading } = members[0]!.source;
    if (isApparatus(heading?.split(headingSeparator).at(-1) ?? '')) return [];
    const all = paragraphsOf(members, topic.language);
    return partedAt(all, heading === null && !isWhole(members[0]!, all, topic)).map((paragraphs): SourceSection => {
      const told = paragraphs.flat();
      const own = heading === null ? [...new Set(told.map(({ passage }) => passage))] : members;
      const relevance = relevanceOf(own, told, topic);
      return { documentId, path: heading, passages: own, paragraphs, words: candidateWords(told), relevance };
    });
  });
}

/** More without a heading is about several things, and so is what bears the keyword's own name, or none. */
const maxWholeWords = 600;

function isWhole({ title, name }: UsablePassage, paragraphs: readonly Paragraph[], { keyword }: Topic): boolean {
  return name !== null && [...title].some((term) => !keyword.has(term)) && candidateWords(paragraphs.flat()) <= maxWholeWords;
}

function partedAt(paragraphs: readonly Paragraph[], byPassage: boolean): Paragraph[][] {
  const parts: Paragraph[][] = [];
  for (const paragraph of paragraphs) {
    const before = parts.at(-1)?.[0]?.[0];
    if (before && (!byPassage || before.passage === paragraph[0]!.passage || paragraph[0]!.standing !== 'alone'))
      parts.at(-1)!.push(paragraph);
    else parts.push([paragraph]);
  }
  return parts;
}

function relevanceOf(members: readonly UsablePassage[], units: readonly Candidate[], topic: Topic): number {
  const { context, subject } = members[0]!;
  const headed = keywordShare(topic, (term) => context.has(term));
  const told = sharedBy(units, topic);
  return 0.25 * headed + 0.15 * subject + 0.25 * told + 0.35 * Math.max(...members.map(({ relevance }) => relevance));
}

/** A heading of as many words needs the one above it. */
const maxShortHeading = 2;

/** In words: of a longer title a heading of its own would be lost behind it. */
const maxPrefix = 5;

/** The innermost headings that more than one document has. */
export function commonHeadings(passages: readonly UsablePassage[]): Set<string> {
  const holders = new Map<string, Set<string>>();
  for (const { source } of passages) {
    const own = headingPath(source.heading?.split(headingSeparator).at(-1) ?? null)[0];
    if (own !== undefined) holders.set(normalise(own), (holders.get(normalise(own)) ?? new Set()).add(source.documentId));
  }
  return new Set([...holders].filter(([, documents]) => documents.size > 1).map(([own]) => own));
}

/** A heading for these passages: their own, else one above it. Never the keyword alone, nor one of `taken`. */
export function nameSection({ path, passages }: SourceSection, naming: Naming, taken: ReadonlySet<string>): string | null {
  const parts = headingPath(path);
  const own = questionOf(path) ?? headingPath(path?.split(headingSeparator).at(-1) ?? null)[0];
  const above = own === undefined ? undefined : parts.at(-2);
  const isShort = above !== undefined && words(own!).length <= maxShortHeading && words(above).length <= maxShortHeading;
  // "Reactions: Family".
  const isTold = isShort && terms(above, naming.topic.language).some((term) => !naming.topic.keyword.has(term));
  const titled = cleanHeading(passages[0]!.name ?? '');
  if (own !== undefined && titled !== null && naming.common.has(normalise(own)) && words(titled).length <= maxPrefix)
    return firstNew([`${titled}: ${own}`, titled], naming, taken);
  const names = path === null ? [titled] : [isTold ? `${above}: ${own}` : own, ...parts.toReversed(), titled];
  return firstNew(names, naming, taken);
}

/** If nothing else names it: its heading though any document may have it ("Description"); without a heading, a phrase that recurs in it and says more than the keyword. */
export function phraseFor({ path, paragraphs }: SourceSection, naming: Naming, taken: ReadonlySet<string>): string | null {
  const { language, keyword } = naming.topic;
  if (path !== null) return firstNew([bareHeading(path.split(headingSeparator).at(-1)!)], naming, taken);
  const texts = paragraphs.flat().flatMap(({ isCode, text }) => (isCode ? [] : [text]));
  const phrases = keyphrases(texts, language, 5)
    .filter(({ phrase, isName }) => (words(phrase).length > 1 && /^(?:en|de)$/.test(language)) || isName)
    // In German what is not between nouns is a fragment.
    .filter(({ phrase }) => language !== 'de' || /^\p{Lu}(?:.* \p{Lu}\S*|\S*)$/u.test(phrase))
    .map(({ phrase }) => phrase)
    .filter((phrase) => terms(phrase, language).some((term) => !keyword.has(term)));
  return firstNew(phrases, naming, taken);
}

function firstNew(names: readonly (string | null | undefined)[], { topic, keyword, title, spellings }: Naming, taken: ReadonlySet<string>) {
  const known = new Set([...taken, normalise(keyword), normalise(title)]);
  const cased = names.map((name) => (name ? titleCase(name, topic.language, spellings) : ''));
  return cased.find((name) => name && !known.has(normalise(name))) ?? null;
}

/** The section's subject in a few words, for the outline. */
export function summaryOf(paragraphs: readonly Candidate[][]): string {
  return [...new Set(paragraphs.flat().map(({ source }) => source.documentTitle))].slice(0, 3).join(', ');
}

/** A shorter paragraph is joined to its neighbour from the same document. */
const minParagraphWords = 28;
const maxParagraphWords = 110;

/** Paragraphs as they are read: short ones of prose are joined, and a long one is parted before a sentence that can open one. */
export function inParagraphs(taken: readonly Paragraph[]): Candidate[][] {
  const paragraphs: Candidate[][] = [];
  for (const paragraph of taken) {
    const before = paragraphs.at(-1);
    const isProse = [...(before ?? []), ...paragraph].every(({ isCode, list, text }) => !isCode && list === null && !isNameLine(text));
    const isShort = before !== undefined && Math.min(candidateWords(before), candidateWords(paragraph)) < minParagraphWords;
    const isOne = before?.[0]!.source.documentId === paragraph[0]!.source.documentId;
    if (isProse && isOne && isShort && candidateWords(before) + candidateWords(paragraph) <= maxParagraphWords) before.push(...paragraph);
    else paragraphs.push(...parted(paragraph));
  }
  return paragraphs;
}

function parted(paragraph: Paragraph): Candidate[][] {
  const parts: Candidate[][] = [[]];
  for (const unit of paragraph) {
    const isFull = candidateWords(parts.at(-1)!) >= maxParagraphWords / 2 && candidateWords(paragraph) > maxParagraphWords;
    if (isFull && unit.standing === 'alone' && !unit.isCode) parts.push([]);
    parts.at(-1)!.push(unit);
  }
  return parts;
}

/** How much of the keyword the candidates hold together, 0–1. */
export function sharedBy(candidates: readonly Candidate[], topic: Topic): number {
  return keywordShare(topic, (term) => candidates.some(({ terms: own }) => own.includes(term)));
}
