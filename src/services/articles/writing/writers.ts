import type { Article, Usage } from '../../../../schema/articles.ts';
import type { Draft, NumberedPassage, BriefSection } from '../../../../schema/drafts.ts';
import { faqSection } from '../../../markdown/body.ts';
import { partsOfMarkdown } from '../../../markdown/outline.ts';
import { normalise } from '../../../language/tokens.ts';
import type { Composition } from '../../../writing/compose/compose.ts';

/** A source that a draft's citations name by number. */
export interface NumberedEvidence {
  number: number;
  documentId: string;
  title: string;
  url: string | null;
  /** What of it was there to be cited: never the article's own sentences, or what is false would be true the next time. */
  passages: string[];
  /** What of that is kept with the article where it is cited. Default: all. */
  kept?: string[];
}

/** What a writer leaves for the checks. */
export interface Written {
  draft: Draft;
  outline: NonNullable<Article['outline']>;
  /** Headings asked for that nothing speaks to. */
  unmetOutline: string[];
  language: string;
  evidence: NumberedEvidence[];
  /** Every sentence is a sentence of its source. */
  verbatim: boolean;
  usage: Usage | null;
}

/** The extractive writer's: the numbers name documents. */
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

/** The numbers of a draft that was written from a brief name its passages. */
export function evidenceOf(passages: readonly NumberedPassage[]): NumberedEvidence[] {
  return passages.map(({ number, documentId, title, url, text }) => ({ number, documentId, title, url, passages: [text] }));
}

/** The sections that a text has, and those that were asked for and that it has not. `planned` tells what they cover. */
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

/** Answers with a mark behind each sentence that is known to stand on a source: they are kept and published without. */
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
