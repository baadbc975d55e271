import { z } from 'zod';
import { ArticleType } from './article-request.ts';
import { Timestamp } from './common.ts';

export const ArticleStatus = z.enum(['queued', 'researching', 'outlining', 'writing', 'checking', 'ready', 'failed', 'canceled']);

export const ArticleSummary = z.object({
  id: z.string().describe('The article (art_…).'),
  projectId: z.string().describe('Its project.'),
  jobId: z.string().describe('The job that writes it; follow it with jobs_get.'),
  status: ArticleStatus.describe('ready once it can be read; failed and canceled are final.'),
  keyword: z.string().describe('The target keyword.'),
  articleType: ArticleType,
  writer: z.string().describe('Who writes.'),
  language: z.string().nullable().describe('ISO 639-1 code; null until known.'),
  title: z.string().nullable().describe('The title; null until written.'),
  slug: z.string().nullable().describe('URL slug, unique within the project.'),
  wordCount: z.number().int().nullable().describe('Words in the body.'),
  score: z.number().int().nullable().describe('0–100 by the published formula; the breakdown is in articles_get.'),
  error: z
    .object({ code: z.string().describe('Stable error code.'), message: z.string().describe('What went wrong and what to do.') })
    .nullable()
    .describe('Why it failed; null otherwise.'),
  publishHeld: z.boolean().describe('True where quality flags kept it from the publishing webhook, until articles_publish sends it.'),
  createdAt: Timestamp.describe('When it was asked for.'),
  generatedAt: Timestamp.nullable().describe('When it became ready.'),
});

const ScorePart = z.object({
  name: z.string().describe('What is judged.'),
  points: z.number().describe('Points given.'),
  max: z.number().describe('Points possible.'),
  detail: z.string().describe('Why.'),
});

export const ArticleSource = z.object({
  number: z.number().int().describe('The number in the text: [1].'),
  documentId: z.string().describe('The knowledge document (doc_…).'),
  title: z.string().describe('Its title.'),
  url: z.string().nullable().describe('Where it came from.'),
  sentences: z
    .array(
      z.object({
        text: z.string().describe('A sentence of the article.'),
        section: z.string().describe('The section it stands in; empty for the introduction.'),
      }),
    )
    .describe('Every sentence that stands on this source.'),
});

export const Article = ArticleSummary.extend({
  metaTitle: z.string().nullable().describe('At most 60 characters.'),
  metaDescription: z.string().nullable().describe('At most 160 characters.'),
  contentMarkdown: z.string().nullable().describe('The body in Markdown; null until ready, or where include leaves it out.'),
  contentHtml: z.string().nullable().describe('The same, rendered and sanitised.'),
  readingTime: z.number().int().nullable().describe('Whole minutes at 200 words a minute, at least 1.'),
  outline: z
    .array(
      z.object({
        heading: z.string().describe('The heading.'),
        level: z.number().int().describe('2 or 3.'),
        brief: z.string().describe('What the section covers.'),
      }),
    )
    .nullable()
    .describe('The sections, in order.'),
  faq: z
    .array(z.object({ question: z.string().describe('A question the sources answer.'), answer: z.string().describe('The answer.') }))
    .nullable()
    .describe('Questions and answers; empty where the sources hold none.'),
  jsonLd: z.record(z.string(), z.unknown()).nullable().describe('schema.org JSON-LD for the page.'),
  sources: z.array(ArticleSource).nullable().describe('The documents the article stands on, and which sentences cite them.'),
  breakdown: z.array(ScorePart).nullable().describe('How the score came about.'),
  quality: z
    .array(z.object({ code: z.string().describe('Stable code of the flag.'), detail: z.string().describe('What to look at.') }))
    .nullable()
    .describe('What a reader should look at before publishing; empty where nothing was found.'),
  webhookUrl: z.string().nullable().describe('Where its events go; null: the project default, if any.'),
  updatedAt: Timestamp.describe('When it last changed.'),
});

export const ArticlePart = z.enum(['markdown', 'html', 'sources', 'jsonLd']);

export type Article = z.infer<typeof Article>;
export type ArticleSummary = z.infer<typeof ArticleSummary>;
export type ArticleStatus = z.infer<typeof ArticleStatus>;
export type ArticleSource = z.infer<typeof ArticleSource>;
export type ArticlePart = z.infer<typeof ArticlePart>;
