/** A document that cannot be read, and what its owner can do about it. Both sentences are for people and quote nothing from the document. */
export class Unreadable extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = 'Unreadable';
    this.hint = hint;
  }
}

/** Also recognises an error from another thread, which has lost its class. */
export function isUnreadable(thrown: unknown): thrown is Unreadable {
  return thrown instanceof Error && thrown.name === 'Unreadable';
}
