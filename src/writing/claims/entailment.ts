import { isTurnedRound } from './negation.ts';
import { missingNames } from './names.ts';
import { profileOf, profilesOf, type Profile } from './profile.ts';
import { satisfies, type Quantity } from './quantities.ts';

export interface Entailment {
  supported: boolean;
  /** The share of the claim's content words that at most three sentences of the evidence hold, 0–1. */
  score: number;
  /** Numbers, dates and names that the evidence does not bear out, as written; "not" where it says the opposite. No judge may overrule these. */
  missing: string[];
}

/** From this `score` on the words agree: the value with the best F1 over the labelled pairs in test/writing/claims/labelled-pairs.ts. */
export const overlapThreshold = 0.65;
/** So many sentences of the evidence may be merged to one. */
const maxMerged = 2;
/** From this share of its words on, another sentence is taken for the one that the claim repeats. */
const sameFrame = 0.9;

/** Evidence read once, to be asked many times. */
export type ReadEvidence = readonly Profile[];

export function readEvidence(passages: readonly string[], language: string): ReadEvidence {
  return passages.flatMap((passage) => profilesOf(passage, language));
}

/**
 * Lexical entailment: every number, date, code and proper name of the sentence must be in the passages;
 * nothing may be denied that they affirm, or the other way; and enough content words must be theirs (`overlapThreshold`). A sentence that
 * stands in a passage word for word is always supported. It does not understand: synonyms count against a claim, roles swapped within one
 * sentence ("A bought B") are not noticed. Numbers, dates and negation are read in en, de, fr, es, pt, it and nl (others as in English).
 */
export function supports(sentence: string, passages: readonly string[] | ReadEvidence, language: string): Entailment {
  const evidence = typeof passages[0] === 'string' ? readEvidence(passages as readonly string[], language) : (passages as ReadEvidence);
  return entails(profileOf(sentence, language), evidence, language);
}

export function entails(claim: Profile, evidence: ReadEvidence, language: string): Entailment {
  if (isVerbatim(claim, evidence)) return { supported: true, score: 1, missing: [] };
  const ranked = evidence
    .map((profile) => ({ profile, share: shareOf(claim.folded, profile.folded) }))
    .toSorted((a, b) => b.share - a.share);
  const score = coverageOf(claim, evidence);
  const missing = [
    ...missingQuantities(claim, ranked),
    ...missingNames(claim, evidence, ranked[0]?.profile, ranked[0]?.share ?? 0, language),
  ];
  if (
    missing.length === 0 &&
    isTurnedRound(
      claim.clauses,
      evidence.flatMap(({ clauses }) => clauses),
    )
  )
    missing.push('not');
  return { supported: missing.length === 0 && score >= overlapThreshold, score, missing };
}

/**
 * What can be told where the evidence is in another language than the claim: which numbers, dates and codes it has not.
 * Names are left out, for they are written otherwise ("Munich", "München").
 */
export function missingAcrossLanguages(claim: Profile, evidence: ReadEvidence): string[] {
  const given = evidence.flatMap(({ quantities }) => quantities);
  return claimedOf(claim)
    .filter((quantity) => !given.some((other) => satisfies(quantity, other)))
    .map(({ text }) => text);
}

/** True where the claim is one of the evidence's sentences, or several in a row. */
function isVerbatim(claim: Profile, evidence: ReadEvidence): boolean {
  const wanted = claim.bare;
  if (wanted === '') return true;
  for (let first = 0; first < evidence.length; first++) {
    let joined = '';
    for (let next = first; next < evidence.length && joined.length < wanted.length; next++)
      joined += (joined && ' ') + evidence[next]!.bare;
    if (joined === wanted) return true;
  }
  return false;
}

interface Ranked {
  profile: Profile;
  share: number;
}

/**
 * A number is borne out by any sentence that has it. Where the claim repeats a sentence's words, its numbers must be that sentence's too, in its
 * order where the words keep theirs: "5 in Rome and 7 in Oslo" is not "7 in Rome and 5 in Oslo".
 */
function missingQuantities(claim: Profile, ranked: readonly Ranked[]): string[] {
  const claimed = claimedOf(claim);
  if (claimed.length === 0) return [];
  const best = ranked[0]?.share ?? 0;
  const frame = best >= sameFrame ? ranked.filter(({ share }) => share === best) : [];
  if (frame.length > 0) {
    const lacking = frame.map(({ profile }) => lackingIn(claimed, profile, claim));
    return lacking.toSorted((a, b) => a.length - b.length)[0]!.map(({ text }) => text);
  }
  const isBorneOut = (quantity: Quantity) => ranked.some(({ profile }) => profile.quantities.some((given) => satisfies(quantity, given)));
  return claimed.filter((quantity) => !isBorneOut(quantity)).map(({ text }) => text);
}

/** "One" and its like are more often articles than numbers. */
function claimedOf({ quantities }: Profile): Quantity[] {
  return quantities.filter(({ kind, spelled, value }) => kind !== 'number' || !spelled || value > 1);
}

function lackingIn(claimed: readonly Quantity[], { quantities, tokens }: Profile, claim: Profile): Quantity[] {
  const inOrder = keepsOrder(
    claim.tokens.map(({ folded }) => folded),
    tokens.map(({ folded }) => folded),
  );
  const left = [...quantities];
  return claimed.filter((quantity) => {
    const at = left.findIndex((given) => satisfies(quantity, given));
    if (at >= 0) left.splice(inOrder ? 0 : at, inOrder ? at + 1 : 1);
    return at < 0;
  });
}

function keepsOrder(claim: readonly string[], given: readonly string[]): boolean {
  let at = 0;
  let kept = 0;
  for (const word of claim) {
    const found = given.indexOf(word, at);
    if (found < 0) continue;
    at = found + 1;
    kept++;
  }
  return kept >= sameFrame * claim.length;
}

/** The share of the claim's stems that the best few sentences hold together, chosen one by one. */
function coverageOf(claim: Profile, evidence: ReadEvidence): number {
  const open = new Set(claim.stems);
  if (open.size === 0) return 1;
  let found = 0;
  for (let round = 0; round < maxMerged && open.size > 0; round++) {
    let best: string[] = [];
    for (const { stems } of evidence) {
      const met = [...open].filter((stem) => stems.has(stem));
      if (met.length > best.length) best = met;
    }
    if (best.length === 0) break;
    for (const stem of best) open.delete(stem);
    found += best.length;
  }
  return found / claim.stems.size;
}

function shareOf(wanted: ReadonlyMap<string, number>, given: ReadonlyMap<string, number>): number {
  if (wanted.size === 0) return 1;
  let found = 0;
  for (const word of wanted.keys()) if (given.has(word)) found++;
  return found / wanted.size;
}
