import type { PageFacts, TableFacts } from './page-facts.ts';
import { placeOf, region } from './regions.ts';
import type { Walk } from './walk.ts';

const maxTables = 2000;

interface Open extends Omit<TableFacts, 'hasWords'> {
  cells: number;
  hasBorder: boolean;
  /** Where its text stands in the content. */
  start: number;
  end: number;
}

/** The tables of the content. */
export function readTables(walk: Walk): () => Pick<PageFacts, 'tables'> {
  const tables: Open[] = [];
  const open: Open[] = [];

  walk.on('table', ({ attributes, flags, around }) => {
    if (open.length > 0) open.at(-1)!.saysLayout = true;
    const table: Open = {
      line: walk.line,
      rows: 0,
      columns: 0,
      cells: 0,
      hasHeaders: false,
      saysData: false,
      hasBorder: Number.parseInt(attributes.border ?? '0', 10) > 0,
      start: walk.text.length,
      end: walk.text.length,
      saysLayout: /^(?:presentation|none)$/.test(attributes.role ?? '') || (around & (region.table | region.hidden)) !== 0,
    };
    if (placeOf(flags) === 'content' && tables.length < maxTables) tables.push(table);
    open.push(table);
    walk.onClose(() => {
      table.columns = Math.max(table.columns, table.cells);
      table.end = walk.text.length;
      open.pop();
    });
  });
  walk.on('tr', () => {
    const table = open.at(-1);
    if (!table) return;
    table.rows++;
    table.columns = Math.max(table.columns, table.cells);
    table.cells = 0;
  });
  walk.on('td th', ({ tag, attributes }) => {
    const table = open.at(-1);
    if (!table) return;
    table.cells++;
    table.hasHeaders ||=
      tag === 'th' || attributes.scope !== undefined || /header/.test(attributes.role ?? '') || attributes.headers !== undefined;
  });
  walk.on('caption', () => {
    const table = open.at(-1);
    if (table) table.saysData = true;
  });
  walk.on('form h1 h2 h3 h4 h5 h6 input select button nav', () => {
    const table = open.at(-1);
    if (table) table.saysLayout = true;
  });

  return () => ({
    tables: tables.map(({ cells: _, hasBorder, start, end, saysData, ...table }) => {
      const hasWords = holdsWords(walk.text.content.slice(start, Math.min(end, start + maxText)), table.rows);
      return { ...table, hasWords, saysData: saysData || (hasBorder && hasWords) };
    }),
  });
}

const maxText = 10_000;
const word = /\p{L}{2,}|\p{Script=Han}/gu;

/** At least a word for each row: else it is a grid of numbers, such as a puzzle. */
function holdsWords(text: string, rows: number): boolean {
  return (text.match(word)?.length ?? 0) >= rows;
}
