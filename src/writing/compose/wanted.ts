import { terms } from '../../language/tokens.ts';
import type { Topic } from '../sources/topic.ts';
import { candidateWords, type Candidate, type UsablePassage } from '../sources/candidates.ts';
import { clusterOf, type Cluster } from './clusters.ts';
import type { SourcePassage } from '../sources/shapes.ts';
import { cosine, vectorOf } from '../../language/vectors.ts';

/** A passage speaks of a wanted heading if it holds this share of its words; so "grind" alone does not speak of "Grind size". */
const minSpoken = 0.6;
/** Fewer sentences among others are a mere mention. */
const minSentences = 2;
/** A document is named after the keyword if its title holds all of it and little else. */
const minTitleMatch = 0.5;

/** How a passage belongs under a wanted heading: its own heading says the same, its document's title does, it speaks of it, or not at all. */
const belongs = { headed: 3, titled: 2, speaks: 1, not: 0 };

/** A wanted heading's terms: all of them, and those not in the keyword, which the whole article is about. */
interface Wanted {
  all: readonly string[];
  own: readonly string[];
}

/**
 * For each wanted heading, what the sources say about it; empty if they say nothing. A passage with such a heading or title goes
 * there as a whole, and nowhere else; of any other passage, each heading it speaks of gets the sentences that do.
 */
export function clustersUnder(headings: readonly string[], passages: readonly UsablePassage[], topic: Topic): Cluster[] {
  const wanted = headings.map((heading) => wantedIn(heading, topic));
  const standings = standingsOf(wanted, passages, topic);
  const vectors = wanted.map(({ own }) => vectorOf(own, topic.rarity));
  const members: UsablePassage[][] = headings.map(() => []);
  for (const [place, passage] of passages.entries()) {
    const standing = standings[place]!;
    const highest = Math.max(...standing);
    const best = [...headings.keys()].filter((index) => standing[index] === highest);
    if (highest === belongs.speaks) {
      for (const index of best) members[index]!.push({ ...passage, candidates: sentencesOn(wanted[index]!, passage) });
    } else if (highest > belongs.speaks) {
      const vector = vectorOf([...passage.terms, ...passage.context, ...passage.context], topic.rarity);
      const likeness = best.map((index) => cosine(vectors[index]!, vector));
      members[best[likeness.indexOf(Math.max(...likeness))]!]!.push(passage);
    }
  }
  const whole = new Map(passages.map(({ source, candidates }) => [source, candidates]));
  return members.map((own) => clusterOf(withoutMentions(own, whole), topic.rarity));
}

function wantedIn(heading: string, { keyword, language }: Topic): Wanted {
  const all = [...new Set(terms(heading, language))];
  const own = all.filter((term) => !keyword.has(term));
  return { all, own: own.length > 0 ? own : all };
}

/** How each passage belongs under each of the headings. */
function standingsOf(wanted: readonly Wanted[], passages: readonly UsablePassage[], { language }: Topic): number[][] {
  const columns = wanted.map((heading) => {
    const headed = passages.filter(
      (passage) => holdsAll(new Set(terms(passage.source.heading ?? '', language)), heading.own) && speaksOf(heading.all, passage) === 1,
    );
    const wholly = headed.filter(({ context }) => holdsAll(context, heading.all));
    const named = new Set(wholly.length > 0 ? wholly : headed);
    // If some passages of a document have the heading, its title does not make the other passages about it too.
    const parted = new Set([...named].map(({ source }) => source.documentId));
    return passages.map((passage) => {
      if (named.has(passage)) return belongs.headed;
      const spoken = Math.min(speaksOf(heading.own, passage), speaksOf(heading.all, passage));
      if (spoken === 1 && holdsAll(passage.context, heading.own) && !parted.has(passage.source.documentId)) return belongs.titled;
      return spoken >= minSpoken ? belongs.speaks : belongs.not;
    });
  });
  return passages.map((_, place) => columns.map((column) => column[place]!));
}

/** The share of the terms that a passage, its headings or its document's title hold. */
function speaksOf(wanted: readonly string[], { own, context }: UsablePassage): number {
  return wanted.filter((term) => own.has(term) || context.has(term)).length / Math.max(1, wanted.length);
}

function holdsAll(held: ReadonlySet<string>, wanted: readonly string[]): boolean {
  return wanted.length > 0 && wanted.every((term) => held.has(term));
}

/** The sentences that hold a word of the heading, and those that depend on them. */
function sentencesOn({ own }: Wanted, { candidates }: UsablePassage): Candidate[] {
  const spoken = new Set<Candidate>();
  for (const candidate of candidates) {
    const speaks = own.some((term) => candidate.terms.includes(term));
    if (speaks || (candidate.leansOn !== null && spoken.has(candidate.leansOn))) spoken.add(candidate);
  }
  return [...spoken];
}

/** Drops what comes from sections of documents that merely mention the heading: a single sentence among others. */
function withoutMentions(members: readonly UsablePassage[], whole: ReadonlyMap<SourcePassage, readonly Candidate[]>): UsablePassage[] {
  const parts = Map.groupBy(members, ({ source }) => JSON.stringify([source.documentId, source.heading]));
  return [...parts.values()].flatMap((part) => {
    const taken = part.reduce((sum, { candidates }) => sum + candidates.length, 0);
    const all = part.reduce((sum, { source }) => sum + whole.get(source)!.length, 0);
    return taken >= Math.min(minSentences, all) ? part.filter(({ candidates }) => candidates.length > 0) : [];
  });
}

/** Moves clusters named after the keyword before the others, however many words those have; otherwise keeps the order. */
export function namedFirst(clusters: readonly Cluster[], topic: Topic): Cluster[] {
  const isNamed = ({ passages, words }: Cluster) => {
    const named = passages.filter((passage) => isNamedAfter(passage, topic));
    return 2 * candidateWords(named.flatMap(({ candidates }) => candidates)) > words;
  };
  const { named = [], others = [] } = Object.groupBy(clusters, (cluster) => (isNamed(cluster) ? 'named' : 'others'));
  return [...named, ...others];
}

/** Whether the passage's document is named after the keyword, or its headings hold what the title lacks of it. */
function isNamedAfter({ title, titleMatch, context }: UsablePassage, { keyword }: Topic): boolean {
  const wanted = [...keyword.keys()];
  return holdsAll(context, wanted) && (!holdsAll(title, wanted) || titleMatch >= minTitleMatch);
}
