import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** A file of the repository. */
export const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The rows of the one table of the page that has these columns, each cell as it is written. */
export function tableOf(page: string, ...columns: readonly string[]): string[][] {
  const tables = read(`docs/${page}.md`)
    .split(/\n(?!\|)/)
    .map((block) => block.split('\n').filter((line) => line.startsWith('|')).map(cellsOf)); // prettier-ignore
  const found = tables.filter(([head]) => head?.join() === columns.join());
  expect(found, `tables of ${columns.join(', ')}`).toHaveLength(1);
  return found[0]!.slice(2);
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}
