import { headingSeparator } from '../../documents/passages.ts';
import { countWords, normalise, terms } from '../../language/tokens.ts';
import { candidateWords, type SourceReading } from '../sources/candidates.ts';
import { cleanHeading, questionOf } from '../sources/headings.ts';
import { keywordShare, type Topic } from '../sources/topic.ts';
import type { ComposeRequest } from '../sources/shapes.ts';
import { arrangeSections, fillSections, planOf, planSections, sectionCount, type Plan } from './planning.ts';
import { sideBySide } from './comparison.ts';
import { take, Told } from './flow.ts';
import { headOf, openArticle } from './opening.ts';
import { inParagraphs, sectionsOf, type Layout, type Naming, type Section, type SourceSection } from './sections.ts';
import { plansUnder } from './wanted.ts';

/** A procedure has at least this many steps; a list at least this many items. */
const minSteps = 2;
const minItems = 3;
/** Most items of a list of things are named in the first sentences below their heading. */
const minNamedItems = 0.6;
const minItemWords = 15;
const maxItemName = 6;
const targetItemWords = 80;
const minRelevance = 0.45;
const minNamed = 0.8;

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
  if (request.articleType === 'how-to' && stepsIn(sectionsOf(material), material.topic).length === 0)
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
  const { targetWordCount } = request;
  const told = new Told();
  if (material.subjects && !hasOutline(request)) return sideBySide(request, material, material.subjects, naming, told);
  const sections = sectionsOf(material);
  const type = request.plan ? 'guide' : request.articleType;
  if (hasOutline(request)) {
    const headings = [...new Map(request.outline!.map((heading) => [normalise(heading), heading.trim()])).values()].filter(Boolean);
    // The sections come first, or the introduction would take what a heading asks for.
    const plans = plansUnder(headings, sections, material);
    const filled = fillSections(plans, targetWordCount, 0.9 * targetWordCount, told);
    const asked = sections.filter(({ path }) => path === null || plans.some((plan) => plan.sections.some((one) => one.path === path)));
    return {
      introduction: openArticle(targetWordCount, asked, material.topic, told).introduction,
      sections: arrangeSections(filled, naming),
    };
  }
  const steps = type === 'how-to' ? stepsIn(sections, material.topic) : [];
  const items = type === 'listicle' ? itemsIn(sections, material) : [];
  // Where the steps stand, their opening stands too; an item opens nothing but itself.
  const near = sections.filter((one) => (steps.length === 0 || one.documentId === steps[0]!.documentId) && !items.includes(one));
  const { introduction, rest } = openArticle(targetWordCount, near, material.topic, told);
  const budget = targetWordCount - candidateWords(introduction.flat());
  if (type === 'listicle') return { introduction, sections: listed(items, { targetWordCount, budget }, naming, told) };
  const plans = type === 'how-to' ? steps.map(planOf) : planSections(targetWordCount, sections, material);
  const filled = type === 'how-to' ? fillInOrder(plans, budget, told) : fillSections(plans, targetWordCount, budget, told);
  const left = budget - filled.reduce((sum, { taken }) => sum + candidateWords(taken.flat()), 0);
  return { introduction: inParagraphs([...introduction, ...take(rest, left, told)]), sections: arrangeSections(filled, naming) };
}

/** The sections of the one document that tells the keyword's steps best: those with a numbered list, or with code after its instruction. */
function stepsIn(sections: readonly SourceSection[], topic: Topic): SourceSection[] {
  const best = Math.max(...sections.map(({ relevance }) => relevance), 0);
  // Answers to single questions are no procedure.
  const isStep = (section: SourceSection) =>
    section.relevance >= minRelevance * best && stepCount(section) > 0 && questionOf(section.path) === null;
  const stepping = sections.filter(isStep);
  return (
    [...Map.groupBy(stepping, ({ documentId }) => documentId).values()]
      .filter((own) => own.reduce((sum, one) => sum + stepCount(one), 0) >= minSteps && namedIn(own, topic) >= minNamed)
      .map((own) => ({ own, worth: worthOf(own) }))
      .toSorted((a, b) => b.worth - a.worth)[0]?.own ?? []
  );
}

