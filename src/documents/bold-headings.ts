import { isTitleLine, minBoldHeadings, tagBelow } from './blocks.ts';
import { blockTags, isElement, tagOf, textNode, type DomElement, type DomNode } from './dom.ts';

type Side = 'previousSibling' | 'nextSibling';

const headingTag = /^h[1-6]$/;
const boldTags = new Set(['b', 'strong']);
/** In these, a line in bold names what the rest of the element says, and opens no section. */
const labelled = new Set('li dt dd th caption figcaption summary pre a h1 h2 h3 h4 h5 h6'.split(' '));

/**
 * Makes headings of lines that stand alone in bold, which is how pages without headings set the titles of their sections: in a paragraph,
 * between line breaks, or in a table that lays the page out. Where more is marked up than a title, all is left as it is. True where it made some.
 */
export function markBoldHeadings(elements: readonly DomElement[]): boolean {
  const [marked, another] = elements.filter((element) => headingTag.test(tagOf(element)));
  if (another) return false;
  const tag = tagBelow(marked && tagOf(marked));
  const layouts = new Map<DomElement, boolean>();
  const titles = elements.filter(
    (element) => boldTags.has(tagOf(element)) && isTitleLine(element.textContent ?? '') && isLine(element) && !isLabel(element, layouts),
  );
  if (titles.length < minBoldHeadings) return false;
  for (const title of titles) {
    const heading = title.ownerDocument.createElement(tag);
    title.replaceWith(heading);
    heading.append(title);
  }
  return true;
}

function isLine(element: DomElement): boolean {
  return isEdge(element, 'previousSibling') && isEdge(element, 'nextSibling');
}

/** True where a line ends on this side of a node: white space and comments are not looked at. */
function isEdge(node: DomNode & { parentElement: DomElement | null }, side: Side): boolean {
  let next = node[side];
  while (next && !isElement(next) && !(next.nodeType === textNode && /\S/.test(next.textContent ?? ''))) next = next[side];
  if (next) return isElement(next) && (tagOf(next) === 'br' || blockTags.has(tagOf(next)));
  const parent = node.parentElement;
  return !parent || blockTags.has(tagOf(parent)) || isEdge(parent, side);
}

/** True in an element that the line names, a link, and a cell of a table of data. */
function isLabel(title: DomElement, layouts: Map<DomElement, boolean>): boolean {
  if (title.querySelector('a')) return true;
  for (let element = title.parentElement; element; element = element.parentElement) {
    const tag = tagOf(element);
    if (labelled.has(tag)) return true;
    if (tag === 'table' && !isLayout(element, layouts)) return true;
  }
  return false;
}

/** True for a table of one column. */
function isLayout(table: DomElement, layouts: Map<DomElement, boolean>): boolean {
  const known = layouts.get(table);
  if (known !== undefined) return known;
  const rows = [...table.childNodes].flatMap((node) => (isElement(node) ? (tagOf(node) === 'tr' ? [node] : [...node.childNodes]) : []));
  const isOne = rows.every((row) => [...row.childNodes].filter(isElement).length < 2);
  layouts.set(table, isOne);
  return isOne;
}
