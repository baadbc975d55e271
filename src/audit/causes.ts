import type { CheckText } from './check.ts';

/** Leaves out what follows from another fault at the same address: the cause is told there. */
export function withoutConsequences<Found>(found: readonly Found[], checkOf: (one: Found) => CheckText): Found[] {
  if (found.length < 2) return [...found];
  const codes = new Set(found.map((one) => checkOf(one).code));
  return found.filter((one) => !checkOf(one).causes?.some((code) => codes.has(code)));
}
