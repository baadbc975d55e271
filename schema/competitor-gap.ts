import { z } from 'zod';
import { ProjectId } from './common.ts';

export const CompetitorGapRequest = z.strictObject({
  competitors: z.array(z.string().trim().min(1).max(300)).min(1).max(50).optional().describe('Domains, ids.'),
  keywords: z.array(z.string().trim().min(1).max(200)).min(1).max(1000).optional().describe('Only.'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a two-letter country code such as US')
    .optional()
    .describe('Like US.'),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'must be a two-letter language code such as en')
    .optional()
    .describe('Like en.'),
  limit: z.number().int().min(1).max(50).optional().describe('Best rows.'),
  projectId: ProjectId,
});

export const CompetitorGapJob = z
  .object({
    jobId: z.string().describe('Follow it with jobs_get: its result holds counts, the best rows and csvUrl.'),
    status: z.enum(['queued']).describe('It has not begun.'),
    projectId: z.string().describe('The project.'),
    siteUrl: z.string().describe('The site that is compared.'),
    competitors: z.array(z.string()).describe('Domains that it is compared with.'),
    country: z.string().nullable().describe('Whose results pages; null: those asked for without a country.'),
    language: z.string().describe('In which language.'),
  })
  .describe('A comparison with competitors that was asked for.');

export type CompetitorGapRequest = z.output<typeof CompetitorGapRequest>;
export type CompetitorGapJob = z.infer<typeof CompetitorGapJob>;
