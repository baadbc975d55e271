import { Parser } from 'htmlparser2';

/** No honest page nests deeper. The parser looks through all that is open at each closing tag. */
const maxDepth = 512;

/** A parser whose time grows with the length of the page alone: what is nested deeper than `maxDepth` is read as if it held nothing. */
export class BoundedParser extends Parser {
  #depth = 0;
  #isClosing = false;
  #isShallow = true;

  /** Void elements are not kept open. Asked at the tag's name and at its end. */
  protected override isVoidElement(name: string): boolean {
    return super.isVoidElement(name) || (!this.#isClosing && !this.#isShallow);
  }

  override onopentagname(start: number, endIndex: number): void {
    this.#isShallow = this.#depth < maxDepth;
    super.onopentagname(start, endIndex);
  }

  override onclosetag(start: number, endIndex: number): void {
    this.#isClosing = true;
    super.onclosetag(start, endIndex);
    this.#isClosing = false;
  }

  /** To be told by the handler how many elements are open. */
  set depth(depth: number) {
    this.#depth = depth;
  }
}
