import { detectLanguage } from '../../language/language.ts';
import type { Evidence } from './evidence.ts';
import { entails, overlapThreshold, readEvidence, type ReadEvidence } from './entailment.ts';
import type { Profile } from './profile.ts';

/** Creates a reader, after detecting the language of each document. */
export async function readerOf(evidence: Evidence, language: string): Promise<EvidenceReader> {
  return new EvidenceReader(evidence, await languagesOf(evidence, language));
}

/** Each document's detected language, or the article's if unknown. */
async function languagesOf(evidence: Evidence, language: string): Promise<Map<string, string>> {
  const languages = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const { documentId, passages } of evidence.values()) {
    const text = texts.get(documentId) ?? '';
    if (text.length < sampleLength) texts.set(documentId, `${text} ${passages.join(' ')}`);
  }
  for (const [documentId, text] of texts) {
    const found = text.length < minSample ? 'und' : await detectLanguage(text.slice(0, sampleLength));
    languages.set(documentId, found === 'und' ? language : found);
  }
  return languages;
}

/** Characters. With less than `minSample` the language would be a guess; more than `sampleLength` is not needed. */
const minSample = 200;
const sampleLength = 1000;

/** Parses each piece of evidence once, on first use. A document's title counts as one of its passages. */
export class EvidenceReader {
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

  /** The evidence's language if none of it is in the article's. */
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

/** A quick test that avoids most comparisons: evidence with too few of a claim's words cannot support it. */
function sharesEnough({ stems, quantities }: Profile, evidence: ReadonlySet<string>): boolean {
  if (stems.size === 0) return quantities.length > 0;
  let found = 0;
  for (const stem of stems) if (evidence.has(stem)) found++;
  return found >= overlapThreshold * stems.size;
}
