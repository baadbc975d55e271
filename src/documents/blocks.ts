/** A part of a document's prose, in reading order. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  // Of a list; `number` only in a numbered one.
  | { kind: 'item'; text: string; number?: number };

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

/** Removes "[12]", "[citation needed]" and the like, which are not part of a sentence. */
export function withoutReferenceMarks(text: string): string {
  return text.replace(inlineReference, '');
}

/** A list item's text, and how many of its characters are links. */
export interface ListItem {
  text: string;
  linkedCharacters: number;
}

/** True for a list that is mostly links: navigation, "see also", a table of contents. */
export function isNavigation(items: readonly ListItem[]): boolean {
  const filled = items.filter((item) => item.text.length > 0);
  if (filled.length === 0) return true;
  const mostlyLinks = filled.filter((item) => item.linkedCharacters >= item.text.length * 0.6 && item.text.split(/\s+/).length <= 12);
  return mostlyLinks.length >= filled.length * 0.7;
}
