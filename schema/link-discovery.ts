import { z } from 'zod';
import { idOf, ProjectId } from './common.ts';

/** What link_prospects_discover looks for. */
export const FindableKind = z.enum(['cited', 'mention', 'broken_link', 'resource_page']);

export const LinkDiscovery = z.strictObject({
  kinds: z.array(FindableKind).min(1).max(4).optional().describe('Default: all.'),
  keywords: z.array(z.string().trim().min(1).max(100)).min(1).max(20).optional().describe("Subjects; default the topics'."),
  limit: z.number().int().min(1).max(200).optional().describe('Pages read. Default 50.'),
  projectId: ProjectId,
});

export const LinkDiscoveryJob = z
  .object({
    jobId: z.string().describe('Follow it with jobs_get: its result tells what was looked at, what was found, and why not more.'),
    status: z.enum(['queued']).describe('It has not begun.'),
    projectId: z.string().describe('The project.'),
    kinds: z.array(FindableKind).describe('What is looked for.'),
    keywords: z.array(z.string()).describe('The subjects that pages are held against.'),
    limit: z.number().int().describe('Pages that are read at most, without those that say whom to write to.'),
    missing: z
      .array(
        z.object({
          kinds: z.array(FindableKind).describe('What it is missing for.'),
          hint: z.string().describe('What it is, and which call brings it.'),
        }),
      )
      .describe('What keeps the search from finding more, known before it begins; empty where nothing does.'),
    next: z.string().describe('What to do next.'),
  })
  .describe('A search for sites that could link, which was asked for.');

export const LinkVerificationRequest = z.strictObject({
  ids: z.array(idOf('lnk')).min(1).max(100).optional().describe('Default: all placed links.'),
  projectId: ProjectId,
});

export const LinkVerificationJob = z
  .object({
    jobId: z.string().describe('Follow it with jobs_get: its result counts the links by state and names those that are lost.'),
    status: z.enum(['queued', 'running']).describe('Whether it has begun: one that is under way is not started twice.'),
    projectId: z.string().describe('The project.'),
    links: z.number().int().describe('Placed links that are looked at.'),
  })
  .describe('A look at placed links that was asked for.');

export type FindableKind = z.infer<typeof FindableKind>;
export type LinkDiscovery = z.output<typeof LinkDiscovery>;
export type LinkDiscoveryJob = z.infer<typeof LinkDiscoveryJob>;
export type LinkVerificationRequest = z.output<typeof LinkVerificationRequest>;
export type LinkVerificationJob = z.infer<typeof LinkVerificationJob>;
