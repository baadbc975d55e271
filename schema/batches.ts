import { z } from 'zod';
import { ArticleStatus } from './articles.ts';
import { Refused, Timestamp } from './common.ts';

export const BatchSummary = z.object({
  id: z.string().describe('The batch (bat_…).'),
  projectId: z.string().describe('Its project.'),
  jobId: z.string().describe('Follow it with jobs_get.'),
  status: z.enum(['running', 'completed']).describe('completed once every item has ended, whatever its fate.'),
  concurrency: z.number().int().describe('Articles written at once.'),
  total: z.number().int().describe('Articles in it.'),
  queued: z.number().int().describe('Those that have not begun.'),
  running: z.number().int().describe('Those being written.'),
  awaitingDraft: z.number().int().describe('Those that wait for articles_submit_draft.'),
  succeeded: z.number().int().describe('Those that are ready.'),
  failed: z.number().int().describe('Those that failed.'),
  canceled: z.number().int().describe('Those that were canceled.'),
  refused: z.array(Refused).describe('Items that were no valid request. They became no articles: no count includes them, and no event.'),
  webhookUrl: z.string().nullable().describe('Where its events go; null: the project default, if any.'),
  createdAt: Timestamp.describe('When it was asked for.'),
  finishedAt: Timestamp.nullable().describe('When its last item ended.'),
});

export const Batch = BatchSummary.extend({
  flags: z
    .array(
      z.object({
        code: z.string().describe('Stable code of the flag.'),
        gate: z.boolean().describe('True where it holds back publishing.'),
        means: z.string().describe('What was found.'),
        articles: z.number().int().describe('Articles that have it.'),
      }),
    )
    .describe('Every flag that its items have, explained once; gates first.'),
  items: z
    .array(
      z.object({
        articleId: z.string().describe('The article (art_…).'),
        keyword: z.string().describe('Its keyword.'),
        status: ArticleStatus.describe("The article's status."),
        wordCount: z.number().int().nullable().describe('Words in the body.'),
        score: z.number().int().nullable().describe('0–100.'),
        flags: z.array(z.string()).describe('Codes of its quality flags; articles_get says where in the text.'),
        error: z
          .object({ code: z.string().describe('Stable error code.'), message: z.string().describe('What went wrong and what to do.') })
          .optional()
          .describe('Why it failed; absent otherwise.'),
      }),
    )
    .describe('In the order of the request.'),
});

export type BatchSummary = z.infer<typeof BatchSummary>;
export type Batch = z.infer<typeof Batch>;
