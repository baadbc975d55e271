import { detectLanguage } from '../language/language.ts';
import { sentences } from '../language/sentences.ts';
import { words } from '../language/tokens.ts';
import { citationsOf, Sites, type Cited } from './citations.ts';
import type { Span } from './inline-text.ts';
import { Names, type Mention } from './mentions.ts';
import { prominenceOf } from './prominence.ts';
import { meanOf, sentimentOf } from './sentiment.ts';
import type { Brand, BrandInAnswer, CitationInAnswer, GivenAnswer, MentionSentence, ReadAnswer } from './shapes.ts';
import { spokenOf, type Spoken } from './spoken.ts';
import { hasUnspaced } from './word-edges.ts';

/** Sentences kept of each brand, and their length. */
export const maxSentences = 20;
export const maxSentenceLength = 500;
/** GEO's code counts words of more letters than this, and so leaves out punctuation and most small words. */
export const smallWord = 2;
/** In a block without one is one sentence; dividing it would take longer than all else. */
const endsSentence = /[\p{Sentence_Terminal}\u0085]/u;
/** After the name that an item is about: "Acme — a tool", "Acme (free): a tool". */
const afterLabel = /^(?:\s*\([^()\n]{1,60}\))?\s*(?:[:：—–.]|-\s)/u;
/** A word with a capital within a sentence, or with one inside: it may name somebody else. */
const mayName = /[\p{L}\p{N},;:)’'"]\s+[("“]?\p{Lu}[\p{L}\p{N}]|\p{Ll}\p{Lu}/u;
/** A text with so large a share of Latin letters may be English. */
const minLatin = 0.5;

/** What an answer says of brands, and whom it cites. */
export async function readAnswer(answer: GivenAnswer, brands: readonly Brand[]): Promise<ReadAnswer> {
  return (await readAnswers([answer], brands))[0]!;
}

/** The same of many answers: what is made of the brands' names is made once. */
export async function readAnswers(answers: readonly GivenAnswer[], brands: readonly Brand[]): Promise<ReadAnswer[]> {
  const [names, sites] = [new Names(brands), new Sites(brands)];
  const read: ReadAnswer[] = [];
  for (const answer of answers) read.push(await readOne(answer, brands, names, sites));
  return read;
}

async function readOne(answer: GivenAnswer, brands: readonly Brand[], names: Names, sites: Sites): Promise<ReadAnswer> {
  const spoken = await spokenOf(answer.text);
  const language = await languageOf(spoken.text, answer.language);
  const parts = sentencesOf(spoken, language);
  const { citations, hasInline } = withProminence(citationsOf(spoken, answer.citations, sites), spoken, parts);
  const mentions = names.mentionsIn(spoken, language);
  const naming = await namingSentences(spoken.text, parts, mentions, language);
  const positions = positionsOf(mentions);
  const found = brands.flatMap(({ id }, brand): BrandInAnswer[] => {
    const cited = citations.filter((citation) => citation.brand === id);
    const own = mentions.filter((mention) => mention.brand === brand);
    if (own.length + cited.length === 0) return [];
    const said = naming.get(brand) ?? [];
    const prominence = hasInline ? cited.reduce((sum, citation) => sum + citation.prominence!, 0) : null;
    const position = positions.get(brand) ?? null;
    return [{ brand: id, mentions: own.length, position, ...meanOf(said), sentences: said, cited: cited.length, prominence }];
  });
  return { language, brands: found, citations, hasInline };
}

async function languageOf(text: string, expected?: string): Promise<string> {
  const detected = await detectLanguage(text, expected);
  if (detected !== 'und') return detected;
  if (expected !== undefined) return expected;
  const letters = text.slice(0, 1000).match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => /\p{sc=Latin}/u.test(letter));
  return latin.length >= letters.length * minLatin ? 'en' : 'und';
}

interface Part extends Span {
  /** How many sentences of the same block follow, where the sentence opens a list's item; else 0. */
  followers: number;
}

/** The places of all sentences, in order. */
function sentencesOf({ text, blocks }: Spoken, language: string): Part[] {
  return blocks.flatMap(({ start, end, opensItem }) => {
    let at = start;
    const block = text.slice(start, end);
    return (endsSentence.test(block) ? sentences(block, language) : [block]).map((sentence, place, all) => {
      const from = Math.max(at, text.indexOf(sentence, at));
      at = from + sentence.length;
      return { start: from, end: at, followers: opensItem && place === 0 ? all.length - 1 : 0 };
    });
  });
}

