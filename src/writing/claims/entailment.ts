import { isTurnedRound } from './negation.ts';
import { missingNames } from './names.ts';
import { profileOf, profilesOf, type Profile } from './profile.ts';
import { satisfies, type Quantity } from './quantities.ts';

export interface Entailment {
  supported: boolean;
  /** The share of the claim's content words found in at most two sentences of the evidence, 0–1. */
  score: number;
  /** Numbers, dates and names that the evidence does not confirm, as written; "not" if it says the opposite. No judge may overrule these. */
  missing: string[];
}

/** The `score` at which the words agree: the value with the best F1 on the labelled pairs in test/writing/claims/labelled-pairs.ts. */
export const overlapThreshold = 0.65;
/** How many sentences of the evidence a claim may combine. */
const maxMerged = 2;
/** A sentence with at least this share of the claim's words is the one that the claim repeats. */
const sameFrame = 0.9;
/** Compared with the most similar sentence, a sentence this similar to the claim is still about the same thing. */
const minNearness = 0.4;

/** Evidence parsed once for many comparisons. */
export type ReadEvidence = readonly Profile[];

export function readEvidence(passages: readonly string[], language: string): ReadEvidence {
  return passages.flatMap((passage) => profilesOf(passage, language));
}

/**
 * Lexical entailment. Every number, date, code and proper name of the sentence must be in the passages;
 * it may not deny what they affirm, or affirm what they deny; and they must contain enough of its content words (`overlapThreshold`). A
 * sentence found word for word in a passage is always supported. Meaning is not understood: synonyms count against a claim, and swapped
 * roles ("A bought B") may go unnoticed. Numbers, dates and negation are read in en, de, fr, es, pt, it and nl (others as English).
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
 * The claim's numbers, dates and codes that evidence in another language lacks, as written.
 * Names are not compared, because their spelling may differ ("Munich", "München").
 */
export function missingAcrossLanguages(claim: Profile, evidence: ReadEvidence): string[] {
  const given = evidence.flatMap(({ quantities }) => quantities);
  return claimedOf(claim)
    .filter((quantity) => !given.some((other) => satisfies(quantity, other)))
    .map(({ text }) => text);
}

/** True if the claim is one sentence of the evidence, or several in a row. */
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
 * A sentence about the same thing that has the same number confirms it. If the claim repeats a sentence's words, its numbers must be that
 * sentence's too, and in its order if the words keep theirs: "5 in Rome and 7 in Oslo" is not "7 in Rome and 5 in Oslo".
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
  const near = ranked.filter(({ share }) => share >= best * minNearness);
  const isBorneOut = (quantity: Quantity) => near.some(({ profile }) => profile.quantities.some((given) => satisfies(quantity, given)));
  return claimed.filter((quantity) => !isBorneOut(quantity)).map(({ text }) => text);
}

/** Leaves out spelled-out ones, which are more often articles than numbers. */
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

/** The share of the claim's stems that the best `maxMerged` sentences contain together, chosen greedily. */
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
