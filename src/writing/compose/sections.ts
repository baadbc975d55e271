import { normalise, partsOf, terms, words } from '../../language/tokens.ts';
import type { Topic } from '../sources/topic.ts';
import { keywordShare } from '../sources/topic.ts';
import { candidateWords, compareSources, type Candidate } from '../sources/candidates.ts';
import { cleanHeading, headingPath, titleCase } from '../sources/headings.ts';
import { keyphrasesOf, nounsIn, type Keyphrase } from '../../language/keyphrases.ts';
import { locales } from '../sources/locales.ts';
import { isThirdPerson } from '../../language/verbs.ts';

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
  /** Whether the section's document has other sections too, so that its title names none of them. */
  isSpread?: boolean;
  /** The phrases by which its sentences were grouped. */
  themes?: readonly string[];
}

/** A sentence that would make a paragraph longer opens a new one. */
const maxParagraphWords = 95;
/** A shorter paragraph is joined to its neighbour if both quote the same document. */
const minParagraphWords = 28;

/** Sorts sentences by source, first a document with an entry, then the most relevant, and makes paragraphs, each from a single document. */
export function paragraphsOf(sentences: readonly Candidate[]): Candidate[][] {
  const ranks = new Map<string, number>();
  for (const { passage, isEntry } of sentences) {
    const { documentId } = passage.source;
    ranks.set(documentId, Math.max(ranks.get(documentId) ?? 0, passage.relevance + (isEntry ? 1 : 0)));
  }
  const ordered = [...sentences].toSorted((a, b) => {
    const [one, other] = [a.passage.source, b.passage.source];
    if (one.documentId !== other.documentId)
      return ranks.get(other.documentId)! - ranks.get(one.documentId)! || (one.documentId < other.documentId ? -1 : 1);
    return compareSources(one, other) || a.index - b.index;
  });
  return inParagraphs(ordered);
}

/** Makes paragraphs of sentences in this order. */
export function inParagraphs(ordered: readonly Candidate[]): Candidate[][] {
  const paragraphs: Candidate[][] = [];
  for (const sentence of ordered) {
    const current = paragraphs.at(-1);
    if (current && staysIn(current, sentence)) current.push(sentence);
    else paragraphs.push([sentence]);
  }
  return joinShort(paragraphs);
}

function staysIn(paragraph: readonly Candidate[], sentence: Candidate): boolean {
  const last = paragraph.at(-1)!;
  if (sentence.leansOn === last) return true;
  if (last.passage !== sentence.passage || candidateWords(paragraph) + sentence.wordCount > maxParagraphWords) return false;
  return !sentence.opensParagraph || candidateWords(paragraph) < minParagraphWords;
}

function joinShort(paragraphs: readonly Candidate[][]): Candidate[][] {
  const joined: Candidate[][] = [];
  for (const paragraph of paragraphs) {
    const before = joined.at(-1);
    const sameDocument = before?.[0]!.passage.source.documentId === paragraph[0]!.passage.source.documentId;
    const short = before && (candidateWords(paragraph) < minParagraphWords || candidateWords(before) < minParagraphWords);
    if (before && sameDocument && short && candidateWords(before) + candidateWords(paragraph) <= maxParagraphWords + minParagraphWords)
      before.push(...paragraph);
    else joined.push([...paragraph]);
  }
  return joined;
}

/** Drops entries, whose title is not the heading, and the sentences that depend on them. */
export function withoutEntries(sentences: readonly Candidate[]): Candidate[] {
  const kept = new Set<Candidate>();
  for (const sentence of [...sentences].toSorted((a, b) => compareSources(a.passage.source, b.passage.source) || a.index - b.index)) {
    if (!sentence.isEntry && (sentence.leansOn === null || kept.has(sentence.leansOn))) kept.add(sentence);
  }
  return [...kept];
}

/** A theme names a section only if its sentences share no better name. */
const themeWorth = 0.1;
/** A heading that covers this share of a section counts as covering all of it. */
const minWholeShare = 0.8;
/** Deducted from the worth of a page's title if the page has several sections. */
const spreadTitle = 0.8;

