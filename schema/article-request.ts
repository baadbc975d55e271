import { z } from 'zod';
import { idOf, ProjectId } from './common.ts';

export const ArticleType = z.enum(['guide', 'how-to', 'listicle', 'comparison', 'review', 'news', 'opinion', 'glossary']);
export const TargetWordCount = z.number().int().min(200).max(5000);
export const Writer = z.enum(['extractive', 'llm', 'agent']);

const text = (max: number) => z.string().trim().max(max);

const DocumentId = idOf('doc');

/** What can be asked for, for one article and for each of a batch. */
export const articleFields = {
  keyword: text(200).min(1).describe('What to write for.'),
  title: text(200).optional().describe('Default made.'),
  articleType: ArticleType.optional().describe('Default guide.'),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'Expected a two-letter language code such as en.')
    .optional()
    .describe('Such as en.'),
  tone: text(300).optional().describe('Voice.'),
  targetWordCount: TargetWordCount.optional().describe('Default 1000.'),
  outline: z.array(text(200)).max(20).optional().describe('Headings.'),
  sources: z
    .array(
      text(2000).refine(
        (source) => !source.startsWith('doc_') || DocumentId.safeParse(source).success,
        'must be the id of a document (doc_…) or a URL',
      ),
    )
    .min(1, 'Name a source, or leave it out for all knowledge.')
    .max(500)
    .optional()
    .describe('doc_… or URLs. Default: all.'),
  instructions: text(2000).optional().describe('For writers.'),
  includeFaq: z.boolean().optional().describe('Default true.'),
  includeImage: z.boolean().optional().describe('Default true.'),
  internalLinks: z.boolean().optional().describe('Default true.'),
  writer: Writer.optional().describe('agent: you. Default llm if set, else extractive.'),
  publish: z.boolean().optional().describe('WordPress, Ghost (webhook always).'),
  topicId: idOf('top').optional().describe('Its.'),
  scheduledFor: z.iso
    .datetime({ offset: true, error: 'Expected an ISO 8601 time with its zone, such as 2026-05-03T09:30:00Z.' })
    .optional()
    .describe('Start.'),
};

export const NewArticle = z.strictObject({
  ...articleFields,
  competitorUrls: z.array(text(2000)).max(5).optional().describe('Rivals.'),
  webhookUrl: z.string().optional().describe('Events.'),
  projectId: ProjectId,
});

const { keyword, title, outline, ...shared } = articleFields;
const { articleType, targetWordCount, sources, instructions } = shared;

const BatchItem = z.strictObject({ keyword, title, outline, articleType, targetWordCount, sources, instructions });

/** How many articles one process writes at once. Writing uses one thread, so more would only delay other answers. */
export const articlesAtOnce = 4;

/** For all articles of a batch together, because each keeps its own. */
const maxBatchSources = 2000;

export const NewBatch = z
  .strictObject({
    items: z.array(BatchItem).min(1).max(100).describe('Written in this order, each as in articles_create.'),
    defaults: z
      .strictObject(shared)
      .optional()
      .describe(
        'For what items leave out: articleType, language, tone, targetWordCount, sources, instructions, includeFaq, includeImage, internalLinks, writer, publish, topicId, scheduledFor.',
      ),
    concurrency: z.number().int().min(1).max(10).optional().describe('Default 2.'),
    webhookUrl: z.string().optional().describe('Events.'),
    projectId: ProjectId,
  })
  .superRefine(({ items, defaults }, { addIssue }) => {
    const named = items.reduce((sum, item) => sum + (item.sources ?? defaults?.sources ?? []).length, 0);
    if (named <= maxBatchSources) return;
    const message = `The articles name ${named} sources together (defaults.sources counts for each item without its own), at most ${maxBatchSources} are possible. Name fewer, leave sources out for the whole knowledge base, or ask for several batches.`;
    addIssue({ code: 'custom', path: ['items'], message });
  });

export type NewArticle = z.output<typeof NewArticle>;
export type NewBatch = z.output<typeof NewBatch>;
export type ArticleType = z.infer<typeof ArticleType>;
export type Writer = z.infer<typeof Writer>;
