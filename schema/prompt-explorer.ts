import { z } from 'zod';
import { listOf, Paging, ProjectId } from './common.ts';
import { intentLabels } from './searches.ts';
import { TopicId } from './topics.ts';

/** Where a prompt may come from, what people were seen asking first. */
export const seedKinds = ['results_question', 'search_query', 'tracked_keyword', 'topic_keyword', 'document_question'] as const;

export const PromptExploration = z.strictObject({
  topicId: TopicId.optional().describe('Only on this topic.'),
  intent: z.enum(intentLabels).optional().describe('Only with this intent.'),
  personas: z.array(z.string().trim().min(1).max(80)).max(5).optional().describe("Who asks. Default: the project's audience."),
  branded: z.boolean().optional().describe('Those that name the brand. Default false.'),
  projectId: ProjectId,
  ...Paging,
});

export const PromptCandidate = z.object({
  prompt: z.string().describe('What an answer engine may be asked.'),
  why: z.string().describe('Why people would ask it.'),
  from: z
    .object({ kind: z.enum(seedKinds), text: z.string().describe('As it stands there.') })
    .describe('The keyword or question that it was made from.'),
  intent: z.enum(intentLabels).describe('What who asks it wants.'),
  persona: z.string().nullable().describe('Who asks; null: anybody.'),
  branded: z.boolean().describe('Whether it names the brand.'),
});

export const PromptCandidates = listOf(PromptCandidate).extend({
  sources: z
    .array(
      z.object({
        kind: z.enum(seedKinds),
        count: z.number().int().describe('Keywords or questions of it that became prompts.'),
        why: z.string().nullable().describe('Why it gave none.'),
      }),
    )
    .describe('What was looked through.'),
});

export type PromptExploration = z.output<typeof PromptExploration>;
export type PromptCandidate = z.infer<typeof PromptCandidate>;
export type PromptCandidates = z.infer<typeof PromptCandidates>;
export type SeedKind = (typeof seedKinds)[number];
