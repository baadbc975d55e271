import { isQuestion, namesMany, patternsOn } from '../../keywords/expansion.ts';
import type { PromptCandidate, SeedKind } from '../../../schema/prompt-explorer.ts';
import { intentOf } from '../../keywords/intent.ts';
import type { IntentLabel } from '../../keywords/intent-words.ts';
import { keywordKey } from '../../language/same-keyword.ts';
import { keywordTerms } from '../../language/similar-keyword.ts';
import { tidy } from '../../language/tokens.ts';
import { asSentence, phrasesOf } from './phrases.ts';

/** Something that people ask or look for. */
export interface Seed {
  kind: SeedKind;
  text: string;
  /** Why anybody would ask it. */
  why: string;
  /** How much it is asked for beside others of its kind, 0 to 1. */
  demand: number;
}

export type Candidate = Omit<PromptCandidate, 'branded'>;

export interface Exploring {
  language: string;
  brandTerms: readonly string[];
  personas: readonly string[];
  /** What is asked already. */
  existing: readonly string[];
  /** Is given those that become no prompt. */
  idle?: Set<Seed>;
  turn(): Promise<void>;
}

/** What each kind weighs: what people were seen asking goes before what the project thinks of itself. */
export const kindWeights: Readonly<Record<SeedKind, number>> = {
  results_question: 1,
  search_query: 0.9,
  tracked_keyword: 0.8,
  topic_keyword: 0.7,
  document_question: 0.6,
};
/** Answers to who wants to choose name brands most often; to who wants to get to a site, only that one. */
export const intentWeights: Readonly<Record<IntentLabel, number>> = {
  commercial: 1,
  transactional: 0.9,
  informational: 0.7,
  navigational: 0.2,
};
/** Demand adds so much at most; each further prompt from one seed loses so much, so that a page shows many matters. */
export const demandWeight = 0.5;
export const repeatLoss = 0.4;
export const maxPromptLength = 200;
/** Prompts kept, the best first. */
export const maxCandidates = 500;

/** What might be asked of answer engines: each once, the most telling first, without what is asked already. */
export async function candidatesFrom(seeds: readonly Seed[], exploring: Exploring): Promise<Candidate[]> {
  const known = new Set<string>();
  for (const prompt of exploring.existing) {
    known.add(sameKey(prompt, exploring.language));
    await exploring.turn();
  }
  const ranked: { candidate: Candidate; rank: number }[] = [];
  for (const seed of seeds) {
    const prompts = promptsOn(seed, exploring);
    if (prompts.length === 0) exploring.idle?.add(seed);
    for (const [place, candidate] of prompts.entries()) ranked.push({ candidate, rank: rankOf(candidate, seed) - place * repeatLoss });
    await exploring.turn();
  }
  const kept: Candidate[] = [];
  for (const { candidate } of ranked.toSorted((one, other) => other.rank - one.rank)) {
    const key = sameKey(candidate.prompt, exploring.language);
    if (!known.has(key)) kept.push(candidate);
    known.add(key);
    if (kept.length >= maxCandidates) break;
    await exploring.turn();
  }
  return kept;
}

function rankOf({ intent, from }: Candidate, { demand }: Seed): number {
  return kindWeights[from.kind] * intentWeights[intent] + demand * demandWeight;
}

/** The prompts on one seed, the plainest first: a question as it is, a keyword by what its searchers want. */
function promptsOn(seed: Seed, { language, brandTerms, personas }: Exploring): Candidate[] {
  const text = tidy(seed.text);
  const from = { kind: seed.kind, text: text.slice(0, maxPromptLength) };
  const candidate = (prompt: string, intent: IntentLabel, persona: string | null = null): Candidate => ({
    prompt,
    why: persona === null ? seed.why : `${seed.why} Asked as: ${persona}.`,
    from,
    intent,
    persona,
  });
  const { label } = intentOf(text, { language, brandTerms });
  if (isQuestion(text, language)) return fitting([candidate(asSentence(text, language), label)]);
  const phrases = phrasesOf(language);
  // Who wants to get to a site asks nobody which is best.
  if (!phrases || label === 'navigational') return [];
  const patterns = patternsOn(text, language).map(({ question }) => candidate(asSentence(question, language), 'informational'));
  const isMatter = label === 'informational';
  const wish = asSentence(isMatter ? phrases.advice.replace('…', () => text) : bestOf(text, language), language);
  const wanted = isMatter ? 'commercial' : label;
  const asked = personas.map((persona) => candidate(phrases.as.replace('§', () => persona) + withoutCapital(wish), wanted, persona));
  const plain = candidate(wish, wanted);
  // What a thing is, or how it is done, is asked where that is what people want.
  return fitting(isMatter ? [plain, ...patterns, ...asked] : [plain, ...asked]);
}

function bestOf(keyword: string, language: string): string {
  const { best, ranks } = phrasesOf(language)!;
  const [first = '', ...rest] = keyword.split(' ');
  const thing = ranks.includes(first.toLowerCase()) && rest.length > 0 ? rest.join(' ') : keyword;
  return (namesMany(thing, language) ? best.many : best.one).replace('…', () => thing);
}

function withoutCapital(sentence: string): string {
  return sentence.replace(/^(¿?)(\p{Lu})(?=\p{Ll}|\s)/u, (_, mark: string, letter: string) => mark + letter.toLowerCase());
}

function fitting(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ prompt }) => prompt.length <= maxPromptLength);
}

/**
 * The same for prompts that ask for the same in the same manner, for a thing, a way or a cause, whatever small words they use. What is compared,
 * or wanted without something, is told by those: there `keywordKey` decides.
 */
function sameKey(prompt: string, language: string): string {
  const said = prompt.toLowerCase().replace(/^[¿\s]+/, '');
  const { how = [], why = [], parts = [] } = phrasesOf(language) ?? {};
  const begins = (words: readonly string[]) => words.some((word) => said.startsWith(`${word} `));
  const manner = begins(how) ? 'how' : begins(why) ? 'why' : 'what';
  const terms = [...keywordTerms(prompt, language)].toSorted().join(' ');
  const isParted = terms === '' || said.split(/[^\p{L}\p{N}\p{M}]+/u).some((word) => parts.includes(word));
  return `${manner}|${isParted ? keywordKey(prompt, language) : terms}`;
}
