import type { Block } from './blocks.ts';
import { cutByLength } from '../language/cut.ts';
import { DuplicateFilter, nearDuplicate } from '../language/near-duplicates.ts';
import { sentences } from '../language/sentences.ts';
import { countWords, terms } from '../language/tokens.ts';
import { Unreadable } from './unreadable.ts';

export interface CutPassage {
  /** Code follows the prose that leads to it. */
  kind: 'prose' | 'code';
  /** "Section › Subsection"; null if there is no heading above the passage. */
  heading: string | null;
  /** Sentences as in the document; paragraphs are separated by blank lines, list items start with "- " or "1. ". Code is verbatim. */
  text: string;
  /** 0 for code. */
  wordCount: number;
}

/** Target length of passages. A shorter section stays short. */
const minWords = 60;
const maxWords = 180;
export const headingSeparator = ' › ';

/** A list up to this length is kept whole, together with its introducing sentence, and so is a sentence. */
const maxWholeWords = 260;
/** Longer ones on average are no prose: the text then counts as more words, so that no passage grows without bound. */
const maxWordLength = 20;
/** A longer heading is text: it would stand above every passage of its section. */
const maxHeadingLength = 300;
/** Longer code is cut between its lines, where possible. */
const maxCodeLength = 4000;
/** A novel has some 6,000. */
const maxPassages = 20_000;

interface Piece {
  text: string;
  wordCount: number;
  /** In words, by which passages are cut. */
  size: number;
  /** "- " or the number of a list item; empty for a paragraph. */
  mark: string;
  isCode?: boolean;
}

interface Section {
  path: string[];
  pieces: Piece[];
}

/**
 * Cuts a document into passages along its headings and sentences. Near-duplicates within the document are dropped, unless
 * their numbers or headings differ: a manual may describe each of its models in the same sentence. Throws `Unreadable`.
 */
export function cutPassages(blocks: readonly Block[], language: string): CutPassage[] {
  const filter = new DuplicateFilter();
  const all = sectionsOf(blocks, language).flatMap(cutSection);
  if (all.length > maxPassages) {
    throw new Unreadable(`The document falls into more than ${maxPassages.toLocaleString('en')} passages.`, 'Cut it into parts.');
  }
  const codes = new Set<string>();
  let isRepeated = false;
  return all.filter(({ kind, heading, text, wordCount }) => {
    const isKnown = codes.has(text);
    if (kind === 'code') codes.add(text);
    // Repeated prose takes its code along.
    if (kind === 'code') return !(isRepeated && isKnown);
    const about = terms(heading ?? '', language).join(' ');
    isRepeated = wordCount > 0 && filter.isRepeat(text, nearDuplicate, about);
    return wordCount > 0 && !isRepeated;
  });
}

function sectionsOf(blocks: readonly Block[], language: string): Section[] {
  const sections: Section[] = [];
  const path: { level: number; text: string }[] = [];
  let current: Section = { path: [], pieces: [] };
  for (const block of blocks) {
    if (block.kind === 'heading' && block.text.length <= maxHeadingLength) {
      while (path.length > 0 && path.at(-1)!.level >= block.level) path.pop();
      path.push(block);
      if (current.pieces.length > 0) sections.push(current);
      current = { path: path.map((step) => step.text), pieces: [] };
    } else if (block.kind === 'code') {
      current.pieces.push(...codePieces(block.text));
    } else {
      const mark = block.kind !== 'item' ? '' : block.number === undefined ? '- ' : `${block.number}. `;
      current.pieces.push(...piecesOf(block.text, mark, language));
    }
  }
  if (current.pieces.length > 0) sections.push(current);
  return sections;
}

function codePieces(code: string): Piece[] {
  const parts: string[] = [];
  for (const line of code
    .split('\n')
    .flatMap((one) => (one.length <= maxCodeLength ? [one] : cutByLength(one, { maxWords: Infinity, maxLength: maxCodeLength })))) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + line.length < maxCodeLength) parts[parts.length - 1] = `${last}\n${line}`;
    else parts.push(line);
  }
  return parts.map((text) => ({ text, wordCount: 0, size: 0, mark: '', isCode: true }));
}

/** A paragraph that fits a passage is one piece; a longer one is split into runs of sentences of about equal length. */
function piecesOf(text: string, mark: string, language: string): Piece[] {
  const whole = pieceOf(text, mark);
  if (whole.size <= maxWords) return [whole];
  const aim = whole.size / Math.ceil(whole.size / (maxWords * 0.8));
  const pieces: Piece[] = [];
  for (const piece of sentences(text, language).flatMap(cutSentence)) {
    const last = pieces.at(-1);
    if (last && last.size + piece.size / 2 <= aim && last.size + piece.size <= maxWords) {
      last.text += ` ${piece.text}`;
      last.wordCount += piece.wordCount;
      last.size += piece.size;
    } else {
      pieces.push(pieces.length === 0 ? { ...piece, mark } : piece);
    }
  }
  return pieces;
}

function pieceOf(text: string, mark = ''): Piece {
  const wordCount = countWords(text);
  return { text, wordCount, size: Math.max(wordCount, Math.ceil(text.length / maxWordLength)), mark };
}

function cutSentence(text: string): Piece[] {
  const whole = pieceOf(text);
  if (whole.size <= maxWholeWords) return [whole];
  return cutByLength(text, { maxWords, maxLength: maxWords * maxWordLength }).map((part) => pieceOf(part));
}

function cutSection({ path, pieces }: Section): CutPassage[] {
  const heading = path.join(headingSeparator) || null;
  const cut: CutPassage[] = [];
  let prose: Piece[] = [];
  for (const piece of [...pieces, undefined]) {
    if (piece && !piece.isCode) {
      prose.push(piece);
      continue;
    }
    for (const group of groupsOf(prose)) cut.push({ kind: 'prose', heading, text: textOf(group), wordCount: wordsIn(group) });
    if (piece) cut.push({ kind: 'code', heading, text: piece.text, wordCount: 0 });
    prose = [];
  }
  return cut;
}

/** The passages of prose between two pieces of code. */
function groupsOf(prose: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  for (const piece of withListsWhole(prose)) {
    const last = groups.at(-1);
    const length = sizeOf(piece);
    if (last && sizeOf(last) + length <= maxWords && (sizeOf(last) < minWords * 2 || length < minWords / 2)) last.push(...piece);
    else groups.push([...piece]);
  }
  joinShortTail(groups);
  return groups;
}

/** Groups pieces that must stay together: half a list, or a list without its introducing sentence, would mislead. */
function withListsWhole(pieces: readonly Piece[]): Piece[][] {
  const wholes: Piece[][] = [];
  for (const piece of pieces) {
    const last = wholes.at(-1);
    const before = last?.at(-1);
    const continues = before && piece.mark !== '' && (before.mark !== '' || before.text.endsWith(':'));
    if (continues && sizeOf(last!) + piece.size <= maxWholeWords) last!.push(piece);
    else wholes.push([piece]);
  }
  return wholes;
}

function joinShortTail(groups: Piece[][]): void {
  const tail = groups.at(-1);
  const before = groups.at(-2);
  if (!tail || !before || sizeOf(tail) >= minWords || sizeOf(before) + sizeOf(tail) > maxWords) return;
  before.push(...tail);
  groups.pop();
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text, mark }, index) => (index === 0 ? '' : mark && pieces[index - 1]!.mark ? '\n' : '\n\n') + mark + text).join('');
}

function wordsIn(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.wordCount, 0);
}

function sizeOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.size, 0);
}
