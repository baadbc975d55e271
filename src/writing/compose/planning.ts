import { normalise, terms, words } from '../../language/tokens.ts';
import { cosine, vectorOf } from '../../language/vectors.ts';
import { candidateWords, type Candidate, type SourceReading } from '../sources/candidates.ts';
import { headingPath, isSignature, questionOf } from '../sources/headings.ts';
import { locales } from '../sources/locales.ts';
import { keywordShare, type Topic } from '../sources/topic.ts';
import { take, type Run, type Told } from './runs.ts';
import { inParagraphs, nameSection, phraseFor, sharedBy, summaryOf, type Naming, type Section, type SourceSection } from './sections.ts';

/** Decides how many sections there are. */
const targetSectionWords = 130;
const minSections = 2;
const maxSections = 10;
/** Relative to the best section; a less relevant one is about something else. */
const minRelevance = 0.45;
/** A section with fewer words is left out. */
export const minSectionWords = 25;
/** The lead of a document with as many sections is their summary. */
const minOwnSections = 3;
const minAnswerWords = 60;
const minAbout = 0.5;
const minNaming = 2;
/** Sections of different documents this similar are about the same thing. */
const sameSubject = 0.5;
const introductionShare = 0.12;
const minIntroductionWords = 60;
const maxIntroductionWords = 110;

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

interface Opening {
  introduction: Candidate[][];
  /** What else its section holds, for an article that is short of words. */
  rest: Run[];
}

/** The opening: the run that says what the keyword is, or opens the document most about it, and what follows it there. */
export function openArticle(targetWordCount: number, sections: readonly SourceSection[], { topic }: SourceReading, told: Told): Opening {
  const budget = Math.min(maxIntroductionWords, Math.max(minIntroductionWords, introductionShare * targetWordCount));
  const starts = sections.flatMap((section) =>
    section.passages.flatMap(({ candidates }) => candidates.flatMap((unit) => (opens(unit, topic) ? [{ unit, section }] : []))),
  );
  const worth = ({ unit, section }: (typeof starts)[number]) => {
    const { passage } = unit;
    const named = [...passage.title].filter((term) => topic.keyword.has(term)).length / Math.max(1, passage.title.size);
    const titled = keywordShare(topic, (term) => passage.title.has(term)) * named;
    const isFirst = passage.source.position === 0 ? 1 : 0;
    return (
      sharedBy([unit], topic) +
      (unit.opensParagraph && defines(unit, topic) ? 1 : 0) +
      titled +
      0.6 * isFirst +
      0.4 / (1 + passage.source.position / 4) +
      0.5 * section.relevance -
      0.15 * Math.min(2, unit.index)
    );
  };
  const best = starts.map((start) => ({ ...start, worth: worth(start) })).toSorted((a, b) => b.worth - a.worth)[0];
  if (!best) return { introduction: [], rest: [] };
  const { unit, section } = best;
  const first = unit.passage.candidates.filter(
    ({ index }, at, all) => index >= unit.index && index - unit.index === at - all.indexOf(unit),
  );
  const run: Run = { units: first.slice(0, 4), follows: false, continues: false, adjoins: false };
  const more = section.runs.filter(
    ({ units }) => (units[0]!.passage !== unit.passage || units[0]!.index >= unit.index) && !run.units.includes(units[0]!),
  );
  return { introduction: take([run, ...more.slice(0, 1)], budget, told), rest: section.path === null ? more : [] };
}

function opens(unit: Candidate, topic: Topic): boolean {
  if (unit.leans || unit.list !== null || unit.isCode) return false;
  // With code, below a heading, it is a step.
  if (unit.source.heading !== null && unit.passage.candidates.some(({ isCode }) => isCode)) return false;
  return (unit.index === 0 && unit.source.position === 0) || (unit.opensParagraph && sharedBy([unit], topic) > 0.5) || defines(unit, topic);
}

/** Whether a sentence says what the keyword is: its subject names it, and its verb defines. */
function defines({ text }: Candidate, topic: Topic): boolean {
  const verbs = locales[topic.language]?.defines;
  const subject =
    verbs === undefined ? undefined : new RegExp(`^([^;:]{2,90}?)(?:\\s*\\([^)]{1,80}\\))?,?\\s+(?:${verbs})\\s`, 'u').exec(text)?.[1];
  if (subject === undefined) return false;
  const own = terms(subject, topic.language);
  return own.length <= topic.keyword.size + 1 && keywordShare(topic, (term) => own.includes(term)) > 0.6;
}

/** The article's sections: those of the sources most about the keyword, each with those of other documents on the same subject. */
export function planSections(targetWordCount: number, sections: readonly SourceSection[], { topic }: SourceReading): Plan[] {
  const best = Math.max(...sections.map(({ relevance }) => relevance), 0);
  const near = sections.filter(
    (one) =>
      one.relevance >= minRelevance * best &&
      one.words >= minSectionWords / 2 &&
      answersTo(one, topic) &&
      !isSummary(one, sections) &&
      !isShortAnswer(one),
  );
  const ranked = near.toSorted((a, b) => worthOf(b) - worthOf(a));
  const vectors = new Map(
    ranked.map((section) => [
      section,
      vectorOf(
        section.passages.flatMap((one) => [...one.terms, ...one.context]),
        topic.rarity,
      ),
    ]),
  );
  const plans: Plan[] = [];
  for (const section of ranked) {
    const alike = plans.find(({ sections: others }) => others.some((other) => isAlike(section, other)));
    if (alike) alike.sections.push(section);
    else plans.push({ heading: null, sections: [section], taken: [] });
  }
  return plans.filter(({ sections: own }) => own.reduce((sum, { words: count }) => sum + count, 0) >= minSectionWords);

  function isAlike(a: SourceSection, b: SourceSection): boolean {
    if (a.documentId === b.documentId) return false;
    const [one, other] = [a, b].map(({ path }) => headingPath(path).at(-1));
    return (
      (one !== undefined && other !== undefined && normalise(one) === normalise(other)) ||
      cosine(vectors.get(a)!, vectors.get(b)!) >= sameSubject
    );
  }
}

