import { faqSection } from '../compose/shapes.ts';
import { detectLanguage } from '../language.ts';
import { assertionOf } from './claims.ts';
import type { CitedSentence, Evidence } from './citations.ts';
import { entails, missingAcrossLanguages, overlapThreshold, readEvidence, type Entailment, type ReadEvidence } from './entailment.ts';
import { profileOf, type Profile } from './profile.ts';

/**
 * A model that says of each claim whether its passages support it. It is asked only of claims whose words differ from their passages',
 * never of a wrong number, date or name. Both are data: whoever calls the model must say so to it.
 */
export type Judge = (claims: readonly { sentence: string; passages: readonly string[] }[]) => Promise<boolean[]>;

export interface UnsupportedClaim {
  text: string;
  section: string;
  /**
   * `facts`: a number, date, name or denial that the source does not bear out; `words`: too little of it is there; `uncited`: it names no
   * source; `foreign`: its source is in another language, and only the numbers could be compared.
   */
  kind: 'facts' | 'words' | 'uncited' | 'foreign';
  /** A number, name, comparison or the like is claimed. */
  isSpecific: boolean;
  /** What to mend. */
  reason: string;
  /** The number, as cited in the draft, of evidence that does support it. */
  supportedBy: number | null;
}

export interface SupportReport {
  /** Sentences that need a source. */
  claims: number;
  unsupported: UnsupportedClaim[];
}

/** So many sentences that claim nothing are read in a few milliseconds. */
const scrapsPerSlice = 50;

/** Holds every claim against what it cites, one in a slice: with much evidence it takes several milliseconds. */
export async function checkSupport(
  sentences: readonly CitedSentence[],
  evidence: Evidence,
  { language, judge, pause }: { language: string; judge?: Judge; pause?: () => Promise<void> },
): Promise<SupportReport> {
  const read = new EvidenceReader(evidence, await languagesOf(evidence, language, pause));
  const doubtful: { claim: UnsupportedClaim; passages: string[] }[] = [];
  const unsupported: UnsupportedClaim[] = [];
  let claims = 0;
  for (const [index, sentence] of sentences.entries()) {
    if (index % scrapsPerSlice === 0) await pause?.();
    const profile = profileOf(sentence.text, language);
    const assertion = assertionOf(profile, language);
    if (assertion === 'none') continue;
    claims++;
    await pause?.();
    const claim = judgeSentence(sentence, profile, read, language);
    if (!claim) continue;
    const found = { ...claim, isSpecific: assertion === 'specific' };
    unsupported.push(found);
    if (found.kind === 'words' || found.kind === 'foreign') doubtful.push({ claim: found, passages: read.passagesOf(sentence.citations) });
  }
  const overruled = judge && doubtful.length > 0 ? await askJudge(judge, doubtful) : new Set();
  return { claims, unsupported: unsupported.filter((claim) => !overruled.has(claim)) };
}

async function askJudge(
  judge: Judge,
  doubtful: readonly { claim: UnsupportedClaim; passages: string[] }[],
): Promise<Set<UnsupportedClaim>> {
  const verdicts = await judge(doubtful.map(({ claim, passages }) => ({ sentence: claim.text, passages })));
  // A judge that answers for fewer or more claims than it was asked about has not understood them.
  if (verdicts.length !== doubtful.length) return new Set();
  return new Set(doubtful.filter((_, index) => verdicts[index] === true).map(({ claim }) => claim));
}

