import type { ScorePart } from '../../../schema/articles.ts';
import type { CheckInput } from './shapes.ts';
import type { LinkReport } from './links.ts';
import type { Measures } from './measures.ts';
import { aboveChance } from './order.ts';
import { clamp, percent, readabilityOf, structureOf, unstuffed, varietyOf, within } from './shares.ts';
import type { Claim } from '../claims/support.ts';

/** The published formula: what each part is worth and how it is earned. `scoreOf` follows it to the letter. */
export const scoringFormula = [
  {
    name: 'keyword',
    max: 12,
    rule: 'Share of the keyword’s terms found in the title (4), in the first 100 words (3), in a heading (2), in the slug (2) and in the meta title or description (1). Falling to 0 from a keyword density of 2.5 % to one of 5 %.',
  },
  {
    name: 'length',
    max: 10,
    rule: 'Full within 15 % of the target word count, then falling evenly to 0 at half and at double the target. Below half of the target the whole score is at most 50.',
  },
  {
    name: 'structure',
    max: 9,
    rule: 'A heading for every 100–350 words (5), unique headings (2), no paragraph over 150 words (2, less by the share that is longer); less by the share of wanted headings that are missing.',
  },
  {
    name: 'readability',
    max: 6,
    rule: 'English: Flesch reading ease, full from 50 up, 0 at 0. Other languages: mean sentence length, full up to 22 words, 0 from 44 up.',
  },
  {
    name: 'order',
    max: 20,
    rule: 'By how many standard deviations the order of sentences (12) and of paragraphs under their headings (8) is better than random orders of the same: neighbours share words, and sentences resemble the same passages. Full from 3 up, 0 up to 1; full where there are fewer than 30 sentences or 8 paragraphs. If pairs of words recur no more often than in random order (measured likewise, from 400 words on), readability, order, subject and originality are 0.',
  },
  {
    name: 'subject',
    max: 20,
    rule: 'Share of the content words that the subject has: the keyword, the brief’s terms, and the passages on the keyword among the evidence. Full from 65 %, 0 at 35 %. Where it is under 35 %, the whole score is at most 50. Not counted where all evidence is in another language.',
  },
  {
    name: 'originality',
    max: 9,
    rule: 'Share of the runs of four words that the evidence has too, those between quotation marks and in block quotes left out: full up to 25 %, 0 from 75 %. Not counted where the article is declared to be quotations.',
  },
  { name: 'variety', max: 6, rule: 'No sentence said twice; 0 where half of them are repeated.' },
  { name: 'meta', max: 3, rule: 'Meta title of 15–60 characters (1), meta description of 70–160 characters (2).' },
  {
    name: 'terms',
    max: 3,
    rule: 'Share of the brief’s terms said as often as it asks; one said too often counts half. Not counted where the brief asks for none.',
  },
  {
    name: 'links',
    max: 2,
    rule: 'Pages offered for internal links that are linked to, full from three (or all) up (1); no link without words and no image without a description (1). Not counted where no page was offered.',
  },
] as const;

export const metaTitleLength = [15, 60] as const;
export const metaDescriptionLength = [70, 160] as const;
const fullLinks = 3;
/** An article with a smaller share of its target words, or with less of its subject, scores at most `maxPoorScore`. */
const minTargetShare = 0.5;
export const minSubject = 0.35;
const maxPoorScore = 50;
const fullSubject = 0.65;
export const freelyCopied = 0.25;
const maxCopied = 0.75;

export interface Findings {
  input: CheckInput;
  measures: Measures;
  /** Unsupported claims of title, headings and meta description. */
  headlines: readonly Claim[];
  links: LinkReport;
  /** The language of the evidence, where all of it is in another one than the article. */
  foreign: string | undefined;
}

/** The score, 0–100, and the points of each part with the reason. Parts that do not count have a `max` of 0, and the rest is scaled to 100. */
export function scoreOf(findings: Findings): { score: number; breakdown: ScorePart[] } {
  const { input, measures } = findings;
  const breakdown = [
    keywordPart(measures),
    lengthPart(input, measures),
    structurePart(input, measures),
    readabilityPart(input, measures),
    orderPart(measures),
    subjectPart(findings),
    originalityPart(input, measures),
    varietyPart(measures),
    metaPart(input),
    termsPart(measures),
    linksPart(findings),
  ];
  const points = breakdown.reduce((sum, part) => sum + part.points, 0);
  const max = breakdown.reduce((sum, part) => sum + part.max, 0);
  const score = Math.round((100 * points) / max);
  const isPoor = measures.wordCount < minTargetShare * input.targetWordCount || (!findings.foreign && measures.subject < minSubject);
  return { score: isPoor ? Math.min(score, maxPoorScore) : score, breakdown };
}

