/** Things waiting in line. Keys take turns, so that one with many does not hold up one with few; things of one key go in their order. */
export class Line<Item> {
  readonly #byKey = new Map<string, Item[]>();

  push(key: string, item: Item): void {
    const own = this.#byKey.get(key);
    if (own) own.push(item);
    else this.#byKey.set(key, [item]);
  }

  /** Takes out the next in turn. */
  next(): Item | undefined {
    const [first] = this.#byKey;
    if (!first) return undefined;
    const [key, [item, ...others]] = first;
    this.#byKey.delete(key);
    if (others.length > 0) this.#byKey.set(key, others);
    return item;
  }

  remove(key: string, item: Item): void {
    const left = this.of(key).filter((one) => one !== item);
    if (left.length > 0) this.#byKey.set(key, left);
    else this.#byKey.delete(key);
  }

  /** Those of one key. */
  of(key: string): readonly Item[] {
    return this.#byKey.get(key) ?? [];
  }
}
