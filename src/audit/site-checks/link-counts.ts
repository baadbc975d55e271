import type { AddressIndex } from './address-index.ts';
import { measureDepths, type Depths } from './depths.ts';
import { addressKey, anchorKey, type SitePage, type SiteView } from './site-view.ts';
import { setsOf, type Sets } from './sets.ts';
import { placeOf, sortedOnce } from './sorted-keys.ts';

/** How pages link to one another. */
export interface LinkCounts extends Depths {
  /** Pages that link to it, itself apart. */
  inlinksOf(number: number): number;
  /** The last of them; 0 without one. */
  linkerOf(number: number): number;
  /** Those of them by a link that search engines follow. */
  followedInlinksOf(number: number): number;
  /** Whether the content of another page links to it. */
  isLinkedInContent(number: number): boolean;
  /** Whether the page has the id that a link to it names; true where that is not known. */
  hasAnchor(number: number, fragment: string): boolean;
  /** Whether this page names the other one as a version of itself in another language. */
  namesVersion(number: number, other: number): boolean;
  /** Pages that name one another as versions in other languages; undefined without any. */
  versions: Sets | undefined;
}

/** Places within other pages that links lead to, and versions in other languages, that are looked at: eight bytes each. */
const maxKept = 2_000_000;

/** `turn` gives other work its turn. */
export async function surveyLinks(view: SiteView, index: AddressIndex, turn: () => Promise<void>): Promise<LinkCounts> {
  const inlinks = new Uint32Array(view.size + 1);
  const linkers = new Uint32Array(view.size + 1);
  const followed = new Uint32Array(view.size + 1);
  const inContent = new Uint8Array(view.size + 1);
  const depths = measureDepths(view.size);
  const places = growing();
  const versions = growing();
  for await (const page of view.pages({ links: true })) {
    const goals = goalsOf(page, index);
    depths.add(page, goals.keys());
    for (const [number, isFollowed] of goals) {
      inlinks[number]!++;
      linkers[number] = page.number;
      if (isFollowed) followed[number]!++;
    }
    for (const { target, fragment, isInContent } of page.links) {
      const number = fragment === null && !isInContent ? 0 : index.numberOf(target);
      if (isInContent && number !== page.number) inContent[number] = 1;
      if (number !== 0 && fragment !== null) places.add(placeKey(number, anchorKey(fragment)));
    }
    for (const { url } of page.html?.hreflangs ?? []) versions.add(pairKey(page.number, index.numberOf(addressKey(url))));
  }
  const named = sortedOnce(versions.all());
  const namesVersion = (number: number, other: number) => placeOf(named, pairKey(number, other)) !== -1;
  return {
    ...(await depths.sealed(index, turn)),
    inlinksOf: (number) => inlinks[number]!,
    linkerOf: (number) => linkers[number]!,
    followedInlinksOf: (number) => followed[number]!,
    isLinkedInContent: (number) => inContent[number] === 1,
    hasAnchor: await anchorsIn(view, sortedOnce(places.all())),
    namesVersion,
    versions: versionsIn(view.size, named, namesVersion),
  };
}

/** The pages that a page links to, each once, with whether search engines follow it there. */
function goalsOf({ number: from, html, links }: SitePage, index: AddressIndex): Map<number, boolean> {
  const goals = new Map<number, boolean>();
  for (const { target, kind, isFollowed } of links) {
    const number = kind === 'link' ? index.numberOf(target) : 0;
    if (number !== 0 && number !== from) goals.set(number, goals.get(number) === true || (isFollowed && html?.isNofollow !== true));
  }
  return goals;
}

/** As search engines do, those that are not named back are left out. */
function versionsIn(size: number, named: Float64Array, namesVersion: LinkCounts['namesVersion']): Sets | undefined {
  let sets: Sets | undefined;
  for (const pair of named) {
    const [number, other] = [Math.floor(pair / 2 ** 26), pair % 2 ** 26];
    if (other > number && namesVersion(other, number)) (sets ??= setsOf(size)).join(number, other);
  }
  return sets;
}

/** Which of the places that links lead to are there. What is no page, or has more ids than are kept, is given the benefit of the doubt. */
async function anchorsIn(view: SiteView, places: Float64Array): Promise<LinkCounts['hasAnchor']> {
  const isThere = new Uint8Array(places.length);
  const isKnown = new Uint8Array(view.size + 1);
  if (places.length > 0) {
    for await (const { number, html, anchors } of view.pages({ anchors: true })) {
      if (html === null || anchors === null) continue;
      isKnown[number] = 1;
      for (const anchor of anchors) {
        const at = placeOf(places, placeKey(number, anchor));
        if (at !== -1) isThere[at] = 1;
      }
    }
  }
  return (number, fragment) => {
    const at = placeOf(places, placeKey(number, anchorKey(fragment)));
    return at === -1 || isKnown[number] === 0 || isThere[at] === 1;
  };
}

/** Exact up to two million pages. */
function placeKey(number: number, anchor: number): number {
  return number * 2 ** 32 + anchor;
}

/** Exact up to sixty million pages. */
function pairKey(number: number, other: number): number {
  return number * 2 ** 26 + other;
}

function growing(): { add(value: number): void; all(): Float64Array } {
  let values = new Float64Array(1024);
  let count = 0;
  return {
    add(value) {
      if (count >= maxKept) return;
      if (count === values.length) {
        const larger = new Float64Array(values.length * 2);
        larger.set(values);
        values = larger;
      }
      values[count++] = value;
    },
    all: () => values.subarray(0, count),
  };
}
