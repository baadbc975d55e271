import { Parser } from 'htmlparser2';

/** No honest page nests deeper. The parser looks through all that is open at each closing tag. */
const maxDepth = 512;

/** A parser whose time grows with the length of the page alone: what is nested deeper than `maxDepth` is read as if it held nothing. */
export class BoundedParser extends Parser {
  #depth = 0;
  #isClosing = false;
  #isShallow = true;
  #cut = 0;
  /** Where the text begins that was cut. */
  #textStart: number | undefined;

  /** Void elements are not kept open. Asked at the tag's name and at its end. */
  protected override isVoidElement(name: string): boolean {
    return super.isVoidElement(name) || (!this.#isClosing && !this.#isShallow);
  }

  /** `cut`: where the piece ends, if that may be within a text, which is told as a whole with the next piece. It neither ends nor begins with a tag or an entity. */
  writePiece(piece: string, cut = 0): void {
    this.#cut = cut;
    this.write(piece);
  }

  override ontext(start: number, endIndex: number): void {
    const from = this.#textStart ?? start;
    this.#textStart = endIndex === this.#cut ? from : undefined;
    if (this.#textStart === undefined) super.ontext(from, endIndex);
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
