import { headingSeparator } from '../../documents/passages.ts';
import { cosine, vectorOf, type Vector } from '../../language/vectors.ts';
import { normalise, terms } from '../../language/tokens.ts';
import { candidateWords, type Candidate, type SourceReading } from '../sources/candidates.ts';
import { cleanHeading, titleCase } from '../sources/headings.ts';
import type { Topic } from '../sources/topic.ts';
import type { ComposeRequest } from '../sources/shapes.ts';
import { fillSections, minSectionWords, openArticle, planSections, sectionCount, arrangeSections, type Plan } from './planning.ts';
import { take, Told } from './runs.ts';
import { inParagraphs, nameSection, sectionsOf, type Naming, type Section, type SourceSection } from './sections.ts';
import { plansUnder } from './wanted.ts';

export interface Layout {
  introduction: Candidate[][];
  sections: Section[];
}

/** A procedure has at least this many steps; a list at least this many items. */
const minSteps = 2;
const minItems = 3;
/** Most items of a list of things are named in the first sentences below their heading. */
const minNamedItems = 0.6;
const minItemWords = 15;
const targetItemWords = 80;
const minRelevance = 0.6;

/** Types of which the sources' sentences alone make no honest article. */
const needsWriter: Partial<Record<ComposeRequest['articleType'], string>> = {
  review: 'A review judges, and sentences of sources are not a judgement of yours',
  opinion: 'An opinion is its writer’s own, and sentences of sources are not',
  news: 'News must be dated, and the sources bear no dates of publication',
};

/** Why the article cannot be of the requested type; null if it can. */
export function typeRefusal(request: ComposeRequest, material: SourceReading): string | null {
  if (request.plan) return null;
  const why = needsWriter[request.articleType];
  if (why) return `${why}: ask for a guide, or for writer: agent or a model (writer: llm).`;
  if (hasOutline(request)) return null;
  if (request.articleType === 'how-to' && stepsIn(sectionsOf(material), material).length === 0)
    return 'No source on it holds steps: neither a numbered list nor instructions with code. Ask for a guide, or add a document that tells the steps.';
  if (request.articleType === 'listicle' && itemsIn(sectionsOf(material), material).length === 0)
    return `No source on it has ${minItems} or more sections that each describe one thing. Ask for a guide, or for writer: agent or a model (writer: llm).`;
  return null;
}

export function hasOutline({ outline = [] }: ComposeRequest): boolean {
  return outline.some((heading) => heading.trim() !== '');
}

/** Lays the article out as its type asks. */
export function layOut(request: ComposeRequest, material: SourceReading, naming: Naming): Layout {
  const told = new Told();
  if (material.subjects && !hasOutline(request)) return sideBySide(request, material.subjects, naming, told);
  const sections = sectionsOf(material);
  const { targetWordCount } = request;
  const { introduction, rest } = openArticle(targetWordCount, sections, material, told);
  const budget = targetWordCount - candidateWords(introduction.flat());
  const type = request.plan ? 'guide' : request.articleType;
  if (hasOutline(request)) {
    const headings = [...new Map(request.outline!.map((heading) => [normalise(heading), heading.trim()])).values()].filter(Boolean);
    return {
      introduction,
      sections: arrangeSections(fillSections(plansUnder(headings, sections, material), targetWordCount, budget, told), naming),
    };
  }
  if (type === 'how-to') return { introduction, sections: arrangeSections(fillInOrder(stepsIn(sections, material), budget, told), naming) };
  if (type === 'listicle') {
    const items = itemsIn(sections, material);
    const count = Math.max(minItems, Math.round(targetWordCount / targetItemWords));
    const best = items.length > count ? items.toSorted((a, b) => b.relevance - a.relevance).slice(0, count) : items;
    const filled = fillSections(best.map(planOf), best.length * 1000, budget, told);
    const named = arrangeSections(filled, naming).map((section, index) => ({ ...section, heading: `${index + 1}. ${section.heading}` }));
    return { introduction, sections: named };
  }
  const filled = fillSections(planSections(targetWordCount, sections, material), targetWordCount, budget, told);
  const left = budget - filled.reduce((sum, { taken }) => sum + candidateWords(taken.flat()), 0);
  return { introduction: inParagraphs([...introduction, ...take(rest, left, told)]), sections: arrangeSections(filled, naming) };
}

function planOf(section: SourceSection): Plan {
  return { heading: null, sections: [section], taken: [] };
}

/** The sections of the one document that tells the keyword's steps best: those with a numbered list, or with code after its instruction. */
function stepsIn(sections: readonly SourceSection[], material: SourceReading): SourceSection[] {
  const best = Math.max(...sections.map(({ relevance }) => relevance), 0);
  const stepping = sections.filter((section) => section.relevance >= minRelevance * best && stepCount(section) > 0);
  const procedures = [...Map.groupBy(stepping, ({ documentId }) => documentId).values()]
    .map((own) => ({ own, worth: worthOf(own, material) }))
    .filter(({ own }) => own.reduce((sum, one) => sum + stepCount(one), 0) >= minSteps)
    .toSorted((a, b) => b.worth - a.worth);
  return procedures[0]?.own ?? [];
}

/** What the best of its sections tell; a long document is not a better procedure. */
function worthOf(own: readonly SourceSection[], { topic }: SourceReading): number {
  const told = own.map((one) => one.relevance ** 4 * Math.min(4, stepCount(one))).toSorted((a, b) => b - a);
  const { title } = own[0]!.passages[0]!;
  const words = [...title].filter((term) => /\p{L}/u.test(term));
  const named = words.filter((term) => topic.keyword.has(term)).length / Math.max(1, words.length);
  return (1 + named) ** 2 * told.slice(0, 8).reduce((sum, worth) => sum + worth, 0);
}

