import { withoutDepth } from './depth.ts';

/** The part of the DOM used here; the types of linkedom and Defuddle need TypeScript's DOM library. */
export interface DomNode {
  nodeType: number;
  textContent: string | null;
  childNodes: Iterable<DomNode>;
  previousSibling: DomNode | null;
  nextSibling: DomNode | null;
  remove(): void;
}

export interface DomElement extends DomNode {
  tagName: string;
  attributes: Iterable<{ name: string }>;
  parentElement: DomElement | null;
  ownerDocument: DomDocument;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  removeAttribute(name: string): void;
  querySelectorAll(selector: string): Iterable<DomElement>;
  querySelector(selector: string): DomElement | null;
  append(...nodes: DomNode[]): void;
  before(...nodes: DomNode[]): void;
  replaceWith(...nodes: DomNode[]): void;
}

export interface DomDocument extends DomElement {
  body: DomElement | null;
  documentElement: DomElement | null;
  createElement(tag: string): DomElement;
  createTextNode(text: string): DomNode;
}

const elementNode = 1;
export const textNode = 3;

/** Elements that begin on a line of their own. */
export const blockTags: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body center dd details div dl dt fieldset figure h1 h2 h3 h4 h5 h6 header hgroup hr html li main ol p section ' +
    'summary table tbody td tfoot th thead tr ul pre nav footer form'
  ).split(' '),
);

export function isElement(node: DomNode): node is DomElement {
  return node.nodeType === elementNode;
}

export function tagOf(element: DomElement): string {
  return element.tagName.toLowerCase();
}

export async function parseDocument(content: string): Promise<DomDocument> {
  const { parseHTML } = await import('linkedom');
  const shallow = withoutDepth(content);
  const whole = /<html[\s>]/i.test(shallow) ? shallow : `<!doctype html><html><head></head><body>${shallow}</body></html>`;
  return parseHTML(whole).document as unknown as DomDocument;
}

/** What stands inside an element. */
export interface Content {
  /** Characters of text, without what indents it. */
  length: number;
  /** Those of them that are links. */
  linked: number;
  /** Holds a form or an input. */
  asks: boolean;
  /** Holds a first or second heading. */
  heads: boolean;
}

/** For all elements of a page, in its order: counted once from the innermost out, because looking into each takes the square of their depth. */
export function contentsOf(elements: readonly DomElement[]): Map<DomElement, Content> {
  const contents = new Map<DomElement, Content>();
  for (let index = elements.length - 1; index >= 0; index--) {
    const content: Content = { length: 0, linked: 0, asks: false, heads: false };
    for (const node of elements[index]!.childNodes) {
      if (node.nodeType === textNode) content.length += node.textContent?.trim().length ?? 0;
      const inner = isElement(node) ? contents.get(node) : undefined;
      if (!inner) continue;
      const tag = tagOf(node as DomElement);
      content.length += inner.length;
      content.linked += tag === 'a' ? inner.length : inner.linked;
      content.asks ||= inner.asks || tag === 'form' || tag === 'input';
      content.heads ||= inner.heads || tag === 'h1' || tag === 'h2';
    }
    contents.set(elements[index]!, content);
  }
  return contents;
}

/** Content nested deeper is not read, so that no page can exhaust the stack. */
export const maxDepth = 300;

/** Removes what is too deep to be read: whatever looks into each element's content would take time by the square of the depth. */
export function cutDeep(root: DomNode): void {
  let level = [root];
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) level = level.flatMap(childrenOf);
  for (const node of level) node.remove();
}

export function isDeeperThan(root: DomNode, limit: number): boolean {
  let level = [root];
  for (let depth = 0; depth <= limit && level.length > 0; depth++) level = level.flatMap(childrenOf);
  return level.length > 0;
}

function childrenOf(node: DomNode): DomNode[] {
  return node.nodeType === textNode ? [] : [...node.childNodes];
}
