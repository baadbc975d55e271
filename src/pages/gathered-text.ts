/** So many are joined at once. */
const maxPieces = 1000;

/** A text of very many short pieces. They are joined many at a time: each that is joined alone leaves an object behind, as long as the text lives. */
export class GatheredText {
  length = 0;
  #joined = '';
  readonly #pieces: string[] = [];

  add(piece: string): void {
    this.length += piece.length;
    if (this.#pieces.push(piece) === maxPieces) this.#join();
  }

  toString(): string {
    if (this.#pieces.length > 0) this.#join();
    return this.#joined;
  }

  #join(): void {
    this.#joined += this.#pieces.join('');
    this.#pieces.length = 0;
  }
}
