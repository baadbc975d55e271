/** A row of the table in docs/figures.md, each cell as it is written. */
export interface Figure {
  bench: string;
  what: string;
  figure: string;
  aim: string;
  /** The machine's letter, and the version of Node. */
  where: string;
  /** Date and commit; and `old` where the code has changed since. */
  measured: string;
}

/** The rows of the one table whose first column is `bench`. */
export function readFigures(text: string): Figure[] {
  const lines = text.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) => {
    const [bench = '', what = '', figure = '', aim = '', where = '', measured = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return { bench: bench.replaceAll('`', ''), what, figure, aim, where, measured };
  });
}
