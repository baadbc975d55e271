/** Tells the line of a place in a text, from 1. Places are asked in order: the text is gone through once. */
export class Lines {
  readonly #text: string;
  #line = 1;
  #nextBreak: number;

  constructor(text: string) {
    this.#text = text;
    this.#nextBreak = this.#breakAfter(-1);
  }

  at(index: number): number {
    while (this.#nextBreak < index) {
      this.#line++;
      this.#nextBreak = this.#breakAfter(this.#nextBreak);
    }
    return this.#line;
  }

  #breakAfter(index: number): number {
    const found = this.#text.indexOf('\n', index + 1);
    return found < 0 ? Infinity : found;
  }
}
