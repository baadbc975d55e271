import { noSums, type BrandSums, type Unit } from '../../../src/visibility/figures/sums.ts';

/** A unit of so many answers; of a brand only what is not 0 is given. */
export function unit(id: string, answers: number, brands: Record<string, Partial<BrandSums>> = {}, inline = 0): Unit {
  return { id, answers, inline, brands: new Map(Object.entries(brands).map(([brand, sums]) => [brand, { ...noSums, ...sums }])) };
}

/** Prompts with `runs` answers each, a brand named in some of each. */
export const prompts = (mentioned: readonly number[], runs: number): Unit[] =>
  mentioned.map((some, at) => unit(`prm_${at}`, runs, { own: { mentioned: some, mentions: some, positions: some } }));

/** Numbers from 0 to 1, the same in every run. */
export function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
