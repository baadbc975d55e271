import { cleanHeading, headingPath, titleCase } from '../sources/headings.ts';
import { keywordShare, type Topic } from '../sources/topic.ts';
import { sectionCount } from '../compose/planning.ts';
import type { Composition } from '../sources/shapes.ts';
import { cosine, vectorOf } from '../../language/vectors.ts';
import { normalise, terms, tidy } from '../../language/tokens.ts';
import type { Basis, PooledPassage } from './pool.ts';
import type { CompetingPage } from '../../../schema/drafts.ts';
import type { BriefRequest } from './shapes.ts';

/** A passage about a section, a question or the opening, with how closely it matches. */
export interface Speaking {
  passage: PooledPassage;
  likeness: number;
}

export interface PlannedSection {
  heading: string;
  level: number;
  /** Terms that distinguish it from the rest of the article. */
  focus: ReadonlySet<string>;
  /** Passages about it, best first. */
  speaking: Speaking[];
}

/** A heading whose passages are still to be found. */
interface Wanted {
  heading: string;
  level: number;
  /** Ids of the passages that the composer quoted under it. */
  quoted: ReadonlySet<string>;
}

const maxHeadings = 20;
const maxHeadingLength = 120;
const maxSpeaking = 8;
const minLikeness = 0.08;
const quotedLikeness = 1;
/** Weights of likeness to the heading's words, and to all of the passages quoted under it. */
const headingWeight = 1;
const centroidWeight = 0.6;
/** A topic in the headings of this many competing pages gets a section, if the sources speak of it; one page is enough if there is only one. */
const minCommonPages = 2;
const maxCommon = 2;
/** From this share of common terms on, two headings name the same topic. */
const sameTopic = 0.6;
const minCommonLikeness = 0.25;

/**
 * The sections with the passages about each: the user's headings, else those of the extractive plan or, without one, of the sources; then topics
 * that competing pages have in common and the sources speak of.
 */
export function planSections(
  request: BriefRequest,
  basis: Basis,
  composition: Composition | null,
  competing: readonly CompetingPage[],
): PlannedSection[] {
  const asked = wantedHeadings(request.outline);
  if (asked.length > 0) return asked.map((one) => speakingTo({ ...one, quoted: quotedUnder(composition, one.heading) }, basis));
  const own = composition
    ? composition.outline.map(({ heading, level }) => ({ heading, level, quoted: quotedUnder(composition, heading) }))
    : headingsOfSources(request, basis);
  const sections = own.slice(0, maxHeadings).map((wanted) => speakingTo(wanted, basis));
  const compared = sidesLacking(sections, basis).map(({ name, ids }) => speakingTo({ heading: name, level: 2, quoted: ids }, basis));
  return [...compared, ...sections, ...commonTopics(competing, sections, basis)];
}

/** Ids of the passages that the composer quoted under a heading; under none: in the introduction. */
export function quotedUnder(composition: Composition | null, heading: string): Set<string> {
  const key = normalise(heading);
  const sentences = composition?.sources.flatMap((source) => source.sentences) ?? [];
  return new Set(sentences.filter(({ section }) => normalise(section) === key).map(({ passageId }) => passageId));
}

