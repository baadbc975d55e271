/** The part of the DOM used here; the types of linkedom and Readability need TypeScript's DOM library. */
export interface DomNode {
  nodeType: number;
  textContent: string | null;
  childNodes: Iterable<DomNode>;
  remove(): void;
}

export interface DomElement extends DomNode {
  tagName: string;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  removeAttribute(name: string): void;
  querySelectorAll(selector: string): Iterable<DomElement>;
  querySelector(selector: string): DomElement | null;
}

const elementNode = 1;
export const textNode = 3;

export function isElement(node: DomNode): node is DomElement {
  return node.nodeType === elementNode;
}

/** What stands inside an element. */
export interface Content {
  /** Characters of text. */
  length: number;
  /** Holds a form or an input. */
  asks: boolean;
  /** Holds a first or second heading. */
  heads: boolean;
}

/** For all elements of a page, in its order: counted once from the innermost out, because looking into each takes the square of their depth. */
export function contentsOf(elements: readonly DomElement[]): Map<DomElement, Content> {
  const contents = new Map<DomElement, Content>();
  for (let index = elements.length - 1; index >= 0; index--) {
    const content: Content = { length: 0, asks: false, heads: false };
    for (const node of elements[index]!.childNodes) {
      if (node.nodeType === textNode) content.length += node.textContent?.length ?? 0;
      const inner = isElement(node) ? contents.get(node) : undefined;
      if (!inner) continue;
      const tag = (node as DomElement).tagName.toLowerCase();
      content.length += inner.length;
      content.asks ||= inner.asks || tag === 'form' || tag === 'input';
      content.heads ||= inner.heads || tag === 'h1' || tag === 'h2';
    }
    contents.set(elements[index]!, content);
  }
  return contents;
}
