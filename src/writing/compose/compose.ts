import { slugOf } from '../../language/slug.ts';
import { normalise } from '../../language/tokens.ts';
import { answersIn, type Answered } from './faq.ts';
import { candidateWords, readSources, type Candidate, type SourceReading } from '../sources/candidates.ts';
import { definitionsIn } from './definitions.ts';
import { spellingsIn } from '../sources/headings.ts';
import { arrangeSections, fillSections, openArticle, planSections, sectionCount, type Plan } from './planning.ts';
import { reasonFor } from './reason.ts';
import { bodyWords, Citations, renderBody, renderSources, type Body } from './render.ts';
import { inParagraphs } from './sections.ts';
import { Selection } from './selection.ts';
import type { ComposeRequest, ComposeResult, Composition, Judgement, SourcePassage } from '../sources/shapes.ts';
import { faqSection } from '../../markdown/body.ts';
import { metaDescriptionOf, metaTitleOf, titleFor } from './titles.ts';

export type { ComposeRequest, ComposeResult, Composition, Judgement, SourcePassage } from '../sources/shapes.ts';

/** The article is refused if it has less than this share of the needed words once repeats are left out. */
const tolerance = 0.7;

/**
 * Writes an article from its sources' own sentences, each attributed: usable passages → clusters → sections → sentences by
 * maximal marginal relevance → paragraphs in source order. Refuses if the sources are not enough for an article. Never pads:
 * if they are enough for less than the target, the article is shorter. Deterministic.
 */
export function compose(request: ComposeRequest, passages: readonly SourcePassage[]): ComposeResult {
  return composeFrom(request, readSources(request, passages));
}

/** Like `compose`, with passages already read for this request. */
export function composeFrom(request: ComposeRequest, material: SourceReading): ComposeResult {
  const { topic, judgement } = material;
  if (!judgement.sufficient) return refuse(judgement, reasonFor(material));
  const spellings = spellingsIn(material.passages.map(({ source }) => source.text));
  const documents = [...new Set(material.passages.map(({ name }) => name ?? ''))];
  const title = titleFor(request, topic.language, spellings, documents);
  const definitions = definitionsIn(material.passages, topic);
  const selection = new Selection(topic);
  const opening = openArticle(request, definitions, material, selection);
  const plans = chooseSections(request, material, opening, selection);
  const sections = arrangeSections(plans, { topic, keyword: request.keyword, title, spellings });
  const body: Body = { introduction: inParagraphs(opening), sections };
  const wordCount = bodyWords(body);
  if (sections.length === 0 || wordCount < tolerance * judgement.neededWords) {
    return refuse(
      { ...judgement, usableWords: Math.min(wordCount, judgement.neededWords - 1) },
      request.outline?.some((heading) => heading.trim())
        ? 'The sources say too little under the headings that were asked for.'
        : 'Too little is left of the sources once repeats and sentences that make no section are left out.',
    );
  }
  const answers = request.includeFaq ? answersFrom(body, material) : [];
  return { ok: true, composition: assemble(request, body, answers, { title, language: topic.language, wordCount }) };
}

/** Whether the passages are enough for the article, judged as `compose` does but without writing it; `reason` says what was found and what is needed. */
export function judgeSources(request: ComposeRequest, passages: readonly SourcePassage[]): Judgement & { reason: string } {
  const material = readSources(request, passages);
  return { ...material.judgement, reason: reasonFor(material) };
}

/** Takes as many of the best sections as the target length calls for, and more if these do not fill it. */
function chooseSections(request: ComposeRequest, material: SourceReading, opening: readonly Candidate[], selection: Selection): Plan[] {
  const budget = request.targetWordCount - candidateWords(opening);
  const all = planSections(request, material);
  const wanted = request.outline?.length ? all.length : sectionCount(request.targetWordCount);
  const filled = fillSections(all.slice(0, wanted), budget, selection);
  const missing = budget - filled.reduce((sum, { sentences }) => sum + candidateWords(sentences), 0);
  if (missing < request.targetWordCount * 0.1) return filled;
  return [...filled, ...fillSections(all.slice(wanted), missing, selection)];
}

/** Takes questions and answers only from documents that the article quotes: others are about something else. */
function answersFrom({ introduction, sections }: Body, { passages, topic }: SourceReading): Answered[] {
  const quoted = new Set(
    [...introduction, ...sections.flatMap(({ paragraphs }) => paragraphs)].flat().map(({ passage }) => passage.source.documentId),
  );
  return answersIn(
    passages.filter(({ source }) => quoted.has(source.documentId)),
    topic,
  );
}

function assemble(
  request: ComposeRequest,
  body: Body,
  answers: readonly Answered[],
  facts: { title: string; language: string; wordCount: number },
): Composition {
  const citations = new Citations();
  const markdown = renderBody(body, citations);
  for (const { answer } of answers) for (const sentence of answer) citations.cite(sentence, faqSection);
  const sources = citations.all();
  return {
    title: facts.title,
    metaTitle: metaTitleOf(facts.title),
    // Without an introduction the text opens with its first section.
    metaDescription: metaDescriptionOf(
      [body.introduction, ...body.sections.map(({ paragraphs }) => paragraphs)].flat(2).map(({ text }) => text),
    ),
    slug: slugOf(request.keyword.trim() || facts.title, { language: facts.language }),
    unmetOutline: unmetOf(request, body),
    outline: body.sections.map(({ heading, brief }) => ({ heading, level: 2, brief })),
    markdown: `${markdown}\n\n${renderSources(sources, facts.language)}\n`,
    faq: answers.map(({ question, answer }) => ({ question, answer: answer.map(({ text }) => text).join(' ') })),
    sources,
    wordCount: facts.wordCount,
    language: facts.language,
  };
}

function unmetOf({ outline = [] }: ComposeRequest, { sections }: Body): string[] {
  const met = new Set(sections.map(({ heading }) => normalise(heading)));
  return outline.map((heading) => heading.trim()).filter((heading) => heading && !met.has(normalise(heading)));
}

function refuse(judgement: Judgement, reason: string): ComposeResult {
  const { usablePassages, neededPassages, usableWords, neededWords } = judgement;
  return { ok: false, usablePassages, neededPassages, usableWords, neededWords, reason };
}
