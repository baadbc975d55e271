import { headingSeparator } from '../../documents/passages.ts';
import { normalise, words } from '../../language/tokens.ts';
import { cosine, vectorOf, type Vector } from '../../language/vectors.ts';
import { candidateWords, type Candidate, type SourceReading } from '../sources/candidates.ts';
import { headingPath, introduces, isSignature, questionOf } from '../sources/headings.ts';
import { keywordShare, type Topic } from '../sources/topic.ts';
import { take, type Told } from './flow.ts';
import { inParagraphs, nameSection, phraseFor, sharedBy, summaryOf, type Naming, type Section, type SourceSection } from './sections.ts';

/** Decides how many sections there are. */
const targetSectionWords = 220;
const minSections = 2;
const maxSections = 10;
/** Relative to the best section: less relevant ones are told where the others are too short for the article. */
const nearness = [0.75, 0.6, 0.45];
/** A section with fewer words is left out. */
export const minSectionWords = 25;
/** The lead of a document with as many sections is their summary. */
const minOwnSections = 3;
/** A shorter answer below a question belongs in the FAQ. */
const minAnswerWords = 60;
/** A section answers to the keyword if its headings or title hold this much of it, or as many sentences name so much. */
const minAbout = 0.5;
const minNamed = 0.7;
const minNaming = 2;
/** Sections of different documents this similar are about the same thing. */
const sameSubject = 0.5;
/** A section of a part that the article tells of already is worth less. */
const samePart = 0.92;
/** As many paragraphs of so few words, and as large a share of all, are lines of a reference. */
const minLines = 4;
const minLineShare = 0.6;
const maxLineWords = 22;

export function sectionCount(targetWordCount: number): number {
  return Math.min(maxSections, Math.max(minSections, Math.round(targetWordCount / targetSectionWords)));
}

/** A section of the article to be: sections of sources on one subject, the best first. */
export interface Plan {
  /** The user's; null: found. */
  heading: string | null;
  sections: SourceSection[];
  taken: Candidate[][];
}

export function planOf(section: SourceSection): Plan {
  return { heading: null, sections: [section], taken: [] };
}

/** The article's sections: those of the sources most about the keyword, each with those of other documents on the same subject. */
export function planSections(targetWordCount: number, sections: readonly SourceSection[], { topic }: SourceReading): Plan[] {
  const best = Math.max(...sections.map(({ relevance }) => relevance), 0);
  const isFit = (one: SourceSection) =>
    one.words >= minSectionWords / 2 &&
    answersTo(one, topic) &&
    !isReference(one) &&
    !isSummary(one, sections) &&
    !(questionOf(one.path) !== null && one.words < minAnswerWords);
  const fit = sections.filter(isFit).toSorted((a, b) => worthOf(b) - worthOf(a));
  const near = nearness.map((least) => fit.filter((one) => one.relevance >= least * best));
  const ranked = near.find((some) => some.reduce((sum, { words: count }) => sum + count, 0) >= 1.2 * targetWordCount) ?? near.at(-1)!;
  const known = new Map(
    ranked.map((one) => [one, { name: normalise(headingPath(one.path).at(-1) ?? ''), vector: vectorOfSection(one, topic) }]),
  );
  const plans: Plan[] = [];
  for (const section of ranked) {
    const alike = plans.find(({ sections: others }) => others.some((other) => isAlike(section, other)));
    if (alike) alike.sections.push(section);
    else plans.push(planOf(section));
  }
  return inSeries(spread(plans.filter(({ sections: own }) => own.reduce((sum, { words: count }) => sum + count, 0) >= minSectionWords)));

  function isAlike(a: SourceSection, b: SourceSection): boolean {
    if (a.documentId === b.documentId) return false;
    const [one, other] = [known.get(a)!, known.get(b)!];
    return (one.name !== '' && one.name === other.name) || cosine(one.vector, other.vector) >= sameSubject;
  }
}

/** Best first, and of each part of a document first its best. */
function spread(plans: readonly Plan[]): Plan[] {
  const left = plans.map((plan) => ({ plan, worth: worthOf(plan.sections[0]!), part: partOf(plan.sections[0]!) }));
  const ranked: Plan[] = [];
  while (left.length > 0) {
    const best = left.reduce((one, other) => (other.worth > one.worth ? other : one));
    left.splice(left.indexOf(best), 1);
    ranked.push(best.plan);
    for (const other of left) if (other.part === best.part) other.worth *= samePart;
  }
  return ranked;
}

/** The heading above, or its own where none is. */
function partOf({ documentId, path }: SourceSection): string {
  const headings = path?.split(headingSeparator) ?? [];
  return `${documentId}\n${headings.slice(0, Math.max(1, headings.length - 1)).join(headingSeparator)}`;
}

/** "Step 2" goes with "Step 1", or the article would skip it. */
function inSeries(plans: readonly Plan[]): Plan[] {
  const seriesOf = ({ sections: [first] }: Plan) => {
    const name = /^(?:[\d.]+ )?(\p{L}+) \d/u.exec(first!.path?.split(headingSeparator).at(-1) ?? '')?.[1];
    return name === undefined ? first : `${first!.documentId}\n${name}`;
  };
  return [...Map.groupBy(plans, seriesOf).values()].flat();
}

export function vectorOfSection({ passages }: SourceSection, { rarity }: Topic): Vector {
  return vectorOf(
    passages.flatMap((one) => [...one.terms, ...one.context]),
    rarity,
  );
}

