import type { Background, ReadEvidence } from '../claims/entailment.ts';
import type { EvidenceReader } from '../claims/evidence-reader.ts';
import type { Figure } from '../claims/figures.ts';
import { profileOf, type Profile } from '../claims/profile.ts';
import { satisfies } from '../../language/quantities.ts';
import type { CheckInput } from './shapes.ts';
import { isClaimIn } from '../claims/support.ts';

/** The evidence for a whole article: the sources it cites, and the claims of its body that a source supports. */
export interface ArticleEvidence {
  /** The sentences of the cited sources. */
  sources: ReadEvidence;
  /** The supported claims of the body. */
  claims: readonly Profile[];
  background: Background;
  /** The language of the cited sources if none of them is in the article's. */
  foreignLanguage: string | undefined;
}

export function articleEvidence({ grounded, evidence, language, verbatim, support }: CheckInput, read: EvidenceReader): ArticleEvidence {
  const cited = [...new Set(grounded.sentences.flatMap(({ citations }) => citations))].filter((number) => evidence.has(number));
  const fallen = new Set(
    support.claims.filter(({ verdict, supportedBy }) => verdict !== 'supported' && supportedBy === null).map(({ sentence }) => sentence),
  );
  const claims = grounded.sentences
    .filter(({ text }) => !fallen.has(text))
    .map((sentence) => ({ sentence, profile: profileOf(sentence.text, language) }))
    .filter(({ sentence, profile }) => verbatim || isClaimIn(sentence, profile));
  return {
    sources: read.of(cited),
    claims: claims.map(({ profile }) => profile),
    background: read.background,
    foreignLanguage: cited.length > 0 ? read.foreignLanguageOf(cited, language) : undefined,
  };
}

/** The figures found neither in a cited source nor in a supported claim. */
export function lackingIn({ sources, claims }: ArticleEvidence, figures: readonly Figure[]): Figure[] {
  const given = [...sources, ...claims];
  return figures.filter(({ quantity }) => !given.some(({ quantities }) => quantities.some((other) => satisfies(quantity, other))));
}