/** The sentence in which the character before a place stands; in front of all sentences, the first. */
function sentenceBefore(parts: readonly Span[], place: number): number {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts[middle]!.start < place) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

function withProminence(
  { citations, pointed }: Cited,
  { text, unspoken }: Spoken,
  parts: readonly Span[],
): { citations: CitationInAnswer[]; hasInline: boolean } {
  const hasInline = pointed.length > 0;
  if (!hasInline) return { citations: citations.map((citation) => ({ ...citation, prominence: null })), hasInline };
  const sources = Array.from({ length: Math.max(1, parts.length) }, (): number[] => []);
  for (const { at, citation } of pointed) sources[sentenceBefore(parts, at)]!.push(citation);
  const said = withoutSpans(text, unspoken);
  const shares = prominenceOf(
    sources.map((cited, at) => {
      const part = parts[at];
      // Of a sentence that cites nothing only the place counts.
      return { sources: cited, words: part && cited.length > 0 ? countWords(said.slice(part.start, part.end)) : 0 };
    }),
  );
  return { citations: citations.map((citation, at) => ({ ...citation, prominence: shares.get(at) ?? 0 })), hasInline };
}

function withoutSpans(text: string, spans: readonly Span[]): string {
  let at = 0;
  let rest = '';
  for (const { start, end } of spans) {
    rest += text.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  return rest + text.slice(at);
}

function countWords(sentence: string): number {
  return words(sentence).filter((word) => word.length > smallWord || hasUnspaced.test(word)).length;
}

/** The rank of each brand's first mention; brands with the same name share one. */
function positionsOf(mentions: readonly Mention[]): Map<number, number> {
  const positions = new Map<number, number>();
  let [rank, last] = [0, -1];
  for (const { brand, start } of mentions) {
    if (positions.has(brand)) continue;
    if (start !== last) rank = positions.size + 1;
    last = start;
    positions.set(brand, rank);
  }
  return positions;
}

/** By brand, the sentences that name it, with those of a list's item that are on it. */
async function namingSentences(
  text: string,
  parts: readonly Part[],
  mentions: readonly Mention[],
  language: string,
): Promise<Map<number, MentionSentence[]>> {
  const bySentence = Map.groupBy(mentions, ({ start }) => sentenceBefore(parts, start + 1));
  const naming = new Map<number, MentionSentence[]>();
  for (const [at, inside] of bySentence) {
    const { start } = parts[at]!;
    const end = parts[at + followersOf(text, parts, at, bySentence)]!.end;
    const names = inside.map((mention) => ({ start: mention.start - start, end: mention.end - start }));
    const byBrand = Map.groupBy(inside, ({ brand }) => brand);
    for (const [brand, own] of byBrand) {
      const kept = naming.get(brand) ?? [];
      if (kept.length >= maxSentences) continue;
      const sentence = { text: text.slice(start, end), names };
      kept.push({ text: cut(sentence.text), mentions: own.length, ...(await judgementOf(sentence, byBrand.size, language)) });
      naming.set(brand, kept);
    }
  }
  return naming;
}

/** Of an item that a brand's name labels, how many of the next sentences are on that brand too: up to one that may name somebody else. */
function followersOf(text: string, parts: readonly Part[], at: number, bySentence: ReadonlyMap<number, readonly Mention[]>): number {
  const { start, followers } = parts[at]!;
  const [first, ...others] = bySentence.get(at)!;
  const isLabel = others.length === 0 && !/[\p{L}\p{N}]/u.test(text.slice(start, first!.start)) && afterLabel.test(text.slice(first!.end));
  if (!isLabel) return 0;
  const next = parts.slice(at + 1, at + 1 + followers);
  const other = next.findIndex((part, place) => bySentence.has(at + 1 + place) || mayName.test(text.slice(part.start, part.end)));
  return other === -1 ? followers : other;
}

async function judgementOf(
  sentence: Parameters<typeof sentimentOf>[0],
  brands: number,
  language: string,
): Promise<Pick<MentionSentence, 'sentiment' | 'why'>> {
  if (brands > 1) return { sentiment: null, why: 'not_applicable' };
  return language === 'en' ? { sentiment: await sentimentOf(sentence) } : { sentiment: null, why: 'language' };
}

function cut(sentence: string): string {
  return sentence.length <= maxSentenceLength ? sentence : `${sentence.slice(0, maxSentenceLength - 1).toWellFormed()}…`;
}
