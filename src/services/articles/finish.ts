import type { ArticleSource } from '../../../schema/articles.ts';
import type { Project } from '../../../schema/projects.ts';
import type { ArticleRow } from '../../db/tables.ts';
import type { Composition } from '../../text/compose/compose.ts';
import { articleJsonLd } from '../../text/json-ld.ts';
import { renderHtml } from '../../text/markdown.ts';
import { scoreArticle } from '../../text/scoring.ts';
import { isoTime } from '../wire.ts';
import type { ArticleRequest } from './request.ts';

type Columns =
  | ('title' | 'meta_title' | 'meta_description' | 'slug' | 'language' | 'content_markdown' | 'content_html')
  | ('outline' | 'faq' | 'json_ld' | 'sources' | 'score' | 'breakdown' | 'quality' | 'word_count' | 'reading_time');

/** The columns that make an article ready. */
export interface FinishedArticle extends Pick<ArticleRow, Columns> {
  title: string;
  slug: string;
  word_count: number;
}

interface Draft {
  request: ArticleRequest;
  project: Project;
  composition: Composition;
  now: number;
}

const wordsPerMinute = 200;

/** Checks and renders what was composed: HTML, JSON-LD, score and quality flags. */
export async function finish({ request, project, composition, now }: Draft): Promise<FinishedArticle> {
  const { title, metaTitle, metaDescription, slug, markdown, outline, faq, sources, wordCount, language } = composition;
  const supportedSentences = sources.flatMap((source) => source.sentences.map((sentence) => sentence.text));
  const verdict = scoreArticle({ ...request, ...composition, supportedSentences });
  return {
    title,
    slug,
    language,
    meta_title: metaTitle,
    meta_description: metaDescription,
    word_count: wordCount,
    content_markdown: markdown,
    content_html: await renderHtml(markdown),
    outline: JSON.stringify(outline),
    faq: JSON.stringify(faq),
    json_ld: JSON.stringify(jsonLdOf(request, project, composition, now)),
    sources: JSON.stringify(sources.map(toSource)),
    score: verdict.score,
    breakdown: JSON.stringify(verdict.breakdown),
    quality: JSON.stringify(verdict.quality),
    reading_time: Math.max(1, Math.round(wordCount / wordsPerMinute)),
  };
}

/** The page's address is not known before it is published, so it is left out. */
function jsonLdOf(
  { articleType, keyword }: ArticleRequest,
  { brandTerms }: Project,
  composition: Composition,
  now: number,
): Record<string, unknown> {
  const { title, metaDescription, language, wordCount, faq, sources } = composition;
  return articleJsonLd({
    articleType,
    keyword,
    title,
    description: metaDescription,
    language,
    wordCount,
    faq,
    citations: sources,
    datePublished: isoTime(now),
    dateModified: isoTime(now),
    publisherName: brandTerms[0],
  });
}

function toSource({ number, documentId, title, url, sentences }: Composition['sources'][number]): ArticleSource {
  return { number, documentId, title, url, sentences: sentences.map(({ text, section }) => ({ text, section })) };
}
