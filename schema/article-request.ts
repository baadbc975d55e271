import { z } from 'zod';
import { ProjectId } from './common.ts';

export const ArticleType = z
  .enum(['guide', 'how-to', 'listicle', 'comparison', 'review', 'news', 'opinion', 'glossary'])
  .describe('The kind of article.');

export const TargetWordCount = z.number().int().min(200).max(5000).describe('Words to aim at, 200–5000. Never reached by padding.');

export const NewArticle = z.strictObject({
  keyword: z.string().trim().min(1).max(200).describe('The keyword to write for, at most 200 characters.'),
  title: z.string().trim().min(1).max(200).optional().describe('The title. Default: made from the keyword and the sources.'),
  articleType: ArticleType.optional().describe('The kind of article. Default guide.'),
  language: z.string().regex(/^[a-z]{2}$/, 'Expected a two-letter language code such as en.').optional().describe("ISO 639-1 code. Default: the project's."),
  targetWordCount: TargetWordCount.optional().describe('Words to aim at, 200–5000, never reached by padding. Default 1000.'),
  outline: z.array(z.string().trim().min(1).max(200)).max(20).optional().describe('Section headings, in order. Default: made from the sources.'),
  sources: z
    .array(z.string().trim().min(1).max(2000))
    .max(50)
    .optional()
    .describe('What to write from: knowledge ids (doc_…) and URLs to fetch. Default: the whole knowledge base.'),
  includeFaq: z.boolean().optional().describe('End with questions and answers where the sources hold any. Default true.'),
  writer: z.enum(['extractive']).optional().describe('Who writes. extractive: sentences of your own sources, each attributed, no model.'),
  webhookUrl: z.string().max(2000).optional().describe("Where article.ready or article.failed is sent. Default: the project's eventWebhookUrl."),
  projectId: ProjectId,
});

export type NewArticle = z.output<typeof NewArticle>;
export type ArticleType = z.infer<typeof ArticleType>;
