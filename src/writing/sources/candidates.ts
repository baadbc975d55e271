import { withoutNames } from '../../language/names.ts';
import { bm25 } from '../../language/retrieval.ts';
import { countWords, normalise, terms, words } from '../../language/tokens.ts';
import { versus } from './locales.ts';
import { compareSources, scoreOf } from './order.ts';
import type { ComposeRequest, Judgement, SourcePassage } from './shapes.ts';
import { isAskedFor, isOnTopic, missingWords, subjectsOf } from './subject.ts';
import {
  headingOn,
  languageOf,
  languagesOf,
  mostOn,
  nameShare,
  readPassage,
  topicOf,
  unnamedAmong,
  type ReadPassage,
  type Topic,
} from './topic.ts';
import { unitsOf, type Unit } from './units.ts';

/** An article needs at least this many passages, and quotable prose of this share of its length (never less than `minUsableWords`). */
const minUsablePassages = 3;
const minUsableWords = 100;
const minShareOfTarget = 0.15;
/** Relative to the best passage; a passage of less relevance is off topic. */
const minRelativeRelevance = 0.4;
/** A sentence in as many documents belongs to none of them. */
const minBoilerplate = 3;
const endsInItem = /(?:^|\n)(?:- |\d{1,3}\. )[^\n]*$/;
/** Longer code is a listing, not a step. */
const maxCodeLines = 40;
/** The best by the retrieval's score; more would only cost time. */
const maxPassages = 400;
/** The minimum relevance of a passage in a document entirely about the keyword, even if it does not name it. */
const subjectRelevance = 0.6;

/** A sentence, a list or a block of code, where it stands in its passage. */
export interface Candidate extends Unit {
  isCode: boolean;
  terms: readonly string[];
  /** 0 for code. */
  wordCount: number;
  passage: UsablePassage;
  /** The passage that holds it: for code, one after `passage`. */
  source: SourcePassage;
  /** Index among its passage's units. */
  index: number;
}

export interface UsablePassage extends ReadPassage {
  /** 0–1, relative to the best passage. */
  relevance: number;
  /** 0–1: how much of the keyword its document is about. */
  subject: number;
  /** Quotable or not, with the code that follows. */
  units: Candidate[];
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
  /** What says most on the keyword, usable or not, with the words of it that are said elsewhere only; null where nothing has a word of it. */
  best: { source: SourcePassage; lacks: string[] } | null;
  /** Of a comparison: what was read for each subject. */
  subjects?: Side[];
}

/** Finds what can be quoted about the keyword: prose on topic, in the article's language, without repeats, and the code that belongs to it. */
export function readSources(request: ComposeRequest, passages: readonly SourcePassage[]): SourceReading {
  const names = request.articleType === 'comparison' ? comparedIn(request.keyword) : null;
  return names === null ? readFor(request, passages) : readSides(request, passages, names);
}

/** Both subjects of a comparison; null if the keyword does not name two. */
function comparedIn(keyword: string): [string, string] | null {
  const parts = versus.map((between) => keyword.split(between).map((part) => part.trim())).find(({ length }) => length === 2);
  return parts?.[0] && parts[1] ? [parts[0], parts[1]] : null;
}

/** A passage belongs to the subject whose own words its title and headings hold, or else its text. */
function readSides(request: ComposeRequest, passages: readonly SourcePassage[], names: readonly [string, string]): SourceReading {
  const language = languageOf(request, passages);
  const half = { ...request, language, targetWordCount: request.targetWordCount / 2 };
  const own = names.map((name) => new Set(terms(withoutNames(name, request.sharedNames ?? []), language)));
  const sides = names.map((name, side): Side => {
    const named = (at: number, among: ReadonlySet<string>) =>
      [...own[at]!].filter((term) => !own[1 - at]!.has(term) && among.has(term)).length;
    const isOwn = ({ title, context, own: held }: ReadPassage) => {
      const telling = [title, context, held].find((among) => named(side, among) !== named(1 - side, among));
      return telling !== undefined && named(side, telling) > named(1 - side, telling);
    };
    const reading = readFor({ ...half, keyword: name }, passages);
    const kept = reading.passages.filter(isOwn);
    return { name, reading: { ...reading, passages: kept, judgement: judge({ ...half, targetWordCount: 0 }, kept) } };
  });
  const sum = (of: (judgement: Judgement) => number) => sides.reduce((total, { reading }) => total + of(reading.judgement), 0);
  const whole = readFor(request, passages);
  // What names both belongs to neither side, and compares them.
  const comparing = whole.passages.filter(({ own: held, context }) =>
    own.every((some, side) => [...some].some((term) => !own[1 - side]!.has(term) && (held.has(term) || context.has(term)))),
  );
  const all = [...sides.flatMap(({ reading }) => reading.passages), ...comparing];
  const both = new Map(all.map((passage) => [passage.source.id, passage]));
  const judgement = {
    sufficient: sides.every(({ reading }) => reading.judgement.sufficient),
    usablePassages: sum(({ usablePassages }) => usablePassages),
    neededPassages: sum(({ neededPassages }) => neededPassages),
    usableWords: sum(({ usableWords }) => usableWords),
    neededWords: sum(({ neededWords }) => neededWords),
  };
  return { ...whole, passages: [...both.values()], judgement, subjects: sides };
}

