import { abbreviationsOf, isOrdinal } from './abbreviations.ts';
import { tidy } from './tokens.ts';

const sentenceOpener =
  /^["“'(]?(?:The|A|An|It|He|She|They|We|You|I|This|These|That|Those|In|On|At|As|If|When|While|However|For|After|Before|But|And|Its|His|Her)\b/;
// Unicode's rules never break before a lower-case letter, but a lower-case name may open a sentence: "…for each call. undici also exports …".
const lowerCaseName =
  /^\p{Ll}[\p{L}\d]{3,}(?:\.[\p{L}\d]+)?(?:\(\))?\s+(?:also|is|has|can|will|does|provides|supports|uses|exports|exposes|applies|ships|raises|emits|calls|opens|returns)\b/u;
const beforeLowerCaseName = new RegExp(`(?<=(?:\\p{L}{4}|\\)))\\.\\s+(?=${lowerCaseName.source.slice(1)})`, 'u');
const blockBreak = /\n\s*\n|\n(?=[ \t]*(?:[-*•–]|\d+[.)])[ \t])/;

const inlineCode = /`[^`\n]+`/g;

/** The last word before a full stop tells whether it ends the sentence; looking further back would make hostile text slow. */
const tailLength = 60;

const segmenters = new Map<string, Intl.Segmenter>();

/**
 * Splits text into sentences by Unicode's rules (UAX #29, `Intl.Segmenter`), except where these break inside abbreviations ("e.g.", "U.S."),
 * initials ("J. R. Smith"), numbers ("No. 5") or file names. Blank lines and list items always end a sentence; single line breaks never do.
 */
export function sentences(text: string, language: string): string[] {
  return text.split(blockBreak).flatMap((block) => rejoin(segmentsOf(tidy(block), language), language));
}

function segmentsOf(text: string, language: string): string[] {
  if (!text) return [];
  let segmenter = segmenters.get(language);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(/^[a-z]{2}$/.test(language) ? language : 'en', { granularity: 'sentence' });
    if (segmenters.size < 64) segmenters.set(language, segmenter);
  }
  // No sentence ends within inline code: `git log a..HEAD`.
  const masked = text.replace(inlineCode, (code) => `\`${'x'.repeat(code.length - 2)}\``);
  return Array.from(segmenter.segment(masked), ({ segment, index }) => text.slice(index, index + segment.length)).flatMap(
    splitBeforeLowerCaseNames,
  );
}

function splitBeforeLowerCaseNames(piece: string): string[] {
  const parts = piece.split(beforeLowerCaseName);
  return parts.map((part, index) => (index < parts.length - 1 ? `${part}. ` : part));
}

function rejoin(pieces: readonly string[], language: string): string[] {
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

/** Whether `after` continues the sentence of `before`. */
function runsOn(before: string, after: string, language: string): boolean {
  // A sentence may go on after a quoted "why?", but not after a bare question mark.
  const endsAsked = /[!?。！？]$/.test(before);
  if (/^\p{Ll}/u.test(after) && !endsAsked && !lowerCaseName.test(after)) return true;
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
