import { faqSection } from '../../markdown/body.ts';
import { slugOf } from '../../language/slug.ts';
import { normalise } from '../../language/tokens.ts';
import { readSources, type SourceReading } from '../sources/candidates.ts';
import { sectionName, spellingsIn } from '../sources/headings.ts';
import type { ComposeRequest, ComposeResult, Composition, Judgement, SourcePassage } from '../sources/shapes.ts';
import { answersIn, type Answered } from './faq.ts';
import { wordsIn } from './planning.ts';
import { reasonFor } from './reason.ts';
import { Citations, renderBody, renderSources } from './render.ts';
import { bestDescription, metaTitleOf, titleFor } from './titles.ts';
import { commonHeadings, type Layout } from './sections.ts';
import { hasOutline, layOut, typeRefusal } from './types.ts';

export type { ComposeRequest, ComposeResult, Composition, Judgement, SourcePassage } from '../sources/shapes.ts';

/** The article is refused if it has less than this share of the needed words once repeats are left out. */
const tolerance = 0.7;

/**
 * Condenses sources into an article of their own sentences, each attributed: passages → runs of neighbouring sentences → sections →
 * article. Refuses if the sources are not enough for an article of its type. Never pads: if they are enough for less than the target,
 * the article is shorter. Deterministic.
 */
export function compose(request: ComposeRequest, passages: readonly SourcePassage[]): ComposeResult {
  return composeFrom(request, readSources(request, passages));
}

/** Like `compose`, with passages already read for this request. */
export function composeFrom(request: ComposeRequest, material: SourceReading): ComposeResult {
  const { topic, judgement } = material;
  const refusal = judgement.sufficient ? typeRefusal(request, material) : reasonFor(material);
  if (refusal !== null) return refuse(judgement, refusal);
  const spellings = spellingsIn(material.passages.map(({ source }) => source.text));
  const title = titleFor(request, topic.language, spellings);
  const layout = layOut(request, material, {
    topic,
    keyword: request.keyword,
    title,
    spellings,
    common: commonHeadings(material.passages),
  });
  const texts = [...layout.introduction, ...layout.sections.flatMap(({ paragraphs }) => paragraphs)].flat();
  const wordCount = wordsIn(texts.filter(({ isCode }) => !isCode).map(({ text }) => text));
  if (layout.sections.length === 0 || wordCount < tolerance * judgement.neededWords) {
    return refuse(
      { ...judgement, usableWords: Math.min(wordCount, judgement.neededWords - 1) },
      hasOutline(request)
        ? 'The sources say too little under the headings that were asked for.'
        : 'Too little is left of the sources once repeats and sentences that make no section are left out.',
    );
  }
  const answers = request.includeFaq ? answersIn(layout, material) : [];
  return { ok: true, composition: assemble(request, layout, answers, { title, wordCount }, material) };
}

/**
 * Whether the passages are enough for the article, judged as `compose` does but without writing it; `reason` says what was found and what is needed,
 * `section` where most is said on the keyword, if anything is.
 */
export function judgeSources(
  request: ComposeRequest,
  passages: readonly SourcePassage[],
): Judgement & { reason: string; section: string | undefined } {
  const material = readSources(request, passages);
  const refusal = material.judgement.sufficient ? typeRefusal(request, material) : null;
  return {
    ...material.judgement,
    sufficient: material.judgement.sufficient && refusal === null,
    reason: refusal ?? reasonFor(material),
    section: material.best ? sectionName(material.best.source) : undefined,
  };
}

function assemble(
  request: ComposeRequest,
  layout: Layout,
  answers: readonly Answered[],
  { title, wordCount }: { title: string; wordCount: number },
  { topic }: SourceReading,
): Composition {
  const citations = new Citations();
  const markdown = renderBody(layout, citations);
  for (const { answer } of answers) for (const unit of answer) citations.cite(unit, faqSection);
  const sources = citations.all();
  return {
    title,
    metaTitle: metaTitleOf(title),
    metaDescription: bestDescription(layout, topic),
    slug: slugOf(request.keyword.trim() || title, { language: topic.language }),
    unmetOutline: unmetOf(request, layout),
    outline: layout.sections.map(({ heading, brief }) => ({ heading, level: 2, brief })),
    markdown: `${markdown}\n\n${renderSources(sources, topic.language)}\n`,
    faq: answers.map(({ question, answer }) => ({ question, answer: answer.map(({ text }) => text).join(' ') })),
    sources,
    wordCount,
    language: topic.language,
  };
}

function unmetOf({ outline = [] }: ComposeRequest, { sections }: Layout): string[] {
  const met = new Set(sections.map(({ heading }) => normalise(heading)));
  return outline.map((heading) => heading.trim()).filter((heading) => heading && !met.has(normalise(heading)));
}

function refuse({ usablePassages, neededPassages, usableWords, neededWords }: Judgement, reason: string): ComposeResult {
  return { ok: false, usablePassages, neededPassages, usableWords, neededWords, reason };
}