function readFor(request: ComposeRequest, passages: readonly SourcePassage[]): SourceReading {
  const language = languageOf(request, passages);
  const inLanguage = passages
    .filter((passage) => passage.kind !== 'code' && (passage.language === language || passage.language === 'und'))
    .toSorted((a, b) => scoreOf(b) - scoreOf(a) || compareSources(a, b))
    .slice(0, maxPassages);
  const code = new Map(passages.filter(({ kind }) => kind === 'code').map((passage) => [placeOf(passage), passage]));
  const unnamed = unnamedAmong(inLanguage);
  const read = inLanguage.map((passage) => readPassage(passage, language, unnamed));
  const topic = topicOf(request, read, language);
  const named = usableAmong(read, request, topic, subjectsOf(topic, read), code);
  const isTrusted = request.trusted && !judge(request, named.usable).sufficient;
  const { usable, onTopic, best } = isTrusted ? usableAmong(read, request, topic, allAbout(read), code) : named;
  const missing = missingWords(request.keyword, language, read);
  return {
    topic,
    passages: usable,
    judgement: judge(request, usable),
    missing,
    read: { inLanguage: read.length, onTopic },
    otherLanguages: languagesOf(passages).filter((other) => other !== language),
    best: best && {
      source: { ...best.source, heading: headingOn(topic, best) },
      lacks: missingWords(request.keyword, language, [best]).filter((word) => !missing.includes(word)),
    },
  };
}

/** The quotable passages on topic, without repeats, best first; and the best of all. */
function usableAmong(
  read: readonly ReadPassage[],
  request: ComposeRequest,
  topic: Topic,
  subjects: ReadonlyMap<string, number>,
  code: ReadonlyMap<string, SourcePassage>,
): { usable: UsablePassage[]; onTopic: number; best: ReadPassage | null } {
  const { outline = [] } = request;
  const subjectOf = ({ source }: ReadPassage) => subjects.get(source.documentId)!;
  const ranked = relevances(topic, read, subjectOf);
  const wanted = ranked.filter(({ passage }) => isOnTopic(topic, passage, subjectOf(passage)) || isAskedFor(topic, outline, passage));
  // A section is read as a whole, or what is quoted of it would have holes.
  const opened = new Set(wanted.map(({ passage }) => sectionOf(passage.source)));
  const repeated = boilerplateIn(read);
  const texts = new Map(read.map(({ source }) => [placeOf(source), source.text]));
  const all = ranked
    .filter(({ passage }) => opened.has(sectionOf(passage.source)))
    .map(({ passage, relevance }): UsablePassage => {
      const usable: UsablePassage = { ...passage, relevance, subject: subjectOf(passage), units: [] };
      const before = placeOf({ ...passage.source, position: passage.source.position - 1 });
      const around = {
        followsCode: code.has(before),
        followsItem: endsInItem.test(texts.get(before) ?? ''),
        code: codeAfter(passage.source, code),
      };
      usable.units = readUnits(usable, request, topic, around, repeated);
      return usable;
    });
  const best = Math.max(...all.map(({ relevance }) => relevance), 0);
  const nearest = new Set(all.filter(({ relevance }) => relevance >= minRelativeRelevance * best).map(({ source }) => sectionOf(source)));
  const near = outline.length > 0 ? all : all.filter(({ source }) => nearest.has(sectionOf(source)));
  const quotable = near.filter((passage) => candidateWords(quotableIn(passage)) > 0);
  const told = quotable.length > 0 ? quotable : ranked.map(({ passage }) => passage);
  return { usable: near, onTopic: wanted.length, best: mostOn(topic, told) };
}

