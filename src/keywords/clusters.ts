import { vectorOf, type Vector } from '../language/vectors.ts';
import { normalise } from '../language/tokens.ts';
import { doneFirst, isDoing } from '../language/doing.ts';
import { clusterTerms } from './cluster-terms.ts';
import { intentOf } from './intent.ts';
import type { IntentLabel } from './intent-words.ts';
import { linkOnAverage, type Edge } from './linkage.ts';

/** A keyword to be grouped. Of the same keyword twice the first counts. */
export interface Weighed {
  keyword: string;
  /** How much it is looked for; a cluster is named after its heaviest. Default 0. */
  weight?: number | null;
}

/** Keywords that one page can be for. */
export interface Cluster {
  label: string;
  keywords: string[];
  /** By what they belong together. */
  method: 'results' | 'embeddings' | 'lexical';
}

export interface Steps {
  /** Awaited between steps: gives other work its turn. */
  turn?: () => Promise<void>;
}

/** How alike keywords of one cluster are on average: cosine of their terms, each weighed by how rare it is among the keywords. */
export const minLexical = 0.3;
/** Of a keyword's terms, those of more keywords than this connect nothing by themselves: within a subject its name is everywhere. */
const maxSharing = 200;
/** Each keyword is compared with so many others at most, the most alike. */
const maxNeighbours = 20;
/** What is left of the likeness of two keywords where one is asked by who wants to know and the other by who wants to buy. */
export const otherIntent = 0.5;
/** Less sure an intent does not part keywords. */
const minSure = 0.6;
/** Cosine of embeddings, on average in a cluster. */
export const minVector = 0.8;
/** Results that two keywords share among the first ten if one page can be found by both. */
export const minShared = 3;
const firstResults = 10;
/** Vectors are compared each with each. */
export const maxVectors = 2_000;

/** Clusters by the words of the keywords. Deterministic, and the same in whatever order they are given; the largest first. */
export async function clusterLexically(keywords: readonly Weighed[], language: string, { turn }: Steps = {}): Promise<Cluster[]> {
  const all = inOrder(keywords);
  await turn?.();
  const termsOf = await clusterTerms(
    all.map(({ keyword }) => keyword),
    language,
    turn,
  );
  const rarity = rarityOf(termsOf);
  await turn?.();
  const vectors: Vector[] = [];
  const sides: Side[] = [];
  const things: string[] = [];
  for (const [at, { keyword }] of all.entries()) {
    vectors.push(vectorOf(termsOf[at]!, rarity));
    sides.push(sideOf(keyword, language));
    const done = doneFirst(keyword, language);
    // What differs only by what is done is one page: "parcels", "tracking parcels". The four such pairs in the labelled sets all stand together.
    things.push(termsOf[at]!.filter((term) => term !== done).toSorted().join(' ')); // prettier-ignore
    await turn?.();
  }
  const edges = await lexicalEdges(vectors, { sides, things, isVerb: isDoing(language) }, turn);
  const groups = await linkOnAverage(all.length, edges, minLexical, turn);
  return clustersOf(groups, all, 'lexical');
}

/** The heaviest first, then the shortest; each keyword once. */
function inOrder(keywords: readonly Weighed[]): Weighed[] {
  const once = new Map(keywords.toReversed().map((one) => [normalise(one.keyword), one]));
  return [...once]
    .toSorted(([key, one], [otherKey, other]) => {
      const byWeight = (other.weight ?? 0) - (one.weight ?? 0) || key.length - otherKey.length;
      return byWeight || (key < otherKey ? -1 : 1);
    })
    .map(([, one]) => one);
}

/** Damped, so that one rare word does not outweigh two that are less rare. */
const damping = 0.7;

/** How rare each term is among the keywords: within a subject its name is everywhere and tells nothing. */
function rarityOf(termsOf: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const terms of termsOf) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Map([...counts].map(([term, count]) => [term, Math.log((termsOf.length + 1) / count) ** damping]));
}

async function lexicalEdges(
  vectors: readonly Vector[],
  { sides, things, isVerb }: { sides: readonly Side[]; things: readonly string[]; isVerb: (term: string) => boolean },
  turn: Steps['turn'],
): Promise<Edge[]> {
  const having = havingEach(vectors);
  await turn?.();
  const edges: Edge[] = [];
  for (const [number, vector] of vectors.entries()) {
    const sums = new Map<number, number>();
    // What is done comes last: it makes what is alike already more so.
    for (const [term, weight] of [...vector].toSorted(([one], [other]) => Number(isVerb(one)) - Number(isVerb(other)))) {
      const others = having.get(term)!;
      if (others.length > maxSharing) continue;
      const verb = isVerb(term);
      for (const other of others)
        if (other > number && (!verb || sums.has(other))) sums.set(other, (sums.get(other) ?? 0) + weight * vectors[other]!.get(term)!);
    }
    const found = [...sums].map(([other, similarity]): Edge => {
      const alike = things[other] === things[number] ? 1 : similarity;
      return [number, other, isParted(sides[number], sides[other]) ? alike * otherIntent : alike];
    });
    edges.push(...(found.length > maxNeighbours ? found.toSorted((a, b) => b[2] - a[2] || a[1] - b[1]).slice(0, maxNeighbours) : found));
    await turn?.();
  }
  return edges;
}

