import { z } from 'zod';
import { Timestamp } from './common.ts';

export const JobStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'canceled']);

export const Job = z.object({
  id: z.string().describe('The job (job_…).'),
  projectId: z.string().nullable().describe('Its project.'),
  kind: z.string().describe('What it does, such as article.write.'),
  status: JobStatus.describe('succeeded, failed and canceled are final.'),
  progress: z.number().min(0).max(1).describe('0–1.'),
  step: z.string().nullable().describe('What it is doing now.'),
  waitsFor: z.string().nullable().describe('What somebody else must bring before it goes on, such as draft; null otherwise.'),
  next: z.string().optional().describe('What to do for it, where it waits for you.'),
  resource: z
    .object({ type: z.string().describe('Such as article.'), id: z.string().describe('Its id.') })
    .nullable()
    .describe('What it works on.'),
  result: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('What came of it, or, while a job with many parts runs, what has come of it so far; null before.'),
  error: z
    .object({
      code: z.string().describe('Stable error code.'),
      message: z.string().describe('What went wrong and what to do.'),
      retryable: z.boolean().describe('Whether the same job may succeed later.'),
    })
    .nullable()
    .describe('Why it failed, or why the last attempt did; null otherwise.'),
  attempts: z.number().int().describe('Attempts begun: at most 3, but for a job that goes on where it was cut off.'),
  cancelRequested: z.boolean().describe('True once somebody asked to cancel it.'),
  createdAt: Timestamp.describe('When it was asked for.'),
  startedAt: Timestamp.nullable().describe('When it first began.'),
  finishedAt: Timestamp.nullable().describe('When it ended.'),
  updatedAt: Timestamp.describe('When it last changed.'),
});

export type Job = z.infer<typeof Job>;
export type JobStatus = z.infer<typeof JobStatus>;
