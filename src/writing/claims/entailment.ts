import { contradictionsOf, type Contradiction } from './contradictions.ts';
import { isYear } from './figures.ts';
import { Known, missingNames } from './names.ts';
import { profileOf, profilesOf, type Profile } from './profile.ts';
import { satisfies, type Quantity } from '../../language/quantities.ts';

export interface Entailment {
  supported: boolean;
  /** The share of the claim's content words found in at most two sentences of the evidence, 0–1; rare words weigh more. */
  score: number;
  /** Numbers, dates and names that the evidence does not give, as written. No judge may overrule these. */
  missing: string[];
  /** What it says otherwise than the evidence. */
  contradictions: Contradiction[];
  /** The sentence with the most of its words; undefined if none has any. */
  nearest: Profile | undefined;
}

/**
 * The `score` from which on a claim counts as supported: of the labelled claims, at most 3 % reach it with evidence about something else. Most
 * free paraphrase does not reach it either.
 */
const overlapThreshold = 0.2;
/** From which on evidence is named that was not cited. */
export const namedThreshold = 0.5;
/** As many of the nearest sentences are aligned with the claim. */
const maxFrames = 4;
/** With a smaller share of its words, a sentence cannot be the one that the claim repeats. */
const minFrame = 0.3;

/** From this share of its words in one sentence on, a claim is about what that sentence is about, */
const sameSubject = 0.6;
/** and a sentence with a smaller share of that is about something else: its figures are not the claim's. */
const minNearness = 0.4;

/** Evidence parsed once for many comparisons. */
export type ReadEvidence = readonly Profile[];
/** What is known from all of the evidence, whatever a claim cites. */
export interface Background {
  /** What a stem is worth: less if many sentences have it. */
  weigh(stem: string): number;
  /** Its words, for looking up names. */
  known: Known;
}
type Weigh = Background['weigh'];

export function readEvidence(passages: readonly string[], language: string): ReadEvidence {
  return passages.flatMap((passage) => profilesOf(passage, language));
}

export function backgroundOf(evidence: ReadEvidence): Background {
  const counts = new Map<string, number>();
  for (const { stems } of evidence) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return { known: new Known(evidence), weigh: (stem) => Math.log(1 + (evidence.length + 1) / (0.5 + (counts.get(stem) ?? 0))) };
}

/**
 * Compares a sentence with evidence, without understanding either. A claim in the words of a sentence of the evidence is aligned with it, and
 * contradicts it where a word was changed that matters (`contradictionsOf`). Of any other claim every figure, date and code must be in
 * the evidence, and every name in any source. What is neither is supported if the evidence has enough of its words (`overlapThreshold`); a sentence found word for word
 * always is. So a false statement in free words, without a false figure or name, goes unnoticed.
 */
export function supports(sentence: string, passages: readonly string[] | ReadEvidence, language: string): Entailment {
  const evidence = typeof passages[0] === 'string' ? readEvidence(passages as readonly string[], language) : (passages as ReadEvidence);
  return entails(profileOf(sentence, language), evidence, backgroundOf(evidence));
}

/** With a score below `minScore` it is not looked at more closely. */
export function entails(claim: Profile, evidence: ReadEvidence, { weigh, known }: Background, minScore = 0): Entailment {
  const quoted = quotedIn(claim, evidence);
  if (quoted || claim.bare === '') return { supported: true, score: 1, missing: [], contradictions: [], nearest: quoted };
  const weights = weightsOf(claim, weigh);
  const ranked = rank(weights, evidence);
  const score = coverageOf(weights, ranked);
  const nearest = ranked[0]?.profile;
  if (score < minScore) return { supported: false, score, missing: [], contradictions: [], nearest };
  const edits = editsOf(claim, ranked);
  const lacking = edits.length > 0 ? [] : missingFigures(claim, ranked, evidence);
  const contradictions = [...edits, ...instead(lacking, claim, ranked[0])];
  // Who writes in words of their own also names things so: "the United States" for "American".
  const names = score < overlapThreshold && lacking.length === 0 ? [] : missingNames(claim, known);
  const missing = contradictions.length > 0 ? [] : [...lacking.map(({ text }) => text), ...names];
  return { supported: contradictions.length + missing.length === 0 && score >= overlapThreshold, score, missing, contradictions, nearest };
}

interface Ranked {
  profile: Profile;
  share: number;
}

/** What each of the claim's stems is worth; 1 together. */
function weightsOf({ stems }: Profile, weigh: Weigh): Weights {
  const weights = Array.from(stems, (stem) => [stem, weigh(stem)] as const);
  const whole = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return weights.map(([stem, weight]) => [stem, weight / whole]);
}

type Weights = readonly (readonly [stem: string, weight: number])[];

function shareOf(weights: Weights, { stems }: Profile): number {
  let share = 0;
  for (const [stem, weight] of weights) if (stems.has(stem)) share += weight;
  return share;
}

/** The sentences that have some of the claim's words, by their share of these, nearest first. */
function rank(weights: Weights, evidence: ReadEvidence): Ranked[] {
  const ranked: Ranked[] = [];
  for (const profile of evidence) {
    const share = shareOf(weights, profile);
    if (share > 0) ranked.push({ profile, share });
  }
  return ranked.toSorted((a, b) => b.share - a.share);
}

