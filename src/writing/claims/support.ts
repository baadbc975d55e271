import { faqSection } from '../../markdown/body.ts';
import { assertionOf, isScrap, type Assertion } from './claims.ts';
import { ground, type CitedSentence, type Groundable, type Grounded } from './citations.ts';
import type { Evidence } from './evidence.ts';
import { entails, missingAcrossLanguages, overlapThreshold, type Entailment, type ReadEvidence } from './entailment.ts';
import { readerOf, type EvidenceReader } from './evidence-reader.ts';
import { figuresOf } from './figures.ts';
import { profileOf, type Profile } from './profile.ts';
import { satisfies } from './quantities.ts';

export interface UnsupportedClaim {
  text: string;
  section: string;
  /**
   * `facts`: the source does not confirm a number, date, name or denial; `words`: the source has too few of its words; `uncited`: it cites no
   * source; `foreign`: the source is in another language, and only the numbers could be compared.
   */
  kind: 'facts' | 'words' | 'uncited' | 'foreign';
  /** True if it claims a number, a name, a comparison or the like. */
  isSpecific: boolean;
  /** What to correct. */
  reason: string;
  /** The number, as used in the draft, of evidence that does support it; null if there is none. */
  supportedBy: number | null;
}

/** An unsupported claim whose words differ from the source, but not its numbers, dates or names: a judge may clear it. */
export interface DoubtfulClaim {
  /** Its index in `unsupported`. */
  index: number;
  sentence: string;
  passages: readonly string[];
}

export interface SupportReport {
  /** Sentences that need a source. */
  claims: number;
  unsupported: UnsupportedClaim[];
  doubtful: DoubtfulClaim[];
}

/** Corrects a draft's citations and checks its claims against them. `verbatim`: every sentence is quoted from its source and needs no check. */
export async function checkClaims(draft: Groundable, verbatim = false): Promise<{ grounded: Grounded; support: SupportReport }> {
  const grounded = await ground(draft);
  const { sentences } = grounded;
  const support = verbatim
    ? { claims: sentences.length, unsupported: [], doubtful: [] }
    : await checkSupport(sentences, draft.evidence, draft.language);
  return { grounded, support };
}

/** Checks every claim against what it cites. `language`: ISO 639-1. */
export async function checkSupport(sentences: readonly CitedSentence[], evidence: Evidence, language: string): Promise<SupportReport> {
  const read = await readerOf(evidence, language);
  const doubtful: DoubtfulClaim[] = [];
  const unsupported: UnsupportedClaim[] = [];
  let claims = 0;
  for (const sentence of sentences) {
    const profile = profileOf(sentence.text, language);
    const assertion = assertionIn(sentence, profile, language);
    if (assertion === 'none') continue;
    claims++;
    const claim = judgeSentence(sentence, profile, read, language);
    if (!claim) continue;
    if (claim.kind === 'words' || claim.kind === 'foreign')
      doubtful.push({ index: unsupported.length, sentence: sentence.text, passages: read.passagesOf(sentence.citations) });
    unsupported.push({ ...claim, isSpecific: assertion === 'specific' });
  }
  return { claims, unsupported, doubtful };
}

/** What a sentence asserts in its place in the article. */
export function assertionIn({ citations, code, isLabel }: CitedSentence, profile: Profile, language: string): Assertion {
  return assertionOf(profile, language, { isCited: citations.length > 0 && !isLabel, code });
}

function judgeSentence(
  sentence: CitedSentence,
  profile: Profile,
  read: EvidenceReader,
  language: string,
): Omit<UnsupportedClaim, 'isSpecific'> | undefined {
  const { text, section, citations, context } = sentence;
  const inContext = context ? profileOf(`${context} ${text}`, language) : undefined;
  const supporter = () => read.supporterOf(profile, language) ?? (inContext ? read.supporterOf(inContext, language) : null);
  if (citations.length > 0) {
    const foreign = read.foreignLanguageOf(citations, language);
    if (foreign) return judgeAcross(profile, citations, read, { text, section, foreign });
    const cited = entailsInPlace(sentence, profile, inContext, read.of(citations), language);
    if (cited.supported) return undefined;
    const supportedBy = supporter();
    const kind = cited.missing.length > 0 ? 'facts' : 'words';
    return { text, section, kind, supportedBy, reason: reasonFor(cited, citations, supportedBy) };
  }
  const supportedBy = supporter();
  // Published answers have no citation marks, so one that a source supports needs none.
  if (section === faqSection && supportedBy !== null) return undefined;
  const advice =
    supportedBy === null ? 'no source given supports it: cite one that does, or take it out' : `cite [${supportedBy}], which supports it`;
  return { text, section, kind: 'uncited', supportedBy, reason: `It cites nothing; ${advice}.` };
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
  language: string,
): Entailment {
  const alone = entails(profile, evidence, language);
  if (alone.supported || !isScrap(profile)) {
    const placed = alone.supported || !inContext || kind !== 'cell' ? alone : entails(inContext, evidence, language);
    return placed.supported ? placed : alone;
  }
  const own = profile.tokens.filter(
    ({ index }) => !profile.quantities.some((quantity) => index >= quantity.index && index <= quantity.index + quantity.text.length + 1),
  );
  if (kind !== 'cell' && own.length >= minScrapWords) return { ...alone, supported: alone.missing.length === 0 };
  const given = evidence.flatMap(({ quantities }) => quantities);
  const lacking = figuresOf(profile, code).filter(({ quantity }) => !given.some((other) => satisfies(quantity, other)));
  const others = alone.missing.filter((part) => !profile.quantities.some(({ text }) => text === part));
  const missing = [...lacking.map(({ quantity }) => quantity.text), ...others];
  return { ...alone, supported: missing.length === 0, missing };
}

function judgeAcross(
  profile: Profile,
  citations: readonly number[],
  read: EvidenceReader,
  { text, section, foreign }: { text: string; section: string; foreign: string },
): Omit<UnsupportedClaim, 'isSpecific'> {
  const missing = missingAcrossLanguages(profile, read.of(citations));
  const kind = missing.length > 0 ? 'facts' : 'foreign';
  const reason =
    missing.length > 0
      ? reasonFor({ supported: false, score: 0, missing }, citations, null)
      : `Its source is in another language (${foreign}): its numbers agree, its words could not be compared.`;
  return { text, section, kind, supportedBy: null, reason };
}

function reasonFor({ missing, score }: Entailment, citations: readonly number[], supportedBy: number | null): string {
  const cited = citations.map((number) => `[${number}]`).join('');
  const elsewhere = supportedBy === null ? '' : ` [${supportedBy}] supports it: cite that instead.`;
  if (missing.includes('not')) return `${cited} says the opposite: one denies what the other affirms.${elsewhere}`;
  if (missing.length > 0) return `${cited} does not give ${missing.map((part) => `“${part}”`).join(', ')} for this.${elsewhere}`;
  return `Only ${Math.round(100 * score)} % of its words are in ${cited} (${Math.round(100 * overlapThreshold)} % are needed): keep closer to the source, or cite another.${elsewhere}`;
}
