import type { ScorePart } from '../../../schema/articles.ts';
import { fleschReadingEase, meanSentenceLength } from '../../language/readability.ts';
import type { CheckInput } from './shapes.ts';
import type { LinkReport } from './links.ts';
import type { Measures } from './measures.ts';
import type { UnsupportedClaim } from '../claims/support.ts';

/** The published formula: what each part is worth and how it is earned. `scoreOf` follows it to the letter. */
export const scoringFormula = [
  {
    name: 'keyword',
    max: 20,
    rule: 'Share of the keyword’s terms found in the title (6), in the first 100 words (6), in a heading (3), in the slug (3) and in the meta title or description (2).',
  },
  {
    name: 'length',
    max: 12,
    rule: 'Full within 15 % of the target word count, then falling evenly to 0 at half and at double the target. Below half of the target the whole score is at most 50.',
  },
  {
    name: 'structure',
    max: 13,
    rule: 'A heading for every 100–350 words (7), unique headings (3), no paragraph over 150 words (3, less by the share that is longer); less by the share of wanted headings that are missing.',
  },
  {
    name: 'readability',
    max: 10,
    rule: 'English: Flesch reading ease, full from 50 up, 0 at 0. Other languages: mean sentence length, full up to 22 words, 0 from 44 up.',
  },
  {
    name: 'support',
    max: 25,
    rule: 'Share of claims that the source they cite supports; one that a source supports but that cites none counts half. All of it where every sentence is a quotation. Not counted where no claim could be compared, the sources being in another language.',
  },
  {
    name: 'variety',
    max: 8,
    rule: 'No sentence said twice (5, less by the share repeated) and a keyword density of at most 2.5 % (3, falling to 0 at 5 %; none where no sentence of the body holds all of the keyword’s terms).',
  },
  { name: 'meta', max: 5, rule: 'Meta title of 15–60 characters (2), meta description of 70–160 characters (3).' },
  {
    name: 'terms',
    max: 4,
    rule: 'Share of the brief’s terms said as often as it asks; one said too often counts half. Not counted where the brief asks for none.',
  },
  {
    name: 'links',
    max: 3,
    rule: 'Pages offered for internal links that are linked to, full from three (or all) up (2); no link without words and no image without a description (1). Not counted where no page was offered.',
  },
] as const;

export const stuffedDensity = 0.05;
export const metaTitleLength = [15, 60] as const;
export const metaDescriptionLength = [70, 160] as const;
const maxDensity = 0.025;
const fullLinks = 3;
/** An article with a smaller share of its target words scores at most `maxShortScore`. */
const minTargetShare = 0.5;
const maxShortScore = 50;

export interface Findings {
  input: CheckInput;
  measures: Measures;
  /** Unsupported claims of title, headings and meta description. */
  headlines: readonly UnsupportedClaim[];
  links: LinkReport;
}

/** The score, 0–100, and the points of each part with the reason. Parts that do not count have a `max` of 0, and the rest is scaled to 100. */
export function scoreOf(findings: Findings): { score: number; breakdown: ScorePart[] } {
  const { input, measures } = findings;
  const breakdown = [
    keywordPart(measures),
    lengthPart(input, measures),
    structurePart(input, measures),
    readabilityPart(input, measures),
    supportPart(findings),
    varietyPart(measures),
    metaPart(input),
    termsPart(measures),
    linksPart(findings),
  ];
  const points = breakdown.reduce((sum, part) => sum + part.points, 0);
  const max = breakdown.reduce((sum, part) => sum + part.max, 0);
  const score = Math.round((100 * points) / max);
  return { score: measures.wordCount < minTargetShare * input.targetWordCount ? Math.min(score, maxShortScore) : score, breakdown };
}

function keywordPart({ keyword: { title, opening, heading, slug, meta } }: Measures): ScorePart {
  return partOf(
    'keyword',
    6 * title + 6 * opening + 3 * heading + 3 * slug + 2 * meta,
    `title ${percent(title)}, first 100 words ${percent(opening)}, a heading ${percent(heading)}, slug ${percent(slug)}, meta ${percent(meta)}`,
  );
}

function lengthPart({ targetWordCount }: CheckInput, { wordCount }: Measures): ScorePart {
  const ratio = wordCount / Math.max(1, targetWordCount);
  const share = ratio < 0.85 ? (ratio - 0.5) / 0.35 : ratio > 1.15 ? (2 - ratio) / 0.85 : 1;
  return partOf('length', 12 * clamp(share), `${wordCount} words of ${targetWordCount} wanted`);
}

