/** A sparse tf–idf vector of unit length. */
export type Vector = ReadonlyMap<string, number>;

export function vectorOf(terms: readonly string[], rarity: ReadonlyMap<string, number>): Vector {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  let sum = 0;
  for (const [term, count] of counts) {
    const weight = (1 + Math.log(count)) * (rarity.get(term) ?? 1);
    counts.set(term, weight);
    sum += weight * weight;
  }
  const length = Math.sqrt(sum) || 1;
  for (const [term, weight] of counts) counts.set(term, weight / length);
  return counts;
}

/** Cosine of two unit vectors, 0–1. */
export function cosine(a: Vector, b: Vector): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, weight] of small) sum += weight * (large.get(term) ?? 0);
  return sum;
}