function stepCount({ runs }: SourceSection): number {
  return runs
    .flatMap(({ units }) => units)
    .reduce((sum, { isCode, list }) => sum + (isCode ? 1 : list?.ordered ? list.items.length : 0), 0);
}

/** Steps are told from the first on, not the best of them. */
function fillInOrder(sections: readonly SourceSection[], budget: number, told: Told): Plan[] {
  const plans: Plan[] = [];
  let left = budget;
  for (const section of sections) {
    if (left < minSectionWords) break;
    const isStep = (at: number) => section.runs[at]!.units.some(({ isCode, list }) => isCode || list?.ordered);
    const steps = section.runs.filter((run, at) => isStep(at) || (section.runs[at + 1]?.follows && isStep(at + 1)) || at === 0);
    const runs = section.words > left / 2 ? steps : section.runs;
    const [plan] = fillSections([{ ...planOf({ ...section, runs: runs.map((run) => ({ ...run, continues: false })) }) }], 130, left, told);
    if (!plan) continue;
    plans.push(plan);
    left -= candidateWords(plan.taken.flat());
  }
  return plans;
}

/** Sections beside each other in a document, each about the one thing that its heading names. */
function itemsIn(sections: readonly SourceSection[], { topic }: SourceReading): SourceSection[] {
  const isNamed = (section: SourceSection) => isNamedInside(section, topic);
  const siblings = Map.groupBy(
    sections.filter(({ path, words }) => path !== null && words >= minItemWords),
    ({ documentId, path }) => `${documentId}\n${path!.split(headingSeparator).length}`,
  );
  const lists = [...siblings.values()].filter((own) => own.length >= minItems && own.filter(isNamed).length >= minNamedItems * own.length);
  const worth = (own: readonly SourceSection[]) => own.reduce((sum, { relevance }) => sum + relevance ** 2, 0);
  return lists.map((own) => own.filter(isNamed)).toSorted((a, b) => worth(b) - worth(a))[0] ?? [];
}

function isNamedInside({ path, runs }: SourceSection, { keyword, language }: Topic): boolean {
  const heading = cleanHeading(path!.split(headingSeparator).at(-1)!);
  const opening = new Set(runs.slice(0, 1).flatMap(({ units }) => units.slice(0, 2).flatMap((unit) => unit.terms)));
  return heading !== null && terms(heading, language).some((term) => !keyword.has(term) && opening.has(term));
}

/** Sections on each subject in turn, paired by what they are about. */
function sideBySide(
  { targetWordCount }: ComposeRequest,
  subjects: NonNullable<SourceReading['subjects']>,
  naming: Naming,
  told: Told,
): Layout {
  const sides = subjects.map((subject) => {
    const sections = sectionsOf(subject.reading);
    const { introduction } = openArticle(targetWordCount, sections, subject.reading, told);
    return { ...subject, introduction, plans: planSections(targetWordCount, sections, subject.reading) };
  });
  const [one, other] = sides as [(typeof sides)[0], (typeof sides)[0]];
  const introduction = sides.flatMap((side) => side.introduction);
  const pairs = pairsOf(one.plans, other.plans, Math.max(1, Math.round(sectionCount(targetWordCount) / 2)), naming);
  const room = (targetWordCount - candidateWords(introduction.flat())) / Math.max(1, 2 * pairs.length);
  const taken = new Set<string>();
  const sections = pairs.flatMap((pair) => {
    const both = pair.flatMap((plan, index) => {
      const [filled] = fillSections([plan], 130, room, told);
      if (!filled) return [];
      const side = sides[index]!;
      const subject = titleCase(side.name, naming.topic.language, naming.spellings);
      const name = nameSection(filled.sections[0]!, { ...naming, topic: side.reading.topic, keyword: side.name }, new Set());
      const heading = [name === null ? subject : `${subject}: ${name}`, subject].find((text) => !taken.has(normalise(text)));
      if (heading === undefined) return [];
      taken.add(normalise(heading));
      return arrangeSections([{ ...filled, heading }], naming);
    });
    return both.length === 2 ? both : [];
  });
  return { introduction, sections };
}

/** The pairs most alike in what they say, in the order of the first. */
function pairsOf(ones: readonly Plan[], others: readonly Plan[], count: number, { topic }: Naming): [Plan, Plan][] {
  const vectors = new Map<Plan, Vector>();
  for (const plan of [...ones, ...others]) {
    const said = plan.sections.flatMap(({ passages }) => passages.flatMap((passage) => [...passage.terms, ...passage.context]));
    vectors.set(
      plan,
      vectorOf(
        said.filter((term) => !topic.keyword.has(term)),
        topic.rarity,
      ),
    );
  }
  const scored = ones
    .slice(0, 8)
    .flatMap((one, a) =>
      others.slice(0, 8).map((other, b) => ({ one, other, worth: cosine(vectors.get(one)!, vectors.get(other)!) - 0.02 * (a + b) })),
    );
  const pairs: [Plan, Plan][] = [];
  for (const { one, other } of scored.toSorted((a, b) => b.worth - a.worth)) {
    if (pairs.length < count && !pairs.some((pair) => pair.includes(one) || pair.includes(other))) pairs.push([one, other]);
  }
  return pairs.toSorted(([a], [b]) => ones.indexOf(a) - ones.indexOf(b));
}
