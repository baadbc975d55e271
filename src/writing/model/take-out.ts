import { plainOf } from '../../markdown/outline.ts';
import { sentences } from '../../language/sentences.ts';
import { normalise, tidy } from '../../language/tokens.ts';

const fences = /(^ {0,3}```[^]*?(?:^ {0,3}```[ \t]*$|(?![^])))/m;
const mark = /\s*\[\^?\d{1,3}(?:[,;–-] ?\^?\d{1,3})*\](?!\()/g;
/** A citation after a full stop belongs to the sentence before it. */
const behind = /([.!?…。！？]["”»’')\]]*)[ \t]*((?:\[\d{1,3}(?:, ?\d{1,3})*\][ \t]*)+)/g;
const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;

/**
 * Removes sentences, given as plain text, from Markdown together with their citations; then whatever that leaves empty: items, lists with
 * their introducing sentence, headings. Code and tables are left unchanged.
 */
export function takeOut(markdown: string, unwanted: readonly string[], language: string): string {
  const keys = new Set(unwanted.map(keyOf));
  if (keys.size === 0) return markdown;
  const parts = markdown.split(new RegExp(fences, 'gm'));
  const blocks = parts.flatMap((part, index) => (index % 2 === 1 ? [part] : part.split(/\n(?:[ \t]*\n)+/)));
  const kept: string[] = [];
  for (const block of blocks) {
    const left = isText(block) ? without(block, keys, language) : block;
    if (left !== '') kept.push(left);
    else if (item.test(block) && /:\s*$/.test(kept.at(-1) ?? '') && !item.test(kept.at(-1)!)) kept.pop();
  }
  return withoutEmptyHeadings(kept.filter((block) => block.trim() !== '')).join('\n\n');
}

function isText(block: string): boolean {
  return !/^ {0,3}(?:```|#{1,6}[ \t]|\|)/.test(block) && block.trim() !== '';
}

function without(block: string, keys: ReadonlySet<string>, language: string): string {
  const pieces = block.split(/\n(?=[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t])/);
  const left = pieces.flatMap((piece) => {
    const opening = item.exec(piece)?.[0] ?? '';
    const text = withoutSentences(piece.slice(opening.length), keys, language);
    return text === '' ? [] : [opening + text];
  });
  return left.join('\n');
}

function withoutSentences(text: string, keys: ReadonlySet<string>, language: string): string {
  const all = sentences(
    tidy(text).replace(behind, (_, end: string, marks: string) => ` ${marks.trim()}${end} `),
    language,
  );
  const kept = all.filter((sentence) => !keys.has(keyOf(sentence)));
  return kept.length === all.length ? text : kept.join(' ');
}

function keyOf(sentence: string): string {
  return normalise(plainOf(sentence.replace(mark, ''))).replace(/[^\p{L}\p{N}]+/gu, '');
}

function withoutEmptyHeadings(blocks: readonly string[]): string[] {
  const levelOf = (block: string | undefined) => /^ {0,3}(#{1,6})[ \t]/.exec(block ?? '')?.[1]!.length;
  return blocks.filter((block, index) => {
    const level = levelOf(block);
    const next = blocks[index + 1];
    const nextLevel = levelOf(next);
    return level === undefined || !(next === undefined || (nextLevel !== undefined && nextLevel <= level));
  });
}
