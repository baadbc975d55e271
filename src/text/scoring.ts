import { DuplicateFilter, fingerprint } from './near-duplicates.ts';
import { partsOfMarkdown } from './outline.ts';
import { fleschReadingEase, meanSentenceLength } from './readability.ts';
import { coverage } from './retrieval.ts';
import { sentences } from './sentences.ts';
import { countWords, terms, words } from './tokens.ts';

export interface ScoreInput {
  markdown: string;
  title: string;
  metaTitle: string;
  metaDescription: string;
  slug: string;
  keyword: string;
  targetWordCount: number;
  /** ISO 639-1. */
  language: string;
  /** Headings asked for that the article has not. */
  unmetOutline?: readonly string[];
  /** The sentences that a cited source supports, as they stand in the article. Leave out where support was not checked: it is then not counted. */
  supportedSentences?: readonly string[];
}

export interface ScorePart {
  name: string;
  points: number;
  max: number;
  detail: string;
}

export type QualityCode = 'too_thin' | 'keyword_stuffing' | 'unsupported_claims' | 'duplicate' | 'outline_unmet';

export interface QualityFlag {
  code: QualityCode;
  detail: string;
}

export interface ArticleScore {
  /** 0–100. */
  score: number;
  breakdown: ScorePart[];
  quality: QualityFlag[];
}

/** The published formula: what each part is worth and how it is earned, and what no score may exceed. `scoreArticle` follows it to the letter. */
export const scoringFormula = [
  {
    name: 'keyword',
    max: 25,
    rule: 'Share of the keyword’s terms found in the title (8), in the first 100 words (7), in a heading (4), in the slug (3) and in the meta title or description (3).',
  },
  {
    name: 'length',
    max: 15,
    rule: 'Full within 15 % of the target word count, then falling evenly to 0 at half and at double the target. Below half of the target the whole score is at most 50.',
  },
  {
    name: 'structure',
    max: 15,
    rule: 'A heading for every 100–350 words (8), unique headings (3), no paragraph over 150 words (4, less by the share that is longer); less by the share of wanted headings that are missing.',
  },
  {
    name: 'readability',
    max: 10,
    rule: 'English: Flesch reading ease, full from 50 up, 0 at 0. Other languages: mean sentence length, full up to 22 words, 0 from 44 up.',
  },
  {
    name: 'support',
    max: 20,
    rule: 'Share of sentences that a cited source supports. Not counted, and the rest scaled to 100, where support was not checked.',
  },
  {
    name: 'variety',
    max: 10,
    rule: 'No sentence said twice (6, less by the share repeated) and a keyword density of at most 2.5 % (4, falling to 0 at 5 %; none where no sentence of the body holds all of the keyword’s terms).',
  },
  { name: 'meta', max: 5, rule: 'Meta title of 15–60 characters (2), meta description of 70–160 characters (3).' },
] as const;

const openingWords = 100;
const maxParagraphWords = 150;
const maxDensity = 0.025;
const stuffedDensity = 0.05;
/** An article below this many words, or below this share of its target, is thin. */
const thinWords = 150;
const thinShare = 0.5;
/** Below this share of its target an article scores at most so much, however good what there is. */
const shortShare = 0.5;
const maxShortScore = 50;
const minStuffedMentions = 5;
const shownExamples = 3;

interface Article {
  input: ScoreInput;
  text: string;
  wordCount: number;
  headings: string[];
  paragraphs: string[];
  sentences: string[];
  keyword: ReadonlySet<string>;
  mentions: number;
  density: number;
  /** Whether some sentence holds all of the keyword's terms. */
  speaksOfKeyword: boolean;
  repeated: string[];
  unsupported: string[] | null;
}

/**
 * Scores an article by `scoringFormula`, 0–100, with the points of each part and what they were given for, and flags what
 * should stop it from being published. Pure and deterministic.
 */
