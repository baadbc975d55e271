import { sentences as sentencesIn } from '../../language/sentences.ts';
import { assertionOf } from '../claims/claims.ts';
import { entails } from '../claims/entailment.ts';
import type { EvidenceReader } from '../claims/evidence-reader.ts';
import { figuresOf, isYear, writtenOf, type Figure } from '../claims/figures.ts';
import { ArticleEvidence } from './article-evidence.ts';
import { acronymsIn } from '../claims/names.ts';
import { profileOf, type Profile } from '../claims/profile.ts';
import { satisfies, type Quantity } from '../claims/quantities.ts';
import type { CheckInput } from './shapes.ts';
import type { UnsupportedClaim } from '../claims/support.ts';

/** A title or heading, which has no citations of its own. */
interface Headline {
  place: 'Title' | 'Meta title' | 'Heading';
  text: string;
  code?: readonly string[];
}

type Fault = Pick<UnsupportedClaim, 'kind' | 'reason'>;

/** A bare count up to here may be the article's own ("compares 5 vendors"). */
const maxOwnCount = 20;
/** A meta description summarises, so it needs fewer of the sources' words than a claim. */
const minDescribedShare = 0.5;
const cutOff = /\s*(?:…|\.\.\.)$/u;

/**
 * Checks title, meta title, headings and meta description against the evidence for the whole article: the sources it cites, its keyword and
 * the supported claims of its body. In titles and headings it compares measured figures and acronyms, which are certain to be names even
 * in title case; a meta description is checked like a sentence of the body. The year of publication needs no source.
 */
export function checkHeadlines(input: CheckInput, read: EvidenceReader): UnsupportedClaim[] {
  const known = new ArticleEvidence(input, read);
  const isKnown = knownTo(input);
  const found: UnsupportedClaim[] = [];
  const add = (section: string, text: string, fault: Fault | undefined) => {
    if (fault) found.push({ text, section, isSpecific: true, supportedBy: null, ...fault });
  };
  for (const { place, text, code } of headlinesOf(input)) {
    const profile = profileOf(text, input.language);
    const figures = figuresOf(profile, code).filter(({ weight, quantity }) => weight === 'measured' && !isKnown(quantity));
    add(place, text, lackOf(known.lacking(figures), profile) ?? unnamed(profile, code, known, input.language));
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

function headlinesOf({ title, metaTitle, grounded }: CheckInput): Headline[] {
  const headings = grounded.body.blocks.filter(({ kind }) => kind === 'heading');
  return [
    { place: 'Title', text: title },
    // A meta title cut from the title has the same faults.
    ...(title.startsWith(metaTitle.replace(cutOff, '')) ? [] : [{ place: 'Meta title' as const, text: metaTitle }]),
    ...headings.map(({ text, code }) => ({ place: 'Heading' as const, text, code })),
  ];
}

/** Figures that need no source: the keyword's, and the year of publication. */
function knownTo({ keyword, language, jsonLd }: CheckInput): (quantity: Quantity) => boolean {
  const { quantities } = profileOf(keyword, language);
  const { datePublished, dateModified } = (jsonLd ?? {}) as Record<string, unknown>;
  const years = new Set([datePublished, dateModified].map((date) => Number(String(date).slice(0, 4))));
  return (quantity) => quantities.some((given) => satisfies(quantity, given)) || (isYear(quantity) && years.has(quantity.value));
}

function lackOf(lacking: readonly Figure[], { text }: Profile): Fault | undefined {
  if (lacking.length === 0) return undefined;
  const figures = lacking.map(({ quantity }) => writtenOf(quantity, text));
  return {
    kind: 'facts',
    reason: `No source that the article cites gives ${listOf(figures)}: take it out, or cite a source for it in the body.`,
  };
}

function unnamed(profile: Profile, code: readonly string[] = [], known: ArticleEvidence, language: string): Fault | undefined {
  const unknown = acronymsIn(profile, language).filter((name) => !code.some((stretch) => stretch.includes(name)) && !known.names(name));
  return unknown.length === 0 ? undefined : { kind: 'words', reason: `Neither a source nor the body speaks of ${listOf(unknown)}.` };
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
  const figures = figuresOf(profile).filter(({ quantity }) => isWhole(quantity) && !isKnown(quantity));
  const lack = lackOf(known.lacking(figures.filter(({ weight }) => weight === 'measured')), profile);
  if (lack || assertionOf(profile, language) === 'none' || known.foreignLanguage) return lack;
  const evidence = [...known.sources(), ...known.claims(), profileOf(keyword, language)];
  const weighty = new Set(
    figures.flatMap(({ weight, quantity }) => (weight === 'measured' || quantity.value > maxOwnCount ? quantity.text : [])),
  );
  const numbers = new Set(profile.quantities.map((quantity) => quantity.text));
  const missing = entails(profile, evidence, language).missing.filter((part) =>
    numbers.has(part) ? weighty.has(part) : part === 'not' || !known.names(part),
  );
  if (missing.includes('not')) return { kind: 'facts', reason: 'The sources that the article cites say the opposite.' };
  if (missing.length > 0) return { kind: 'facts', reason: `No source that the article cites gives ${listOf(missing)} for this.` };
  // A number found in the sources ties the sentence to them well enough.
  return numbers.size > 0 ? undefined : strayed(profile, evidence);
}

function strayed({ stems }: Profile, evidence: readonly Profile[]): Fault | undefined {
  const known = [...stems].filter((stem) => evidence.some((given) => given.stems.has(stem)));
  if (known.length >= minDescribedShare * stems.size) return undefined;
  const share = Math.round((100 * known.length) / stems.size);
  return { kind: 'words', reason: `Only ${share} % of its words are the article’s or its sources’: say what the article says.` };
}

function listOf(parts: readonly string[]): string {
  return parts.map((part) => `“${part}”`).join(', ');
}
