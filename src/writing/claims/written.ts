import type { Article, Usage } from '../../../schema/articles.ts';
import type { Draft, NumberedPassage, BriefSection, WritingBrief } from '../../../schema/drafts.ts';
import { faqSection } from '../../markdown/body.ts';
import { partsOfMarkdown } from '../../markdown/outline.ts';
import { normalise } from '../../language/tokens.ts';
import type { Composition } from '../compose/compose.ts';

/** A source that a draft cites by number. */
export interface NumberedEvidence {
  number: number;
  documentId: string;
  title: string;
  url: string | null;
  /** The passages that may be cited; never the article's own sentences, or a false one would support itself next time. */
  passages: string[];
  /** The passages to store with the article if it cites the source. Default: all. */
  kept?: string[];
}

/** A writer's result, before the checks. */
export interface Written {
  draft: Draft;
  outline: NonNullable<Article['outline']>;
  /** Requested headings that the article lacks. */
  unmetOutline: string[];
  language: string;
  evidence: NumberedEvidence[];
  /** True if every sentence is quoted from its source. */
  verbatim: boolean;
  usage: Usage | null;
}

/** The result of the extractive writer, whose citation numbers refer to documents. */
export function writtenFrom(composition: Composition): Written {
  const { title, metaTitle, metaDescription, slug, markdown, faq, outline, unmetOutline, language, sources } = composition;
  return {
    draft: { title, metaTitle, metaDescription, slug, markdown, faq: citedAnswers(faq, sources) },
    outline,
    unmetOutline,
    language,
    evidence: sources.map(({ number, documentId, title: name, url, sentences }) => ({
      number,
      documentId,
      title: name,
      url,
      passages: sentences.map(({ text }) => text),
    })),
    verbatim: true,
    usage: null,
  };
}

/** The result of a writer that has a brief, whose citation numbers refer to passages. `wanted`: the requested headings; `planned`: the outline. */
export function writtenBy(
  { language, passages }: Pick<WritingBrief, 'language' | 'passages'>,
  {
    draft,
    wanted,
    planned,
    usage,
  }: { draft: Draft; wanted: readonly string[] | null; planned: readonly BriefSection[]; usage: Usage | null },
): Written {
  return { draft, ...outlinesOf(draft.markdown, wanted ?? [], planned), language, evidence: evidenceOf(passages), verbatim: false, usage };
}

/** The evidence of a draft written from a brief, whose citation numbers refer to passages. */
export function evidenceOf(passages: readonly NumberedPassage[]): NumberedEvidence[] {
  return passages.map(({ number, documentId, title, url, text }) => ({ number, documentId, title, url, passages: [text] }));
}

/** The text's sections, and the requested headings that it lacks. The briefs of the sections come from `planned`. */
export function outlinesOf(
  markdown: string,
  wanted: readonly string[],
  planned: readonly Pick<BriefSection, 'heading' | 'brief'>[],
): Pick<Written, 'outline' | 'unmetOutline'> {
  const { headings } = partsOfMarkdown(markdown);
  const briefs = new Map(planned.map(({ heading, brief }) => [normalise(heading), brief]));
  const there = new Set(headings.map(({ text }) => normalise(text)));
  return {
    outline: headings
      .filter(({ level }) => level === 2 || level === 3)
      .map(({ level, text }) => ({ heading: text, level, brief: briefs.get(normalise(text)) ?? '' })),
    unmetOutline: wanted
      .map((heading) => heading.replace(/^#+\s*/, '').trim())
      .filter((heading) => heading && !there.has(normalise(heading))),
  };
}

interface Quoted {
  number: number;
  sentences: readonly { text: string; section: string }[];
}

/** Restores citation marks in answers, which are stored and published without them. */
export function citedAnswers(
  faq: readonly { question: string; answer: string }[],
  sources: readonly Quoted[],
): { question: string; answer: string }[] {
  const known = sources.flatMap(({ number, sentences }) =>
    sentences.filter(({ section }) => section === faqSection).map(({ text }) => ({ text, mark: ` [${number}]` })),
  );
  const cited = (answer: string) =>
    known.reduce(
      (text, sentence) => (text.includes(sentence.text) ? text.replace(sentence.text, () => sentence.text + sentence.mark) : text),
      answer,
    );
  return faq.map(({ question, answer }) => ({ question, answer: cited(answer) }));
}

/** The text with `offset` added to every citation number. */
export function withNumbersFrom(markdown: string, offset: number): string {
  return markdown.replace(/\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\](?!\()/g, (_, numbers: string) => {
    const raised = numbers.split(/\s*[,;]\s*/).map((number) => Number(number) + offset);
    return `[${raised.join(', ')}]`;
  });
}