/** By each thing that some have, the numbers of those that have it. */
function havingEach(all: readonly { keys(): Iterable<string> }[]): Map<string, number[]> {
  const having = new Map<string, number[]>();
  for (const [number, things] of all.entries())
    for (const thing of things.keys()) {
      const list = having.get(thing);
      if (list) list.push(number);
      else having.set(thing, [number]);
    }
  return having;
}

type Side = 'knows' | 'buys' | undefined;

/** Whether one wants to know or to buy; undefined where the words do not tell. */
function sideOf(keyword: string, language: string): Side {
  const { label, confidence } = intentOf(keyword, { language });
  if (confidence < minSure) return undefined;
  const sides: Partial<Record<IntentLabel, Side>> = { informational: 'knows', commercial: 'buys', transactional: 'buys' };
  return sides[label];
}

function isParted(one: Side, other: Side): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

/** A keyword with the addresses of its results, best first. */
export interface Found extends Weighed {
  urls: readonly string[];
}

/**
 * Clusters by what is found: the heaviest keyword that is left gathers all that share at least three of their first ten results with it. All are
 * compared with that one, not with one another, so that no chain of neighbours leads from one subject to the next. What has no results is left to
 * the caller.
 */
export async function clusterByResults(keywords: readonly Found[], { turn }: Steps = {}): Promise<Cluster[]> {
  const all = inOrder(keywords) as Found[];
  const urlsOf = all.map(({ urls }) => new Set(urls.slice(0, firstResults)));
  const having = havingEach(urlsOf);
  const taken = new Set<number>();
  const groups: number[][] = [];
  for (const [number, urls] of urlsOf.entries()) {
    if (taken.has(number)) continue;
    const shared = new Map<number, number>();
    for (const url of urls) for (const other of having.get(url)!) shared.set(other, (shared.get(other) ?? 0) + 1);
    const group = [...shared]
      .filter(([other, count]) => other !== number && !taken.has(other) && count >= minShared)
      .map(([other]) => other);
    groups.push([number, ...group]);
    for (const member of groups.at(-1)!) taken.add(member);
    await turn?.();
  }
  return clustersOf(groups, all, 'results');
}

/** A keyword with what a model makes of it; all vectors are of one length in numbers. */
export interface Embedded extends Weighed {
  vector: Float32Array;
}

/** Clusters by meaning. Throws a `RangeError` for more than `maxVectors`. */
export async function clusterByVectors(keywords: readonly Embedded[], { turn }: Steps = {}): Promise<Cluster[]> {
  if (keywords.length > maxVectors) throw new RangeError(`${keywords.length} vectors; at most ${maxVectors} are compared`);
  const all = inOrder(keywords) as Embedded[];
  const lengths = all.map(({ vector }) => lengthOf(vector));
  const edges: Edge[] = [];
  for (const [one, { vector }] of all.entries()) {
    for (let other = one + 1; other < all.length; other++) {
      const cosine = dot(vector, all[other]!.vector) / (lengths[one]! * lengths[other]!);
      // Far ones count as 0: cosines of embeddings are never that low, and what they add up to says nothing.
      if (cosine >= minVector / 2) edges.push([one, other, cosine]);
    }
    await turn?.();
  }
  return clustersOf(await linkOnAverage(all.length, edges, minVector, turn), all, 'embeddings');
}

/** How alike what a model makes of two keywords is. */
export function cosineOf(one: Float32Array, other: Float32Array): number {
  return dot(one, other) / (lengthOf(one) * lengthOf(other));
}

function lengthOf(vector: Float32Array): number {
  return Math.sqrt(dot(vector, vector)) || 1;
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * (other[at] ?? 0);
  return sum;
}

/** Named after their first, which is the heaviest, or the shortest. */
function clustersOf(groups: readonly (readonly number[])[], all: readonly Weighed[], method: Cluster['method']): Cluster[] {
  const first = (group: readonly number[]) => group[0]!;
  return groups
    .toSorted((one, other) => other.length - one.length || first(one) - first(other))
    .map((group) => ({ label: all[first(group)]!.keyword, keywords: group.map((number) => all[number]!.keyword), method }));
}
