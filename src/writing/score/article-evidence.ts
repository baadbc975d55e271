import type { ReadEvidence } from '../claims/entailment.ts';
import type { EvidenceReader } from '../claims/evidence-reader.ts';
import type { Figure } from '../claims/figures.ts';
import { profileOf, type Profile } from '../claims/profile.ts';
import { satisfies } from '../claims/quantities.ts';
import type { CheckInput } from './shapes.ts';
import { assertionIn, type UnsupportedClaim } from '../claims/support.ts';

/** So many sentences are read in a few milliseconds. */
const perSlice = 50;

/** What a whole article stands on: the sources that it cites, and the claims of its body that a source supports. Read when first asked for. */
export class Grounds {
  readonly #input: CheckInput;
  readonly #read: EvidenceReader;
  readonly #unsupported: readonly UnsupportedClaim[];
  readonly #pause: (() => Promise<void>) | undefined;
  #cited: ReadEvidence | undefined;
  #claims: Profile[] | undefined;
  #spoken: string | undefined;

  constructor(
    input: CheckInput,
    { read, unsupported, pause }: { read: EvidenceReader; unsupported: readonly UnsupportedClaim[]; pause?: () => Promise<void> },
  ) {
    this.#input = input;
    this.#read = read;
    this.#unsupported = unsupported;
    this.#pause = pause;
  }

  /** Those that neither a cited source nor a supported claim gives. */
  async lacking(figures: readonly Figure[]): Promise<Figure[]> {
    const among = (given: readonly Profile[], wanted: readonly Figure[]) =>
      wanted.filter(({ quantity }) => !given.some(({ quantities }) => quantities.some((other) => satisfies(quantity, other))));
    const left = figures.length > 0 ? among(await this.sources(), figures) : [];
    return left.length > 0 ? among(await this.claims(), left) : [];
  }

  /** The sentences of the cited sources. */
  async sources(): Promise<ReadEvidence> {
    if (!this.#cited) {
      const cited: Profile[] = [];
      for (const number of this.#citations()) {
        cited.push(...this.#read.of([number]));
        await this.#pause?.();
      }
      this.#cited = cited;
    }
    return this.#cited;
  }

  /** The claims of the body that stand. */
  async claims(): Promise<Profile[]> {
    if (!this.#claims) {
      const { grounded, language, verbatim } = this.#input;
      const fallen = new Set(this.#unsupported.filter(({ supportedBy }) => supportedBy === null).map(({ text }) => text));
      const claims: Profile[] = [];
      for (const [index, sentence] of grounded.sentences.entries()) {
        if (index % perSlice === 0) await this.#pause?.();
        if (fallen.has(sentence.text)) continue;
        const profile = profileOf(sentence.text, language);
        if (verbatim || assertionIn(sentence, profile, language) !== 'none') claims.push(profile);
      }
      this.#claims = claims;
    }
    return this.#claims;
  }

  /** The language of the sources where none that is cited is in the article's. */
  get foreignLanguage(): string | undefined {
    const cited = this.#citations();
    return cited.length > 0 ? this.#read.foreignLanguageOf(cited, this.#input.language) : undefined;
  }

  /** True where the name stands anywhere in sources, body, keyword or the site's address, or is what their words begin with ("TLS"). */
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
