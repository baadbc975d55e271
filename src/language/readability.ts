import { sentences } from './sentences.ts';
import { words } from './tokens.ts';

/**
 * Flesch reading ease (Flesch 1948): 206.835 − 1.015 × words per sentence − 84.6 × syllables per word; 100 is very easy, 0 very hard,
 * the scale is open at both ends. English only: null for other languages and for text without words.
 */
export function fleschReadingEase(text: string, language: string, sentenceCount = sentences(text, language).length): number | null {
  const found = words(text);
  if (language !== 'en' || found.length === 0) return null;
  const perSentence = found.length / Math.max(1, sentenceCount);
  const perWord = found.reduce((sum, word) => sum + syllables(word), 0) / found.length;
  return 206.835 - 1.015 * perSentence - 84.6 * perWord;
}

/** Words per sentence, in any language; null for text without words. */
export function meanSentenceLength(text: string, language: string, sentenceCount = sentences(text, language).length): number | null {
  const count = words(text).length;
  return count === 0 ? null : count / Math.max(1, sentenceCount);
}

/** Syllables of an English word by its vowel groups; at least 1. */
function syllables(word: string): number {
  const lower = word.toLowerCase().replace(/[^a-z]/g, '');
  if (lower.length <= 3) return 1;
  const stripped = lower.replace(/(?:[^laeiouy]es|[^aeiouydt]ed|[^laeiouy]e)$/, (ending) => ending[0]!).replace(/^y/, '');
  return Math.max(1, stripped.match(/[aeiouy]{1,2}/g)?.length ?? 1);
}
