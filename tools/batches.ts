import { z } from 'zod';
import { NewBatch } from '../schema/article-request.ts';
import { Batch, BatchSummary } from '../schema/batches.ts';
import { idOf } from '../schema/common.ts';
import { ready } from './articles.ts';
import { operation } from './operation.ts';

const BatchId = idOf('bat').describe('The batch (bat_…).');

const running: z.input<typeof BatchSummary> = {
  id: 'bat_01997a3c5d2e7f10a4b8c6d2e4f60720',
  projectId: ready.projectId,
  jobId: 'job_01997a3c5d2e7f10a4b8c6d2e4f60721',
  status: 'running',
  concurrency: 2,
  total: 2,
  queued: 1,
  running: 1,
  awaitingDraft: 0,
  succeeded: 0,
  failed: 0,
  canceled: 0,
  refused: [],
  webhookUrl: 'https://hooks.example.com/copydesk',
  createdAt: '2026-05-03T09:30:00.000Z',
  finishedAt: null,
};

const item: z.input<typeof Batch>['items'][number] = {
  articleId: ready.id,
  keyword: 'connection pooling',
  status: 'ready',
  wordCount: 1012,
  score: 86,
  flags: ['terms_off'],
};

const failed: typeof item = {
  articleId: 'art_01997a3c5d2e7f10a4b8c6d2e4f60722',
  keyword: 'keep-alive',
  status: 'failed',
  wordCount: null,
  score: null,
  flags: [],
  error: {
    code: 'insufficient_sources',
    message: 'Too little is left of the sources. Add documents on the subject with knowledge_create.',
  },
};

const completed: z.input<typeof Batch> = {
  ...running,
  status: 'completed',
  queued: 0,
  running: 0,
  succeeded: 1,
  failed: 1,
  finishedAt: '2026-05-03T09:30:04.000Z',
  flags: [{ code: 'terms_off', gate: false, means: 'Terms of the brief are said too seldom or too often.', articles: 1 }],
  items: [item, failed],
};

export const batches = [
  operation({
    name: 'articles_create_batch',
    method: 'POST',
    path: '/articles/batch',
    status: 202,
    entries: 'items',
    outward: true,
    errors: ['https_required', 'address_refused', 'integration_required', 'not_found', 'project_required'],
    title: 'Write many articles',
    description:
      'Starts writing up to 100 articles. Use it for several rather than articles_create. Bad items come back in refused, the others begin: mend and send only those. Then jobs_get, batches_get.',
    input: NewBatch,
    output: BatchSummary,
    example: {
      input: {
        items: [{ keyword: 'connection pooling' }, { keyword: 'keep-alive', articleType: 'how-to' }],
        defaults: { targetWordCount: 1000 },
        webhookUrl: 'https://hooks.example.com/copydesk',
      },
      output: running,
    },
    handle: ({ batches }, input, { refused }) => batches.create(input, refused),
  }),
  operation({
    name: 'batches_get',
    method: 'GET',
    path: '/batches/{id}',
    title: 'Follow a batch',
    description:
      'Returns a batch: counts, what was refused, and each article with status, score and flags, or error. Use it after articles_create_batch; then articles_get, or articles_brief where a draft is awaited.',
    input: z.strictObject({ id: BatchId }),
    output: Batch,
    example: { input: { id: running.id }, output: completed },
    handle: ({ batches }, { id }) => batches.get(id),
  }),
  operation({
    name: 'batches_cancel',
    method: 'POST',
    path: '/batches/{id}/cancel',
    effect: 'destructive',
    errors: ['conflict'],
    title: 'Cancel a batch',
    description:
      'Cancels the articles of a batch that have not ended; ready ones stay. Use it when the rest is no longer wanted; one being written ends at its next step: see batches_get.',
    input: z.strictObject({ id: BatchId }),
    output: Batch,
    example: {
      input: { id: running.id },
      output: { ...completed, failed: 0, canceled: 1, items: [item, { ...failed, status: 'canceled', error: undefined }] },
    },
    handle: ({ batches }, { id }) => batches.cancel(id),
  }),
];
