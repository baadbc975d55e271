import type { Topic } from '../sources/topic.ts';
import { compareSources, type UsablePassage } from '../sources/candidates.ts';
import { headingPath, questionOf } from '../sources/headings.ts';
import { normalise } from '../../language/tokens.ts';
import { partByThemes } from './themes.ts';
import { cosine, vectorOf, type Vector } from '../../language/vectors.ts';

/** Passages that can make up a section. */
export interface Cluster {
  passages: UsablePassage[];
  vector: Vector;
  words: number;
  /** The mean relevance of its words, 0–1. */
  relevance: number;
  /** What it is worth to the article: the sum of its words' squared relevance, up to a section's length. */
  worth: number;
}

/** Groups with this similarity are about the same thing. */
const mergeSimilarity = 0.36;
/** A group too small for a section joins a neighbour at least this similar; the lower values apply only while the article is short of words. */
const adoptSimilarities = [0.24, 0.12, 0.02];
export const minSectionWords = 30;
/** A shorter answer belongs in the FAQ. */
const minAnswerWords = 60;
const maxWorthWords = 220;
/** Relative to the best cluster; a less relevant one is about something else. `looseRelevance` applies while clusters or words are too few for an article. */
const closeRelevance = 0.71;
const minClusters = 2;
const looseRelevance = 0.5;
/** Groups beyond these, by worth, are too far from the topic to be used. */
const maxGroups = 48;

/** A longer group is a chapter, not a section: it is split by its second-level headings, then by its themes. */
const maxGroupWords = 450;
/** Text without headings is split sooner. */
const maxUnheadedWords = 250;
/** Multiplies the similarity of two groups of one document: its author set them apart, so they must be more similar to be joined. */
const sameDocumentFactor = 0.5;

/**
 * Groups passages by the heading they share in their document, then joins the most similar groups (agglomerative, average link
 * over the tf–idf cosine of the groups) while they are about the same thing. Best first.
 */
export function clusterPassages(passages: readonly UsablePassage[], topic: Topic, neededWords: number): Cluster[] {
  const { rarity } = topic;
  const groups = groupByHeading(passages, topic)
    .map((members) => clusterOf(members, rarity))
    .toSorted(byWorth)
    .slice(0, maxGroups);
  const clusters = joinAlike(groups).map((members) =>
    members.length === 1
      ? members[0]!
      : clusterOf(
          members.flatMap((one) => one.passages),
          rarity,
        ),
  );
  for (const similarity of adoptSimilarities) {
    if (similarity === adoptSimilarities[0] || wordsInLarge(clusters) < neededWords) adoptSmall(clusters, similarity, rarity);
  }
  return closest(clusters.filter(isLarge), neededWords).toSorted(byWorth);
}

/** The clusters about as relevant as the best, and then the next best while those are not enough for an article. */
function closest(clusters: readonly Cluster[], neededWords: number): Cluster[] {
  const ranked = [...clusters].toSorted((a, b) => b.relevance - a.relevance || byWorth(a, b));
  const best = ranked[0]?.relevance ?? 0;
  const kept: Cluster[] = [];
  for (const cluster of ranked) {
    const enough = kept.length >= minClusters && wordsInLarge(kept) >= neededWords;
    if (cluster.relevance >= (enough ? closeRelevance : looseRelevance) * best) kept.push(cluster);
  }
  return kept;
}

export function clusterOf(members: readonly UsablePassage[], rarity: ReadonlyMap<string, number>): Cluster {
  const passages = [...members].toSorted((a, b) => compareSources(a.source, b.source));
  const vector = vectorOf(
    passages.flatMap((passage) => [...passage.terms, ...passage.context]),
    rarity,
  );
  return { passages, vector, words: wordsIn(passages), relevance: relevanceOf(passages), worth: worthOf(passages) };
}

function relevanceOf(passages: readonly UsablePassage[]): number {
  const sentences = passages.flatMap((passage) => passage.candidates);
  return sentences.reduce((sum, { relevance, wordCount }) => sum + relevance * wordCount, 0) / Math.max(1, wordsIn(passages));
}

/** Relevance is squared, so that much text near the topic does not outweigh a little text on it. Text beyond a section's length adds nothing. */
function worthOf(passages: readonly UsablePassage[]): number {
  const sentences = passages.flatMap((passage) => passage.candidates).map(({ wordCount, relevance }) => ({ wordCount, relevance }));
  sentences.sort((a, b) => b.relevance - a.relevance);
  let worth = 0;
  let room = maxWorthWords;
  for (const { wordCount, relevance } of sentences) {
    worth += relevance ** 2 * Math.min(wordCount, room);
    room -= Math.min(wordCount, room);
  }
  return worth;
}

