/** So many are joined at once. */
const maxPieces = 1000;
/** In characters; a longer piece is taken as it is, not copied. */
const maxShort = 1000;

/** A text of very many short pieces. They are joined many at a time: each that is joined alone leaves an object behind, as long as the text lives. */
export class GatheredText {
  length = 0;
  #joined = '';
  readonly #pieces: string[] = [];

  add(piece: string): void {
    this.length += piece.length;
    if (piece.length > maxShort) this.#joined = `${this}${piece}`;
    else if (this.#pieces.push(piece) === maxPieces) this.#join();
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
