import { stemOf } from '../../language/lexicon.ts';
import { partsOf, tidy, words } from '../../language/tokens.ts';
import type { Basis, PooledPassage } from './pool.ts';
import { tellingPhrases } from './phrases.ts';
import type { CompetingPage, TermTarget } from '../../../schema/drafts.ts';
import type { BriefRequest } from './shapes.ts';

const maxTerms = 25;
/** A short article has room for one term per this many words, but at least for `minTerms`. */
const wordsPerTerm = 20;
const minTerms = 8;
/** The best candidates, among keyphrases and the headings of competing pages. */
const maxCandidates = 80;
/** The best passages, in which phrases are looked for. */
const maxRead = 60;
/** The keyword's largest share of the article, which is the limit of the published score. */
const maxDensity = 0.025;
/** Any other term's largest share. */
const maxTermDensity = 0.008;
/** The keyword's `min` is at most this share of its `max`: a writer needs room. */
const maxMinShare = 0.6;
/** The keyword is required at least once per this many words, … */
const maxWordsPerUse = 400;
/** … allowed at most once per this many, … */
const minWordsPerUse = 110;
/** … but at least once in the opening and once per this many. */
const usualWordsPerUse = 200;
/** The range of any other term is at least one wide, and one wider per this many words. */
const wordsPerStep = 600;
/** A shorter document tells nothing about density. */
const minDocumentWords = 60;
/** A phrase replaces a part of it if at least this share of the part's uses are within the phrase. */
const minWithin = 0.7;
const headingBonus = 1.5;
const competingBonus = 2;
// Hiragana is left out, because Japanese uses it for grammar.
const unspaced = /^[\p{Script=Han}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+$/u;

/** A document's words as stems, in order, so that phrases can be counted in it. */
interface Said {
  stems: string[];
  places: ReadonlyMap<string, readonly number[]>;
}

interface Candidate {
  term: string;
  stems: readonly string[];
  weight: number;
}

/**
 * The terms typical of the subject, with how often to use each: from the first to the third quartile of its density in the documents, scaled to
 * the article's length, at least once, and widened so that `max` is above `min`. The keyword comes first and stays at or below 2.5 % of all
 * words if that allows it twice: in the opening, and once more. At most 25 terms, fewer in a short article.
 */
export function termTargets(request: BriefRequest, basis: Basis, competing: readonly CompetingPage[]): TermTarget[] {
  const { language } = basis.topic;
  const documents = saidIn(basis.pool, language);
  const headings = competing.flatMap((page) => page.headings.map((heading) => stemsOf(heading, language)));
  const keyword = tidy(request.keyword);
  const own = stemsOf(keyword, language);
  const candidates = ranked(candidatesFrom(basis, competing), basis, documents, headings);
  const targets = [keywordTarget(keyword, own, documents, request.targetWordCount)];
  const maxTargets = clamp(Math.round(request.targetWordCount / wordsPerTerm), minTerms, maxTerms);
  const taken: Candidate[] = [{ term: keyword, stems: own, weight: 0 }];
  for (const candidate of candidates) {
    if (targets.length === maxTargets) break;
    if (isWithin(candidate, taken, documents)) continue;
    taken.push(candidate);
    targets.push(rangeOf(candidate, documents, request.targetWordCount));
  }
  return targets;
}

function candidatesFrom({ pool, topic }: Basis, competing: readonly CompetingPage[]): Candidate[] {
  const texts = pool.slice(0, maxRead).flatMap((passage) => passage.sentences);
  const found = tellingPhrases(texts, topic).map(({ phrase, weight }) => ({ term: phrase, weight }));
  // Doubled, because a keyphrase must occur twice, but one heading is enough here.
  const rivals = competing.flatMap(({ headings }) => tellingPhrases([...headings, ...headings], topic));
  const all = [...found, ...unspacedWords(texts, topic.rarity), ...rivals.map(({ phrase }) => ({ term: phrase, weight: 1 }))];
  const distinct = new Map<string, Candidate>();
  for (const { term, weight } of all) {
    const stems = stemsOf(term, topic.language);
    const key = stems.join(' ');
    if (stems.length > 0 && !distinct.has(key)) distinct.set(key, { term, stems, weight });
  }
  return [...distinct.values()];
}

/** Words of two or more characters in scripts without spaces, where a single word counts as a phrase. */
function unspacedWords(texts: readonly string[], rarity: ReadonlyMap<string, number>): { term: string; weight: number }[] {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(words(text))) if (word.length > 1 && unspaced.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Array.from(counts, ([term, count]) => ({ term, weight: count * (rarity.get(term) ?? 0) * Math.min(1.5, term.length / 2) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, maxCandidates);
}

/** Keeps a single word only if it names something: with a capital within sentences, or in a heading. Drops terms made of the keyword's words alone. */
function ranked(
  candidates: readonly Candidate[],
  { pool, topic }: Basis,
  documents: readonly Said[],
  competing: readonly (readonly string[])[],
): Candidate[] {
  const headed = headedStems(pool, topic.language);
  const names = namesIn(pool);
  const keyword = new Set(topic.phrase);
  const weighed = candidates.flatMap((candidate) => {
    const { term, stems, weight } = candidate;
    const parts = words(term);
    const inHeading = stems.every((stem) => headed.has(stem));
    const rival = competing.some((heading) => holdsRun(heading, stems));
    const isName = inHeading || rival || unspaced.test(term) || names.has(term);
    if (stems.every((stem) => keyword.has(stem)) || (parts.length === 1 && !isName)) return [];
    const spread = documents.filter((said) => countRuns(said, stems) > 0).length;
    if (spread === 0 && !rival) return [];
    const bonus = (inHeading ? headingBonus : 1) * (rival ? competingBonus : 1) * Math.sqrt(Math.max(1, spread));
    return [{ ...candidate, weight: weight * bonus }];
  });
  return weighed.toSorted((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1)).slice(0, maxCandidates);
}

/** Words that recur and have a capital within sentences, always or mostly. */
function namesIn(pool: readonly PooledPassage[]): Set<string> {
  const counts = new Map<string, number>();
  const inside = new Set<string>();
  for (const passage of pool) {
    for (const sentence of passage.sentences) {
      for (const [index, word] of words(sentence).entries()) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
        if (index > 0) inside.add(word);
      }
    }
  }
  const isName = ([word, count]: [string, number]) => /^\p{Lu}/u.test(word) && count >= 2 && count > (counts.get(word.toLowerCase()) ?? 0);
  return new Set([...counts].filter((one) => inside.has(one[0]) && isName(one)).map(([word]) => word));
}

function headedStems(pool: readonly PooledPassage[], language: string): Set<string> {
  return new Set(pool.flatMap(({ source }) => stemsOf(`${source.heading ?? ''} ${source.documentTitle}`, language)));
}

/** Whether taken terms cover it: they have all its words, it is rarely used outside one of them, or it contains one that is mostly used without it. */
function isWithin({ stems }: Candidate, taken: readonly Candidate[], documents: readonly Said[]): boolean {
  if (stems.length > 1 && stems.every((stem) => taken.some((other) => other.stems.includes(stem)))) return true;
  return taken.some((other) => {
    if (holdsRun(other.stems, stems)) return countIn(other.stems, documents) >= minWithin * countIn(stems, documents);
    return holdsRun(stems, other.stems) && countIn(stems, documents) < (1 - minWithin) * countIn(other.stems, documents);
  });
}

function keywordTarget(term: string, stems: readonly string[], documents: readonly Said[], target: number): TermTarget {
  const allowed = Math.floor((maxDensity * target) / Math.max(1, words(term).length));
  const maxUses = Math.max(2, Math.min(allowed, Math.ceil(target / minWordsPerUse)));
  const [low, high] = quartilesOf(stems, documents);
  const max = clamp(Math.round(high * target), Math.min(maxUses, 1 + Math.ceil(target / usualWordsPerUse)), maxUses);
  const maxMin = Math.min(max - 1, Math.ceil(max * maxMinShare));
  return { term, min: clamp(Math.round(low * target), Math.min(maxMin, Math.ceil(target / maxWordsPerUse)), maxMin), max };
}

function rangeOf({ term, stems }: Candidate, documents: readonly Said[], target: number): TermTarget {
  const [low, high] = quartilesOf(stems, documents);
  const maxUses = Math.max(2, Math.floor((maxTermDensity * target) / stems.length));
  const min = clamp(Math.round(low * target), 1, Math.ceil(maxUses / 4));
  const minMax = Math.min(maxUses, min + 1 + Math.floor(target / wordsPerStep));
  return { term, min, max: clamp(Math.round(high * target), minMax, maxUses) };
}

/** The first and third quartile of the term's density over all documents; with a single document, a third of its density and all of it. */
function quartilesOf(stems: readonly string[], documents: readonly Said[]): [number, number] {
  const densities = documents
    .filter((said) => said.stems.length >= minDocumentWords)
    .map((said) => countRuns(said, stems) / said.stems.length)
    .toSorted((a, b) => a - b);
  const at = (share: number) => densities[Math.floor(share * (densities.length - 1) + 0.5)] ?? 0;
  return densities.length === 1 ? [at(0) / 3, at(0)] : [at(0.25), at(0.75)];
}

function saidIn(pool: readonly PooledPassage[], language: string): Said[] {
  const documents = Map.groupBy(pool, ({ source }) => source.documentId);
  const known = new Map<string, readonly string[]>();
  return Array.from(documents.values(), (passages) => {
    const stems = passages.flatMap(({ source }) => stemsOf(source.text, language, known));
    const places = new Map<string, number[]>();
    for (const [place, stem] of stems.entries()) {
      const before = places.get(stem);
      if (before) before.push(place);
      else places.set(stem, [place]);
    }
    return { stems, places };
  });
}

function countIn(stems: readonly string[], documents: readonly Said[]): number {
  return documents.reduce((sum, said) => sum + countRuns(said, stems), 0);
}

function countRuns({ stems, places }: Said, run: readonly string[]): number {
  const starts = places.get(run[0] ?? '') ?? [];
  return starts.filter((start) => run.every((stem, offset) => stems[start + offset] === stem)).length;
}

function holdsRun(stems: readonly string[], run: readonly string[]): boolean {
  return run.length > 0 && stems.some((_, start) => run.every((stem, offset) => stems[start + offset] === stem));
}

function stemsOf(text: string, language: string, known = new Map<string, readonly string[]>()): string[] {
  const found: string[] = [];
  for (const word of words(text)) {
    let stems = known.get(word);
    if (!stems) known.set(word, (stems = partsOf(word).map((part) => stemOf(part.toLowerCase(), language))));
    found.push(...stems);
  }
  return found;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
