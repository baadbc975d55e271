import { z } from 'zod';
import { idOf, MentionTerms, ProjectId, Timestamp } from './common.ts';

const Name = z.string().trim().min(1).max(100);
const Domain = z.string().trim().min(1).max(2000);

export const NewCompetitor = z.strictObject({
  name: Name.describe('As texts name it.'),
  domain: Domain.meta({
    description: 'Its domain, such as example.com or example.com:8080, or any address of its site.',
    inTool: 'Such as example.com, or any address of its site.',
  }),
  aliases: z.array(Name).max(20).optional().describe('Other names: brands, products, spellings.'),
  mentionOnlyWith: MentionTerms.optional().describe('For a name that is a common word: no mention without one of these.'),
  mentionNotWith: MentionTerms.optional().describe('And not within 5 words of one.'),
  feedUrl: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
    .describe('Its feed. Default: found on its site.'),
  projectId: ProjectId,
});

/** One of `id` and `domain`. */
export const RemovedCompetitor = z.strictObject({
  id: idOf('cmp').optional().describe('The competitor (cmp_…).'),
  domain: Domain.optional().describe('Or its domain.'),
  projectId: ProjectId,
});

export const Competitor = z
  .object({
    id: z.string().describe('The competitor (cmp_…).'),
    projectId: z.string().describe('Its project.'),
    name: z.string().describe('As texts name it.'),
    domain: z.string().describe('Without www., in punycode; with its port where that is not the usual one.'),
    aliases: z.array(z.string()).describe('Its other names.'),
    mentionOnlyWith: z.array(z.string()).describe('Where some are given, an answer must hold one of them to name it.'),
    mentionNotWith: z.array(z.string()).describe('Within five words of one of these its name means something else.'),
    feedUrl: z.string().nullable().describe('Its feed, where one was named.'),
    createdAt: Timestamp.describe('When it was added.'),
  })
  .describe('Who else is read where the project would like to be.');

export const AddedCompetitor = Competitor.extend({
  jobId: z.string().nullable().describe('The job that takes the first look at its site, see jobs_get.'),
});

export type NewCompetitor = z.infer<typeof NewCompetitor>;
export type RemovedCompetitor = z.infer<typeof RemovedCompetitor>;
export type Competitor = z.infer<typeof Competitor>;
export type AddedCompetitor = z.infer<typeof AddedCompetitor>;