export function scoreArticle(input: ScoreInput): ArticleScore {
  const article = read(input);
  const judged = [
    keywordPart(article),
    lengthPart(article),
    structurePart(article),
    readabilityPart(article),
    supportPart(article),
    varietyPart(article),
    metaPart(input),
  ];
  const counted = judged.filter((part) => part.max > 0);
  const points = counted.reduce((sum, part) => sum + part.points, 0);
  const max = counted.reduce((sum, part) => sum + part.max, 0);
  const score = Math.round((100 * points) / max);
  return {
    score: article.wordCount < shortShare * input.targetWordCount ? Math.min(score, maxShortScore) : score,
    breakdown: judged,
    quality: flagsOf(article),
  };
}

function read(input: ScoreInput): Article {
  const { headings, paragraphs } = partsOfMarkdown(input.markdown);
  const all = paragraphs.flatMap((paragraph) => sentences(paragraph, input.language));
  const text = paragraphs.join('\n\n');
  const wordCount = countWords(text);
  const keyword = new Set(terms(input.keyword, input.language));
  const mentions = mentionsOf(terms(input.keyword, input.language), terms(text, input.language));
  const filter = new DuplicateFilter();
  const supported = input.supportedSentences && new Set(input.supportedSentences.map(fingerprint));
  return {
    input,
    text,
    wordCount,
    headings: headings.map((heading) => heading.text),
    paragraphs,
    sentences: all,
    keyword,
    mentions,
    density: wordCount === 0 ? 0 : (mentions * countWords(input.keyword)) / wordCount,
    speaksOfKeyword: keyword.size > 0 && all.some((sentence) => coverage(keyword, new Set(terms(sentence, input.language))) === 1),
    repeated: all.filter((sentence) => countWords(sentence) > 4 && filter.isRepeat(sentence)),
    unsupported: supported ? all.filter((sentence) => countWords(sentence) > 4 && !supported.has(fingerprint(sentence))) : null,
  };
}

/** How often the keyword's terms stand together in their order. */
function mentionsOf(keyword: readonly string[], text: readonly string[]): number {
  if (keyword.length === 0) return 0;
  let mentions = 0;
  for (let start = 0; start + keyword.length <= text.length; start++) {
    if (keyword.every((term, offset) => text[start + offset] === term)) mentions++;
  }
  return mentions;
}

function keywordPart({ input, text, headings, keyword }: Article): ScorePart {
  const share = (where: string) => coverage(keyword, new Set(terms(where, input.language)));
  const opening = words(text).slice(0, openingWords).join(' ');
  const places = [
    { where: 'title', max: 8, share: share(input.title) },
    { where: 'first 100 words', max: 7, share: share(opening) },
    { where: 'a heading', max: 4, share: Math.max(0, ...headings.map(share)) },
    { where: 'slug', max: 3, share: share(input.slug.replaceAll('-', ' ')) },
    { where: 'meta', max: 3, share: Math.max(share(input.metaTitle), share(input.metaDescription)) },
  ];
  return partOf(
    'keyword',
    places.reduce((sum, place) => sum + place.max * place.share, 0),
    places.map((place) => `${place.where} ${percent(place.share)}`).join(', '),
  );
}

function lengthPart({ input, wordCount }: Article): ScorePart {
  const ratio = wordCount / Math.max(1, input.targetWordCount);
  const share = ratio < 0.85 ? (ratio - 0.5) / 0.35 : ratio > 1.15 ? (2 - ratio) / 0.85 : 1;
  return partOf('length', 15 * clamp(share), `${wordCount} words of ${input.targetWordCount} wanted`);
}

function structurePart({ input, wordCount, headings, paragraphs }: Article): ScorePart {
  const perHeading = wordCount / Math.max(1, headings.length);
  const spacing = headings.length === 0 ? 0 : perHeading < 100 ? perHeading / 100 : perHeading > 350 ? 350 / perHeading : 1;
  const unique = headings.length === 0 ? 0 : new Set(headings.map(fingerprint)).size / headings.length;
  const long = paragraphs.filter((paragraph) => countWords(paragraph) > maxParagraphWords).length;
  const short = paragraphs.length === 0 ? 0 : 1 - long / paragraphs.length;
  const unmet = input.unmetOutline?.length ?? 0;
  return partOf(
    'structure',
    (8 * spacing + 3 * unique + 4 * short) * (1 - unmet / Math.max(1, headings.length + unmet)),
    `${headings.length} headings, one for ${Math.round(perHeading)} words; ${long} of ${paragraphs.length} paragraphs too long${unmet > 0 ? `; ${unmet} wanted headings missing` : ''}`,
  );
}

