import type { AddressIndex } from './address-index.ts';
import { setsOf, type Sets } from './sets.ts';
import { addressKey } from './site-view.ts';

/** How an address names the second page of a list and those after it. */
const pageNumber = /(?:\/page[/-]?\d+(?=\/?(?:$|\?)))|(?<=[?&])(?:page|paged|pg|seite|pagina)=\d+(?:&|$)/i;

/** The pages of each list that goes over several pages, by their addresses: they share its name. */
export function pagedLists(size: number, index: AddressIndex): { sets(versions?: Sets): Sets | undefined } {
  const pairs: [number, number][] = [];
  const firsts = new Map<string, number>();
  for (let number = 1; number <= size; number++) {
    const url = index.urlOf(number);
    if (!pageNumber.test(url)) continue;
    const list = url.replace(pageNumber, '').replace(/[?&/]+$/, '');
    const first = firsts.get(list) ?? (index.numberOf(addressKey(`${list}/`)) || index.numberOf(addressKey(list)) || number);
    firsts.set(list, first);
    if (first !== number) pairs.push([first, number]);
  }
  return {
    /** Joined with these, which are kept as they are. */
    sets(versions) {
      if (pairs.length === 0) return versions;
      const sets = setsOf(size);
      if (versions) for (let number = 1; number <= size; number++) sets.join(versions.rootOf(number), number);
      for (const [first, number] of pairs) sets.join(first, number);
      return sets;
    },
  };
}
