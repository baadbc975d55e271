import { normalise } from '../../language/tokens.ts';
import { cosine } from '../../language/vectors.ts';
import { candidateWords, type SourceReading } from '../sources/candidates.ts';
import { titleCase } from '../sources/headings.ts';
import type { ComposeRequest } from '../sources/shapes.ts';
import type { Topic } from '../sources/topic.ts';
import type { Told } from './flow.ts';
import { openArticle } from './opening.ts';
import {
  arrangeSections,
  fillSections,
  minSectionWords,
  planOf,
  planSections,
  sectionCount,
  vectorOfSection,
  type Plan,
} from './planning.ts';
import { nameSection, sectionsOf, type Layout, type Naming, type SourceSection } from './sections.ts';

const maxPairs = 8;
/** What compares the two itself may take so much of the article. */
const directShare = 0.35;
const minDirect = 2;

/** First what compares the two, then sections on each subject in turn: each on the first beside the one on the other that is most like it. */
export function sideBySide(
  { targetWordCount }: ComposeRequest,
  material: SourceReading,
  subjects: NonNullable<SourceReading['subjects']>,
  naming: Naming,
  told: Told,
): Layout {
  const sides = subjects.map(({ name, reading }) => {
    const sections = sectionsOf(reading);
    const { introduction } = openArticle(targetWordCount / 2, sections, reading.topic, told);
    return { name, topic: reading.topic, introduction, plans: planSections(targetWordCount, sections, reading) };
  });
  const introduction = sides.flatMap((side) => side.introduction);
  const directly = comparing(sectionsOf(material), sides);
  const direct = fillSections(directly === undefined ? [] : [planOf(directly)], 0, directShare * targetWordCount, told);
  const compared = arrangeSections(direct, naming);
  const budget = targetWordCount - candidateWords([...introduction, ...compared.flatMap(({ paragraphs }) => paragraphs)].flat());
  const pairs = pairsOf(sides[0]!.plans, sides[1]!.plans, naming.topic);
  const count = Math.min(pairs.length, Math.max(1, Math.round(sectionCount(budget) / 2)));
  const taken = new Set<string>(compared.map(({ heading }) => normalise(heading)));
  let left = budget;
  const sections = pairs.flatMap((pair, at) => {
    if (left < (at < count ? minSectionWords : 0.2 * budget)) return [];
    const room = left / (2 * Math.max(1, count - at));
    const both = pair.flatMap((plan, index) => {
      const [filled] = fillSections([plan], 0, room, told);
      if (!filled) return [];
      const { name, topic } = sides[index]!;
      const subject = titleCase(name, naming.topic.language, naming.spellings);
      const part = nameSection(filled.sections[0]!, { ...naming, topic, keyword: name }, new Set());
      const heading = [part === null ? subject : headed(subject, part), subject].find((text) => !taken.has(normalise(text)));
      if (heading === undefined) return [];
      taken.add(normalise(heading));
      return arrangeSections([{ ...filled, heading }], naming);
    });
    if (both.length < 2) return [];
    left -= candidateWords(both.flatMap(({ paragraphs }) => paragraphs.flat()));
    return both;
  });
  return { introduction, sections: [...compared, ...sections] };
}

/** "GIN: Tips", but "GIN Tips" as it is. */
function headed(subject: string, part: string): string {
  return normalise(part).startsWith(normalise(subject)) ? part : `${subject}: ${part.split(': ').at(-1)!}`;
}

/** The section with the most sentences that name both. */
function comparing(sections: readonly SourceSection[], sides: readonly { name: string; topic: Topic }[]): SourceSection | undefined {
  const [one, other] = sides.map(({ topic }, at) => [...topic.keyword.keys()].filter((term) => !sides[1 - at]!.topic.keyword.has(term)));
  const both = (section: SourceSection) =>
    section.paragraphs.flat().filter((unit) => [one!, other!].every((own) => own.some((term) => unit.terms.includes(term)))).length;
  const [best] = sections.map((section) => ({ section, count: both(section) })).toSorted((a, b) => b.count - a.count);
  return best !== undefined && best.count >= minDirect ? best.section : undefined;
}

/** The best sections of the first side, in their order, each with the one of the other most like it. */
function pairsOf(ones: readonly Plan[], others: readonly Plan[], topic: Topic): [Plan, Plan][] {
  const likeness = (a: Plan, b: Plan) => cosine(vectorOfSection(a.sections[0]!, topic), vectorOfSection(b.sections[0]!, topic));
  const left = new Set(others.slice(0, maxPairs));
  return ones.slice(0, maxPairs).flatMap((one): [Plan, Plan][] => {
    const [nearest] = [...left].map((other) => ({ other, like: likeness(one, other) })).toSorted((a, b) => b.like - a.like);
    if (nearest) left.delete(nearest.other);
    return nearest ? [[one, nearest.other]] : [];
  });
}