/** The passage's units and the code after it. `repeated` is left out. */
function readUnits(
  passage: UsablePassage,
  { keyword }: ComposeRequest,
  { language }: Topic,
  around: { followsCode: boolean; followsItem: boolean; code: readonly SourcePassage[] },
  repeated: ReadonlySet<string>,
): Candidate[] {
  const names = new Set(words(`${keyword} ${passage.name ?? ''}`).filter((word) => word === word.toLowerCase()));
  const surroundings = { ...around, names, leadsToCode: around.code.length > 0 };
  const told = unitsOf(passage.source.text, language, surroundings).map((unit, index): Candidate => {
    const standing = unit.standing !== 'never' && repeated.has(normalise(unit.text)) ? 'pointer' : unit.standing;
    const { source } = passage;
    return {
      ...unit,
      standing,
      isCode: false,
      terms: terms(unit.text, language),
      wordCount: countWords(unit.text),
      passage,
      source,
      index,
    };
  });
  const shown = around.code.map((source, at): Candidate => {
    const { text } = source;
    const standing = text.split('\n').length > maxCodeLines ? 'never' : 'after';
    const index = told.length + at;
    return {
      text,
      lines: [text],
      opensParagraph: false,
      standing,
      list: null,
      isCode: true,
      terms: [],
      wordCount: 0,
      passage,
      source,
      index,
    };
  });
  return [...told, ...shown];
}

/** What can be quoted of a passage. */
export function quotableIn({ units }: UsablePassage): Candidate[] {
  return units.filter(({ standing }) => standing === 'alone' || standing === 'after');
}

/** Sentences that stand in several documents, such as a notice on every page of a manual. */
function boilerplateIn(read: readonly ReadPassage[]): Set<string> {
  const holders = new Map<string, Set<string>>();
  for (const { source } of read) {
    for (const line of source.text.split(/\n+|(?<=[.!?]) /)) {
      const key = normalise(line.replace(/^(?:- |\d+\. )/, ''));
      holders.set(key, (holders.get(key) ?? new Set()).add(source.documentId));
    }
  }
  return new Set([...holders].filter(([, documents]) => documents.size >= minBoilerplate).map(([key]) => key));
}

function allAbout(read: readonly ReadPassage[]): Map<string, number> {
  return new Map(read.map(({ source }) => [source.documentId, 1]));
}

/** BM25 over the passages, and with less weight the retrieval's score; their scales differ, so each is taken relative to its best. Best first. */
function relevances(topic: Topic, read: readonly ReadPassage[], subjectOf: (passage: ReadPassage) => number) {
  const scores = bm25(
    new Set(topic.phrase),
    read.map((passage) => [...passage.terms, ...passage.context]),
  );
  const best = Math.max(...scores, 1e-9);
  const given = read.map(({ source }) => scoreOf(source));
  const bestGiven = Math.max(...given, 1e-9);
  return read
    .map((passage, index) => {
      const own = 0.75 * (scores[index]! / best) + 0.25 * (given[index]! / bestGiven);
      return { passage, relevance: Math.max(own * nameShare(topic, passage), subjectRelevance * subjectOf(passage)) };
    })
    .toSorted((a, b) => b.relevance - a.relevance || compareSources(a.passage.source, b.passage.source));
}

function judge(request: ComposeRequest, usable: readonly UsablePassage[]): Judgement {
  const usableWords = wordsIn(usable);
  const neededWords = Math.max(minUsableWords, Math.round(minShareOfTarget * request.targetWordCount));
  const usablePassages = usable.filter((passage) => candidateWords(quotableIn(passage)) > 0).length;
  const sufficient = usablePassages >= minUsablePassages && usableWords >= neededWords;
  return { sufficient, usablePassages, neededPassages: minUsablePassages, usableWords, neededWords };
}

/** What stands under one heading; without any, each passage is by itself. */
const sectionOf = ({ documentId, heading, position }: SourcePassage) => `${documentId}\n${heading ?? `#${position}`}`;

const placeOf = ({ documentId, position }: Pick<SourcePassage, 'documentId' | 'position'>) => `${position}\n${documentId}`;

function codeAfter({ documentId, position, heading }: SourcePassage, code: ReadonlyMap<string, SourcePassage>): SourcePassage[] {
  const next = code.get(placeOf({ documentId, position: position + 1 }));
  return next?.heading === heading ? [next, ...codeAfter(next, code)] : [];
}

export function candidateWords(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { wordCount }) => sum + wordCount, 0);
}

function wordsIn(passages: readonly UsablePassage[]): number {
  return passages.reduce((sum, passage) => sum + candidateWords(quotableIn(passage)), 0);
}