/** The user's headings without repeats; "### …" is one of level 3. */
function wantedHeadings(outline: BriefRequest['outline']): { heading: string; level: number }[] {
  const found = (outline ?? []).map((line) => {
    const [, marks, text] = /^\s*(#*)\s*([\s\S]*)$/.exec(line)!;
    const heading = tidy(text!).slice(0, maxHeadingLength).toWellFormed();
    return { heading, level: marks!.length >= 3 ? (3 as const) : (2 as const) };
  });
  const keys = found.map(({ heading }) => normalise(heading));
  return found.filter((_, index) => keys[index] && keys.indexOf(keys[index]) === index).slice(0, maxHeadings);
}

/** The subjects of a comparison on which no section rests first of all. */
function sidesLacking(sections: readonly PlannedSection[], { sides }: Basis): Basis['sides'] {
  return sides.filter(({ ids }) => !sections.some(({ speaking }) => speaking[0] && ids.has(speaking[0].passage.source.id)));
}

/** Finds the passages about a heading: those the composer quoted under it first, then those most like the heading and the quoted ones. */
function speakingTo({ heading, level, quoted }: Wanted, { topic, pool: all, sides }: Basis): PlannedSection {
  // Of a comparison, a section on one subject has passages of that subject only.
  const side = sides.find(({ ids }) => [...quoted].some((id) => ids.has(id)) && [...quoted].every((id) => ids.has(id)));
  const pool = side ? all.filter(({ source }) => side.ids.has(source.id)) : all;
  const named = terms(heading, topic.language);
  const telling = named.filter((term) => !topic.keyword.has(term));
  const wanted = vectorOf(telling.length > 0 ? telling : named, topic.rarity);
  const centroid = vectorOf(
    pool.filter(({ source }) => quoted.has(source.id)).flatMap(({ vector }) => [...vector.keys()]),
    topic.rarity,
  );
  const judged = pool.map((passage) => {
    const headed = [...wanted.keys()].every((term) => passage.context.has(term)) ? 0.3 : 0;
    const likeness =
      (quoted.has(passage.source.id) ? quotedLikeness : 0) +
      headingWeight * (cosine(wanted, passage.vector) + headed) +
      centroidWeight * cosine(centroid, passage.vector);
    return { passage, likeness: likeness * (0.5 + 0.5 * passage.relevance) };
  });
  const speaking = judged.filter(({ likeness }) => likeness >= minLikeness).toSorted((a, b) => b.likeness - a.likeness);
  return { heading, level, focus: new Set(wanted.keys()), speaking: speaking.slice(0, maxSpeaking) };
}

/** Without a plan: the headings of most of the relevant passages, or else their documents' titles; the one with the passage closest to the keyword first. */
function headingsOfSources(request: BriefRequest, basis: Basis): Wanted[] {
  const { topic, pool } = basis;
  const groups = new Map<string, { heading: string; worth: number; best: number; ids: Set<string> }>();
  const keyword = normalise(request.keyword);
  for (const passage of pool) {
    const { source, relevance } = passage;
    const heading = headingPath(source.heading)[0] ?? cleanHeading(source.documentTitle);
    if (!heading || normalise(heading) === keyword) continue;
    const cased = titleCase(heading, topic.language, new Map());
    const group = groups.get(normalise(heading)) ?? { heading: cased, worth: 0, best: 0, ids: new Set() };
    group.worth += relevance;
    group.best = Math.max(group.best, relevance + keywordShare(topic, (term) => passage.context.has(term)));
    group.ids.add(source.id);
    groups.set(normalise(heading), group);
  }
  return [...groups.values()]
    .toSorted((a, b) => b.worth - a.worth || (a.heading < b.heading ? -1 : 1))
    .slice(0, sectionCount(request.targetWordCount))
    .toSorted((a, b) => b.best - a.best)
    .map(({ heading, ids }) => ({ heading, level: 2, quoted: ids }));
}

/** Topics that competing pages have in their headings, the plan lacks and the sources speak of. */
function commonTopics(competing: readonly CompetingPage[], sections: readonly PlannedSection[], basis: Basis): PlannedSection[] {
  const { topic } = basis;
  const planned = sections.map(({ heading }) => topicOf(heading, basis));
  const found = topicsIn(competing, basis, (own) => planned.some((other) => isSameTopic(own, other)));
  const needed = neededPages(competing.length);
  return found
    .filter(({ pages }) => pages.size >= needed)
    .toSorted((a, b) => b.pages.size - a.pages.size)
    .map(({ heading }) =>
      speakingTo({ heading: titleCase(heading, topic.language, new Map()), level: 2, quoted: new Set<string>() }, basis),
    )
    .filter(({ speaking }) => speaking.length > 0 && speaking[0]!.likeness >= minCommonLikeness)
    .slice(0, maxCommon);
}

/** A topic that pages have in their headings, as the first of them has it. */
export interface CommonTopic {
  heading: string;
  /** What it names besides the keyword. */
  own: ReadonlySet<string>;
  /** URLs. */
  pages: Set<string>;
}

/** The topics of pages' headings, in their order; one that is `known` is left out, and so is a heading that means nothing elsewhere. */
export function topicsIn(
  pages: readonly { url: string; headings: readonly string[] }[],
  basis: { topic: Pick<Topic, 'language' | 'keyword'> },
  isKnown: (own: ReadonlySet<string>) => boolean = () => false,
): CommonTopic[] {
  const found: CommonTopic[] = [];
  for (const { url, headings } of pages) {
    for (const heading of headings) {
      const clean = cleanHeading(heading);
      const own = topicOf(clean ?? '', basis);
      if (!clean || own.size === 0 || isKnown(own)) continue;
      const same = found.find((other) => isSameTopic(own, other.own));
      if (same) same.pages.add(url);
      else found.push({ heading: clean, own, pages: new Set([url]) });
    }
  }
  return found;
}

/** In the headings of how many of the pages a topic must be. */
export function neededPages(pages: number): number {
  return Math.min(minCommonPages, pages);
}

/** What a heading names besides the keyword. */
export function topicOf(heading: string, { topic }: { topic: Pick<Topic, 'language' | 'keyword'> }): Set<string> {
  return new Set(terms(heading, topic.language).filter((term) => !topic.keyword.has(term)));
}

export function isSameTopic(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size === 0 || b.size === 0) return false;
  let shared = 0;
  for (const term of a) if (b.has(term)) shared++;
  return shared / Math.min(a.size, b.size) >= sameTopic;
}
