export interface UnifiedDiff {
  diff: string;
  /** True where it does not show every line that differs. */
  truncated: boolean;
}

/** The search for the fewest changes takes time that grows with their square; so many take some 20 to 40 ms. */
const maxChangedLines = 400;
const contextLines = 2;
const maxCharacters = 20_000;
/** Left for the last line of a diff that is cut. */
const reserved = 100;

/**
 * How one text differs from another, by lines, in the unified format (`names` are the two files'), at most 20,000 characters long: a longer one
 * is cut at a line's end and says so. Texts that differ too much to be compared line by line are told by where they do, and how many lines.
 */
export async function unifiedDiff(before: string, after: string, names: [string, string]): Promise<UnifiedDiff> {
  const { createTwoFilesPatch } = await import('diff');
  const limits = { context: contextLines, maxEditLength: maxChangedLines };
  const diff = createTwoFilesPatch(names[0], names[1], before, after, '', '', limits);
  return diff === undefined ? { diff: coarseDiff(before, after, names), truncated: true } : cut(diff);
}

/** One stretch from the first line that differs to the last, without its text. */
function coarseDiff(before: string, after: string, names: [string, string]): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const shortest = Math.min(old.length, now.length);
  let head = 0;
  while (head < shortest && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shortest - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const [removed, added] = [old.length - head - tail, now.length - head - tail];
  const told = `${removed} lines replaced by ${added} lines: too different to be compared line by line.`;
  return `--- ${names[0]}\n+++ ${names[1]}\n@@ -${spanOf(head, removed)} +${spanOf(head, added)} @@\n${told}\n`;
}

/** As GNU diff writes it: of no lines, the line before them. */
function spanOf(head: number, count: number): string {
  return `${count === 0 ? head : head + 1},${count}`;
}

function linesOf(text: string): string[] {
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function cut(diff: string): UnifiedDiff {
  if (diff.length <= maxCharacters) return { diff, truncated: false };
  const shown = diff.slice(0, diff.lastIndexOf('\n', maxCharacters - reserved) + 1);
  const left = linesOf(diff.slice(shown.length)).length;
  return { diff: `${shown}The diff is cut here: ${left} more lines are not shown.\n`, truncated: true };
}
