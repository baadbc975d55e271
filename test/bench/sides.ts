import { deepStrictEqual } from 'node:assert/strict';

/** So long an answer may take before anything is timed: on a busy machine a start alone takes three seconds. */
const patienceSeconds = 10;

/** Rejects, naming what was waited for, where it takes longer than so many seconds. */
export async function within<Result>(seconds: number, what: string, work: Promise<Result>): Promise<Result> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error(`${what}: no answer within ${seconds} s.`)), seconds * 1000);
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Gives every side the same input before anything is timed: a comparison means something only where all do the same work.
 * Throws, with the difference, where a side answers otherwise than the first, and where one does not answer.
 */
export async function compareSides(sides: Readonly<Record<string, () => Promise<unknown>>>, seconds = patienceSeconds): Promise<void> {
  const answers: [name: string, answer: unknown][] = [];
  for (const [name, ask] of Object.entries(sides)) answers.push([name, await within(seconds, name, ask())]);
  const [[first, expected], ...others] = answers as [[string, unknown], ...[string, unknown][]];
  for (const [name, answer] of others) {
    try {
      deepStrictEqual(answer, expected);
    } catch (error) {
      throw new Error(`${name} answers otherwise than ${first}: ${(error as Error).message}`, { cause: error });
    }
  }
}