/** How much of the keyword the sections name: how to write it in C is not how to write it in Perl. */
function namedIn(own: readonly SourceSection[], topic: Topic): number {
  return keywordShare(topic, (term) => own.some(({ passages }) => passages.some((one) => one.own.has(term) || one.context.has(term))));
}

/** What the best of its sections tell; a long document is not a better procedure. */
function worthOf(own: readonly SourceSection[]): number {
  const told = own.map((one) => one.relevance ** 4 * Math.min(4, stepCount(one))).toSorted((a, b) => b - a);
  return (1 + own[0]!.passages[0]!.subject) ** 2 * told.slice(0, 8).reduce((sum, worth) => sum + worth, 0);
}

function stepCount({ paragraphs }: SourceSection): number {
  return paragraphs
    .flat()
    .reduce((sum, { isCode, list }) => sum + (isCode ? 1 : list !== null && list.start !== null ? list.items.length : 0), 0);
}

/** Steps are told from the first on, not the best of them; where they go on for long, as much of each as its share allows. */
function fillInOrder(plans: readonly Plan[], budget: number, told: Told): Plan[] {
  const whole = plans.reduce((sum, { sections }) => sum + sections[0]!.words, 0);
  const kept = whole > 2 * budget ? plans.filter((_, at) => at < sectionCount(budget) + 1) : plans;
  return fillSections(kept, kept.length * 1000, budget, told);
}

function listed(
  items: readonly SourceSection[],
  { targetWordCount, budget }: { targetWordCount: number; budget: number },
  naming: Naming,
  told: Told,
): Section[] {
  const count = Math.max(minItems, Math.round(targetWordCount / targetItemWords));
  const best = items.length > count ? items.toSorted((a, b) => b.relevance - a.relevance).slice(0, count) : items;
  const filled = fillSections(best.map(planOf), best.length * 1000, budget, told);
  return arrangeSections(filled, naming).map((section, index) => ({ ...section, heading: `${index + 1}. ${section.heading}` }));
}

/** The openings of documents that each tell of one such thing, or else sections beside each other in a document, each about what its heading names. */
function itemsIn(sections: readonly SourceSection[], { topic }: SourceReading): SourceSection[] {
  const isNamed = (section: SourceSection) => isNamedInside(section, topic);
  const siblings = Map.groupBy(
    sections.filter(({ path, words }) => path !== null && words >= minItemWords),
    ({ documentId, path }) => `${documentId}\n${path!.split(headingSeparator).slice(0, -1).join(headingSeparator)}`,
  );
  const leads = [...Map.groupBy(sections, ({ documentId }) => documentId).values()]
    .map(([lead]) => lead!)
    .filter((lead) => isOneOf(lead, topic));
  const isList = (own: readonly SourceSection[]) => own.length >= minItems && own.filter(isNamed).length >= minNamedItems * own.length;
  if (isList(leads)) return leads.filter(isNamed);
  const lists = [...siblings.values()].filter(isList);
  const worth = (own: readonly SourceSection[]) => own.reduce((sum, { relevance }) => sum + relevance ** 2, 0);
  return lists.map((own) => own.filter(isNamed)).toSorted((a, b) => worth(b) - worth(a))[0] ?? [];
}

/** Whether its document tells of one of the things that the keyword names: "The pipe transport", of transports. */
function isOneOf({ passages, words }: SourceSection, topic: Topic): boolean {
  const { title, source } = passages[0]!;
  const isOne = title.has(headOf(topic.phrase, topic) ?? '') && [...title].some((term) => !topic.phrase.includes(term));
  return isOne && words >= minItemWords && countWords(source.documentTitle) <= maxItemName;
}

function isNamedInside({ path, paragraphs, passages }: SourceSection, { keyword, language }: Topic): boolean {
  const heading = cleanHeading(path?.split(headingSeparator).at(-1) ?? passages[0]!.source.documentTitle);
  const opening = new Set((paragraphs[0] ?? []).slice(0, 2).flatMap((unit) => unit.terms));
  return heading !== null && terms(heading, language).some((term) => !keyword.has(term) && opening.has(term));
}
