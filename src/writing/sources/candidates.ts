import { bm25 } from '../../language/retrieval.ts';
import { countWords, normalise, terms, words } from '../../language/tokens.ts';
import { questionOf } from './headings.ts';
import { locales } from './locales.ts';
import type { ComposeRequest, Judgement, SourcePassage } from './shapes.ts';
import { isAskedFor, isOnTopic, missingWords, subjectsOf, type Subject } from './subject.ts';
import { languageOf, languagesOf, readPassage, topicOf, unnamedAmong, type ReadPassage, type Topic } from './topic.ts';
import { unitsOf, type QuotedList, type Unit } from './units.ts';

/** An article needs at least this many passages, and quotable prose of this share of its length (never less than `minUsableWords`). */
const minUsablePassages = 3;
const minUsableWords = 100;
const minShareOfTarget = 0.15;
/** Relative to the best passage; a passage of less relevance is off topic. */
const minRelativeRelevance = 0.4;
/** From this `subject` on, a document is entirely about the keyword. */
const minWholeSubject = 0.9;
/** Documents that hold less than this share of what the best one holds are not needed if the others have prose of `minSurplus` times the target. */
const minHeld = 0.85;
const minSurplus = 1.5;
/** Sources are read up to this many times the target; more would only cost time. */
const maxSurplus = 6;
/** A passage with less quotable prose is not used. */
const minPassageWords = 12;
/** The same if it leads to code. */
const minLeadWords = 3;
/** A sentence in as many documents belongs to none of them. */
const minBoilerplate = 3;
/** Longer code is a listing, not a step. */
const maxCodeLines = 24;
/** The best by the retrieval's score; more would only cost time. */
const maxPassages = 400;
/** The minimum relevance of a passage in a document entirely about the keyword, even if it does not name it. */
const subjectRelevance = 0.6;

/** A sentence, a list or a block of code that can be quoted. */
export interface Candidate {
  text: string;
  /** Its sentences as in the passage: one, unless it is a list. */
  lines: readonly string[];
  list: QuotedList | null;
  isCode: boolean;
  terms: readonly string[];
  /** 0 for code. */
  wordCount: number;
  passage: UsablePassage;
  /** The passage that holds it: for code, the one after `passage`. */
  source: SourcePassage;
  /** Index among its passage's units. */
  index: number;
  opensParagraph: boolean;
  /** Whether it needs the sentence before it. */
  leans: boolean;
}

export interface UsablePassage extends ReadPassage {
  /** 0–1, relative to the best passage. */
  relevance: number;
  /** 0–1: how much of the keyword its document is about. */
  subject: number;
  /** All of its units, quotable or not. */
  units: Unit[];
  candidates: Candidate[];
}

type Side = { name: string; reading: SourceReading };

export interface SourceReading {
  topic: Topic;
  passages: UsablePassage[];
  judgement: Judgement;
  /** The keyword's words that no retrieved passage in the article's language holds. */
  missing: string[];
  /** How many passages are in the article's language, and how many of those are on topic. */
  read: { inLanguage: number; onTopic: number };
  /** Of the other passages. */
  otherLanguages: string[];
  /** Of a comparison: what was read for each subject. */
  subjects?: Side[];
}

/** Finds what can be quoted about the keyword: prose on topic, in the article's language, without repeats, and the code that belongs to it. */
export function readSources(request: ComposeRequest, passages: readonly SourcePassage[]): SourceReading {
  const names = request.articleType === 'comparison' ? comparedIn(request.keyword, languageOf(request, passages)) : null;
  return names === null ? readFor(request, passages) : readSides(request, passages, names);
}

/** Both subjects of a comparison; null if the keyword does not name two. */
function comparedIn(keyword: string, language: string): [string, string] | null {
  const { versus = 'versus|vs\\.?' } = locales[language] ?? {};
  const [one, other, ...more] = keyword.split(new RegExp(`\\s+(?:${versus})\\s+`, 'iu')).map((part) => part.trim());
  return one && other && more.length === 0 ? [one, other] : null;
}

