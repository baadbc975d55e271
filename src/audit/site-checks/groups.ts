import type { Sets } from './sets.ts';
import { addressKey } from './site-view.ts';
import { placeOf, sortedOnce } from './sorted-keys.ts';

/** Which pages share something. */
export interface Groups {
  /** How many share it with this page, itself included; 1 for a page of its own, 0 for one that has none. Versions of one page are one. */
  sizeOf(number: number): number;
  /** Another page that shares it and is no version of this one, the first of them; 0 without one. */
  otherOf(number: number): number;
  /** Whether these two share it. */
  areTogether(one: number, other: number): boolean;
  /** The same without these pages. */
  without(isLeftOut: (number: number) => boolean): Groups;
}

/** Groups pages by a text, white space and case apart, and by the language that they read as where it is given. */
export function groupByText(size: number): {
  add(number: number, text: string | null, language?: string | null): void;
  /** `versions`: pages that are versions of one another in different languages. */
  sealed(versions?: Sets): Groups;
} {
  const keys = new Float64Array(size + 1);
  const languages = new Uint8Array(size + 1);
  const known = new Map<string, number>();
  return {
    add(number, text, language) {
      const plain = text?.replaceAll(/\s+/g, ' ').trim().toLowerCase() ?? '';
      if (plain === '') return;
      keys[number] = addressKey(plain);
      if (!language) return;
      if (!known.has(language)) known.set(language, known.size + 1);
      languages[number] = known.get(language)!;
    },
    sealed(versions) {
      const sorted = sortedOnce(keys);
      const firsts = new Uint32Array(sorted.length);
      const group = new Uint32Array(size + 1);
      for (let number = 1; number <= size; number++) {
        if (keys[number] === 0) continue;
        const place = placeOf(sorted, keys[number]!);
        firsts[place] ||= number;
        group[number] = firsts[place]!;
      }
      return groupsOf(known.size > 1 ? dividedBy(languages, group) : group, versions);
    },
  };
}

/** Divides groups by language. Pages whose language is not known go with the first of their group whose language is. */
function dividedBy(languages: Uint8Array, group: Uint32Array): Uint32Array {
  const leading = new Uint8Array(group.length);
  for (const [number, first] of group.entries()) leading[first] ||= languages[number]!;
  const firsts = new Map<number, number>();
  return group.map((first, number) => {
    if (first === 0) return 0;
    const key = first * 256 + (languages[number]! || leading[first]!);
    if (!firsts.has(key)) firsts.set(key, number);
    return firsts.get(key)!;
  });
}

/** `group`: a number for each page's group, 0 for none. */
export function groupsOf(group: Uint32Array, versions?: Sets): Groups {
  const pageOf = (number: number) => versions?.rootOf(number) ?? number;
  const sizes = new Uint32Array(group.length);
  const firsts = new Uint32Array(group.length);
  const seconds = new Uint32Array(group.length);
  const counted = new Set<number>();
  const isCounted = (own: number, page: number) => {
    const before = counted.size;
    return versions !== undefined && counted.add(own * 2 ** 26 + page).size === before;
  };
  for (let number = 1; number < group.length; number++) {
    const own = group[number]!;
    if (own === 0 || isCounted(own, pageOf(number))) continue;
    sizes[own]!++;
    if (sizes[own] === 1) firsts[own] = number;
    if (sizes[own] === 2) seconds[own] = number;
  }
  return {
    sizeOf: (number) => sizes[group[number]!]!,
    areTogether: (one, other) => group[one] !== 0 && group[one] === group[other],
    otherOf(number) {
      const own = group[number]!;
      return pageOf(firsts[own]!) === pageOf(number) ? seconds[own]! : firsts[own]!;
    },
    without: (isLeftOut) =>
      groupsOf(
        group.map((own, number) => (isLeftOut(number) ? 0 : own)),
        versions,
      ),
  };
}
