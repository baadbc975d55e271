/** What the rows of one brand add up to. */
export interface BrandSums {
  /** Answers that mention or cite it. */
  present: number;
  /** Answers that mention it. */
  mentioned: number;
  /** Its mentions in them. */
  mentions: number;
  /** The ranks of its first mention, one for each answer that mentions it. */
  positions: number;
  /** The sentiment of its mentions that have one. */
  sentiment: number;
  /** How many mentions those are. */
  sentiments: number;
  /** Its shares of the words of answers with an inline mark or link. */
  prominence: number;
  /** Citations that lead to its sites. */
  citations: number;
}

/** What is drawn anew as a whole: the answers to one prompt, or within one prompt a single answer. */
export interface Unit {
  id: string;
  answers: number;
  /** Those with any inline mark or link. */
  inline: number;
  /** The tracked brands that they mention or cite, by the brand's id. */
  brands: ReadonlyMap<string, Readonly<BrandSums>>;
}

/** Units of a kind: answers to one prompt are alike, so prompts are drawn where there are several. */
export type UnitKind = 'prompt' | 'answer';

type Shared = 'answers' | 'inline' | 'allMentions' | 'allCitations';
export type Column = Shared | keyof BrandSums;

/** A measure is one sum over another; `sign` −1 where less is better, `share` where it lies between 0 and 1. */
export const measures = {
  visibility: { of: 'mentioned', per: 'answers', share: true, sign: 1 },
  shareOfVoice: { of: 'mentions', per: 'allMentions', share: true, sign: 1 },
  position: { of: 'positions', per: 'mentioned', share: false, sign: -1 },
  prominence: { of: 'prominence', per: 'inline', share: true, sign: 1 },
  sentiment: { of: 'sentiment', per: 'sentiments', share: false, sign: 1 },
  citationShare: { of: 'citations', per: 'allCitations', share: true, sign: 1 },
} as const satisfies Record<string, { of: Column; per: Column; share: boolean; sign: 1 | -1 }>;

export type MeasureName = keyof typeof measures;
/** The sums of what is neither mentioned nor cited. */
export const noSums: Readonly<BrandSums> = {
  present: 0,
  mentioned: 0,
  mentions: 0,
  positions: 0,
  sentiment: 0,
  sentiments: 0,
  prominence: 0,
  citations: 0,
};

export const measureNames = Object.keys(measures) as MeasureName[];

/** A column of units in their order; of a brand where the column is a brand's. */
export function columnOf(units: readonly Unit[], column: Column, brand: string, brands: readonly string[]): Float64Array {
  if (column === 'answers' || column === 'inline') return Float64Array.from(units, (unit) => unit[column]);
  if (column === 'allMentions' || column === 'allCitations') {
    // Where one brand is tracked alone, there is nothing to share.
    if (brands.length < 2) return new Float64Array(units.length);
    const one = column === 'allMentions' ? 'mentions' : 'citations';
    return Float64Array.from(units, (unit) => brands.reduce((sum, id) => sum + (unit.brands.get(id)?.[one] ?? 0), 0));
  }
  return Float64Array.from(units, (unit) => unit.brands.get(brand)?.[column] ?? 0);
}

export const totalOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** Adds one brand's sums to those of another unit. */
export function addSums(all: Map<string, BrandSums>, brand: string, sums: Readonly<BrandSums>): void {
  const known = all.get(brand);
  if (!known) all.set(brand, { ...sums });
  else for (const key of Object.keys(noSums) as (keyof BrandSums)[]) known[key] += sums[key];
}