/** A passage belongs to the subject whose own words its headings and title hold, or else its text. */
function readSides(request: ComposeRequest, passages: readonly SourcePassage[], names: readonly [string, string]): SourceReading {
  const language = languageOf(request, passages);
  const half = { ...request, language, targetWordCount: request.targetWordCount / 2 };
  const own = names.map((name) => new Set(terms(name, language)));
  const [one, other] = names.map((name, side) => {
    const reading = readFor({ ...half, keyword: name }, passages);
    const distinct = (at: number) => [...own[at]!].filter((term) => !own[1 - at]!.has(term));
    const named = (at: number, among: ReadonlySet<string>) =>
      distinct(at).filter((term) => among.has(term)).length / Math.max(1, distinct(at).length);
    const isOwn = ({ title, context, own: held }: ReadPassage) => {
      const telling = [title, context, held].find((among) => named(side, among) !== named(1 - side, among));
      return telling !== undefined && named(side, telling) > named(1 - side, telling);
    };
    const kept = reading.passages.filter(isOwn);
    return { name, reading: { ...reading, passages: kept, judgement: judge({ ...half, targetWordCount: 0 }, kept) } };
  }) as [Side, Side];
  const whole = readFor(request, passages);
  const [a, b] = [one.reading.judgement, other.reading.judgement];
  const judgement = {
    sufficient: a.sufficient && b.sufficient,
    usablePassages: a.usablePassages + b.usablePassages,
    neededPassages: a.neededPassages + b.neededPassages,
    usableWords: a.usableWords + b.usableWords,
    neededWords: a.neededWords + b.neededWords,
  };
  const both = new Map([...one.reading.passages, ...other.reading.passages].map((passage) => [passage.source.id, passage]));
  return { ...whole, passages: [...both.values()], judgement, subjects: [one, other] };
}

function readFor(request: ComposeRequest, passages: readonly SourcePassage[]): SourceReading {
  const language = languageOf(request, passages);
  const inLanguage = passages
    .filter((passage) => passage.kind !== 'code' && (passage.language === language || passage.language === 'und'))
    .toSorted((a, b) => b.score - a.score || compareSources(a, b))
    .slice(0, maxPassages);
  const code = new Map(passages.filter(({ kind }) => kind === 'code').map((passage) => [placeOf(passage), passage]));
  const unnamed = unnamedAmong(inLanguage);
  const read = inLanguage.map((passage) => readPassage(passage, language, unnamed));
  const topic = topicOf(request, read, language);
  const named = usableAmong(read, request, topic, subjectsOf(topic, read), code);
  const { usable, onTopic } =
    request.trusted && !judge(request, named.usable).sufficient ? usableAmong(read, request, topic, allAbout(read), code) : named;
  return {
    topic,
    passages: usable,
    judgement: judge(request, usable),
    missing: missingWords(request.keyword, language, read),
    read: { inLanguage: read.length, onTopic },
    otherLanguages: languagesOf(passages).filter((other) => other !== language),
  };
}

/** The quotable passages on topic, without repeats, best first. If documents about nothing but the keyword suffice, those that lack a part of it are left out. */
function usableAmong(
  read: readonly ReadPassage[],
  request: ComposeRequest,
  topic: Topic,
  subjects: ReadonlyMap<string, Subject>,
  code: ReadonlyMap<string, SourcePassage>,
): { usable: UsablePassage[]; onTopic: number } {
  const { targetWordCount, outline = [] } = request;
  const subjectOf = ({ source }: ReadPassage) => subjects.get(source.documentId)!;
  const ranked = relevances(topic, read, subjectOf);
  const wanted = ranked.filter(({ passage }) => isOnTopic(topic, passage, subjectOf(passage)) || isAskedFor(topic, outline, passage));
  const boilerplate = boilerplateIn(read);
  const said = new Set<string>();
  let found = 0;
  const isProcedure = request.articleType === 'how-to';
  const all = wanted.flatMap(({ passage, relevance }): UsablePassage[] => {
    if (!isProcedure && outline.length === 0 && found >= maxSurplus * targetWordCount) return [];
    const candidates: Candidate[] = [];
    const following = codeAfter(passage.source, code);
    const names = new Set(words(`${request.keyword} ${passage.name ?? ''}`).filter((word) => word === word.toLowerCase()));
    const units = unitsOf(passage.source.text, topic.language, names, following.length > 0);
    const usable: UsablePassage = { ...passage, relevance, subject: subjectOf(passage).share, units, candidates };
    for (const [index, unit] of units.entries()) {
      const key = normalise(unit.text);
      if (unit.standing === 'never' || said.has(key) || boilerplate.has(unit.text)) continue;
      said.add(key);
      candidates.push(candidateOf(unit, usable, index, topic.language));
    }
    if (candidateWords(candidates) < (following.length > 0 ? minLeadWords : minPassageWords)) return [];
    // Code explains nothing if the sentence that leads to it is not quoted.
    if (candidates.at(-1)!.index === units.length - 1)
      candidates.push(...following.map((source, at) => codeOf(source, usable, units.length + at)));
    found += candidateWords(candidates);
    return [usable];
  });
  const best = Math.max(...all.map(({ relevance }) => relevance), 0);
  const near = outline.length > 0 ? all : all.filter(({ relevance }) => relevance >= minRelativeRelevance * best);
  const bestHeld = Math.max(...near.map((passage) => subjectOf(passage).held), 0);
  const whole = near.filter((passage) => subjectOf(passage).held >= minHeld * bestHeld);
  const core = whole.filter(({ subject }) => subject >= minWholeSubject);
  const suffices = outline.length === 0 && core.length >= minUsablePassages && wordsIn(core) >= minSurplus * targetWordCount;
  return { usable: suffices ? whole : near, onTopic: wanted.length };
}