function readabilityPart({ text, input }: Article): ScorePart {
  const ease = fleschReadingEase(text, input.language);
  if (ease !== null) return partOf('readability', 10 * clamp(ease / 50), `Flesch reading ease ${Math.round(ease)}`);
  const length = meanSentenceLength(text, input.language);
  return partOf(
    'readability',
    length === null ? 0 : 10 * clamp((44 - length) / 22),
    length === null ? 'no text' : `${length.toFixed(1)} words per sentence`,
  );
}

function supportPart({ sentences: all, unsupported }: Article): ScorePart {
  if (unsupported === null) return { name: 'support', points: 0, max: 0, detail: 'not checked' };
  const share = all.length === 0 ? 0 : 1 - unsupported.length / all.length;
  return partOf('support', 20 * share, `${percent(share)} of ${all.length} sentences supported`);
}

function varietyPart({ sentences: all, repeated, density, speaksOfKeyword }: Article): ScorePart {
  const distinct = all.length === 0 ? 0 : 1 - repeated.length / all.length;
  const unstuffed = (speaksOfKeyword ? 1 : 0) * clamp((stuffedDensity - density) / (stuffedDensity - maxDensity));
  return partOf(
    'variety',
    all.length === 0 ? 0 : 6 * distinct + 4 * unstuffed,
    `${repeated.length} sentences repeated, keyword density ${(100 * density).toFixed(1)} %`,
  );
}

function metaPart({ metaTitle, metaDescription }: ScoreInput): ScorePart {
  const title = metaTitle.length >= 15 && metaTitle.length <= 60 ? 2 : 0;
  const description = metaDescription.length >= 70 && metaDescription.length <= 160 ? 3 : 0;
  return partOf('meta', title + description, `meta title ${metaTitle.length}, meta description ${metaDescription.length} characters`);
}

function flagsOf({ input, wordCount, repeated, unsupported, density, mentions }: Article): QualityFlag[] {
  const flags: QualityFlag[] = [];
  const floor = Math.max(thinWords, Math.round(thinShare * input.targetWordCount));
  if (wordCount < floor)
    flags.push({
      code: 'too_thin',
      detail: `${wordCount} words; at least ${floor} are expected for a target of ${input.targetWordCount}.`,
    });
  if (density > stuffedDensity && mentions >= minStuffedMentions) {
    flags.push({
      code: 'keyword_stuffing',
      detail: `The keyword is said ${mentions} times, ${(100 * density).toFixed(1)} % of all words.`,
    });
  }
  if (unsupported !== null && unsupported.length > 0)
    flags.push({ code: 'unsupported_claims', detail: `No cited source supports: ${examples(unsupported)}` });
  if (repeated.length > 0) flags.push({ code: 'duplicate', detail: `Said more than once: ${examples(repeated)}` });
  const unmet = input.unmetOutline ?? [];
  if (unmet.length > 0) flags.push({ code: 'outline_unmet', detail: `No source speaks to: ${examples(unmet)}` });
  return flags;
}

function examples(texts: readonly string[]): string {
  const shown = texts
    .slice(0, shownExamples)
    .map((text) => `“${text}”`)
    .join(' ');
  return texts.length > shownExamples ? `${shown} and ${texts.length - shownExamples} more.` : shown;
}

function partOf(name: (typeof scoringFormula)[number]['name'], points: number, detail: string): ScorePart {
  const { max } = scoringFormula.find((rule) => rule.name === name)!;
  return { name, points: Math.round(points * 10) / 10, max, detail };
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
