import { keyphrases } from '../../language/keyphrases.ts';
import { normalise, terms, words } from '../../language/tokens.ts';
import { candidateWords, compareSources, type Candidate, type SourceReading, type UsablePassage } from '../sources/candidates.ts';
import { cleanHeading, headingPath, isSignature, questionOf, titleCase } from '../sources/headings.ts';
import { keywordShare, type Topic } from '../sources/topic.ts';
import { runsOf, type Run } from './runs.ts';
import { headingSeparator } from '../../documents/passages.ts';

/** A section of a source: what stands there under one heading. */
export interface SourceSection {
  documentId: string;
  /** Its path of headings as in the source. */
  path: string | null;
  passages: UsablePassage[];
  runs: Run[];
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

/** What is needed to name a section: what the article is about, and how its sources spell it. */
export interface Naming {
  topic: Topic;
  keyword: string;
  title: string;
  spellings: ReadonlyMap<string, string>;
}

/** Sections that any document may have and that no article needs. */
const apparatus =
  /^(?:see also|references?|external links|further reading|notes?|footnotes|bibliography|copyright|licen[sc]e|authors?|credits|git|synopsis|index|contents|bugs|changelog|history of changes|reporting bugs|siehe auch|einzelnachweise|literatur|weblinks|voir aussi|références|liens externes|bibliographie|véase también|referencias|enlaces externos|vedi anche|zie ook|ver também)$/i;

/** The sections of the sources, in the order of their documents. Text without headings is parted where its passages are. */
export function sectionsOf({ passages, topic }: SourceReading): SourceSection[] {
  const ordered = [...passages].toSorted((a, b) => compareSources(a.source, b.source));
  const groups = Map.groupBy(ordered, ({ source }) => `${source.documentId}\n${source.heading ?? `#${source.position}`}`);
  return [...groups.values()].flatMap((members) => {
    const { documentId, heading } = members[0]!.source;
    if (apparatus.test(heading?.split(headingSeparator).at(-1)?.trim() ?? '')) return [];
    const runs = runsOf(members);
    const count = candidateWords(runs.flatMap(({ units }) => units));
    return count === 0
      ? []
      : [{ documentId, path: heading, passages: members, runs, words: count, relevance: relevanceOf(members, runs, topic) }];
  });
}

function relevanceOf(members: readonly UsablePassage[], runs: readonly Run[], topic: Topic): number {
  const { context, subject } = members[0]!;
  const headed = keywordShare(topic, (term) => context.has(term));
  const told = sharedBy(
    runs.flatMap(({ units }) => units),
    topic,
  );
  return 0.25 * headed + 0.15 * subject + 0.25 * told + 0.35 * Math.max(...members.map(({ relevance }) => relevance));
}

/** A heading for these passages: their own, else one above it, else their page's title. Never the keyword alone, nor one of `taken`. */
export function nameSection({ path, passages }: SourceSection, naming: Naming, taken: ReadonlySet<string>): string | null {
  const own = questionOf(path) ?? headingPath(path?.split(headingSeparator).at(-1) ?? null)[0];
  const names = [own, ...headingPath(path).toReversed(), cleanHeading(passages[0]!.name ?? '')];
  return firstNew(names, naming, taken);
}

/** If nothing else names it: its heading though any document may have it ("Description"), else a phrase that recurs in it and says more than the keyword. */
export function phraseFor({ path, runs }: SourceSection, naming: Naming, taken: ReadonlySet<string>): string | null {
  const { language, keyword } = naming.topic;
  const own = path?.split(headingSeparator).at(-1) ?? null;
  if (own !== null && !isSignature(own)) return firstNew([own === own.toUpperCase() ? own.toLowerCase() : own], naming, taken);
  const texts = runs.flatMap(({ units }) => units.filter(({ isCode }) => !isCode).map(({ text }) => text));
  const phrases = keyphrases(texts, language, 5)
    .filter(({ phrase, isName }) => words(phrase).length > 1 || isName)
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

/** Each run is a paragraph; short ones are joined. */
export function inParagraphs(runs: readonly Candidate[][]): Candidate[][] {
  const paragraphs: Candidate[][] = [];
  for (const run of runs) {
    const before = paragraphs.at(-1);
    const isProse = [...(before ?? []), ...run].every(({ isCode, list }) => !isCode && list === null);
    const isShort = before !== undefined && Math.min(candidateWords(before), candidateWords(run)) < minParagraphWords;
    const isOne = before?.[0]!.source.documentId === run[0]!.source.documentId;
    if (isProse && isOne && isShort && candidateWords(before) + candidateWords(run) <= maxParagraphWords) before.push(...run);
    else paragraphs.push([...run]);
  }
  return paragraphs;
}

/** How much of the keyword the candidates hold together, 0–1. */
export function sharedBy(candidates: readonly Candidate[], topic: Topic): number {
  return keywordShare(topic, (term) => candidates.some(({ terms: own }) => own.includes(term)));
}
