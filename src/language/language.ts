import { words } from './tokens.ts';

/** With fewer words, the result would be a coin toss. */
const minWords = 4;
const sampleLength = 3000;
const notLanguage = /https?:\/\/\S+|\S+@\S+|`[^`]*`|\{[^}]*\}|\b[\w$]+(?:[._/][\w$()]+)+/g;

/** The text's language as ISO 639-1, detected by n-grams (tinyld); `und` if the text is too short or no language is recognised. */
export async function detectLanguage(text: string): Promise<string> {
  const sample = text
    .slice(0, sampleLength * 2)
    .replace(notLanguage, ' ')
    .slice(0, sampleLength);
  if (words(sample).length < minWords) return 'und';
  const { detect } = await import('tinyld');
  const found = detect(sample);
  return /^[a-z]{2}$/.test(found) ? found : 'und';
}
