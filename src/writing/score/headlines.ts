import { sentences as sentencesIn } from '../../language/sentences.ts';
import { isClaim } from '../claims/claims.ts';
import { differencesOf } from '../claims/contradictions.ts';
import { entails } from '../claims/entailment.ts';
import type { EvidenceReader } from '../claims/evidence-reader.ts';
import { figuresOf, isYear, writtenOf, type Figure } from '../claims/figures.ts';
import { articleEvidence, lackingIn, type ArticleEvidence } from './article-evidence.ts';
import { profileOf, type Profile } from '../claims/profile.ts';
import { satisfies, type Quantity } from '../../language/quantities.ts';
import type { CheckInput } from './shapes.ts';
import type { Claim } from '../claims/support.ts';

/** A title or heading, which has no citations of its own. */
interface Headline {
  place: 'Title' | 'Meta title' | 'Heading';
  text: string;
  code?: readonly string[];
}

type Fault = Pick<Claim, 'verdict' | 'gate' | 'reason'> & Partial<Claim>;

const cutOff = /\s*(?:…|\.\.\.)$/u;

/**
 * Checks title, meta title, headings and meta description against the evidence for the whole article: the sources it cites, its keyword and
 * the supported claims of its body. In titles and headings it compares measured figures; a meta description is checked like a sentence of the
 * body. The year of publication needs no source.
 */
export function checkHeadlines(input: CheckInput, read: EvidenceReader): Claim[] {
  const known = articleEvidence(input, read);
  const isKnown = knownTo(input);
  const found: Claim[] = [];
  const add = (section: string, text: string, fault: Fault | undefined) => {
    if (fault) found.push({ sentence: text, section, citations: [], words: [], supportedBy: null, nearest: null, ...fault });
  };
  for (const { place, text, code } of headlinesOf(input)) {
    const profile = profileOf(text, input.language);
    const figures = figuresOf(profile, code).filter(({ weight, quantity }) => weight === 'measured' && !isKnown(quantity));
    add(place, text, lackOf(lackingIn(known, figures), profile));
  }
  const spoken = input.grounded.sentences.map(({ text }) => text);
  for (const sentence of sentencesIn(input.metaDescription, input.language)) {
    const whole = sentence.replace(cutOff, '');
    // A sentence of the body is checked there.
    if (spoken.some((other) => (whole === sentence ? other === whole : other.startsWith(whole)))) continue;
    add('Meta description', sentence, describe(whole, whole !== sentence, { input, known, isKnown }));
  }
  return found;
}

function headlinesOf({ title, metaTitle, grounded, verbatim }: CheckInput): Headline[] {
  // An article of quotations has its sources' headings too.
  const headings = grounded.body.blocks.filter(({ kind }) => kind === 'heading' && !verbatim);
  return [
    { place: 'Title', text: title },
    // A meta title cut from the title has the same faults.
    ...(title.startsWith(metaTitle.replace(cutOff, '')) ? [] : [{ place: 'Meta title' as const, text: metaTitle }]),
    ...headings.map(({ text, code }) => ({ place: 'Heading' as const, text, code })),
  ];
}

/** Figures that need no source: the keyword's, and the year of publication. */
function knownTo({ keyword, language, years = [] }: CheckInput): (quantity: Quantity) => boolean {
  const { quantities } = profileOf(keyword, language);
  return (quantity) => quantities.some((given) => satisfies(quantity, given)) || (isYear(quantity) && years.includes(quantity.value));
}

function lackOf(missing: readonly Figure[], { text }: Profile): Fault | undefined {
  if (missing.length === 0) return undefined;
  const figures = missing.map(({ quantity }) => writtenOf(quantity, text));
  return {
    verdict: 'unsupported',
    gate: true,
    reason: `No source that the article cites gives ${listOf(figures)}: take it out, or cite a source for it in the body.`,
  };
}

interface Described {
  input: CheckInput;
  known: ArticleEvidence;
  isKnown: (quantity: Quantity) => boolean;
}

function describe(text: string, isCut: boolean, { input, known, isKnown }: Described): Fault | undefined {
  const { language, keyword } = input;
  const profile = profileOf(text, language);
  // A figure at the cut may have lost its unit or its last digits.
  const isWhole = ({ index, text: written }: Quantity) => !(isCut && index + written.length >= text.length);
  const figures = figuresOf(profile).filter(({ weight, quantity }) => weight === 'measured' && isWhole(quantity) && !isKnown(quantity));
  const lack = lackOf(lackingIn(known, figures), profile);
  if (lack || !isClaim(profile) || known.foreignLanguage) return lack;
  const evidence = [...known.sources, ...known.claims, profileOf(keyword, language)];
  const { contradictions } = entails(profile, evidence, known.background);
  if (contradictions.length === 0) return undefined;
  return {
    verdict: 'contradicted',
    gate: true,
    words: contradictions,
    reason: `The sources that the article cites say otherwise: ${differencesOf(contradictions)}.`,
  };
}

function listOf(parts: readonly string[]): string {
  return parts.map((part) => `“${part}”`).join(', ');
}