/** Whether a section is about the keyword: by its headings or title, or because it keeps naming it. */
function answersTo({ passages, runs }: SourceSection, topic: Topic): boolean {
  const { context, subject } = passages[0]!;
  if (
    Math.max(
      subject,
      keywordShare(topic, (term) => context.has(term)),
    ) >= minAbout
  )
    return true;
  const units = runs.flatMap((run) => run.units);
  return units.filter((unit) => sharedBy([unit], topic) >= minAbout).length >= minNaming;
}

/** The lead of a document sums up its sections; the introduction takes what is needed of it. */
function isSummary({ path, documentId }: SourceSection, sections: readonly SourceSection[]): boolean {
  return (
    path === null &&
    new Set(sections.filter((one) => one.documentId === documentId && one.path !== null).map(({ path: other }) => other)).size >=
      minOwnSections
  );
}

/** A short answer below a question belongs in the FAQ. */
function isShortAnswer({ path, words: count }: SourceSection): boolean {
  return questionOf(path) !== null && count < minAnswerWords;
}

/** How much a section brings: relevance, and the names and numbers in its opening; half as much for the reference of a function. */
function worthOf({ path, relevance, runs, words: count }: SourceSection): number {
  const opening = runs.slice(0, 3).flatMap(({ units }) => units.filter(({ isCode }) => !isCode));
  const told = opening.map(({ text }) => text).join(' ');
  const names = new Set(told.match(/(?<=[\p{L},] )\p{Lu}[\p{L}-]+|\p{N}+/gu)).size;
  const density = names / Math.max(30, candidateWords(opening));
  const kind = isSignature(path) ? 0.5 : 1;
  return kind * relevance * (1 + density) * Math.min(1, 0.5 + count / 160);
}

/** Fills the best sections, then more and longer ones while the article is short. Returns those with something in them. */
export function fillSections(plans: readonly Plan[], targetWordCount: number, budget: number, told: Told): Plan[] {
  const wanted = plans.some(({ heading }) => heading !== null) ? plans.length : sectionCount(targetWordCount);
  const room = budget / Math.max(1, Math.min(wanted, plans.length));
  const left = () => budget - plans.reduce((sum, { taken }) => sum + candidateWords(taken.flat()), 0);
  for (const [index, plan] of plans.entries()) {
    const isExtra = index >= wanted && left() < targetWordCount * 0.1;
    if (isExtra || (plan.heading === null && left() < minSectionWords)) break;
    const reserved = plan.heading === null ? 0 : minSectionWords * (plans.length - 1 - index);
    fill(plan, Math.max(minSectionWords, Math.min(room, left() - reserved)), told);
  }
  for (const plan of plans) if (left() >= minSectionWords && plan.taken.length > 0) fill(plan, Math.min(left(), 1.5 * room), told);
  return plans.filter(({ taken, heading }) => candidateWords(taken.flat()) >= (heading === null ? minSectionWords : minSectionWords / 2));
}

function fill(plan: Plan, room: number, told: Told): void {
  let rest = room;
  for (const section of plan.sections) {
    if (rest < minSectionWords) break;
    const more = take(section.runs, rest, told);
    plan.taken.push(...more);
    rest -= candidateWords(more.flat());
  }
  const rank = new Map(plan.sections.map(({ documentId }, index) => [documentId, index]));
  plan.taken.sort(
    ([a], [b]) =>
      rank.get(a!.source.documentId)! - rank.get(b!.source.documentId)! || a!.source.position - b!.source.position || a!.index - b!.index,
  );
}

/** Names the sections and puts them in order: the user's, else document by document, the most relevant first. */
export function arrangeSections(plans: readonly Plan[], naming: Naming): Section[] {
  const taken = new Set<string>();
  const documents = Map.groupBy(plans, ({ sections }) => sections[0]!.documentId);
  const weight = (all: readonly Plan[]) => Math.max(...all.map(({ sections }) => sections[0]!.relevance));
  const ordered = plans.some(({ heading }) => heading !== null)
    ? plans
    : [...documents.values()]
        .toSorted((a, b) => weight(b) - weight(a))
        .flatMap((all) => all.toSorted((a, b) => positionOf(a) - positionOf(b)));
  const arranged: Section[] = [];
  for (const { heading: fixed, sections, taken: runs } of ordered) {
    const before = arranged.at(-1);
    const isSame = before?.paragraphs[0]?.[0]!.source.documentId === sections[0]!.documentId;
    const name = fixed ?? nameSection(sections[0]!, naming, taken);
    // Without a name of its own, text goes on with the section before it in its document.
    const heading = name ?? (isSame && sections[0]!.path !== null ? null : phraseFor(sections[0]!, naming, taken));
    const paragraphs = inParagraphs(runs);
    if (heading !== null) {
      taken.add(normalise(heading));
      arranged.push({ heading, brief: summaryOf(runs), paragraphs });
    } else if (isSame) before!.paragraphs.push(...paragraphs);
  }
  return arranged;
}

function positionOf({ sections }: Plan): number {
  return sections[0]!.passages[0]!.source.position;
}

/** The number of words in the texts. */
export function wordsIn(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + words(text).length, 0);
}
