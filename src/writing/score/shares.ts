import { fleschReadingEase, meanSentenceLength } from '../../language/readability.ts';
import type { Measures } from './measures.ts';

/** How well something is done, 0–1, and what was found. The scores of articles and of pages are made of these. */
export interface Share {
  share: number;
  detail: string;
  /** What would be all of it. */
  enough?: string;
}

const maxDensity = 0.025;
export const stuffedDensity = 2 * maxDensity;

/** A keyword density of 2.5 %, or `most` where others on the subject have more. */
export function fullDensity(most = maxDensity): number {
  return Math.max(maxDensity, most);
}

/** 1 up to `fullDensity`, falling to 0 at double of it. */
export function unstuffed(density: number, most?: number): number {
  const full = fullDensity(most);
  return clamp((2 * full - density) / full);
}

/** 1 from `min` to `max`, falling evenly to 0 where it is `below` less, or `above` more. */
export function within(value: number, { min, max, below, above }: { min: number; max: number; below: number; above: number }): number {
  return clamp(value < min ? (value - (min - below)) / below : value > max ? (max + above - value) / above : 1);
}

/** At most nine points: a heading for every 100–350 words (5), unique headings (2), no paragraph too long (2). */
export function structureOf({
  wordCount,
  headings,
  paragraphs,
  longParagraphs,
}: Pick<Measures, 'wordCount' | 'headings'> & { paragraphs: number; longParagraphs: number }): { points: number; detail: string } {
  const perHeading = wordCount / Math.max(1, headings.length);
  const spacing = headings.length === 0 ? 0 : perHeading < 100 ? perHeading / 100 : perHeading > 350 ? 350 / perHeading : 1;
  const unique = headings.length === 0 ? 0 : new Set(headings.map(({ fingerprint }) => fingerprint)).size / headings.length;
  const short = paragraphs === 0 ? 0 : 1 - longParagraphs / paragraphs;
  return {
    points: 5 * spacing + 2 * unique + 2 * short,
    detail: `${headings.length} headings, one for ${Math.round(perHeading)} words; ${longParagraphs} of ${paragraphs} paragraphs too long`,
  };
}

/** English: Flesch reading ease, 1 from 50 up, 0 at 0. Other languages: mean sentence length, 1 up to 22 words, 0 from 44 up. */
export function readabilityOf(text: string, language: string, sentenceCount: number): Share {
  const ease = fleschReadingEase(text, language, sentenceCount);
  if (ease !== null) return { share: clamp(ease / 50), detail: `Flesch reading ease ${Math.round(ease)}`, enough: 'full from 50' };
  const length = meanSentenceLength(text, language, sentenceCount);
  if (length === null) return { share: 0, detail: 'no text' };
  return { share: clamp((44 - length) / 22), detail: `${length.toFixed(1)} words per sentence`, enough: 'full up to 22' };
}

/** 1 where no sentence is said twice, 0 where half of them are repeated. */
export function varietyOf({ sentences, repeated }: Pick<Measures, 'sentences' | 'repeated'>): Share {
  return {
    share: sentences.length === 0 ? 0 : clamp(1 - (2 * repeated.length) / sentences.length),
    detail: `${repeated.length} of ${sentences.length} sentences repeated`,
  };
}

export function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}

export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
