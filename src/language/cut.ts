import { words } from './tokens.ts';

let wordSegmenter: Intl.Segmenter | undefined;
let characterSegmenter: Intl.Segmenter | undefined;
/** Of one character as a reader sees it, such as a family emoji; what has more accents than this is cut between them. */
const maxCharacterLength = 64;

/**
 * Cuts text without sentences, however long, into parts of at most so many words and UTF-16 units: between words that spaces part, otherwise
 * between words of the dictionary, and in a word too long for one part between characters as a reader sees them.
 */
export function cutByLength(text: string, { maxWords, maxLength }: { maxWords: number; maxLength: number }): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = start + maxLength >= text.length ? text.length : placeToCut(text, start + Math.floor(maxLength / 2), start + maxLength);
    parts.push(...cutByWords(text.slice(start, end), maxWords));
    start = end;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** After the last white space between the two places, or else before the character that reaches over the second. */
function placeToCut(text: string, from: number, to: number): number {
  for (let at = to; at > from; at--) if (/\s/.test(text[at - 1]!)) return at;
  characterSegmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const near = text.slice(to - maxCharacterLength, to + maxCharacterLength);
  const reaching = characterSegmenter.segment(near).containing(maxCharacterLength)!.index;
  // Nothing but accents: then between any two of them, yet never between the halves of a pair.
  const at = reaching > 0 ? reaching : maxCharacterLength;
  return to - maxCharacterLength + at - (reaching === 0 && /[\uDC00-\uDFFF]/.test(near[at]!) ? 1 : 0);
}

function cutByWords(text: string, maxWords: number): string[] {
  const parts: string[] = [];
  let part = '';
  let count = 0;
  for (const { segment, length } of segmentsOf(text, maxWords)) {
    if (count + length > maxWords) {
      parts.push(part);
      part = '';
      count = 0;
    }
    part += segment;
    count += length;
  }
  return [...parts, part];
}

/** What spaces part, and the words of the dictionary in what is longer than `maxWords`; each with how many words it has. */
function* segmentsOf(text: string, maxWords: number): Generator<{ segment: string; length: number }> {
  for (const run of text.match(/\S+\s*|\s+/g) ?? []) {
    const { length } = words(run);
    if (length <= maxWords) {
      yield { segment: run, length };
    } else {
      wordSegmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
      for (const { segment, isWordLike } of wordSegmenter.segment(run)) yield { segment, length: isWordLike ? 1 : 0 };
    }
  }
}
