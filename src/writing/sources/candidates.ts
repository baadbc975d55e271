import { bm25, idf } from '../../language/retrieval.ts';
import { countWords, terms, words } from '../../language/tokens.ts';
import { topicOf, keywordShare, languageOf, languagesOf, readPassage, unnamedAmong, type Topic, type ReadPassage } from './topic.ts';
import { headingPath, questionOf } from './headings.ts';
import { RepeatedPassages } from './repeats.ts';
import type { ComposeRequest, Judgement, SourcePassage } from './shapes.ts';
import { isAskedFor, isOnTopic, missingWords, subjectsOf, type Subject } from './subject.ts';
import { unitsOf, type QuotedList, type Unit } from './units.ts';

/** An article needs at least this many passages, and quotable prose of this share of its length (never less than `minUsableWords`). */
const minUsablePassages = 3;
const minUsableWords = 100;
const minShareOfTarget = 0.15;

/** Relative to the best passage; a passage of less relevance is off topic. */
const minRelativeRelevance = 0.4;
/** From this `titleMatch` on, a document is entirely about the keyword. */
export const sameName = 0.75;
/** From this `subject` on, a document is entirely about the keyword. */
const minWholeSubject = 0.9;
/** Documents that hold less than this share of what the best one holds are not needed if the others have quotable prose of `minSurplus` times the target. */
const minHeld = 0.85;
const minSurplus = 1.2;
/** Sources are read up to this many times the target; more would only cost time. */
const maxSurplus = 8;
/** A passage with less quotable prose is not used. */
const minPassageWords = 12;
/** How many sentences in a row may depend on the one before. */
const maxChain = 6;
/** The best by the retrieval's score; more would only cost time. */
const maxPassages = 400;

/** The minimum relevance of a sentence in a document entirely about the keyword, even if it does not name it. */
const subjectRelevance = 0.6;

export interface Candidate {
  text: string;
  /** Its sentences as in the passage: one, unless it is a list. */
  lines: readonly string[];
  list: QuotedList | null;
  terms: readonly string[];
  wordCount: number;
  /** 0–1: the mean of its passage's relevance and of how much of the keyword is in the text or its headings. */
  relevance: number;
  passage: UsablePassage;
  /** Index among its passage's units. */
  index: number;
  opensParagraph: boolean;
  /** A document's opening that only explains its title, and needs that title above it. */
  isEntry: boolean;
  /** The sentence it depends on and must directly follow; null if it can stand alone. */
  leansOn: Candidate | null;
}

export interface UsablePassage extends ReadPassage {
  /** 0–1, relative to the best passage. */
  relevance: number;
  /** 0–1: how closely its document's title matches the keyword. */
  titleMatch: number;
  /** 0–1: how much of the keyword its document is about. */
  subject: number;
  /** All of its units, quotable or not. */
  units: Unit[];
  candidates: Candidate[];
  /** The phrase by which these candidates were picked from a longer text; null if they are all of the passage. */
  theme: string | null;
}

export interface SourceReading {
  topic: Topic;
  passages: UsablePassage[];
  judgement: Judgement;
  /** The keyword's words that no retrieved passage in the article's language holds. */
  missing: string[];
  /** How many passages are in the article's language, and how many of those are on topic. */
  read: { inLanguage: number; onTopic: number };
  /** The languages of the other passages. */
  otherLanguages: string[];
}

/** Finds what can be quoted about the keyword: prose on topic, in the article's language, that makes sense out of its context; without repeats. */
export function readSources(request: ComposeRequest, passages: readonly SourcePassage[]): SourceReading {
  const language = languageOf(request, passages);
  const inLanguage = passages
    .filter((passage) => passage.language === language || passage.language === 'und')
    .toSorted(byScore)
    .slice(0, maxPassages);
  const unnamed = unnamedAmong(inLanguage);
  const read = inLanguage.map((passage) => readPassage(passage, language, unnamed));
  const topic = topicOf(request, read, language);
  const named = usableAmong(read, request, topic, subjectsOf(topic, read));
  const near = request.outline?.length ? named.usable : nearest(named.usable);
  const isEnough = judge(request, near).sufficient || !request.trusted;
  const { usable, onTopic } = isEnough ? { ...named, usable: near } : usableAmong(read, request, topic, allAbout(read));
  return {
    topic,
    passages: usable,
    judgement: judge(request, usable),
    missing: missingWords(request.keyword, language, read),
    read: { inLanguage: read.length, onTopic },
    otherLanguages: languagesOf(passages).filter((other) => other !== language),
  };
}

