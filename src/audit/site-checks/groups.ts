import { addressKey } from './site-view.ts';
import { placeOf, sortedOnce } from './sorted-keys.ts';

/** Which pages share something. */
export interface Groups {
  /** How many share it with this page, itself included; 1 for a page of its own, 0 for one that has none. */
  sizeOf(number: number): number;
  /** Another page that shares it, the first of them; 0 without one. */
  otherOf(number: number): number;
  /** Whether these two share it. */
  areTogether(one: number, other: number): boolean;
}

/** Groups pages by a text, white space and case apart, and by their language where it is given. */
export function groupByText(size: number): { add(number: number, text: string | null, lang?: string | null): void; sealed(): Groups } {
  const keys = new Float64Array(size + 1);
  return {
    add(number, text, lang) {
      const plain = text?.replaceAll(/\s+/g, ' ').trim().toLowerCase() ?? '';
      if (plain !== '') keys[number] = addressKey(lang ? `${lang} ${plain}` : plain);
    },
    sealed() {
      const sorted = sortedOnce(keys);
      const firsts = new Uint32Array(sorted.length);
      const group = new Uint32Array(size + 1);
      for (let number = 1; number <= size; number++) {
        if (keys[number] === 0) continue;
        const place = placeOf(sorted, keys[number]!);
        firsts[place] ||= number;
        group[number] = firsts[place]!;
      }
      return groupsOf(group);
    },
  };
}

/** `group`: the lowest number of each page's group, 0 for none. */
export function groupsOf(group: Uint32Array): Groups {
  const sizes = new Uint32Array(group.length);
  const seconds = new Uint32Array(group.length);
  for (let number = 1; number < group.length; number++) {
    const first = group[number]!;
    if (first === 0) continue;
    sizes[first]!++;
    if (sizes[first] === 2) seconds[first] = number;
  }
  return {
    sizeOf: (number) => sizes[group[number]!]!,
    areTogether: (one, other) => group[one] !== 0 && group[one] === group[other],
    otherOf: (number) => (group[number] === number ? seconds[number]! : group[number]!),
  };
}
