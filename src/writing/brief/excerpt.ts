import { clipAtWord } from '../../language/slug.ts';
import { sentences } from '../../language/sentences.ts';
import { countWords, terms, tidy } from '../../language/tokens.ts';

interface Piece {
  text: string;
  /** What is before it in the passage: a space, a line break or a blank line. */
  gap: string;
  wordCount: number;
  worth: number;
}

const omission = '…';
/** A sentence with more words than the excerpt may have is cut by characters. */
const charactersPerWord = 7;
/** Code that is longer is cut after a line. */
const maxCodeLines = 40;
const maxCodeLength = 1600;
/** An excerpt begins at the passage's start unless a later part has more than this many times as much of `focus`. */
const minGain = 1.25;

/**
 * At most about `maxWords` words of a passage: consecutive whole sentences, from its start or from where they hold most of `focus` (stemmed terms).
 * Paragraphs and list items stay separate; "…" marks what was left out. `leads`: code follows, to which the last sentence may lead.
 */
export function excerptOf(text: string, language: string, focus: ReadonlySet<string>, maxWords: number, leads = false): string {
  const all = piecesOf(text, language, focus);
  const pieces = all.filter((piece, index) => (leads && index === all.length - 1) || announcesNothing(piece, index, all));
  const total = pieces.reduce((sum, { wordCount }) => sum + wordCount, 0);
  if (total <= maxWords) return joined(pieces);
  const starts = pieces.map((_, start) => worthFrom(pieces, start, maxWords));
  const best = starts.indexOf(Math.max(...starts));
  const start = starts[best]! > minGain * starts[0]! ? best : 0;
  const run = runFrom(pieces, start, maxWords);
  if (run.length === 0) return `${clipAtWord(pieces[start]!.text, maxWords * charactersPerWord)} ${omission}`;
  const opening = start > 0 ? `${omission} ` : '';
  const closing = start + run.length < pieces.length ? ` ${omission}` : '';
  return opening + joined(run) + closing;
}

function piecesOf(text: string, language: string, focus: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = [];
  let gap = '';
  for (const part of text.split(/(\n\s*\n|\n)/)) {
    if (part.startsWith('\n')) gap = part === '\n' ? '\n' : '\n\n';
    else {
      for (const sentence of sentences(part, language)) {
        const worth = focus.size === 0 ? 0 : new Set(terms(sentence, language).filter((term) => focus.has(term))).size;
        pieces.push({ text: tidy(sentence), gap: pieces.length === 0 ? '' : gap || ' ', wordCount: countWords(sentence), worth });
        gap = ' ';
      }
    }
  }
  return pieces;
}

/** False for "For example:" unless a list follows: it announces something that is not prose and was left out. */
function announcesNothing({ text }: Piece, index: number, pieces: readonly Piece[]): boolean {
  return !text.endsWith(':') || pieces.length === 1 || /^(?:[-*•]|\d+[.)]) /.test(pieces[index + 1]?.text ?? '');
}

function worthFrom(pieces: readonly Piece[], start: number, maxWords: number): number {
  return runFrom(pieces, start, maxWords).reduce((sum, { worth }) => sum + worth, 0);
}

function runFrom(pieces: readonly Piece[], start: number, maxWords: number): Piece[] {
  let length = 0;
  let end = start;
  while (end < pieces.length && length + pieces[end]!.wordCount <= maxWords) length += pieces[end++]!.wordCount;
  return pieces.slice(start, end);
}

function joined(pieces: readonly Piece[]): string {
  return pieces.map(({ text, gap }, index) => (index === 0 ? text : gap + text)).join('');
}

/** Code as it stands, its first lines if it is long. */
export function codeExcerpt(text: string): string {
  const lines = text.split('\n');
  let length = 0;
  const kept = lines.slice(0, maxCodeLines).filter((line) => (length += line.length + 1) <= maxCodeLength);
  return kept.length === lines.length ? text : `${(kept.length > 0 ? kept : [text.slice(0, maxCodeLength)]).join('\n')}\n${omission}`;
}
