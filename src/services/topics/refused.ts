import type { Refused } from '../../../schema/common.ts';

export interface Entry {
  index: number;
  text: string;
}

/** Where the entries that are left stood among all, those that are no valid request included. */
export function entriesOf(texts: readonly string[], unfit: readonly Refused[]): Entry[] {
  const taken = new Set(unfit.map(({ index }) => index));
  const free = Array.from({ length: texts.length + taken.size }, (_, index) => index).filter((index) => !taken.has(index));
  return texts.map((text, at) => ({ index: free[at]!, text }));
}

export function refusedFor(field: string, index: number, code: string, detail: string): Refused {
  return { index, errors: [{ pointer: `/${field}/${index}`, detail, code }] };
}

export const byIndex = (refused: readonly Refused[]) => refused.toSorted((one, other) => one.index - other.index);
