/** A document as a reader meets it, top to bottom; what is no prose has been left out. */
export type Block = { kind: 'heading'; level: number; text: string } | { kind: 'paragraph'; text: string } | ItemBlock;

/** An item of a list; `number` where the list counts its items. */
export interface ItemBlock {
  kind: 'item';
  text: string;
  number?: number;
}

export interface Extraction {
  title: string | null;
  blocks: Block[];
}

/** The words that open a line of a symbol's manual entry ("Type: boolean") rather than a sentence. */
const symbolLine = /^(?:type|returns?|extends|default|deprecated|added|since|see also|see|stability)\b\s*:/i;
// Numbers count as a reference only where they cling to a word, so that a list such as "[500, 502]" stays.
const inlineReference =
  /(?<=[\p{L}\p{N}.,;:!?"”'’)\]])\[(?:\d{1,3}|[a-z])\]|\s?\[(?:note \d+|citation needed|edit|clarification needed|better source needed|when\?|who\?)\]/giu;

/** True for a line that names a type or a state and says nothing in words. */
export function isSymbolLine(text: string): boolean {
  return symbolLine.test(text) && text.split(/\s+/).length <= 6;
}

/** "[12]", "[citation needed]" and the like are an encyclopedia's apparatus, not its sentences. */
export function withoutReferenceMarks(text: string): string {
  return text.replace(inlineReference, '');
}

/** An item as it stands in a list: its text, and how many of its characters are links. */
export interface ListItem {
  text: string;
  linkedCharacters: number;
}

/** A list whose items are little else than links leads away from the text: navigation, "see also", a table of contents. */
export function isNavigation(items: readonly ListItem[]): boolean {
  const filled = items.filter((item) => item.text.length > 0);
  if (filled.length === 0) return true;
  const mostlyLinks = filled.filter((item) => item.linkedCharacters >= item.text.length * 0.6 && item.text.split(/\s+/).length <= 12);
  return mostlyLinks.length >= filled.length * 0.7;
}
