import { withoutReferenceMarks } from '../../documents/blocks.ts';
import { spellingsIn } from '../sources/headings.ts';
import type { SourceReading } from '../sources/candidates.ts';
import { titleFor } from '../compose/titles.ts';
import { tidy } from '../../language/tokens.ts';
import { angleOf } from './angle.ts';
import { choosePassages } from './choose.ts';
import { excerptOf } from './excerpt.ts';
import { basisOf, type Basis, type PooledPassage } from './pool.ts';
import { intentOf } from './intent.ts';
import { internalLinks } from './internal-links.ts';
import { outlineOf } from './outline.ts';
import { questionsFor } from './questions.ts';
import { doNotsFor, structureFor } from './rules.ts';
import { planSections, type PlannedSection, type Speaking } from './sections.ts';
import type { CompetingPage, NumberedPassage, WritingBrief } from '../../../schema/drafts.ts';
import type { BriefInput, BriefRequest } from './shapes.ts';
import { termTargets } from './term-targets.ts';

/** Of all passages together: few are handed out whole, many as excerpts. */
const maxPassageWords = 3600;
/** A passage is no longer, unless it is no prose. */
const wholePassage = 300;
/** The published score gives full points for a length within 15 % of the target. */
const lengthTolerance = 0.15;
const maxOpening = 3;
const maxCompetingPages = 5;
const maxCompetingHeadings = 20;
const maxHeadingLength = 120;
const maxUrlLength = 300;

/**
 * Builds the brief for a writer: intent, angle, outline, questions, terms and passages, all found in the passages and in the headings of
 * competing pages. Nothing is invented: if the passages say nothing, the brief says so. Pure and deterministic. The brief may be too long
 * for a model: `fitBrief` trims it. `material` is what was read from the same passages.
 */
export function buildBrief(input: BriefInput, material: SourceReading): WritingBrief {
  const request = { ...input.request, keyword: tidy(input.request.keyword) };
  const intent = intentOf(request.keyword, request.articleType, request.brandTerms);
  const competing = input.competing.slice(0, maxCompetingPages).map(boundedPage);
  const basis = basisOf(material, input.passages, input.composition);
  const sections = planSections(request, basis, input.composition, competing);
  const questions = questionsFor(request.keyword, intent.type, basis, competing);
  const opening = openingPassages(basis);
  const asked = questions.map(({ answering }) => answering.map((passage) => ({ passage, likeness: 1 })));
  const chosen = choosePassages(basis, [opening, ...sections.map(({ speaking }) => speaking), ...asked], request.targetWordCount);
  const numbers = new Map(chosen.map((passage, index) => [passage, index + 1]));
  const numbersOf = (passages: readonly PooledPassage[]) => passages.flatMap((passage) => numbers.get(passage) ?? []);
  const maxWords = Math.min(wholePassage, Math.floor(maxPassageWords / chosen.length));
  const passages = chosen.map((passage) => numbered(passage, { numbers, sections, basis, maxWords }));
  const terms = termTargets(request, basis, competing);
  const around = [...sections.map(({ heading }) => heading), ...terms.map(({ term }) => term)];
  const links = internalLinks(request, basis, around, input.published);
  return {
    ...requested(request),
    title: titleOf(request, basis, input),
    language: basis.topic.language,
    intent,
    angle: angleOf(request, intent, sections, basis, competing),
    structure: { ...structureFor(request.articleType), introductionPassages: numbersOf(opening.map(({ passage }) => passage)) },
    outline: outlineOf(sections, numbers, basis, request),
    questions: questions
      .map(({ question, answering }) => ({ question, passages: numbersOf(answering) }))
      .filter((one) => one.passages.length > 0),
    terms,
    competingPages: competing,
    passages,
    internalLinks: links,
    doNots: doNotsFor(request, basis.topic.language, passages, links),
  };
}

/** The parts of the request that the brief merely passes on. */
function requested(
  request: BriefRequest,
): Pick<WritingBrief, 'keyword' | 'articleType' | 'audience' | 'tone' | 'styleGuide' | 'instructions' | 'wordCount'> {
  const { keyword, articleType, audience, styleGuide, targetWordCount } = request;
  return {
    keyword,
    articleType,
    audience,
    tone: request.tone ?? null,
    styleGuide,
    instructions: request.instructions ?? null,
    wordCount: {
      target: targetWordCount,
      min: Math.ceil(targetWordCount * (1 - lengthTolerance)),
      max: Math.floor(targetWordCount * (1 + lengthTolerance)),
    },
  };
}

/** Passages for the introduction: the openings of documents, those most about the keyword first. */
function openingPassages({ pool }: Basis): Speaking[] {
  const leads = pool.filter(({ source }) => source.position === 0);
  return leads.slice(0, maxOpening).map((passage) => ({ passage, likeness: passage.relevance }));
}

interface Numbering {
  numbers: ReadonlyMap<PooledPassage, number>;
  sections: readonly PlannedSection[];
  basis: Basis;
  /** A longer passage is cut. */
  maxWords: number;
}

/** Cuts the passage to the part about the keyword and the sections that use it. */
function numbered(passage: PooledPassage, { numbers, sections, basis, maxWords }: Numbering): NumberedPassage {
  const { topic } = basis;
  const { documentId, documentTitle, url, heading, text } = passage.source;
  const serves = sections.filter(({ speaking }) => speaking.some((one) => one.passage === passage));
  const focus = new Set([...topic.keyword.keys(), ...serves.flatMap(({ focus: own }) => [...own])]);
  return {
    number: numbers.get(passage)!,
    documentId,
    title: clipped(documentTitle),
    url: url !== null && url.length <= maxUrlLength ? url : null,
    heading: heading === null ? null : clipped(heading),
    // A source's own reference marks would be taken for citations.
    text: excerptOf(withoutReferenceMarks(text), topic.language, focus, maxWords),
  };
}

function titleOf(request: BriefRequest, { pool, topic }: Basis, { composition }: BriefInput): string {
  if (request.title?.trim()) return tidy(request.title);
  if (composition) return composition.title;
  const { keyword, articleType, targetWordCount } = request;
  const wanted = { keyword, articleType, targetWordCount, includeFaq: false };
  return titleFor(wanted, topic.language, spellingsIn(pool.map(({ source }) => source.text)));
}

function boundedPage({ url, title, headings }: CompetingPage): CompetingPage {
  const told = headings.slice(0, maxCompetingHeadings).map(clipped).filter(Boolean);
  return { url: url.slice(0, maxUrlLength), title: clipped(title), headings: [...new Set(told)] };
}

function clipped(text: string): string {
  return tidy(text.slice(0, maxHeadingLength * 2))
    .slice(0, maxHeadingLength)
    .toWellFormed();
}