/** The share of the claim's words that the nearest sentence and one more have together. */
function coverageOf(weights: Weights, ranked: readonly Ranked[]): number {
  const [first] = ranked;
  if (weights.length === 0 || !first) return weights.length === 0 ? 1 : 0;
  const open = weights.filter(([stem]) => !first.profile.stems.has(stem));
  let more = 0;
  for (const { profile, share } of ranked) if (share > more) more = Math.max(more, shareOf(open, profile));
  return first.share + more;
}

/** What the claim changes in the sentence whose words it keeps best; nothing if it changes nothing in another that it keeps as well. */
function editsOf(claim: Profile, ranked: readonly Ranked[]): Contradiction[] {
  let best: { kept: number; found: Contradiction[] } | undefined;
  for (const { profile } of ranked.slice(0, maxFrames).filter(({ share }) => share >= minFrame)) {
    const frame = contradictionsOf(claim, profile);
    if (frame) frame.found = frame.found.filter(({ claim: words }) => !isSaidElsewhere(claim, words, profile, ranked));
    if (frame && (!best || frame.kept > best.kept || (frame.kept === best.kept && frame.found.length < best.found.length))) best = frame;
  }
  return best?.found ?? [];
}

/** True of a figure that another sentence gives together with a word of the claim that this one lacks. */
function isSaidElsewhere(claim: Profile, words: string, frame: Profile, ranked: readonly Ranked[]): boolean {
  const figure = claim.quantities.find(({ text }) => text === words);
  const lacking = [...claim.stems].filter((stem) => !frame.stems.has(stem));
  return (
    figure !== undefined &&
    ranked.some(
      ({ profile }) => profile.quantities.some((given) => satisfies(figure, given)) && lacking.some((stem) => profile.stems.has(stem)),
    )
  );
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

/** The sentence of the evidence that the claim is, or the first of several in a row. */
function quotedIn(claim: Profile, evidence: ReadEvidence): Profile | undefined {
  const wanted = claim.bare;
  for (let first = 0; first < evidence.length; first++) {
    if (!wanted.startsWith(evidence[first]!.bare)) continue;
    let joined = '';
    for (let next = first; next < evidence.length && joined.length < wanted.length; next++)
      joined += (joined && ' ') + evidence[next]!.bare;
    if (joined === wanted) return evidence[first];
  }
  return undefined;
}

/** The claim's figures that no sentence gives, nor two figures of one sentence as their sum or difference. */
function missingFigures(claim: Profile, ranked: readonly Ranked[], evidence: ReadEvidence): Quantity[] {
  const best = ranked[0]?.share ?? 0;
  const near = ranked.filter(({ share }) => share >= best * minNearness).map(({ profile }) => profile);
  const about = best < sameSubject ? evidence : near;
  const isGiven = (quantity: Quantity) => about.some(({ quantities }) => quantities.some((given) => satisfies(quantity, given)));
  let derived: Quantity[] | undefined;
  const isDerived = (quantity: Quantity) => (derived ??= derivedFrom(about)).some((given) => given.value > 1 && satisfies(quantity, given));
  return claimedOf(claim)
    .filter((quantity) => !(quantity.spelled && quantity.unit === null && quantity.value <= maxCounted))
    .filter((quantity) => !isGiven(quantity) && !isDerived(quantity));
}

/** What the sentence that the claim restates, in whatever order, counts or measures instead: "12 sockets" for "99 sockets". */
function instead(lacking: readonly Quantity[], claim: Profile, nearest: Ranked | undefined): Contradiction[] {
  if (!nearest || nearest.share < sameSubject) return [];
  const { profile } = nearest;
  return lacking.flatMap((figure) => {
    const counted = countedBy(figure, claim);
    const others = profile.quantities.filter(
      (given) => given.kind === figure.kind && (figure.unit === null ? countedBy(given, profile) === counted : given.unit === figure.unit),
    );
    return counted !== undefined && others.length === 1 ? [{ claim: figure.text, source: others[0]!.text }] : [];
  });
}

/** The stem of the word after a figure. */
function countedBy({ index, text }: Quantity, { tokens }: Profile): string | undefined {
  return tokens.find((token) => token.index >= index + text.length)?.stem;
}

/** "Two measures", "ten players": up to here a writer may have counted them. */
const maxCounted = 12;

/** Sum and difference of any two figures of a sentence, and the share of a figure that its passage speaks of ("half of them"). */
function derivedFrom(sentences: readonly Profile[]): Quantity[] {
  const numbersIn = ({ quantities }: Profile) => quantities.filter(({ kind }) => kind === 'number').slice(0, maxCombined);
  const shares = sentences.flatMap(numbersIn).filter(({ unit }) => unit === '%');
  return sentences.flatMap((sentence) => {
    const numbers = numbersIn(sentence).filter(({ unit }) => unit !== '%');
    const pairs = numbers.flatMap((one, at) => numbers.slice(at + 1).map((other) => [one, other] as const));
    return [
      ...pairs.map(([one, other]) => ({ ...one, value: one.value + other.value })),
      ...pairs.map(([one, other]) => ({
        ...one,
        value: Math.abs(one.value - other.value),
        unit: isYear(one) && isYear(other) ? 'year' : one.unit,
      })),
      ...numbers.flatMap((number) => shares.map((share) => ({ ...number, value: (number.value * share.value) / 100 }))),
    ];
  });
}

/** Figures of a sentence that are combined. */
const maxCombined = 8;

/** Leaves out spelled-out ones, which are more often articles than numbers, and fractions. */
function claimedOf({ quantities }: Profile): Quantity[] {
  return quantities.filter(({ kind, spelled, value, isFraction }) => !isFraction && (kind !== 'number' || !spelled || value > 1));
}
