import type { Refused } from '../../../schema/common.ts';

/** What was sent, with its place among all. */
export interface Entry<Sent> {
  index: number;
  sent: Sent;
}

/** Where the entries that are left stood among all, those that are no valid request included. */
export function entriesOf<Sent>(all: readonly Sent[], unfit: readonly Refused[]): Entry<Sent>[] {
  const taken = new Set(unfit.map(({ index }) => index));
  const free = Array.from({ length: all.length + taken.size }, (_, index) => index).filter((index) => !taken.has(index));
  return all.map((sent, at) => ({ index: free[at]!, sent }));
}

/** `within`: what is wrong in the entry, such as `/prompt`; the whole, if nothing is said. */
export function refusedFor(field: string, index: number, code: string, detail: string, within = ''): Refused {
  return { index, errors: [{ pointer: `/${field}/${index}${within}`, detail, code }] };
}

export const byIndex = (refused: readonly Refused[]) => refused.toSorted((one, other) => one.index - other.index);
