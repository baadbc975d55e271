import { z } from 'zod';
import { ProjectId } from './common.ts';

export const ArticleType = z.enum(['guide', 'how-to', 'listicle', 'comparison', 'review', 'news', 'opinion', 'glossary']);
export const TargetWordCount = z.number().int().min(200).max(5000);
export const Writer = z.enum(['extractive', 'llm', 'agent']);

const text = (max: number) => z.string().trim().max(max);
const shapes = {
  keyword: text(200).min(1).describe('The keyword to write for.'),
  title: text(200).optional(),
  articleType: ArticleType.optional(),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'Expected a two-letter language code such as en.')
    .optional(),
  tone: text(300).optional(),
  targetWordCount: TargetWordCount.optional(),
  outline: z.array(text(200)).max(20).optional(),
  sources: z.array(z.string().trim()).max(500).optional(),
  instructions: text(2000).optional(),
  includeFaq: z.boolean().optional(),
  includeImage: z.boolean().optional(),
  internalLinks: z.boolean().optional(),
  writer: Writer.optional(),
  publish: z.boolean().optional(),
  scheduledFor: z.iso
    .datetime({ offset: true, error: 'Expected an ISO 8601 time with its zone, such as 2026-05-03T09:30:00Z.' })
    .optional(),
};

export const NewArticle = z.strictObject({
  keyword: shapes.keyword,
  title: shapes.title.describe('Default: made from the keyword and the sources.'),
  articleType: shapes.articleType.describe('Default guide.'),
  language: shapes.language.describe("ISO 639-1. Default: the sources'."),
  tone: shapes.tone.describe("Default: the project's."),
  targetWordCount: shapes.targetWordCount.describe('Words to aim at, never reached by padding. Default 1000.'),
  outline: shapes.outline.describe('Section headings. Default: made from the sources.'),
  sources: shapes.sources.describe('Knowledge ids (doc_…) and URLs to fetch. Default: the whole knowledge base.'),
  competitorUrls: z.array(text(2000)).max(5).optional().describe('Rival pages; their headings go into the brief.'),
  instructions: shapes.instructions.describe('For a model or an agent.'),
  includeFaq: shapes.includeFaq.describe('End with an FAQ where the sources hold one. Default true.'),
  includeImage: shapes.includeImage.describe('Make a featured image. Default true.'),
  internalLinks: shapes.internalLinks.describe('Offer links to published articles. Default true.'),
  writer: shapes.writer.describe(
    'extractive: sentences of your sources, no model. agent: you write (articles_brief, articles_submit_draft). llm: the configured model. Default: llm where configured, else extractive.',
  ),
  publish: shapes.publish.describe('Publish to WordPress and Ghost once ready, unless a quality gate objects.'),
  scheduledFor: shapes.scheduledFor.describe('Begin then. Default now.'),
  webhookUrl: z.string().optional().describe("Receiver of its events. Default: the project's."),
  projectId: ProjectId,
});

const { keyword, title, outline, ...shared } = shapes;
const { articleType, targetWordCount, sources, instructions } = shared;

export const BatchItem = z.strictObject({ keyword, title, outline, articleType, targetWordCount, sources, instructions });

export const NewBatch = z.strictObject({
  items: z.array(BatchItem).min(1).max(100).describe('The articles, in the order of their writing.'),
  defaults: z.strictObject(shared).optional().describe('For what items leave out.'),
  concurrency: z.number().int().min(1).max(10).optional().describe('Articles written at once. Default 2.'),
  webhookUrl: z.string().optional().describe("Receiver of the batch's events. Default: the project's."),
  projectId: ProjectId,
});

export type NewArticle = z.output<typeof NewArticle>;
export type NewBatch = z.output<typeof NewBatch>;
export type BatchItem = z.output<typeof BatchItem>;
export type ArticleType = z.infer<typeof ArticleType>;
export type Writer = z.infer<typeof Writer>;