/** Whether a section is about the keyword: by its headings or title, or because it keeps naming it. */
function answersTo({ passages, paragraphs }: SourceSection, topic: Topic): boolean {
  const { context, subject } = passages[0]!;
  const headed = keywordShare(topic, (term) => context.has(term));
  return (
    Math.max(subject, headed) >= minAbout || paragraphs.flat().filter((unit) => sharedBy([unit], topic) >= minNamed).length >= minNaming
  );
}

/** A line on each of many functions or options, whose names stood above them. */
function isReference({ paragraphs }: SourceSection): boolean {
  const lines = paragraphs.filter(
    (paragraph) => candidateWords(paragraph) <= maxLineWords && paragraph.every(({ isCode, list }) => !isCode && list === null),
  );
  return lines.length >= minLines && lines.length >= minLineShare * paragraphs.length;
}

/** The lead of a document sums up its sections; the introduction takes what is needed of it. */
function isSummary({ path, documentId }: SourceSection, sections: readonly SourceSection[]): boolean {
  const own = sections.filter((one) => one.documentId === documentId && one.path !== null).map(({ path: other }) => other);
  return path === null && new Set(own).size >= minOwnSections;
}

/** How much a section brings: relevance, and names and numbers; less where much of it or its opening cannot be quoted, and for the reference of a function. */
function worthOf({ path, relevance, paragraphs, passages, words: count }: SourceSection): number {
  const opening = paragraphs.slice(0, 3).flat();
  const told = opening.map(({ text, isCode }) => (isCode ? '' : text)).join(' ');
  const names = new Set(told.match(/(?<=[\p{L},] )\p{Lu}[\p{L}-]+|\p{N}+/gu)).size;
  const density = names / Math.max(30, candidateWords(opening));
  const isWhole = opening[0]?.index === 0 && opening[0].passage === passages[0];
  const kept = paragraphs.flat().length / passages.reduce((sum, { units }) => sum + units.length, 0);
  return (
    (isSignature(path) ? 0.25 : 1) *
    (isWhole ? 1 : 0.75) *
    Math.min(1, 0.5 + kept) *
    relevance *
    (1 + density) *
    Math.min(1, 0.5 + count / 160)
  );
}

/** Fills the best sections, then more while the article is short. Returns those with something in them. */
export function fillSections(plans: readonly Plan[], targetWordCount: number, budget: number, told: Told): Plan[] {
  const isWanted = plans.some(({ heading }) => heading !== null);
  const count = Math.max(1, Math.min(isWanted ? plans.length : sectionCount(targetWordCount), plans.length));
  const weight = ({ sections: [first], heading }: Plan) => (heading === null ? (first?.relevance ?? 0) ** 4 : 1);
  let left = budget;
  for (const [index, plan] of plans.entries()) {
    // What is left is shared among the sections still to come, by how much each is about the keyword.
    const coming = plans.slice(index, Math.max(count, index + 1)).reduce((sum, other) => sum + weight(other), 0);
    if (!isWanted && left < (index < count ? minSectionWords : 0.1 * targetWordCount)) break;
    fill(plan, Math.max(minSectionWords, (left * weight(plan)) / Math.max(coming, 1e-9)), told);
    left -= candidateWords(plan.taken.flat());
  }
  return plans.filter(({ taken, heading }) => candidateWords(taken.flat()) >= (heading === null ? minSectionWords : minSectionWords / 2));
}

function fill(plan: Plan, room: number, told: Told): void {
  for (const section of plan.sections) {
    const left = room - candidateWords(plan.taken.flat());
    if (left >= minSectionWords) plan.taken.push(...take(section.paragraphs, left, told));
  }
}

/** Names the sections and puts them in order: the user's, else document by document, the most relevant first. */
export function arrangeSections(plans: readonly Plan[], naming: Naming): Section[] {
  const taken = new Set<string>();
  const documents = Map.groupBy(plans, ({ sections }) => sections[0]!.documentId);
  const weight = (all: readonly Plan[]) => Math.max(...all.map(({ sections }) => sections[0]!.relevance));
  const positionOf = ({ sections }: Plan) => sections[0]!.passages[0]!.source.position;
  const opens = ([plan]: readonly Plan[]) => Number(introduces(null, plan!.sections[0]!.passages[0]!.source.documentTitle));
  const inOrder = [...documents.values()].toSorted((a, b) => opens(b) - opens(a) || weight(b) - weight(a));
  const isWanted = plans.some(({ heading }) => heading !== null);
  const ordered = isWanted ? plans : inOrder.flatMap((all) => all.toSorted((a, b) => positionOf(a) - positionOf(b)));
  const arranged: Section[] = [];
  for (const { heading: fixed, sections, taken: runs } of ordered) {
    const before = arranged.at(-1);
    const isSame = before?.paragraphs[0]?.[0]!.source.documentId === sections[0]!.documentId;
    const isTitled = isSame && sections[0]!.path === null && nameSection(sections[0]!, naming, new Set()) !== null;
    const heading = fixed ?? nameSection(sections[0]!, naming, taken) ?? (isTitled ? null : phraseFor(sections[0]!, naming, taken));
    const paragraphs = inParagraphs(runs);
    if (heading !== null) {
      taken.add(normalise(heading));
      arranged.push({ heading, brief: summaryOf(runs), paragraphs });
      // Without a name of its own, text goes on with the section before it in its document.
    } else if (isSame) before!.paragraphs.push(...paragraphs);
  }
  return arranged;
}

/** The number of words in the texts. */
export function wordsIn(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + words(text).length, 0);
}
