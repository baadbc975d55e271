import type { ReadEvidence } from '../claims/entailment.ts';
import type { EvidenceReader } from '../claims/evidence-reader.ts';
import type { Figure } from '../claims/figures.ts';
import { profileOf, type Profile } from '../claims/profile.ts';
import { satisfies } from '../claims/quantities.ts';
import type { CheckInput } from './shapes.ts';
import { assertionIn } from '../claims/support.ts';

/** The evidence for a whole article: the sources it cites, and the claims of its body that a source supports. Read on first use. */
export class ArticleEvidence {
  readonly #input: CheckInput;
  readonly #read: EvidenceReader;
  #cited: ReadEvidence | undefined;
  #claims: Profile[] | undefined;
  #spoken: string | undefined;

  constructor(input: CheckInput, read: EvidenceReader) {
    this.#input = input;
    this.#read = read;
  }

  /** The figures found neither in a cited source nor in a supported claim. */
  lacking(figures: readonly Figure[]): Figure[] {
    const among = (given: readonly Profile[], wanted: readonly Figure[]) =>
      wanted.filter(({ quantity }) => !given.some(({ quantities }) => quantities.some((other) => satisfies(quantity, other))));
    const left = figures.length > 0 ? among(this.sources(), figures) : [];
    return left.length > 0 ? among(this.claims(), left) : [];
  }

  /** The sentences of the cited sources. */
  sources(): ReadEvidence {
    return (this.#cited ??= this.#read.of(this.#citations()));
  }

  /** The supported claims of the body. */
  claims(): Profile[] {
    if (!this.#claims) {
      const { grounded, language, verbatim, support } = this.#input;
      const fallen = new Set(support.unsupported.filter(({ supportedBy }) => supportedBy === null).map(({ text }) => text));
      const claims: Profile[] = [];
      for (const sentence of grounded.sentences) {
        if (fallen.has(sentence.text)) continue;
        const profile = profileOf(sentence.text, language);
        if (verbatim || assertionIn(sentence, profile, language) !== 'none') claims.push(profile);
      }
      this.#claims = claims;
    }
    return this.#claims;
  }

  /** The language of the cited sources if none of them is in the article's. */
  get foreignLanguage(): string | undefined {
    const cited = this.#citations();
    return cited.length > 0 ? this.#read.foreignLanguageOf(cited, this.#input.language) : undefined;
  }

  /** True if the name occurs in the sources, body, keyword or site URL, or is made of the initials of words there ("TLS"). */
  names(name: string): boolean {
    this.#spoken ??= this.#everything();
    if (this.#spoken.includes(name.toLowerCase())) return true;
    const initials = /^\p{Lu}{2,6}$/u.test(name) ? [...name.toLowerCase()].map((letter) => `${letter}\\p{L}*`).join('[\\s-]+') : undefined;
    return initials !== undefined && new RegExp(`(?<!\\p{L})${initials}`, 'u').test(this.#spoken);
  }

  #everything(): string {
    const { grounded, evidence, keyword, siteUrl } = this.#input;
    const sources = [...evidence.values()].flatMap(({ title, passages }) => [title, ...passages]);
    return [keyword, siteUrl ?? '', ...sources, ...grounded.sentences.map(({ text }) => text)].join('\n').toLowerCase();
  }

  #citations(): number[] {
    const { grounded, evidence } = this.#input;
    return [...new Set(grounded.sentences.flatMap(({ citations }) => citations))].filter((number) => evidence.has(number));
  }
}
