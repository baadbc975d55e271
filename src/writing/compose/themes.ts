import { partsOf, terms, words } from '../../language/tokens.ts';
import type { Topic } from '../sources/topic.ts';
import { candidateWords, type Candidate, type UsablePassage } from '../sources/candidates.ts';
import { keyphrasesOf, nounsIn } from '../../language/keyphrases.ts';
import { isThirdPerson } from '../../language/verbs.ts';
import { cosine, vectorOf } from '../../language/vectors.ts';

/** A theme needs this much text for a group of its own; each group should get about `targetThemeWords`. */
const minThemeWords = 60;
const targetThemeWords = 300;
const maxThemes = 9;
/** A phrase in a larger share of the text describes all of it, not a part. */
const maxSpread = 0.5;
/** A longer paragraph comes from unbroken text, and is split into sentences. */
const maxParagraphWords = 95;
/** Phrases are looked for in the first strands; more would only cost time. */
const maxStrands = 200;
/** The factor for phrases of several words, which say more than single words. */
const severalWords = 1.3;

/** What stays together: a paragraph, or a sentence with those that depend on it. */
interface Strand {
  passage: UsablePassage;
  candidates: Candidate[];
}

interface Theme {
  phrase: string;
  members: Strand[];
}

/**
 * Splits a long text without headings by recurring phrases: finds the phrases first, then what belongs under each
 * (label-first clustering, as in Lingo; Osiński & Weiss 2005). A passage may be split among several parts, each with some of its candidates.
 */
export function partByThemes(passages: readonly UsablePassage[], topic: Topic): UsablePassage[][] {
  const strands = passages.flatMap(strandsOf);
  const themes = themesIn(strands.slice(0, maxStrands), topic);
  if (themes.length < 2) return [[...passages]];
  const vectors = themes.map(({ members }) => vectorOf(members.flatMap(termsOf), topic.rarity));
  const taken = new Set(themes.flatMap(({ members }) => members));
  for (const strand of strands) {
    if (taken.has(strand)) continue;
    const own = vectorOf(termsOf(strand), topic.rarity);
    const likeness = vectors.map((vector) => cosine(vector, own));
    themes[likeness.indexOf(Math.max(...likeness))]!.members.push(strand);
  }
  return themes.map(passagesOf);
}

/** The strongest phrases with the strands that hold them; a strand belongs to the first phrase that takes it. */
function themesIn(strands: readonly Strand[], topic: Topic): Theme[] {
  const lengths = strands.map(({ candidates }) => candidateWords(candidates));
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const texts = strands.map(({ candidates }) => candidates.map(({ text }) => text).join(' '));
  const isNoun = nounsIn(texts.join('\n'), topic.language);
  const phrases = keyphrasesOf(texts, topic.language, topic.rarity).filter(
    ({ phrase, share }) => share <= maxSpread && isTheme(phrase, isNoun, topic),
  );
  const free = new Set(strands.keys());
  const themes: Theme[] = [];
  const wanted = Math.min(maxThemes, Math.ceil(all / targetThemeWords));
  while (themes.length < wanted) {
    let best: { phrase: string; own: number[] } | null = null;
    let highest = 0;
    for (const { phrase, holders, weight } of phrases) {
      const own = [...holders].filter((index) => free.has(index));
      const gained = own.reduce((sum, index) => sum + lengths[index]!, 0);
      const gain = Math.min(gained, targetThemeWords) * (weight / holders.size) * (words(phrase).length > 1 ? severalWords : 1);
      if (gained >= minThemeWords && gain > highest) [best, highest] = [{ phrase, own }, gain];
    }
    if (!best) break;
    for (const index of best.own) free.delete(index);
    themes.push({ phrase: best.phrase, members: best.own.map((index) => strands[index]!) });
  }
  return themes;
}

function isTheme(phrase: string, isNoun: (word: string) => boolean, { keyword, language }: Topic): boolean {
  const all = words(phrase).flatMap(partsOf);
  if (all.some(isThirdPerson) || terms(phrase, language).every((term) => keyword.has(term))) return false;
  return all.length > 1 || isNoun(phrase);
}

function strandsOf(passage: UsablePassage): Strand[] {
  const paragraphs: Candidate[][] = [];
  for (const candidate of passage.candidates) {
    const last = paragraphs.at(-1);
    if (last && (!candidate.opensParagraph || candidate.leansOn === last.at(-1))) last.push(candidate);
    else paragraphs.push([candidate]);
  }
  return paragraphs
    .flatMap((paragraph) => (candidateWords(paragraph) > maxParagraphWords ? chainsOf(paragraph) : [paragraph]))
    .map((candidates) => ({ passage, candidates }));
}

function chainsOf(candidates: readonly Candidate[]): Candidate[][] {
  const chains: Candidate[][] = [];
  for (const candidate of candidates) {
    const last = chains.at(-1);
    if (candidate.leansOn !== null && candidate.leansOn === last?.at(-1)) last!.push(candidate);
    else chains.push([candidate]);
  }
  return chains;
}

function termsOf({ candidates }: Strand): string[] {
  return candidates.flatMap(({ terms: own }) => own);
}

function passagesOf({ phrase, members: strands }: Theme): UsablePassage[] {
  const parts = Map.groupBy(strands, ({ passage }) => passage);
  return Array.from(parts, ([passage, members]) => ({
    ...passage,
    candidates: members.flatMap(({ candidates }) => candidates),
    terms: members.flatMap(termsOf),
    theme: phrase,
  }));
}
