import type { Project } from '../../../schema/projects.ts';
import type { ArticleRow } from '../../db/tables.ts';
import type { Composition } from '../../text/compose/compose.ts';
import type { ArticleRequest } from './request.ts';

/** The columns that make an article ready. */
export type FinishedArticle = Pick<
  ArticleRow,
  | 'title' | 'meta_title' | 'meta_description' | 'slug' | 'content_markdown' | 'content_html' | 'outline' | 'faq' | 'json_ld'
  | 'sources' | 'score' | 'breakdown' | 'quality' | 'word_count' | 'reading_time' | 'language'
> & { title: string; slug: string; word_count: number };

interface Draft {
  article: ArticleRow;
  request: ArticleRequest;
  project: Project;
  composition: Composition;
  now: number;
}

export async function finish({ composition }: Draft): Promise<FinishedArticle> {
  const { default: MarkdownIt } = await import('markdown-it');
  return {
    title: composition.title, meta_title: composition.metaTitle, meta_description: composition.metaDescription, slug: composition.slug,
    content_markdown: composition.markdown, content_html: new MarkdownIt().render(composition.markdown), outline: JSON.stringify(composition.outline),
    faq: JSON.stringify(composition.faq), json_ld: JSON.stringify({ '@type': 'Article' }), sources: JSON.stringify(composition.sources),
    score: 0, breakdown: '[]', quality: '[]', word_count: composition.wordCount, reading_time: Math.max(1, Math.ceil(composition.wordCount / 200)), language: composition.language,
  };
}
