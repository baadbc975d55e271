import type { Article, QualityFlag, Usage } from '../../../schema/articles.ts';
import type { Project } from '../../../schema/projects.ts';
import type { ArticleRow } from '../../db/tables.ts';
import type { System } from '../../system.ts';
import type { WritingBrief } from '../../text/brief/shapes.ts';
import { ground, type Grounded } from '../../text/checks/citations.ts';
import { metaDescriptionOf, metaTitleOf } from '../../text/compose/titles.ts';
import { articleJsonLd } from '../../text/json-ld.ts';
import { renderHtml } from '../../text/markdown.ts';
import { partsOfMarkdown } from '../../text/outline.ts';
import { scoreArticle } from '../../text/scoring.ts';
import { sentences } from '../../text/sentences.ts';
import { slugOf } from '../../text/slug.ts';
import { countWords } from '../../text/tokens.ts';
import type { Images, NewImage } from '../images.ts';
import { isoTime } from '../wire.ts';
import type { FinishedArticle } from './content.ts';
import type { ArticleRequest } from './request.ts';
import type { Written } from './writers.ts';

/** Checks and renders what a writer wrote: HTML, JSON-LD, score, quality flags and picture. */
export interface Finishing {
  check(work: Unfinished): Promise<Checked>;
  /** Renders what was checked. */
  complete(work: Unfinished, checked: Checked): Promise<Finished>;
  /** Both. */
  finish(work: Unfinished): Promise<Finished>;
}

export interface Unfinished {
  article: ArticleRow;
  request: ArticleRequest;
  project: Project;
  written: Written;
  /** Null where it was written without one. */
  brief: WritingBrief | null;
}

export interface Checked {
  fields: { title: string; metaTitle: string; metaDescription: string; slug: string };
  grounded: Grounded;
  wordCount: number;
  score: number;
  breakdown: NonNullable<Article['breakdown']>;
  quality: QualityFlag[];
}

export interface Finished {
  finished: FinishedArticle;
  image: NewImage | null;
  usage: Usage | null;
}

interface Needs {
  system: System;
  images: Images;
}

const wordsPerMinute = 200;

export function createFinishing({ system, images }: Needs): Finishing {
  async function check({ request, written }: Unfinished): Promise<Checked> {
    const { draft, evidence, language } = written;
    const grounded = await ground({
      markdown: draft.markdown,
      faq: draft.faq,
      evidence: new Map(evidence.map((one) => [one.number, one])),
      language,
    });
    const { paragraphs } = partsOfMarkdown(grounded.markdown);
    const fields = {
      title: draft.title,
      metaTitle: draft.metaTitle ?? metaTitleOf(draft.title),
      metaDescription: draft.metaDescription ?? metaDescriptionOf(sentences(paragraphs.slice(0, 2).join(' '), language)),
      slug: draft.slug ?? slugOf(request.keyword.trim() || draft.title),
    };
    const { score, breakdown, quality } = scoreArticle({
      ...request,
      ...fields,
      markdown: grounded.markdown,
      language,
      unmetOutline: written.unmetOutline,
      supportedSentences: grounded.sources.flatMap((source) => source.sentences.map(({ text }) => text)),
    });
    const wordCount = countWords(paragraphs.join(' '));
    return { fields, grounded, wordCount, score, breakdown, quality: quality.map((flag) => ({ ...flag, gate: true })) };
  }

  async function complete({ article, request, project, written }: Unfinished, checked: Checked): Promise<Finished> {
    const { fields, grounded, wordCount } = checked;
    const { language } = written;
    const image = request.includeImage ? await images.make(project, { title: fields.title, keyword: request.keyword, language }) : null;
    const now = isoTime(system.now());
    const jsonLd = articleJsonLd({
      articleType: request.articleType,
      keyword: request.keyword,
      title: fields.title,
      description: fields.metaDescription,
      language,
      wordCount,
      faq: grounded.faq,
      citations: grounded.sources,
      datePublished: article.generated_at === null ? now : isoTime(article.generated_at),
      dateModified: now,
      publisherName: project.brandTerms[0],
      imageUrl: image?.url ?? images.urlOf(article),
    });
    const finished: FinishedArticle = {
      title: fields.title,
      slug: fields.slug,
      language,
      meta_title: fields.metaTitle,
      meta_description: fields.metaDescription,
      word_count: wordCount,
      content_markdown: grounded.markdown,
      content_html: await renderHtml(grounded.markdown),
      outline: JSON.stringify(written.outline),
      faq: JSON.stringify(grounded.faq),
      json_ld: JSON.stringify(jsonLd),
      sources: JSON.stringify(
        grounded.sources.map(({ sentences: cited, ...source }) => ({
          ...source,
          sentences: cited.map(({ text, section }) => ({ text, section })),
        })),
      ),
      score: checked.score,
      breakdown: JSON.stringify(checked.breakdown),
      quality: JSON.stringify(checked.quality),
      reading_time: Math.max(1, Math.round(wordCount / wordsPerMinute)),
      sketch: '',
    };
    return { finished, image, usage: written.usage };
  }

  return { check, complete, finish: async (work) => complete(work, await check(work)) };
}