/** Sentences that open passages of several documents, such as a notice on every page of a manual. */
function boilerplateIn(read: readonly ReadPassage[]): Set<string> {
  const holders = new Map<string, Set<string>>();
  for (const { source } of read) {
    for (const line of source.text.split(/\n+|(?<=[.!?]) /)) {
      const key = line.replace(/^(?:- |\d+\. )/, '').trim();
      holders.set(key, (holders.get(key) ?? new Set()).add(source.documentId));
    }
  }
  return new Set([...holders].filter(([, documents]) => documents.size >= minBoilerplate).map(([key]) => key));
}

function allAbout(read: readonly ReadPassage[]): Map<string, Subject> {
  return new Map(read.map(({ source }) => [source.documentId, { share: 1, held: 1, named: 1 }]));
}

/** BM25 over the passages, and with less weight the retrieval's score; their scales differ, so each is taken relative to its best. Best first. */
function relevances(topic: Topic, read: readonly ReadPassage[], subjectOf: (passage: ReadPassage) => Subject) {
  const scores = bm25(
    new Set(topic.keyword.keys()),
    read.map((passage) => [...passage.terms, ...passage.context]),
  );
  const best = Math.max(...scores, 1e-9);
  const given = read.map(({ source }) => (Number.isFinite(source.score) ? Math.max(0, source.score) : 0));
  const bestGiven = Math.max(...given, 1e-9);
  return read
    .map((passage, index) => {
      const own = 0.75 * (scores[index]! / best) + 0.25 * (given[index]! / bestGiven);
      return { passage, relevance: Math.max(own, subjectRelevance * subjectOf(passage).share ** 2) };
    })
    .toSorted((a, b) => b.relevance - a.relevance || compareSources(a.passage.source, b.passage.source));
}

function judge(request: ComposeRequest, usable: readonly UsablePassage[]): Judgement {
  const usableWords = wordsIn(usable);
  const neededWords = Math.max(minUsableWords, Math.round(minShareOfTarget * request.targetWordCount));
  const sufficient = usable.length >= minUsablePassages && usableWords >= neededWords;
  return { sufficient, usablePassages: usable.length, neededPassages: minUsablePassages, usableWords, neededWords };
}

export function compareSources(a: SourcePassage, b: SourcePassage): number {
  if (a.documentId !== b.documentId) return a.documentId < b.documentId ? -1 : 1;
  return a.position - b.position || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function candidateOf(
  { text, lines, list, opensParagraph, standing }: Unit,
  passage: UsablePassage,
  index: number,
  language: string,
): Candidate {
  // The first sentence of an answer may depend on the question, which is shown above it.
  const answers = index === 0 && questionOf(passage.source.heading) !== null;
  const leans = standing === 'after' && !answers;
  const own = terms(text, language);
  return {
    text,
    lines,
    list,
    isCode: false,
    terms: own,
    wordCount: countWords(text),
    passage,
    source: passage.source,
    index,
    opensParagraph,
    leans,
  };
}

function codeOf(source: SourcePassage, passage: UsablePassage, index: number): Candidate {
  const { text } = source;
  return {
    text,
    lines: [text],
    list: null,
    isCode: true,
    terms: [],
    wordCount: 0,
    passage,
    source,
    index,
    opensParagraph: false,
    leans: true,
  };
}

const placeOf = ({ documentId, position }: Pick<SourcePassage, 'documentId' | 'position'>) => `${position}\n${documentId}`;

function codeAfter({ documentId, position }: SourcePassage, code: ReadonlyMap<string, SourcePassage>): SourcePassage[] {
  const found: SourcePassage[] = [];
  for (
    let next = code.get(placeOf({ documentId, position: position + 1 }));
    next;
    next = code.get(placeOf({ documentId, position: next.position + 1 }))
  )
    found.push(next);
  return found.every(({ text }) => text.split('\n').length <= maxCodeLines) ? found : [];
}

export function candidateWords(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { wordCount }) => sum + wordCount, 0);
}

function wordsIn(passages: readonly UsablePassage[]): number {
  return passages.reduce((sum, { candidates }) => sum + candidateWords(candidates), 0);
}
