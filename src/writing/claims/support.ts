import { faqSection } from '../../markdown/body.ts';
import { isClaim, isScrap } from './claims.ts';
import { differencesOf } from './contradictions.ts';
import { ground, type CitedSentence, type Groundable, type Grounded } from './citations.ts';
import type { Evidence } from './evidence.ts';
import { entails, missingAcrossLanguages, type Entailment, type ReadEvidence, type Background } from './entailment.ts';
import { readerOf, type EvidenceReader } from './evidence-reader.ts';
import { figuresOf } from './figures.ts';
import { profileOf, type Profile } from './profile.ts';
import { satisfies } from '../../language/quantities.ts';

export type ClaimVerdict = 'supported' | 'contradicted' | 'unsupported' | 'unchecked';

/** A sentence that claims something, and what the sources say of it. */
export interface Claim {
  sentence: string;
  section: string;
  /** The numbers of the evidence it cites. */
  citations: readonly number[];
  /** `unchecked`: its sources are in another language, and only the numbers could be compared. */
  verdict: ClaimVerdict;
  /** True if an article may not be published with it. */
  gate: boolean;
  /** What to correct; null where it is supported. */
  reason: string | null;
  /** The words that a contradiction rests on, as they stand in claim and source: `{ claim: 'rose', source: 'fell' }`. */
  words: readonly { claim: string; source: string }[];
  /** The number, as used in the draft, of evidence that supports it though it is not cited; null if there is none. */
  supportedBy: number | null;
  /** The sentence of the evidence nearest to it (cited evidence first), by its number as used in the draft. */
  nearest: { number: number; sentence: string } | null;
  /** `quotation`, or the name of the model that judged it; none: the rules. */
  judgedBy?: string;
}

export interface SupportReport {
  /** Every sentence that needs a source, in the order of the text. */
  claims: Claim[];
}

/** How many of the claims have each verdict, and the share that is supported. */
export interface Grounding extends Record<ClaimVerdict, number> {
  /** Supported claims as a percentage of those that could be checked, rounded; null if there are none. */
  grounding: number | null;
}

export function groundingOf(claims: readonly Pick<Claim, 'verdict'>[]): Grounding {
  const counts = { supported: 0, contradicted: 0, unsupported: 0, unchecked: 0 };
  for (const { verdict } of claims) counts[verdict]++;
  const checked = claims.length - counts.unchecked;
  return { ...counts, grounding: checked === 0 ? null : Math.round((100 * counts.supported) / checked) };
}

/** Corrects a draft's citations and checks its claims against them. `verbatim`: every sentence is quoted from its source and needs no check. */
export async function checkClaims(draft: Groundable, verbatim = false): Promise<{ grounded: Grounded; support: SupportReport }> {
  const grounded = await ground(draft);
  const { sentences } = grounded;
  const support = verbatim
    ? { claims: sentences.map((sentence) => claimOf(sentence, supported)) }
    : await checkSupport(sentences, draft.evidence, draft.language);
  return { grounded, support };
}

/** Checks every claim against what it cites. `language`: ISO 639-1. */
export async function checkSupport(sentences: readonly CitedSentence[], evidence: Evidence, language: string): Promise<SupportReport> {
  const read = await readerOf(evidence, language);
  const claims: Claim[] = [];
  for (const sentence of sentences) {
    const profile = profileOf(sentence.text, language);
    if (!isClaimIn(sentence, profile)) continue;
    claims.push(claimOf(sentence, judgeSentence(sentence, profile, read, language)));
  }
  return { claims };
}

type Judged = Pick<Claim, 'verdict' | 'gate' | 'reason'> & Partial<Claim>;

const supported: Judged = { verdict: 'supported', gate: false, reason: null };

function claimOf({ text, section, citations }: CitedSentence, judged: Judged): Claim {
  return { sentence: text, section, citations, words: [], supportedBy: null, nearest: null, ...judged };
}

/** Whether a sentence claims something in its place in the article. */
export function isClaimIn({ citations, code, isLabel }: CitedSentence, profile: Profile): boolean {
  return isClaim(profile, { isCited: citations.length > 0 && !isLabel, code });
}