function judgeSentence(
  { text, section, citations }: CitedSentence,
  profile: Profile,
  read: EvidenceReader,
  language: string,
): Omit<UnsupportedClaim, 'isSpecific'> | undefined {
  if (citations.length > 0) {
    const foreign = read.foreignLanguageOf(citations, language);
    if (foreign) return judgeAcross(profile, citations, read, { text, section, foreign });
    const cited = entails(profile, read.of(citations), language);
    if (cited.supported) return undefined;
    const supportedBy = read.supporterOf(profile, language);
    const kind = cited.missing.length > 0 ? 'facts' : 'words';
    return { text, section, kind, supportedBy, reason: reasonFor(cited, citations, supportedBy) };
  }
  const supportedBy = read.supporterOf(profile, language);
  // An answer bears no marks in the end, so it needs none where a source supports it.
  if (section === faqSection && supportedBy !== null) return undefined;
  const advice =
    supportedBy === null ? 'no source given supports it: cite one that does, or take it out' : `cite [${supportedBy}], which supports it`;
  return { text, section, kind: 'uncited', supportedBy, reason: `It cites nothing; ${advice}.` };
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

/** Each document's language, as far as it can be told; else the article's. */
async function languagesOf(evidence: Evidence, language: string, pause?: () => Promise<void>): Promise<Map<string, string>> {
  const languages = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const { documentId, passages } of evidence.values()) {
    const text = texts.get(documentId) ?? '';
    if (text.length < sampleLength) texts.set(documentId, `${text} ${passages.join(' ')}`);
  }
  for (const [documentId, text] of texts) {
    const found = text.length < minSample ? 'und' : await detectLanguage(text.slice(0, sampleLength));
    languages.set(documentId, found === 'und' ? language : found);
    await pause?.();
  }
  return languages;
}

/** Enough to tell a language by; less than the first would be a guess. */
const minSample = 200;
const sampleLength = 1000;

/** Reads each piece of evidence once, when it is first asked for. A document's title counts with its passages. */
class EvidenceReader {
  readonly #evidence: Evidence;
  readonly #languages: ReadonlyMap<string, string>;
  readonly #read = new Map<number, ReadEvidence>();
  readonly #stems = new Map<number, ReadonlySet<string>>();

  constructor(evidence: Evidence, languages: ReadonlyMap<string, string>) {
    this.#evidence = evidence;
    this.#languages = languages;
  }

  of(numbers: readonly number[]): ReadEvidence {
    return numbers.length === 1 ? this.#one(numbers[0]!) : numbers.flatMap((number) => this.#one(number));
  }

  passagesOf(numbers: readonly number[]): string[] {
    return numbers.flatMap((number) => this.#evidence.get(number)?.passages ?? []);
  }

  /** The language of the evidence where none of it is in the article's. */
  foreignLanguageOf(numbers: readonly number[], language: string): string | undefined {
    const languages = numbers.map((number) => this.#languageOf(number) ?? language);
    return languages.includes(language) ? undefined : languages[0];
  }

  /** The first evidence that supports the claim. */
  supporterOf(claim: Profile, language: string): number | null {
    for (const number of this.#evidence.keys()) {
      const evidence = this.#one(number);
      if (sharesEnough(claim, this.#stemsOf(number)) && entails(claim, evidence, language).supported) return number;
    }
    return null;
  }

  #stemsOf(number: number): ReadonlySet<string> {
    let stems = this.#stems.get(number);
    if (!stems) this.#stems.set(number, (stems = new Set(this.#one(number).flatMap((sentence) => [...sentence.stems]))));
    return stems;
  }

  #languageOf(number: number): string | undefined {
    return this.#languages.get(this.#evidence.get(number)?.documentId ?? '');
  }

  #one(number: number): ReadEvidence {
    let read = this.#read.get(number);
    if (!read) {
      const { passages = [], title = '' } = this.#evidence.get(number) ?? {};
      this.#read.set(number, (read = readEvidence([...passages, title], this.#languageOf(number) ?? 'en')));
    }
    return read;
  }
}

/** A quick look that spares most of the comparing: no evidence supports a claim of whose words it has too few. */
function sharesEnough({ stems, quantities }: Profile, evidence: ReadonlySet<string>): boolean {
  if (stems.size === 0) return quantities.length > 0;
  let found = 0;
  for (const stem of stems) if (evidence.has(stem)) found++;
  return found >= overlapThreshold * stems.size;
}
