import { withoutReferenceMarks } from '../../documents/blocks.ts';
import { spellingsIn } from '../sources/headings.ts';
import type { SourceReading } from '../sources/candidates.ts';
import { titleFor } from '../compose/titles.ts';
import { tidy } from '../../language/tokens.ts';
import { angleOf } from './angle.ts';
import { choosePassages } from './choose.ts';
import { codeExcerpt, excerptOf } from './excerpt.ts';
import { basisOf, type Basis, type PooledPassage } from './pool.ts';
import { tellingPhrases } from './phrases.ts';
import { intentOf } from './intent.ts';
import { internalLinks } from './internal-links.ts';
import { outlineOf } from './outline.ts';
import { questionsFor } from './questions.ts';
import { doNotsFor, structureFor } from './rules.ts';
import { planSections, quotedUnder, type PlannedSection, type Speaking } from './sections.ts';
import type { CompetingPage, NumberedPassage, WritingBrief } from '../../../schema/drafts.ts';
import type { SourcePassage } from '../sources/shapes.ts';
import type { BriefInput, BriefRequest } from './shapes.ts';
import { termTargets } from './term-targets.ts';

/** Of all passages together: few are handed out whole, many as excerpts. */
const maxPassageWords = 4200;
/** A passage is no longer, unless it is no prose. */
const wholePassage = 300;
/** The published score gives full points for a length within 15 % of the target. */
const lengthTolerance = 0.15;
const maxOpening = 3;
/** Passages of code that come along with one of prose. */
const maxCode = 2;
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
  const competing = input.competing.slice(0, maxCompetingPages).map(boundedPage);
  const basis = basisOf(material, input.passages, input.composition);
  const texts = basis.pool.map(({ source }) => source.text);
  const intent = intentOf({ ...request, language: basis.topic.language }, { texts, competing });
  const sections = planSections(request, basis, input.composition, competing);
  const questions = questionsFor(request.keyword, intent.type, basis, competing);
  const opening = openingPassages(basis, input.composition);
  const asked = questions.map(({ answering }) => answering.map((passage) => ({ passage, likeness: 1 })));
  const sides = basis.sides.map(({ ids }) => basis.pool.filter(({ source }) => ids.has(source.id)).map(speakingOf));
  const chosen = choosePassages(basis, [opening, ...sides, ...sections.map(({ speaking }) => speaking), ...asked], request.targetWordCount);
  const maxWords = Math.min(wholePassage, Math.floor(maxPassageWords / chosen.length));
  const { passages, numbers } = numbered(chosen, codeAfter(input.passages), { sections, basis, maxWords });
  const numbersOf = (some: readonly PooledPassage[]) => some.flatMap((passage) => numbers.get(passage) ?? []);
  const phrases = tellingPhrases(basis);
  const terms = termTargets(request, basis, phrases, competing);
  const around = [...sections.map(({ heading }) => heading), ...terms.map(({ term }) => term)];
  const links = internalLinks(request, basis, around, input.published);
  return {
    ...requested(request),
    title: titleOf(request, basis, input),
    language: basis.topic.language,
    intent,
    angle: angleOf(request, intent, sections, basis, competing),
    structure: { ...structureFor(request.articleType), introductionPassages: numbersOf(opening.map(({ passage }) => passage)) },
    outline: outlineOf(sections, (passage) => numbers.get(passage) ?? [], phrases, basis, request.targetWordCount),
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

/** Passages for the introduction: those that the extractive plan opens with, else the openings of documents, those most about the keyword first. */
function openingPassages({ pool }: Basis, composition: BriefInput['composition']): Speaking[] {
  const quoted = quotedUnder(composition, '');
  const opens = pool.filter(({ source }) => (quoted.size > 0 ? quoted.has(source.id) : source.position === 0));
  return opens.slice(0, maxOpening).map(speakingOf);
}

function speakingOf(passage: PooledPassage): Speaking {
  return { passage, likeness: passage.relevance };
}

interface Numbering {
  sections: readonly PlannedSection[];
  basis: Basis;
  /** A longer passage is cut. */
  maxWords: number;
}

/** Numbers the passages in their order, each followed by the code that belongs to it. */
function numbered(
  chosen: readonly PooledPassage[],
  codeOf: (passage: PooledPassage) => readonly SourcePassage[],
  how: Numbering,
): { passages: NumberedPassage[]; numbers: ReadonlyMap<PooledPassage, number[]> } {
  const passages: NumberedPassage[] = [];
  const numbers = new Map<PooledPassage, number[]>();
  const handOut = (source: SourcePassage, text: string) => {
    const { documentId, documentTitle, url, heading, kind } = source;
    const number = passages.length + 1;
    passages.push({
      number,
      documentId,
      title: clipped(documentTitle),
      url: url !== null && url.length <= maxUrlLength ? url : null,
      heading: heading === null ? null : clipped(heading),
      kind,
      text,
    });
    return number;
  };
  for (const passage of chosen) {
    const own = [handOut(passage.source, excerptFor(passage, codeOf(passage).length > 0, how))];
    for (const code of codeOf(passage)) own.push(handOut(code, codeExcerpt(code.text)));
    numbers.set(passage, own);
  }
  return { passages, numbers };
}

/** Cuts the passage to the part about the keyword and the sections that use it. */
function excerptFor(passage: PooledPassage, leads: boolean, { sections, basis: { topic }, maxWords }: Numbering): string {
  const serves = sections.filter(({ speaking }) => speaking.some((one) => one.passage === passage));
  const focus = new Set([...topic.keyword.keys(), ...serves.flatMap(({ focus: own }) => [...own])]);
  // A source's own reference marks would be taken for citations.
  return excerptOf(withoutReferenceMarks(passage.source.text), topic.language, focus, maxWords, leads);
}

/** Finds the code that directly follows a passage in its document. */
function codeAfter(passages: readonly SourcePassage[]): (passage: PooledPassage) => SourcePassage[] {
  const placeOf = (documentId: string, position: number) => `${position} ${documentId}`;
  const code = new Map(passages.filter(({ kind }) => kind === 'code').map((one) => [placeOf(one.documentId, one.position), one]));
  return ({ source: { documentId, position } }) => {
    const found: SourcePassage[] = [];
    for (let next = position + 1; found.length < maxCode; next++) {
      const one = code.get(placeOf(documentId, next));
      if (!one) break;
      found.push(one);
    }
    return found;
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