/**
 * The quotable passages on topic, without repeats. If documents about nothing but the keyword suffice, documents that lack a part of it
 * are left out, as they are about something else. Stops once there is far more than the article can hold.
 */
function usableAmong(
  read: readonly ReadPassage[],
  request: ComposeRequest,
  topic: Topic,
  subjects: ReadonlyMap<string, Subject>,
): { usable: UsablePassage[]; onTopic: number } {
  const { keyword, targetWordCount, outline = [] } = request;
  const subjectOf = ({ source }: ReadPassage) => subjects.get(source.documentId)!;
  const wanted = ranked(topic, read, subjectOf).filter(
    ({ passage }) => isOnTopic(topic, passage, subjectOf(passage)) || isAskedFor(topic, outline, passage),
  );
  const bestHeld = Math.max(...wanted.map(({ passage }) => subjectOf(passage).held), 0);
  const isWhole = ({ passage }: { passage: ReadPassage }) => subjectOf(passage).held >= minHeld * bestHeld;
  const names = namesIn(keyword, read);
  const repeats = new RepeatedPassages(topic.rarity, idf(1, read.length));
  const usable: UsablePassage[] = [];
  const isAbout = (passage: ReadPassage) => subjectOf(passage).share >= minWholeSubject;
  const groups = wanted.some(({ passage }) => isAbout(passage))
    ? [wanted.filter(isWhole), wanted.filter((one) => !isWhole(one))]
    : [wanted];
  let found = 0;
  for (const group of groups) {
    const core = usable.filter(isAbout);
    const coreWords = core.reduce((sum, { candidates }) => sum + candidateWords(candidates), 0);
    if (outline.length === 0 && core.length >= minUsablePassages && coreWords >= minSurplus * targetWordCount) break;
    for (const { passage, relevance } of group) {
      if (outline.length === 0 && found >= maxSurplus * targetWordCount) break;
      if (repeats.isRepeat(passage)) continue;
      const rated = { relevance, titleMatch: titleMatch(passage, topic), subject: subjectOf(passage).share };
      const units = unitsOf(passage.source.text, topic.language, names);
      const quotable = withCandidates({ ...passage, ...rated, units, candidates: [], theme: null }, topic);
      if (candidateWords(quotable.candidates) < minPassageWords) continue;
      usable.push(quotable);
      found += candidateWords(quotable.candidates);
    }
  }
  return { usable, onTopic: wanted.length };
}

/** Takes each document for one about the keyword. */
function allAbout(read: readonly ReadPassage[]): Map<string, Subject> {
  return new Map(read.map(({ source }) => [source.documentId, { share: 1, held: 1, named: 1 }]));
}

/** Drops passages far less relevant than the best: the article would not use them, so they must not count. */
function nearest(passages: readonly UsablePassage[]): UsablePassage[] {
  const means = passages.map(
    ({ candidates }) => candidates.reduce((sum, { relevance, wordCount }) => sum + relevance * wordCount, 0) / candidateWords(candidates),
  );
  const best = Math.max(...means, 0);
  return passages.filter((_, index) => means[index]! >= minRelativeRelevance * best);
}

/** Best first. In a document about the keyword, a passage is relevant even if it does not name it. */
function ranked(
  topic: Topic,
  read: readonly ReadPassage[],
  subjectOf: (passage: ReadPassage) => Subject,
): { passage: ReadPassage; relevance: number }[] {
  return relevances(topic, read)
    .map(({ passage, relevance }) => ({ passage, relevance: Math.max(relevance, subjectRelevance * subjectOf(passage).share ** 2) }))
    .toSorted((a, b) => b.relevance - a.relevance || compareSources(a.passage.source, b.passage.source));
}

function byScore(a: SourcePassage, b: SourcePassage): number {
  return b.score - a.score || compareSources(a, b);
}

function judge(request: ComposeRequest, usable: readonly UsablePassage[]): Judgement {
  const usableWords = usable.reduce((sum, passage) => sum + candidateWords(passage.candidates), 0);
  const neededWords = Math.max(minUsableWords, Math.round(minShareOfTarget * request.targetWordCount));
  const sufficient = usable.length >= minUsablePassages && usableWords >= neededWords;
  return { sufficient, usablePassages: usable.length, neededPassages: minUsablePassages, usableWords, neededWords };
}

