import { words } from './tokens.ts';

/** Below this many words a guess would be a coin's toss. */
const minWords = 4;
const sampleLength = 3000;
const notLanguage = /https?:\/\/\S+|\S+@\S+|`[^`]*`|\{[^}]*\}|\b[\w$]+(?:[._/][\w$()]+)+/g;

/** ISO 639-1 of the text's language by n-grams (tinyld), `und` where the text is too short or says nothing. */
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