function structurePart({ unmetOutline = [] }: CheckInput, { wordCount, headings, paragraphs, longParagraphs }: Measures): ScorePart {
  const perHeading = wordCount / Math.max(1, headings.length);
  const spacing = headings.length === 0 ? 0 : perHeading < 100 ? perHeading / 100 : perHeading > 350 ? 350 / perHeading : 1;
  const unique = headings.length === 0 ? 0 : new Set(headings.map(({ fingerprint }) => fingerprint)).size / headings.length;
  const long = longParagraphs.length;
  const short = paragraphs.length === 0 ? 0 : 1 - long / paragraphs.length;
  const unmet = unmetOutline.length;
  return partOf(
    'structure',
    (7 * spacing + 3 * unique + 3 * short) * (1 - unmet / Math.max(1, headings.length + unmet)),
    `${headings.length} headings, one for ${Math.round(perHeading)} words; ${long} of ${paragraphs.length} paragraphs too long${unmet > 0 ? `; ${unmet} wanted headings missing` : ''}`,
  );
}

function readabilityPart({ language }: CheckInput, { text, sentenceCount }: Measures): ScorePart {
  const ease = fleschReadingEase(text, language, sentenceCount);
  if (ease !== null) return partOf('readability', 10 * clamp(ease / 50), `Flesch reading ease ${Math.round(ease)}`);
  const length = meanSentenceLength(text, language, sentenceCount);
  if (length === null) return partOf('readability', 0, 'no text');
  return partOf('readability', 10 * clamp((44 - length) / 22), `${length.toFixed(1)} words per sentence`);
}

function supportPart({ input, measures }: Findings): ScorePart {
  const { claims, unsupported } = input.support;
  if (measures.sentences.length === 0) return partOf('support', 0, 'no text');
  if (input.verbatim) return partOf('support', 25, 'every sentence is a quotation of its source');
  const foreign = unsupported.filter(({ kind }) => kind === 'foreign').length;
  const counted = claims - foreign;
  if (claims > 0 && counted === 0)
    return { name: 'support', points: 0, max: 0, detail: 'not checked: the sources are in another language' };
  if (claims === 0) return partOf('support', 25, 'nothing is claimed');
  const half = unsupported.filter(({ kind, supportedBy }) => kind === 'uncited' && supportedBy !== null).length;
  const share = 1 - (unsupported.length - foreign - half / 2) / counted;
  return partOf(
    'support',
    25 * clamp(share),
    `${counted - (unsupported.length - foreign)} of ${counted} claims supported by the source they cite`,
  );
}

function varietyPart({ sentences, repeated, density, speaksOfKeyword }: Measures): ScorePart {
  const distinct = sentences.length === 0 ? 0 : 1 - repeated.length / sentences.length;
  const unstuffed = speaksOfKeyword ? clamp((stuffedDensity - density) / (stuffedDensity - maxDensity)) : 0;
  return partOf(
    'variety',
    5 * distinct + 3 * unstuffed,
    `${repeated.length} sentences repeated, keyword density ${(100 * density).toFixed(1)} %`,
  );
}

function metaPart({ metaTitle, metaDescription }: CheckInput): ScorePart {
  const points = (isWithin(metaTitle.length, metaTitleLength) ? 2 : 0) + (isWithin(metaDescription.length, metaDescriptionLength) ? 3 : 0);
  return partOf('meta', points, `meta title ${metaTitle.length}, meta description ${metaDescription.length} characters`);
}

function termsPart({ terms }: Measures): ScorePart {
  if (terms.length === 0) return { name: 'terms', points: 0, max: 0, detail: 'none asked for' };
  const met = terms.filter(({ count, min, max }) => count >= min && count <= max).length;
  const over = terms.filter(({ count, max }) => count > max).length;
  return partOf('terms', (4 * (met + over / 2)) / terms.length, `${met} of ${terms.length} terms as often as asked, ${over} too often`);
}

function linksPart({ input: { internalLinks = [] }, links }: Findings): ScorePart {
  if (internalLinks.length === 0) return { name: 'links', points: 0, max: 0, detail: 'no page offered' };
  const wanted = Math.min(fullLinks, internalLinks.length);
  const described = links.empty.length + links.missingAlt.length === 0 ? 1 : 0;
  return partOf(
    'links',
    2 * clamp(links.internalUsed / wanted) + described,
    `${links.internalUsed} internal links; ${links.empty.length} links without words, ${links.missingAlt.length} images without a description`,
  );
}

function partOf(name: (typeof scoringFormula)[number]['name'], points: number, detail: string): ScorePart {
  const { max } = scoringFormula.find((rule) => rule.name === name)!;
  return { name, points: Math.round(points * 10) / 10, max, detail };
}

export function isWithin(length: number, [min, max]: readonly [number, number]): boolean {
  return length >= min && length <= max;
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