/** BM25 over the passages, and with less weight the retrieval's score. Their scales differ, so each is taken relative to its best. */
function relevances(topic: Topic, passages: readonly ReadPassage[]): { passage: ReadPassage; relevance: number }[] {
  const wanted = new Set(topic.keyword.keys());
  const scores = bm25(
    wanted,
    passages.map((passage) => [...passage.terms, ...passage.context]),
  );
  const best = Math.max(...scores, 1e-9);
  const given = passages.map((passage) => (Number.isFinite(passage.source.score) ? Math.max(0, passage.source.score) : 0));
  const bestGiven = Math.max(...given, 1e-9);
  return passages.map((passage, index) => ({ passage, relevance: 0.75 * (scores[index]! / best) + 0.25 * (given[index]! / bestGiven) }));
}

export function compareSources(a: SourcePassage, b: SourcePassage): number {
  return a.documentId < b.documentId
    ? -1
    : a.documentId > b.documentId
      ? 1
      : a.position - b.position || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function withCandidates(passage: UsablePassage, topic: Topic): UsablePassage {
  let before: { text: string; candidate: Candidate | null; chain: number } = { text: '', candidate: null, chain: 0 };
  const { position, heading } = passage.source;
  const asked = questionOf(heading) !== null;
  for (const [index, unit] of passage.units.entries()) {
    const leans = unit.standing === 'after' || (unit.standing === 'alone' && refersBack(unit.text, before.text, passage, topic));
    const isEntry = unit.standing === 'entry' && index === 0 && position === 0 && headingPath(heading).length === 0;
    // The first sentence of an answer may depend on the question, which is shown above it.
    const answers = asked && index === 0 && (leans || /^(?:yes|no|ja|nein)[.!]$/i.test(unit.text));
    const usable =
      (unit.standing === 'alone' && !leans) || isEntry || answers || (leans && before.candidate !== null && before.chain < maxChain);
    const follows = (leans || (asked && before.chain < maxChain)) && unit.standing !== 'never' ? before.candidate : null;
    const candidate = usable ? candidateOf(unit, passage, topic, index, follows) : null;
    if (candidate) passage.candidates.push(candidate);
    before = { text: unit.text, candidate, chain: candidate?.leansOn ? before.chain + 1 : 0 };
  }
  return passage;
}

function candidateOf(unit: Unit, passage: UsablePassage, topic: Topic, index: number, leansOn: Candidate | null): Candidate {
  const { text, lines, list, opensParagraph, standing } = unit;
  const held = terms(text, topic.language);
  const own = new Set(held);
  const named =
    0.65 * keywordShare(topic, (term) => own.has(term)) + 0.35 * keywordShare(topic, (term) => own.has(term) || passage.context.has(term));
  const about = Math.max(named, subjectRelevance * (passage.titleMatch >= sameName ? 1 : passage.subject ** 2));
  return {
    text,
    lines,
    list,
    terms: held,
    wordCount: countWords(text),
    relevance: (passage.relevance + about) / 2,
    passage,
    index,
    opensParagraph,
    isEntry: standing === 'entry',
    leansOn,
  };
}

function titleMatch({ title: titled }: ReadPassage, topic: Topic): number {
  const shared = [...titled].filter((term) => topic.keyword.has(term)).length;
  return titled.size === 0 ? 0 : keywordShare(topic, (term) => titled.has(term)) * (shared / titled.size);
}

/** "The club …" after a sentence about a club refers to that sentence, unless the article or the section is about the club. */
function refersBack(text: string, before: string, { context }: ReadPassage, topic: Topic): boolean {
  const nouns = /^The (\p{Ll}+)(?: (\p{Ll}+))?/u
    .exec(text)
    ?.slice(1)
    .filter((word) => word !== undefined);
  if (!nouns || !before || topic.language !== 'en') return false;
  const told = new Set(terms(before, topic.language));
  const [noun] = terms(nouns.join(' '), topic.language);
  return noun !== undefined && told.has(noun) && !context.has(noun) && !topic.keyword.has(noun);
}

/** The keyword's words that are names written in lower case: the sources open sentences with them. */
function namesIn(keyword: string, passages: readonly ReadPassage[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const word of words(keyword.toLowerCase())) {
    if (
      passages.some(({ source: { text } }) =>
        new RegExp(
          `(?:^|[.!?]\\s+)${word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}\\s+(?:is|has|also|can|will|provides|supports|uses|exposes|applies)\\b`,
          'u',
        ).test(text),
      )
    )
      names.add(word);
  }
  return names;
}

export function candidateWords(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, candidate) => sum + candidate.wordCount, 0);
}
