import { detectLanguage } from '../../language/language.ts';
import type { Evidence } from './evidence.ts';
import { backgroundOf, entails, namedThreshold, readEvidence, type Background, type ReadEvidence } from './entailment.ts';
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
  #background: Background | undefined;
  #all: ReadEvidence | undefined;

  constructor(evidence: Evidence, languages: ReadonlyMap<string, string>) {
    this.#evidence = evidence;
    this.#languages = languages;
  }

  of(numbers: readonly number[]): ReadEvidence {
    return numbers.length === 1 ? this.#one(numbers[0]!) : numbers.flatMap((number) => this.#one(number));
  }

  /** The evidence's language if none of it is in the article's. */
  foreignLanguageOf(numbers: readonly number[], language: string): string | undefined {
    const languages = numbers.map((number) => this.#languageOf(number) ?? language);
    return languages.includes(language) ? undefined : languages[0];
  }

  /** The first evidence that has half of the claim's words and supports it. */
  supporterOf(claim: Profile): number | null {
    for (const number of this.#evidence.keys()) {
      if (entails(claim, this.#one(number), this.background, namedThreshold).supported) return number;
    }
    return null;
  }

  get background(): Background {
    return (this.#background ??= backgroundOf(this.all));
  }

  /** The sentence, with the number of its evidence. */
  placeOf(sentence: Profile | undefined): { number: number; sentence: string } | null {
    const number = sentence && [...this.#read].find(([, read]) => read.includes(sentence))?.[0];
    return number === undefined ? null : { number, sentence: sentence!.text };
  }

  /** All sentences. */
  get all(): ReadEvidence {
    return (this.#all ??= this.of([...this.#evidence.keys()]));
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