function keywordPart({ density, keyword: { title, opening, heading, slug, meta } }: Measures): ScorePart {
  return partOf(
    'keyword',
    (4 * title + 3 * opening + 2 * heading + 2 * slug + meta) * unstuffed(density),
    `density ${(100 * density).toFixed(1)} %, title ${percent(title)}, first 100 words ${percent(opening)}, a heading ${percent(heading)}, slug ${percent(slug)}, meta ${percent(meta)}`,
  );
}

function lengthPart({ targetWordCount }: CheckInput, { wordCount }: Measures): ScorePart {
  const share = within(wordCount / Math.max(1, targetWordCount), { min: 0.85, max: 1.15, below: 0.35, above: 0.85 });
  return partOf('length', 10 * share, `${wordCount} words of ${targetWordCount} wanted`);
}

function structurePart({ unmetOutline = [] }: CheckInput, measures: Measures): ScorePart {
  const { paragraphs, longParagraphs } = measures;
  const { points, detail } = structureOf({ ...measures, paragraphs: paragraphs.length, longParagraphs: longParagraphs.length });
  const unmet = unmetOutline.length;
  return partOf(
    'structure',
    points * (1 - unmet / Math.max(1, measures.headings.length + unmet)),
    `${detail}${unmet > 0 ? `; ${unmet} wanted headings missing` : ''}`,
  );
}

function readabilityPart({ language }: CheckInput, { text, sense, sentenceCount }: Measures): ScorePart {
  const { share, detail } = readabilityOf(text, language, sentenceCount);
  return partOf('readability', 6 * sense * share, detail);
}

function orderPart({ sense, order, wordCount }: Measures): ScorePart {
  if (wordCount === 0) return partOf('order', 0, 'no text');
  const told = (name: string, standing: number | null) =>
    standing === null ? `too few ${name} to tell` : `${name} ${standing.toFixed(1)}`;
  return partOf(
    'order',
    sense * (12 * aboveChance(order.sentences) + 8 * aboveChance(order.paragraphs)),
    `standard deviations above chance: ${told('words', order.words)}, ${told('sentences', order.sentences)}, ${told('paragraphs', order.paragraphs)}`,
  );
}

function subjectPart({ foreign, measures: { sense, subject } }: Findings): ScorePart {
  if (foreign) return { name: 'subject', points: 0, max: 0, detail: `not compared: the evidence is in another language (${foreign})` };
  return partOf(
    'subject',
    20 * sense * clamp((subject - minSubject) / (fullSubject - minSubject)),
    `${percent(subject)} of the content words`,
  );
}

function originalityPart({ verbatim }: CheckInput, { sense, copied, wordCount }: Measures): ScorePart {
  if (verbatim) return { name: 'originality', points: 0, max: 0, detail: 'declared to be quotations' };
  if (wordCount === 0) return partOf('originality', 0, 'no text');
  const share = (maxCopied - copied) / (maxCopied - freelyCopied);
  return partOf('originality', 9 * sense * clamp(share), `${percent(copied)} of the runs of four words are the evidence’s`);
}

function varietyPart(measures: Measures): ScorePart {
  const { share, detail } = varietyOf(measures);
  return partOf('variety', 6 * share, detail);
}

function metaPart({ metaTitle, metaDescription }: CheckInput): ScorePart {
  const points = (isWithin(metaTitle.length, metaTitleLength) ? 1 : 0) + (isWithin(metaDescription.length, metaDescriptionLength) ? 2 : 0);
  return partOf('meta', points, `meta title ${metaTitle.length}, meta description ${metaDescription.length} characters`);
}

function termsPart({ terms }: Measures): ScorePart {
  if (terms.length === 0) return { name: 'terms', points: 0, max: 0, detail: 'none asked for' };
  const met = terms.filter(({ count, min, max }) => count >= min && count <= max).length;
  const over = terms.filter(({ count, max }) => count > max).length;
  return partOf('terms', (3 * (met + over / 2)) / terms.length, `${met} of ${terms.length} terms as often as asked, ${over} too often`);
}

function linksPart({ input: { internalLinks = [] }, links }: Findings): ScorePart {
  if (internalLinks.length === 0) return { name: 'links', points: 0, max: 0, detail: 'no page offered' };
  const wanted = Math.min(fullLinks, internalLinks.length);
  const described = links.empty.length + links.missingAlt.length === 0 ? 1 : 0;
  return partOf(
    'links',
    clamp(links.internalUsed / wanted) + described,
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
