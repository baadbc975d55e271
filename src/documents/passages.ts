import type { Block } from './blocks.ts';
import { DuplicateFilter, nearDuplicate } from '../language/near-duplicates.ts';
import { sentences } from '../language/sentences.ts';
import { countWords, terms } from '../language/tokens.ts';

export interface CutPassage {
  /** "Section › Subsection"; null if there is no heading above the passage. */
  heading: string | null;
  /** Sentences as in the document; paragraphs are separated by blank lines, list items start with "- " or "1. ". */
  text: string;
  wordCount: number;
}

/** Target length of passages. A shorter section stays short; a longer sentence is never cut. */
const minWords = 60;
const maxWords = 180;
export const headingSeparator = ' › ';

/** A list up to this length is kept whole, together with its introducing sentence. */
const maxListWords = 260;

interface Piece {
  text: string;
  wordCount: number;
  /** "- " or the number of a list item; empty for a paragraph. */
  mark: string;
}

interface Section {
  path: string[];
  pieces: Piece[];
}

/**
 * Cuts a document into passages along its headings and sentences. Near-duplicates within the document are dropped, unless
 * their numbers or headings differ: a manual may describe each of its models in the same sentence.
 */
export function cutPassages(blocks: readonly Block[], language: string): CutPassage[] {
  const filter = new DuplicateFilter();
  return mergeSmall(sectionsOf(blocks, language))
    .flatMap(cutSection)
    .filter(({ heading, text, wordCount }) => {
      const about = terms(heading ?? '', language).join(' ');
      return wordCount > 0 && !filter.isRepeat(text, nearDuplicate, about);
    });
}

function sectionsOf(blocks: readonly Block[], language: string): Section[] {
  const sections: Section[] = [];
  const path: { level: number; text: string }[] = [];
  let current: Section = { path: [], pieces: [] };
  for (const block of blocks) {
    if (block.kind === 'heading') {
      while (path.length > 0 && path.at(-1)!.level >= block.level) path.pop();
      path.push(block);
      if (current.pieces.length > 0) sections.push(current);
      current = { path: path.map((step) => step.text), pieces: [] };
    } else {
      const mark = block.kind === 'paragraph' ? '' : block.number === undefined ? '- ' : `${block.number}. `;
      current.pieces.push(...piecesOf(block.text, mark, language));
    }
  }
  if (current.pieces.length > 0) sections.push(current);
  return sections;
}

/** A paragraph that fits a passage is one piece; a longer one is split into runs of sentences of about equal length. */
function piecesOf(text: string, mark: string, language: string): Piece[] {
  const wordCount = countWords(text);
  if (wordCount <= maxWords) return [{ text, wordCount, mark }];
  const aim = wordCount / Math.ceil(wordCount / (maxWords * 0.8));
  const pieces: Piece[] = [];
  for (const sentence of sentences(text, language)) {
    const length = countWords(sentence);
    const last = pieces.at(-1);
    if (last && last.wordCount + length / 2 <= aim && last.wordCount + length <= maxWords) {
      last.text += ` ${sentence}`;
      last.wordCount += length;
    } else {
      pieces.push({ text: sentence, wordCount: length, mark: pieces.length === 0 ? mark : '' });
    }
  }
  return pieces;
}

/** Merges short neighbours under one parent heading, such as a class's members. An answer stays under its question. */
function mergeSmall(sections: readonly Section[]): Section[] {
  const merged: Section[] = [];
  for (const section of sections) {
    const last = merged.at(-1);
    const shared = last ? sharedPath(last.path, section.path) : [];
    const asks = section.path.at(-1)?.endsWith('?') || last?.path.at(-1)?.endsWith('?');
    if (last && !asks && shared.length > 0 && lengthOf(last) < minWords && lengthOf(section) < minWords) {
      last.path = shared;
      last.pieces.push(...section.pieces);
    } else {
      merged.push({ path: section.path, pieces: [...section.pieces] });
    }
  }
  return merged;
}

function cutSection({ path, pieces }: Section): CutPassage[] {
  const groups: Piece[][] = [];
  for (const piece of withListsWhole(pieces)) {
    const last = groups.at(-1);
    const length = wordsIn(piece);
    if (last && wordsIn(last) + length <= maxWords && (wordsIn(last) < minWords * 2 || length < minWords / 2)) last.push(...piece);
    else groups.push([...piece]);
  }
  joinShortTail(groups);
  return groups.map((group) => ({ heading: path.join(headingSeparator) || null, text: textOf(group), wordCount: wordsIn(group) }));
}

/** Groups pieces that must stay together: half a list, or a list without its introducing sentence, would mislead. */
function withListsWhole(pieces: readonly Piece[]): Piece[][] {
  const wholes: Piece[][] = [];
  for (const piece of pieces) {
    const last = wholes.at(-1);
    const before = last?.at(-1);
    const continues = before && piece.mark !== '' && (before.mark !== '' || before.text.endsWith(':'));
    if (continues && wordsIn(last!) + piece.wordCount <= maxListWords) last!.push(piece);
    else wholes.push([piece]);
  }
  return wholes;
}

function joinShortTail(groups: Piece[][]): void {
  const tail = groups.at(-1);
  const before = groups.at(-2);
  if (!tail || !before || wordsIn(tail) >= minWords || wordsIn(before) + wordsIn(tail) > maxWords) return;
  before.push(...tail);
  groups.pop();
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text, mark }, index) => (index === 0 ? '' : mark && pieces[index - 1]!.mark ? '\n' : '\n\n') + mark + text).join('');
}

function sharedPath(a: readonly string[], b: readonly string[]): string[] {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}

function lengthOf(section: Section): number {
  return wordsIn(section.pieces);
}

function wordsIn(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.wordCount, 0);
}
