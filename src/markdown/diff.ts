import { clipAtWord } from '../language/slug.ts';

export interface UnifiedDiff {
  diff: string;
  /** True if some changed lines are not shown. */
  truncated: boolean;
}

/** The time to find the smallest diff grows with the square of the changes; this many take 20 to 40 ms. */
const maxChangedLines = 400;
/** So many take some 2 ms, which is no turn of its own. */
const maxChangedAtOnce = 100;
const contextLines = 2;
const defaultMaxCharacters = 20_000;
/** Characters reserved for the last line of a diff that is cut. */
const reserved = 100;

export interface DiffOptions {
  maxCharacters?: number;
  /** Whether other work has its turn meanwhile, which takes a millisecond for each change. Not within a transaction. */
  inTurns?: boolean;
}

/**
 * A line diff of two texts in the unified format, at most `maxCharacters` long. `names` are the file names. A longer diff
 * is cut at the end of a line and says so. If the texts differ too much, it only says where, and in how many lines.
 */
export async function unifiedDiff(
  before: string,
  after: string,
  names: [string, string],
  { maxCharacters = defaultMaxCharacters, inTurns = false }: DiffOptions = {},
): Promise<UnifiedDiff> {
  const { createTwoFilesPatch } = await import('diff');
  const given = [names[0], names[1], before, after, '', ''] as const;
  const limits = (maxEditLength: number) => ({ context: contextLines, maxEditLength });
  let diff = createTwoFilesPatch(...given, limits(inTurns ? maxChangedAtOnce : maxChangedLines));
  if (diff === undefined && inTurns)
    diff = await new Promise((resolve) => createTwoFilesPatch(...given, { ...limits(maxChangedLines), callback: resolve }));
  return diff === undefined ? { diff: coarseDiff(before, after, names), truncated: true } : cut(diff, maxCharacters);
}

/** One hunk from the first changed line to the last, without the text. */
function coarseDiff(before: string, after: string, names: [string, string]): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const maxShared = Math.min(old.length, now.length);
  let head = 0;
  while (head < maxShared && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < maxShared - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const [removed, added] = [old.length - head - tail, now.length - head - tail];
  const told = `${removed} lines replaced by ${added} lines: too different to be compared line by line.`;
  return `--- ${names[0]}\n+++ ${names[1]}\n@@ -${spanOf(head, removed)} +${spanOf(head, added)} @@\n${told}\n`;
}

/** As in GNU diff: an empty range names the line before it. */
function spanOf(head: number, count: number): string {
  return `${count === 0 ? head : head + 1},${count}`;
}

function linesOf(text: string): string[] {
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function cut(diff: string, maxCharacters: number): UnifiedDiff {
  if (diff.length <= maxCharacters) return { diff, truncated: false };
  const shown = diff.slice(0, diff.lastIndexOf('\n', maxCharacters - reserved) + 1);
  const left = linesOf(diff.slice(shown.length)).length;
  return { diff: `${shown}The diff is cut here: ${left} more lines are not shown.\n`, truncated: true };
}

/** A longer line is cut in an excerpt. */
const maxExcerptLine = 160;

/** The changed lines of a unified diff, without what stands around them, at most `maxCharacters` long. One that is cut ends with a line "…". */
export function changedLines(diff: string, maxCharacters: number): string {
  const body = linesOf(diff.slice(diff.indexOf('@@'))).slice(1);
  const changed = body.filter((line) => /^[+-]/.test(line));
  const shown: string[] = [];
  let isCut = false;
  let room = maxCharacters - 2;
  for (const line of changed.length > 0 ? changed : body) {
    const clipped = line.length > maxExcerptLine ? `${clipAtWord(line, maxExcerptLine)}…` : line;
    isCut ||= clipped !== line;
    room -= clipped.length + 1;
    if (room < 0) {
      isCut = true;
      break;
    }
    shown.push(clipped);
  }
  return [...shown, ...(isCut ? ['…'] : [])].join('\n');
}

/** Whether `changedLines` left something out. */
export const isExcerpt = (lines: string) => lines.endsWith('\n…');