function groupByHeading(passages: readonly UsablePassage[], topic: Topic): UsablePassage[][] {
  const parts = parted(passages, 0).flatMap((group) => (wordsIn(group) > maxGroupWords ? parted(group, 1) : [group]));
  return parts.flatMap((group) => (wordsIn(group) > maxPlainWords(group) ? partByThemes(group, topic) : [group]));
}

function maxPlainWords(group: readonly UsablePassage[]): number {
  return group.every(({ source }) => source.heading === null) ? maxUnheadedWords : maxGroupWords;
}

function parted(passages: readonly UsablePassage[], depth: number): UsablePassage[][] {
  const groups = new Map<string, UsablePassage[]>();
  for (const passage of passages) {
    const { documentId, documentTitle, heading } = passage.source;
    const part = questionOf(heading) ?? headingPath(heading)[depth];
    // A section with the name of its document ("Class: Pool" in "Pool") is the document's opening.
    const key = `${documentId}\n${part && normalise(part) !== normalise(documentTitle) ? normalise(part) : ''}`;
    const group = groups.get(key);
    if (group) group.push(passage);
    else groups.set(key, [passage]);
  }
  return [...groups.values()];
}

function joinAlike(groups: readonly Cluster[]): Cluster[][] {
  const clusters = groups.map((group) => [group]);
  const likeness = groups.map((a) => groups.map((b) => joinable(a, b) * cosine(a.vector, b.vector)));
  for (;;) {
    const pair = closestPair(likeness);
    if (!pair) return clusters;
    const [a, b] = pair;
    const [sizeA, sizeB] = [clusters[a]!.length, clusters[b]!.length];
    for (const row of likeness) row[a] = (row[a]! * sizeA + row[b]! * sizeB) / (sizeA + sizeB);
    likeness[a] = likeness.map((row) => row[a]!);
    for (const row of likeness) row.splice(b, 1);
    likeness.splice(b, 1);
    clusters[a]!.push(...clusters.splice(b, 1)[0]!);
  }
}

function closestPair(likeness: readonly (readonly number[])[]): [number, number] | null {
  let best: [number, number] | null = null;
  let highest = mergeSimilarity;
  for (let a = 0; a < likeness.length; a++) {
    for (let b = a + 1; b < likeness.length; b++) {
      if (likeness[a]![b]! >= highest) [best, highest] = [[a, b], likeness[a]![b]!];
    }
  }
  return best;
}

function wordsIn(passages: readonly UsablePassage[]): number {
  return passages.reduce((sum, { candidates }) => candidates.reduce((inner, candidate) => inner + candidate.wordCount, sum), 0);
}

function mergeAt(clusters: Cluster[], a: number, b: number, rarity: ReadonlyMap<string, number>): void {
  clusters[a] = clusterOf([...clusters[a]!.passages, ...clusters[b]!.passages], rarity);
  clusters.splice(b, 1);
}

function isLarge(cluster: Cluster): boolean {
  return cluster.words >= (asks(cluster) ? minAnswerWords : minSectionWords);
}

function wordsInLarge(clusters: readonly Cluster[]): number {
  return clusters.filter(isLarge).reduce((sum, { words }) => sum + words, 0);
}

function adoptSmall(clusters: Cluster[], adoptSimilarity: number, rarity: ReadonlyMap<string, number>): void {
  for (let small = clusters.length - 1; small >= 0; small--) {
    if (isLarge(clusters[small]!) || asks(clusters[small]!)) continue;
    let home = -1;
    let similarity = adoptSimilarity;
    for (const [index, cluster] of clusters.entries()) {
      if (index === small || asks(cluster)) continue;
      const likeness = cosine(cluster.vector, clusters[small]!.vector) + (sameDocument(cluster, clusters[small]!) ? 0.15 : 0);
      if (likeness > similarity) [home, similarity] = [index, likeness];
    }
    if (home >= 0) mergeAt(clusters, Math.min(home, small), Math.max(home, small), rarity);
  }
}

/** Whether its heading is a question: an answer is never mixed with anything else. */
function asks({ passages }: Cluster): boolean {
  return passages.some(({ source }) => questionOf(source.heading) !== null);
}

function joinable(a: Cluster, b: Cluster): number {
  if (asks(a) || asks(b)) return 0;
  return sameDocument(a, b) ? sameDocumentFactor : 1;
}

function sameDocument(a: Cluster, b: Cluster): boolean {
  return a.passages[0]!.source.documentId === b.passages[0]!.source.documentId;
}

function byWorth(a: Cluster, b: Cluster): number {
  return b.worth - a.worth || compareSources(a.passages[0]!.source, b.passages[0]!.source);
}
