/** Text drawn in one go. Positions are in points from the page's lower left corner; `y` is the baseline. */
export interface Run {
  text: string;
  x: number;
  y: number;
  width: number;
  /** Font size. */
  size: number;
  font: string;
}

export interface PdfPage {
  bottom: number;
  top: number;
  /** In drawing order. */
  runs: Run[];
  /** True if the page could not be read. */
  isLost?: boolean;
}

/** Neighbouring text on one baseline; a row of a table, or of two columns, has several. */
export interface Line {
  text: string;
  left: number;
  right: number;
  y: number;
  size: number;
  font: string;
}

/** In font sizes: the smallest gap that is a space, and the smallest one that separates columns. */
const minSpaceGap = 0.15;
const minColumnGap = 1.8;
/** How far, in font sizes, a run may be raised or lowered in its line, such as a note mark or an index. */
const maxShift = 0.5;
/** A page has columns if at least this many of its lines lie on either side of a gutter. */
const minColumnLines = 4;
const minColumnShare = 0.2;
/** A program that draws column by column changes sides only once or twice a page. */
const maxChangesOfSide = 0.25;

/** A page's lines in reading order: the drawing order, unless it goes back and forth between columns or up the page. */
export function linesOf({ runs }: PdfPage): Line[] {
  const lines = joined(runs);
  const gutter = gutterOf(lines);
  if (gutter !== undefined) {
    const changes = lines.filter((line, index) => index > 0 && line.left < gutter !== lines[index - 1]!.left < gutter).length;
    return changes > lines.length * maxChangesOfSide || goesUp(lines) ? byColumn(lines, gutter) : lines;
  }
  return goesUp(lines) ? topDown(lines) : lines;
}

function joined(runs: readonly Run[]): Line[] {
  const lines: Line[] = [];
  let spaced = false;
  for (const run of runs) {
    if (run.text.trim() === '') {
      spaced = true;
      continue;
    }
    const line = lines.at(-1);
    // Right-to-left text is also drawn from right to left.
    const gap = !line ? 0 : run.x >= line.left ? run.x - line.right : line.left - run.x - run.width;
    const size = Math.max(run.size, line?.size ?? 0);
    const runsOn = line && Math.abs(run.y - line.y) < size * maxShift && gap > -size && gap < size * minColumnGap;
    if (!runsOn)
      lines.push({ text: run.text.trimStart(), left: run.x, right: run.x + run.width, y: run.y, size: run.size, font: run.font });
    else {
      const apart = (spaced || gap > size * minSpaceGap) && !/\s$/.test(line.text) && !/^\s/.test(run.text);
      line.text += (apart ? ' ' : '') + run.text;
      line.left = Math.min(line.left, run.x);
      line.right = Math.max(line.right, run.x + run.width);
      if (run.size > line.size) Object.assign(line, { size: run.size, font: run.font, y: run.y });
    }
    spaced = false;
  }
  return lines;
}

function goesUp(lines: readonly Line[]): boolean {
  const up = lines.filter((line, index) => index > 0 && line.y > lines[index - 1]!.y + line.size * maxShift).length;
  return up > 2 && up > lines.length * maxChangesOfSide;
}

/** The x of an almost empty gap from top to bottom with a column of text on either side; undefined on a page of one column. */
function gutterOf(lines: readonly Line[]): number | undefined {
  if (lines.length < minColumnLines * 2) return undefined;
  const minLines = Math.max(minColumnLines, lines.length * minColumnShare);
  const starts = lines.map((line) => line.left).toSorted((one, other) => one - other);
  for (const start of new Set(starts)) {
    const gutter = start - 1;
    const crossing = lines.filter((line) => line.left < gutter && line.right > gutter).length;
    const before = lines.filter((line) => line.right <= gutter).length;
    // A title or a figure's caption may span both columns.
    if (crossing <= lines.length * 0.1 && before >= minLines && lines.length - before - crossing >= minLines) return gutter;
  }
  return undefined;
}

/** Lines that span the columns divide the page into bands; each band is read column by column. */
function byColumn(lines: readonly Line[], gutter: number): Line[] {
  const ordered: Line[] = [];
  let band: Line[] = [];
  const close = () => {
    ordered.push(...band.filter((line) => line.left < gutter), ...band.filter((line) => line.left >= gutter));
    band = [];
  };
  for (const line of topDown(lines)) {
    if (line.left >= gutter || line.right <= gutter) band.push(line);
    else {
      close();
      ordered.push(line);
    }
  }
  close();
  return ordered;
}

function topDown(lines: readonly Line[]): Line[] {
  return lines.toSorted((one, other) => (Math.abs(one.y - other.y) < one.size * maxShift ? one.left - other.left : other.y - one.y));
}
