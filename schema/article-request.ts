import { z } from 'zod';
import { ProjectId } from './common.ts';

export const ArticleType = z
  .enum(['guide', 'how-to', 'listicle', 'comparison', 'review', 'news', 'opinion', 'glossary'])
  .describe('The kind of article.');

export const TargetWordCount = z.number().int().min(200).max(5000).describe('Words to aim at, never reached by padding.');

export const NewArticle = z.strictObject({
  keyword: z.string().trim().min(1).max(200).describe('The keyword to write for.'),
  title: z.string().trim().max(200).optional().describe('Default: made from the keyword and the sources.'),
  articleType: ArticleType.optional().describe('Default guide.'),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'Expected a two-letter language code such as en.')
    .optional()
    .describe("ISO 639-1. Default: the sources'."),
  targetWordCount: TargetWordCount.optional().describe('Words to aim at, never reached by padding. Default 1000.'),
  outline: z.array(z.string().trim().max(200)).max(20).optional().describe('Section headings. Default: made from the sources.'),
  sources: z
    .array(z.string().trim())
    .max(500)
    .optional()
    .describe('Knowledge ids (doc_…) and URLs to fetch. Default: the whole knowledge base.'),
  includeFaq: z.boolean().optional().describe('End with an FAQ where the sources hold one. Default true.'),
  writer: z.enum(['extractive']).optional().describe('extractive: sentences of your sources, each attributed, no model.'),
  webhookUrl: z.string().optional().describe("Receiver of its events. Default: the project's."),
  projectId: ProjectId,
});

export type NewArticle = z.output<typeof NewArticle>;
export type ArticleType = z.infer<typeof ArticleType>;
