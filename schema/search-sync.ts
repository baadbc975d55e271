import { z } from 'zod';
import { ProjectId } from './common.ts';

export const SearchSyncRequest = z.strictObject({
  since: z.iso.date().optional().describe('Up to 16 months back; default what is missing, at first 90 days.'),
  projectId: ProjectId,
});

export const SearchSyncJob = z
  .object({
    jobId: z.string().describe('Follow it with jobs_get.'),
    status: z.enum(['queued', 'running']).describe('Whether it has begun.'),
    projectId: z.string().describe('The project.'),
    property: z.string().describe('The property of Search Console.'),
    since: z.string().nullable().describe('The first day asked for; null: what is missing.'),
  })
  .describe('A sync with Search Console that was asked for.');

export type SearchSyncRequest = z.output<typeof SearchSyncRequest>;
export type SearchSyncJob = z.infer<typeof SearchSyncJob>;
