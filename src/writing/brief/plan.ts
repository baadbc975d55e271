import { keywordShare, unnamedAmong } from '../sources/topic.ts';
import { cleanHeading, headingPath, titleCase } from '../sources/headings.ts';
import { stageOf } from '../compose/sections.ts';
import type { Composition } from '../sources/shapes.ts';
import { normalise, terms } from '../../language/tokens.ts';
import type { Basis, PooledPassage } from './pool.ts';
import type { BriefRequest } from './shapes.ts';

/** A heading whose passages are still to be found. */
export interface Wanted {
  heading: string;
  level: number;
  /** Ids of the passages that the composer quoted under it. */
  quoted: ReadonlySet<string>;
}

/** Ids of the passages that the composer quoted under a heading. */
export function quotedUnder(composition: Composition | null, heading: string): Set<string> {
  const key = normalise(heading);
  const sentences = composition?.sources.flatMap((source) => source.sentences) ?? [];
  return new Set(sentences.filter(({ section }) => normalise(section) === key).map(({ passageId }) => passageId));
}

/** The extractive plan's headings, with its documents ordered by how well their best passage matches the keyword. */
export function headingsOfPlan(request: BriefRequest, basis: Basis, composition: Composition): Wanted[] {
  const { outline, title } = composition;
  const planned = outline.map(({ heading, level }) => ({ heading, level, quoted: quotedUnder(composition, heading) }));
  const spread = planned.map(({ quoted }) => namesOf(passagesIn(quoted, basis), basis));
  const taken = new Set([title, request.keyword, ...planned.map(({ heading }) => heading)].map(normalise));
  const headed = planned.map((wanted, index) => {
    const [name, ...others] = spread[index]!;
    const isOwn = name !== undefined && others.length === 0 && spread.filter((names) => names.includes(name)).length === 1;
    if (!isOwn || taken.has(normalise(name)) || shareOf(name, basis) <= shareOf(wanted.heading, basis)) return wanted;
    return { ...wanted, heading: titleCase(name, basis.topic.language, new Map()) };
  });
  return closestFirst(headed, basis);
}

/**
 * The headings or titles that the sources give these passages. The composer avoids headings that merely repeat the keyword and names such a
 * section after a phrase in it; in a brief, the repeated keyword shows which section is about it.
 */
function namesOf(passages: readonly PooledPassage[], { pool }: Basis): string[] {
  const unnamed = unnamedAmong(pool.map(({ source }) => source));
  const names = passages.map(({ source: { heading, documentId, documentTitle } }) => {
    return headingPath(heading)[0] ?? (unnamed.has(documentId) ? null : cleanHeading(documentTitle));
  });
  return [...new Set(names.filter((name) => name !== null))];
}

function shareOf(heading: string, { topic }: Basis): number {
  const own = new Set(terms(heading, topic.language));
  return keywordShare(topic, (term) => own.has(term));
}

/** How well a passage matches the keyword: its relevance, and how much of the keyword its headings and title hold. */
export function matchOf({ relevance, context }: PooledPassage, { topic }: Basis): number {
  return relevance + keywordShare(topic, (term) => context.has(term));
}

/** Keeps the sections of a document together, in its order. A document's only section goes to the end if it is about limits, risks and the like. */
function closestFirst(sections: readonly Wanted[], basis: Basis): Wanted[] {
  const { language } = basis.topic;
  const documents = Map.groupBy(sections, ({ quoted }) => mainDocument(passagesIn(quoted, basis)));
  const ranked = Array.from(documents.values(), (members) => {
    const match = Math.max(...members.flatMap(({ quoted }) => passagesIn(quoted, basis)).map((passage) => matchOf(passage, basis)), 0);
    const closes = members.length === 1 && stageOf(members[0]!.heading, language) > stageOf('', language);
    return { members, match, closes };
  });
  return ranked.toSorted((a, b) => Number(a.closes) - Number(b.closes) || b.match - a.match).flatMap(({ members }) => members);
}

function passagesIn(ids: ReadonlySet<string>, { pool }: Basis): PooledPassage[] {
  return pool.filter(({ source }) => ids.has(source.id));
}

/** The document with most of the passages; if there are several, that of the best passage. */
function mainDocument(passages: readonly PooledPassage[]): string {
  const counts = Map.groupBy(passages, ({ source }) => source.documentId);
  return [...counts].toSorted((a, b) => b[1].length - a[1].length)[0]?.[0] ?? '';
}