interface NameCandidate {
  text: string;
  worth: number;
  /** Whether it is an author's heading that covers all of the section. */
  isWhole?: boolean;
}

/** Finds a heading that says what the sentences are about: the sources' own if it covers them, else their strongest phrase. Never one of `taken`; null if there is none. */
export function nameSection(sentences: readonly Candidate[], naming: Naming, taken: ReadonlySet<string>): string | null {
  const entry = sentences.find(({ isEntry }) => isEntry);
  const candidates: NameCandidate[] = entry
    ? fromTitles([entry])
    : [
        ...fromHeadings(sentences),
        ...fromTitles(sentences).map(({ text, worth }) => ({ text, worth: naming.isSpread ? worth - spreadTitle : worth })),
        ...fromPhrases(sentences, naming),
        ...(naming.themes ?? []).map((text) => ({ text, worth: themeWorth })),
      ];
  const { topic, keyword, title, spellings } = naming;
  const forbidden = new Set([...taken, normalise(keyword), normalise(title)]);
  const keywordTerms = new Set(terms(keyword, topic.language));
  const judged = candidates.map(({ text, worth, isWhole = false }) => {
    const own = terms(text, topic.language);
    const onlyKeyword = own.every((term) => keywordTerms.has(term));
    const length = words(text).flatMap(partsOf).length;
    // Part of the keyword says little, unless it is the author's heading for just this section.
    const telling = (onlyKeyword && isWhole) || (length >= 2 && length <= 7) ? 0.25 : 0;
    return {
      heading: titleCase(text, topic.language, spellings),
      worth: worth - (onlyKeyword && !isWhole ? 0.35 : 0) + telling + 0.2 * keywordShare(topic, (term) => own.includes(term)),
    };
  });
  judged.sort((a, b) => b.worth - a.worth || (a.heading < b.heading ? -1 : 1));
  const isFree = ({ heading }: { heading: string }) => !forbidden.has(normalise(heading)) && !sameTerms(heading, forbidden, topic.language);
  // Rather repeat the article's name as a heading than leave the section out.
  return (judged.find(isFree) ?? judged.find(({ heading }) => !taken.has(normalise(heading))))?.heading ?? null;
}

function sameTerms(heading: string, forbidden: ReadonlySet<string>, language: string): boolean {
  const key = [...new Set(terms(heading, language))].toSorted().join(' ');
  for (const other of forbidden) if (key === [...new Set(terms(other, language))].toSorted().join(' ')) return true;
  return false;
}

/** A deeper heading that covers nearly all of the section says more about it than the heading of its chapter. */
function fromHeadings(sentences: readonly Candidate[]): NameCandidate[] {
  const deeper = new Set(sentences.flatMap(({ passage }) => headingPath(passage.source.heading).slice(1)));
  return weighed(sentences, (sentence) => headingPath(sentence.passage.source.heading)).map(({ text, share }) => ({
    text,
    // An author's heading says more than a page's title, even if it covers only a part.
    worth: share + 0.35 + (deeper.has(text) && share >= minWholeShare ? 0.3 : 0),
    isWhole: share >= minWholeShare,
  }));
}

function fromTitles(sentences: readonly Candidate[]): NameCandidate[] {
  const titles = weighed(sentences, ({ passage }) => [cleanHeading(passage.name ?? '')].filter((title) => title !== null));
  return titles.map(({ text, share }) => ({ text, worth: share }));
}