function judgeSentence(sentence: CitedSentence, profile: Profile, read: EvidenceReader, language: string): Judged {
  const { text, section, citations, context } = sentence;
  const inContext = context ? profileOf(`${context} ${text}`, language) : undefined;
  const foreign = citations.length > 0 ? read.foreignLanguageOf(citations, language) : undefined;
  if (foreign) return judgeAcross(profile, citations, read, foreign);
  const found = entailsInPlace(sentence, profile, inContext, citations.length > 0 ? read.of(citations) : read.all, read.background);
  const nearest = read.placeOf(found.nearest);
  if (citations.length > 0 && found.supported) return { ...supported, nearest };
  const supportedBy = read.supporterOf(profile) ?? (inContext ? read.supporterOf(inContext) : null);
  // Published answers have no citation marks, so one that a source supports needs none.
  if (citations.length === 0 && section === faqSection && supportedBy !== null) return { ...supported, nearest };
  // Of two sources that say two things, an uncited sentence may have either; a cited one stands by what it cites.
  const isContradicted = found.contradictions.length > 0 && (citations.length > 0 || supportedBy === null);
  return {
    verdict: isContradicted ? 'contradicted' : 'unsupported',
    gate: isContradicted || (found.missing.length > 0 && supportedBy === null),
    reason: reasonFor(found, citations, supportedBy),
    words: found.contradictions,
    supportedBy,
    nearest,
  };
}

/** With fewer words beside its figure, a scrap cannot be matched to a sentence. */
const minScrapWords = 2;

/**
 * Like `entails`, but adds a cell's headings to it, and requires of a scrap only that its figures and names are in the evidence: it has
 * too few words to compare them.
 */
function entailsInPlace(
  { kind, code }: CitedSentence,
  profile: Profile,
  inContext: Profile | undefined,
  evidence: ReadEvidence,
  background: Background,
): Entailment {
  const alone = entails(profile, evidence, background);
  if (alone.supported || !isScrap(profile)) {
    const placed = alone.supported || !inContext || kind !== 'cell' ? alone : entails(inContext, evidence, background);
    return placed.supported ? placed : alone;
  }
  const own = profile.tokens.filter(
    ({ index }) => !profile.quantities.some((quantity) => index >= quantity.index && index <= quantity.index + quantity.text.length + 1),
  );
  if (kind !== 'cell' && own.length >= minScrapWords)
    return { ...alone, supported: alone.missing.length + alone.contradictions.length === 0 };
  const given = evidence.flatMap(({ quantities }) => quantities);
  const lacking = figuresOf(profile, code).filter(({ quantity }) => !given.some((other) => satisfies(quantity, other)));
  const others = alone.missing.filter((part) => !profile.quantities.some(({ text }) => text === part));
  const missing = [...lacking.map(({ quantity }) => quantity.text), ...others];
  return { ...alone, supported: missing.length === 0, missing };
}

function judgeAcross(profile: Profile, citations: readonly number[], read: EvidenceReader, foreign: string): Judged {
  const missing = missingAcrossLanguages(profile, read.of(citations));
  if (missing.length > 0)
    return { verdict: 'unsupported', gate: true, reason: reasonFor({ score: 0, missing, contradictions: [] }, citations, null) };
  const reason = `Its source is in another language (${foreign}): its numbers agree, its words could not be compared.`;
  return { verdict: 'unchecked', gate: false, reason };
}

function reasonFor(
  { missing, score, contradictions }: Omit<Entailment, 'nearest' | 'supported'>,
  citations: readonly number[],
  supportedBy: number | null,
): string {
  if (citations.length === 0 && supportedBy !== null) return `It cites nothing; cite [${supportedBy}], which supports it.`;
  const cited = citations.map((number) => `[${number}]`).join('') || 'A source';
  const elsewhere = supportedBy === null ? '' : ` [${supportedBy}] supports it: cite that instead.`;
  if (contradictions.length > 0) {
    const other = supportedBy === null ? '' : ` [${supportedBy}] has its words: cite that instead if it says this.`;
    return `${cited} says otherwise: ${differencesOf(contradictions)}.${other}`;
  }
  const parts = missing.map((part) => `“${part}”`).join(', ');
  if (citations.length === 0) {
    const advice =
      missing.length > 0 ? `no source given has ${parts}: cite one that does, or take it out` : 'cite a source if one supports it';
    return `It cites nothing; ${advice}.`;
  }
  if (missing.length > 0) return `${cited} does not give ${parts} for this.${elsewhere}`;
  return `Only ${Math.round(100 * score)} % of its words are in ${cited}, too few to tell whether it is supported.${elsewhere}`;
}
