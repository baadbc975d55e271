import { countWords } from '../language/tokens.ts';

/** A part of a document, in reading order. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  // Of a list; `number` only in a numbered one. A row of a table is an item too.
  | { kind: 'item'; text: string; number?: number }
  // Verbatim, with its line breaks and indentation.
  | { kind: 'code'; text: string };

export interface Extraction {
  title: string | null;
  blocks: Block[];
}

/** Openings of a line in a symbol's manual entry ("Type: boolean"), as opposed to a sentence. */
const symbolLine = /^(?:type|returns?|extends|default|deprecated|added|since|see also|see|stability)\b\s*:/i;
// A number is a reference only right after a word, so that a list such as "[500, 502]" stays.
const inlineReference =
  /(?<=[\p{L}\p{N}.,;:!?"”'’)\]])\[(?:\d{1,3}|[a-z])\]|\s?\[(?:note \d+|citation needed|edit|clarification needed|better source needed|when\?|who\?)\]/giu;

/** True for a line that only names a type or a state. */
export function isSymbolLine(text: string): boolean {
  return symbolLine.test(text) && text.split(/\s+/).length <= 6;
}

const boxTitle =
  /^(?:note|tip|warning|caution|important|hinweis|tipp|achtung|wichtig|anmerkung|remarque|astuce|attention|avertissement|nota|consejo|aviso|advertencia|atención|importante|suggerimento|avvertenza|attenzione|dica|let op)\s*[:!]?$/i;
const caption = /^(?:figure|fig|table|listing|example|abbildung|abb|tabelle|beispiel|figura|tableau|tabla|tabella)\b\.?\s*\d/i;
/** A longer line is a sentence that is stressed. */
const maxTitleWords = 12;
/** A text with fewer lines in bold has them for another reason. */
export const minBoldHeadings = 2;

/** True for what stands over a box, and over no section: the text below it goes on after the box. */
export function isBoxTitle(text: string): boolean {
  return boxTitle.test(text);
}

/** True for a line that, standing alone in bold, can be the title of a section. */
export function isTitleLine(text: string): boolean {
  const line = text.trim();
  return (
    /\p{L}/u.test(line) &&
    !/[.:;,!]$/.test(line) &&
    countWords(line) <= maxTitleWords &&
    !isBoxTitle(line) &&
    !caption.test(line) &&
    !isSymbolLine(line)
  );
}

/** The tag of a section's heading under the title of a page; a page without one has its title elsewhere. */
export function tagBelow(title = 'h1'): string {
  return `h${Math.min(6, Number(title[1]) + 1)}`;
}

/** Removes "[12]", "[citation needed]" and the like, which are not part of a sentence. */
export function withoutReferenceMarks(text: string): string {
  return text.replace(inlineReference, '');
}

/** A list item's text, and how many of its characters are links. */
export interface ListItem {
  text: string;
  linkedCharacters: number;
}

/** True for a list, or the cells of a table, that is mostly links: navigation, "see also", a table of contents. */
export function isNavigation(items: readonly ListItem[]): boolean {
  const filled = items.filter((item) => item.text.length > 0);
  if (filled.length === 0) return true;
  const mostlyLinks = filled.filter((item) => item.linkedCharacters >= item.text.length * 0.6 && item.text.split(/\s+/).length <= 12);
  return mostlyLinks.length >= filled.length * 0.7;
}

/** Code as a block of its own; none if it has no letters, such as a column of line numbers. */
export function codeBlock(text: string): Block[] {
  const lines = text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd());
  const verbatim = lines.join('\n').replace(/^\n+|\n+$/g, '');
  return /\p{L}/u.test(verbatim) ? [{ kind: 'code', text: verbatim }] : [];
}

/** Text with code after it, between backticks; neighbouring pieces of code are one. */
export function withCode(text: string, code: string): string {
  if (code === '' || code.includes('`')) return text + code;
  return text.endsWith('`') ? `${text.slice(0, -1)}${code}\`` : `${text}\`${code}\``;
}

/** A row of a table as an item that stands by itself: "Header: cell; Header: cell". */
export function rowOf(header: readonly string[], cells: readonly string[]): Block[] {
  const told = cells.flatMap((cell, index) => (cell === '' ? [] : [header[index] ? `${header[index]}: ${cell}` : cell]));
  const text = told.join(header.some(Boolean) ? '; ' : ' — ');
  return /\p{L}/u.test(text) ? [{ kind: 'item', text }] : [];
}
