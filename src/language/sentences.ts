import { abbreviationsOf, isOrdinal } from './abbreviations.ts';
import { tidy } from './tokens.ts';

const sentenceOpener =
  /^["“'(]?(?:The|A|An|It|He|She|They|We|You|I|This|These|That|Those|In|On|At|As|If|When|While|However|For|After|Before|But|And|Its|His|Her)\b/;
// Unicode never breaks before a small letter, but a name written small may open a sentence: "…for each call. undici also exports …".
const nameWrittenSmall =
  /^\p{Ll}[\p{L}\d]{3,}(?:\.[\p{L}\d]+)?(?:\(\))?\s+(?:also|is|has|can|will|does|provides|supports|uses|exports|exposes|applies|ships|raises|emits|calls|opens|returns)\b/u;
const beforeSmallName = new RegExp(`(?<=(?:\\p{L}{4}|\\)))\\.\\s+(?=${nameWrittenSmall.source.slice(1)})`, 'u');
const blockBreak = /\n\s*\n|\n(?=[ \t]*(?:[-*•–]|\d+[.)])[ \t])/;

/** Whether a full stop ends a sentence shows in the last word before it; looking further back would make hostile text slow. */
const tailLength = 60;

const segmenters = new Map<string, Intl.Segmenter>();

/**
 * Splits into sentences: Unicode's rules (UAX #29 through `Intl.Segmenter`), mended where they break inside abbreviations ("e.g.", "U.S."),
 * initials ("J. R. Smith"), numbers ("No. 5") and file names. Blank lines and list items always end a sentence; single line breaks never do.
 */
export function sentences(text: string, language: string): string[] {
  return text.split(blockBreak).flatMap((block) => mend(segmentsOf(tidy(block), language), language));
}

function segmentsOf(text: string, language: string): string[] {
  if (!text) return [];
  let segmenter = segmenters.get(language);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(/^[a-z]{2}$/.test(language) ? language : 'en', { granularity: 'sentence' });
    if (segmenters.size < 64) segmenters.set(language, segmenter);
  }
  return Array.from(segmenter.segment(text), ({ segment }) => segment).flatMap(partBeforeSmallNames);
}

function partBeforeSmallNames(piece: string): string[] {
  const parts = piece.split(beforeSmallName);
  return parts.map((part, index) => (index < parts.length - 1 ? `${part}. ` : part));
}

function mend(pieces: readonly string[], language: string): string[] {
  const whole: string[] = [];
  let held: string[] = [];
  let tail = '';
  for (const [index, piece] of pieces.entries()) {
    held.push(piece);
    tail = (tail + piece).slice(-tailLength);
    const next = pieces[index + 1];
    if (next !== undefined && runsOn(tail.trimEnd(), next, language)) continue;
    const sentence = held.join('').trim();
    if (sentence) whole.push(sentence);
    held = [];
    tail = '';
  }
  return whole;
}

/** True where the full stop at the end of `before` does not end the sentence that `after` goes on with. */
function runsOn(before: string, after: string, language: string): boolean {
  // After "why?" in quotes the sentence may go on; after a bare question mark it does not.
  const endsAsked = /[!?。！？]$/.test(before);
  if (/^\p{Ll}/u.test(after) && !endsAsked && !nameWrittenSmall.test(after)) return true;
  if (/^[,;:)\]–—-]/.test(after)) return true;
  if (!before.endsWith('.')) return false;
  if (isOrdinal(before, after, language)) return true;
  const last = /(?:^|[\s("“'[])([\p{L}.]+)\.$/u.exec(before)?.[1]?.toLowerCase();
  if (last === undefined) return false;
  const { never, perhaps } = abbreviationsOf(language);
  if (never.has(last)) return true;
  if (last === 'no') return language === 'en' && /^\d/.test(after);
  if (perhaps.has(last)) return !/^["“„«'(]?\p{Lu}/u.test(after);
  if (/^\p{L}$/u.test(last)) return last !== 'i' || /^\p{Lu}\./u.test(after);
  if (/^(?:\p{L}\.)+\p{L}$/u.test(last)) return !sentenceOpener.test(after);
  return false;
}
