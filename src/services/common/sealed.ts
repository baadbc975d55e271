/** A sealed text, and the call that puts a new one in its place. */
export interface Sealed {
  text: string;
  renewal: readonly [operation: string, args: Record<string, unknown>];
}

/** So many of one kind tell whether the key file opens them. */
export const maxSealed = 40;

/** Why sealed secrets cannot be opened, what to do in words, and the calls that make new ones. */
export interface KeyProblem {
  problem: string;
  advice: string;
  renewals: readonly Sealed['renewal'][];
}
