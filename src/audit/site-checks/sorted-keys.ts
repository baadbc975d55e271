/** Where a key stands in a sorted list: the first of those that are equal; -1 if it is not there. */
export function placeOf(sorted: Float64Array, key: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === key ? low : -1;
}

/** Keys in order, each once. */
export function sortedOnce(keys: Float64Array): Float64Array {
  const sorted = keys.toSorted();
  let count = 0;
  for (const key of sorted) if (count === 0 || sorted[count - 1] !== key) sorted[count++] = key;
  return sorted.subarray(0, count);
}
