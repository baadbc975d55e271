/** Text that was drawn in one go, in points from the page's lower left corner; `y` is its base line. */
export interface Run {
  text: string;
  x: number;
  y: number;
  width: number;
  /** Of the font. */
  size: number;
  font: string;
}

export interface PdfPage {
  bottom: number;
  top: number;
  /** In the order in which they were drawn. */
  runs: Run[];
  /** True where it could not be read. */
  isLost?: boolean;
}

/** Neighbouring text on one base line; a row of a table, or of two columns, has several. */
export interface Line {
  text: string;
  left: number;
  right: number;
  y: number;
  size: number;
  font: string;
}

/** Measured in the font's size: a gap from which on there is a space, and one that parts columns. */
const spaceGap = 0.15;
const columnGap = 1.8;
/** So far from its line a run may be raised or lowered: notes and indices. */
const shift = 0.5;
/** A page is set in columns where so many of its lines stand on either side of a gutter. */
const minColumnLines = 4;
const minColumnShare = 0.2;
/** A program that draws column by column goes back to the other side once or twice a page. */
const maxChangesOfSide = 0.25;

/** The lines of a page in reading order: as they were drawn, unless that goes back and forth between columns, or up the page. */
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
    // What is written from right to left is drawn so, too.
    const gap = !line ? 0 : run.x >= line.left ? run.x - line.right : line.left - run.x - run.width;
    const size = Math.max(run.size, line?.size ?? 0);
    const runsOn = line && Math.abs(run.y - line.y) < size * shift && gap > -size && gap < size * columnGap;
    if (!runsOn)
      lines.push({ text: run.text.trimStart(), left: run.x, right: run.x + run.width, y: run.y, size: run.size, font: run.font });
    else {
      const apart = (spaced || gap > size * spaceGap) && !/\s$/.test(line.text) && !/^\s/.test(run.text);
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
  const up = lines.filter((line, index) => index > 0 && line.y > lines[index - 1]!.y + line.size * shift).length;
  return up > 2 && up > lines.length * maxChangesOfSide;
}

/** Where a line's width is empty from top to bottom, with a column of text on either side; undefined on a page of one column. */
function gutterOf(lines: readonly Line[]): number | undefined {
  if (lines.length < minColumnLines * 2) return undefined;
  const least = Math.max(minColumnLines, lines.length * minColumnShare);
  const starts = lines.map((line) => line.left).toSorted((one, other) => one - other);
  for (const start of new Set(starts)) {
    const gutter = start - 1;
    const crossing = lines.filter((line) => line.left < gutter && line.right > gutter).length;
    const before = lines.filter((line) => line.right <= gutter).length;
    // A title or a figure's caption may span both.
    if (crossing <= lines.length * 0.1 && before >= least && lines.length - before - crossing >= least) return gutter;
  }
  return undefined;
}

/** What spans the columns parts the page into bands; each is read column by column. */
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
  return lines.toSorted((one, other) => (Math.abs(one.y - other.y) < one.size * shift ? one.left - other.left : other.y - one.y));
}
