/** A citation in Markdown: one or more bracketed groups in a row, such as `[3]`, `[3, 5]`, `[3][5]`, `[3–5]` or `[^3]`. */
export interface Mark {
  start: number;
  end: number;
  /** In the order written, each once. */
  numbers: number[];
  /** True within an open bracket, where removing the mark must not join its neighbours into another mark. */
  nested: boolean;
}

/** One bracketed group. */
export const bracketed = String.raw`\[\^?\d{1,3}(?:(?:[,;] ?|[-–])\^?\d{1,3})*\]`;
const group = new RegExp(bracketed, 'y');
/** Marks at the end of a heading, which cite nothing. */
export const headingMarks = new RegExp(`(?<![ \\t])(?:[ \\t]+(?:${bracketed})+){1,20}(?=(?:[ \\t]+#+)?[ \\t]*(?:\\n|$))`, 'g');
const between = /[ \t]?,?[ \t]?/y;
const autolink = /<[a-z][a-z0-9+.-]{1,31}:[^\s<>]*>/iy;
const linkTarget = /\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)/y;
/** Longer URLs are not recognised, because searching further would make hostile text slow. */
const maxTarget = 2000;
/** `[3–9]` cites seven passages; a wider span is probably not a range and cites only its two ends. */
const maxSpan = 20;

/** The citations of a paragraph's Markdown, except those in code, in an autolink or in a link's text, and escaped ones. */
export function marksIn(markdown: string): Mark[] {
  const marks: Mark[] = [];
  const { brackets, skips } = structureOf(markdown);
  let depth = 0;
  for (let at = 0; at < markdown.length; at++) {
    const after = skips.get(at);
    if (after !== undefined) at = after - 1;
    else if (markdown[at] === ']') depth = Math.max(0, depth - 1);
    else if (markdown[at] === '[') {
      const target = targetEnd(markdown, brackets.get(at));
      const mark = target === undefined ? markAt(markdown, at, brackets) : undefined;
      if (target !== undefined) at = target - 1;
      else if (mark) {
        marks.push({ ...mark, nested: depth > 0 });
        at = mark.end - 1;
      } else depth++;
    }
  }
  return marks;
}

function markAt(markdown: string, start: number, brackets: ReadonlyMap<number, number>): Omit<Mark, 'nested'> | undefined {
  const numbers = new Set<number>();
  let end = start;
  for (let at = start; ;) {
    group.lastIndex = at;
    const found = targetEnd(markdown, brackets.get(at)) === undefined ? group.exec(markdown) : null;
    if (!found) return end === start ? undefined : { start, end, numbers: [...numbers] };
    for (const number of numbersOf(found[0].slice(1, -1))) numbers.add(number);
    end = group.lastIndex;
    between.lastIndex = end;
    between.exec(markdown);
    at = between.lastIndex;
  }
}

function numbersOf(list: string): number[] {
  return list
    .replaceAll('^', '')
    .split(/[,;] ?/)
    .flatMap((part) => {
      const [from, to] = part.split(/[-–]/).map(Number) as [number, number?];
      if (to === undefined) return [from];
      if (to <= from || to - from > maxSpan) return [from, to];
      return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
    });
}

/** The end of the link whose text closes at this bracket; undefined if it is not a link. */
function targetEnd(markdown: string, closing: number | undefined): number | undefined {
  if (closing === undefined || markdown[closing + 1] !== '(') return undefined;
  linkTarget.lastIndex = 0;
  const found = linkTarget.exec(markdown.slice(closing + 1, closing + 1 + maxTarget));
  return found ? closing + 1 + found[0].length : undefined;
}

interface Structure {
  /** Opening bracket → closing bracket. */
  brackets: Map<number, number>;
  /** Start → end of ranges without markup: code, autolinks, escaped characters. */
  skips: Map<number, number>;
}

function structureOf(markdown: string): Structure {
  const brackets = new Map<number, number>();
  const skips = new Map<number, number>();
  const fences = backticksOf(markdown);
  const open: number[] = [];
  for (let at = 0; at < markdown.length; at++) {
    const end = skipEnd(markdown, at, fences);
    if (end !== undefined) {
      skips.set(at, end);
      at = end - 1;
    } else if (markdown[at] === '[') open.push(at);
    else if (markdown[at] === ']' && open.length > 0) brackets.set(open.pop()!, at);
  }
  return { brackets, skips };
}

function skipEnd(markdown: string, at: number, fences: ReadonlyMap<number, number>): number | undefined {
  if (markdown[at] === '\\') return Math.min(at + 2, markdown.length);
  if (markdown[at] === '`') return fences.get(at);
  if (markdown[at] !== '<') return undefined;
  autolink.lastIndex = at;
  return autolink.test(markdown) ? autolink.lastIndex : undefined;
}

/** Start of each run of backticks → the end of the code it opens, or of the run itself if none of the same length follows. */
function backticksOf(markdown: string): Map<number, number> {
  const ends = new Map<number, number>();
  const next = new Map<number, number>();
  const runs = [...markdown.matchAll(/`+/g)].toReversed();
  for (const { index, 0: run } of runs) {
    const closing = next.get(run.length);
    ends.set(index, closing ?? index + run.length);
    next.set(run.length, index + run.length);
  }
  return ends;
}