function fromPhrases(sentences: readonly Candidate[], { topic, themes = [] }: Naming): NameCandidate[] {
  const phrases = keyphrasesOf(
    sentences.map(({ text }) => text),
    topic.language,
    topic.rarity,
  );
  const named = phrases.filter(({ phrase }) => !words(phrase).some(isThirdPerson) && isTelling(phrase, topic));
  const isSingle = ({ phrase }: Keyphrase) => words(phrase).flatMap(partsOf).length === 1;
  const several = named.filter((one) => !isSingle(one));
  const isNoun = nounsIn(sentences.map(({ text }) => text).join('\n'), topic.language);
  // One word says little; a text without headings often has nothing better.
  const single = named.filter((one) => themes.length > 0 && isSingle(one) && isNoun(one.phrase));
  const worth = (one: Keyphrase, rank: number) => 0.35 * one.share + (isSingle(one) ? 0.15 : 0.3) - rank * 0.03;
  return [several, single].flatMap((some) => some.slice(0, 12).map((one, rank) => ({ text: one.phrase, worth: worth(one, rank) })));
}

/** Whether a phrase has more than words of the keyword, which do not distinguish sections. */
function isTelling(phrase: string, { keyword, language }: Topic): boolean {
  return terms(phrase, language).some((term) => !keyword.has(term));
}

/** Each name, with the share of the sentences' words that are under it in the sources. */
function weighed(sentences: readonly Candidate[], namesOf: (sentence: Candidate) => string[]): { text: string; share: number }[] {
  const amounts = new Map<string, number>();
  for (const sentence of sentences)
    for (const name of new Set(namesOf(sentence))) amounts.set(name, (amounts.get(name) ?? 0) + sentence.wordCount);
  const total = candidateWords(sentences) || 1;
  return Array.from(amounts, ([text, amount]) => ({ text, share: amount / total }));
}

/** One sentence on what a section covers and where it comes from. */
export function summaryOf(sentences: readonly Candidate[], { topic, spellings }: Naming): string {
  const phrases: string[] = [];
  for (const { phrase } of keyphrasesOf(
    sentences.map(({ text }) => text),
    topic.language,
    topic.rarity,
  )) {
    const within = phrases.some((other) => other.includes(phrase) || phrase.includes(other));
    const telling = words(phrase).length > 1 && !words(phrase).some(isThirdPerson) && isTelling(phrase, topic);
    if (telling && !within && phrases.length < 3) phrases.push(phrase);
  }
  const named = phrases.map((phrase) => phrase.replace(/[\p{L}\p{N}]+/gu, (word) => spellings.get(word) ?? word));
  const titles = [...new Set(sentences.map(({ passage }) => passage.source.documentTitle))];
  const locale = locales[topic.language];
  const rest = titles.length - 3;
  const from = titles.slice(0, 3).join(', ') + (rest > 0 ? ` ${locale?.more(rest) ?? `and ${rest} more`}` : '');
  if (locale) return `${named.length > 0 ? `${locale.covers}${named.join(', ')}. ` : ''}${locale.drawnFrom}${from}.`;
  return named.length > 0 ? `Covers ${named.join(', ')}; drawn from ${from}.` : `Drawn from ${from}.`;
}

const stages: readonly RegExp[] = [
  /\b(?:what (?:is|are)|why|introduction|overview|definition|background|basics|concepts?|history|origins?|purpose|benefits?|how it works|how .* works?)\b/i,
  /\b(?:how to|getting started|set(?:ting)? ?up|installation|usage|us(?:e|ing)|creat\w+|configur\w+|steps?|guide|choosing|when to)\b/i,
];
const lastStage =
  /\b(?:limitations?|caveats?|alternatives?|troubleshooting|errors?|pitfalls?|migrat\w+|deprecat\w+|security|risks?|drawbacks?|vs\.?|versus|compar\w+|criticism|legacy|reception|aftermath|death|future|known issues|best practices|debug\w*)\b/i;

/** The stage of a document with several sections. */
export const commonStage = 1;

/** A heading's place in an article: what-is before how-to before details before caveats. */
export function stageOf(heading: string, language = 'en'): number {
  const locale = locales[language];
  if (locale) return locale.closes.test(heading) ? stages.length + 1 : locale.opens.test(heading) ? 0 : stages.length;
  if (lastStage.test(heading)) return stages.length + 1;
  const stage = stages.findIndex((pattern) => pattern.test(heading));
  return stage >= 0 ? stage : stages.length;
}
