import { z } from 'zod';
import { SimilarPiece } from './calendar.ts';
import { Deleted, idOf, listOf, Paging, ProjectId, Refused, Timestamp } from './common.ts';
import { Covering, Intent, Researched, TopicPlan } from './topic-plan.ts';

export const TopicId = idOf('top').describe('The topic (top_…).');

const Keyword = z.string().trim().min(1).max(200);
const Name = z.string().trim().min(1).max(120);

/** Keywords that one call may add, and that a topic may hold. */
const maxNewKeywords = 500;
export const maxKeywords = 10_000;
/** The same for prompts. */
const maxNewPrompts = 100;
export const maxPrompts = 1_000;

export const NewTopic = z.strictObject({
  name: Name.describe('Unique in the project.'),
  pillarKeyword: Keyword.optional().describe('Of its main page. Default: the name.'),
  keywords: z.array(Keyword).max(maxNewKeywords).optional().describe('To begin with.'),
  projectId: ProjectId,
});

export const TopicPatch = z.strictObject({
  id: TopicId,
  name: Name.optional().describe('New name.'),
  pillarKeyword: Keyword.optional().describe('Of its main page.'),
});

export const NewTopicKeywords = z.strictObject({
  id: TopicId,
  keywords: z.array(Keyword).min(1).max(maxNewKeywords).describe('Up to 500.'),
});

export const PromptText = z.string().trim().min(1).max(500);
const PromptTexts = z.array(PromptText).min(1).max(maxNewPrompts);

export const NewTopicPrompts = z.strictObject({
  id: TopicId,
  prompts: PromptTexts.describe('Questions as people ask them.'),
});

export const NewPrompts = z.strictObject({
  prompts: PromptTexts.describe('1–100 questions as people ask them.'),
  topicId: TopicId.optional().describe('To add them to a topic.'),
  projectId: ProjectId,
});

export const PromptQuery = z.strictObject({
  topicId: TopicId.optional().describe('Only of this topic.'),
  branded: z.boolean().optional().describe('Those that name the brand, or do not.'),
  projectId: ProjectId,
  ...Paging,
});

export const TopicQuestion = z.strictObject({
  id: TopicId,
  view: z.enum(['summary', 'keywords', 'plan']).optional().describe('Default summary.'),
  ...Paging,
});

export const TopicRow = z.object({
  id: z.string().describe('The topic (top_…).'),
  projectId: z.string().describe('Its project.'),
  name: z.string().describe('Its name, unique in the project.'),
  pillarKeyword: z.string().describe('What its main page is for; one of its keywords.'),
  keywordCount: z.number().int().describe('Its keywords, the pillar keyword among them.'),
  promptCount: z.number().int().describe('Its prompts.'),
  ...Researched,
  createdAt: Timestamp.describe('When it was made.'),
  updatedAt: Timestamp.describe('When it last changed.'),
});

const TopicKeyword = z.object({
  id: z.string().describe('The keyword (kw_…).'),
  keyword: z.string().describe('As it was first given.'),
  source: z.enum(['given', 'research']).describe('Who added it.'),
  intent: Intent,
  cluster: z.string().nullable().describe("The keyword of the plan's page that it belongs to; null where there is none."),
  coveredBy: Covering.nullable().describe('What is for the same keyword: planned, being written, ready or published.'),
  near: z.array(SimilarPiece).optional().describe('What is near to it, the nearest first. Left out where nothing is.'),
});

export const Topic = TopicRow.extend({
  coverage: z
    .object({
      covered: z.number().int().describe('Keywords that an article or page is for.'),
      planned: z.number().int().describe('Those that a slot of the calendar is for.'),
      open: z.number().int().describe('The others.'),
    })
    .describe('Of its keywords, the pillar keyword among them, each by itself (missing in the plan counts pages); computed now.'),
  keywords: z.array(TopicKeyword).optional().describe('With view keywords, a page of them.'),
  clusters: z
    .array(z.object({ label: z.string(), keywordCount: z.number().int() }))
    .describe('The twenty largest groups of keywords that one page can be for, as last researched.'),
  plan: TopicPlan.nullable().optional().describe('With view plan; null until topics_research has ended.'),
  nextCursor: z.string().nullable().describe('Of what view shows; null on its last page.'),
});

export const TopicPage = listOf(TopicRow);

export const AddedTopic = TopicRow.extend({
  refused: z.array(Refused).describe('Keywords that were not added, and why.'),
});

export const AddedKeywords = z.object({
  added: z.number().int().describe('Keywords that are new in the topic.'),
  present: z.number().int().describe('Those that it had already, case and spaces aside.'),
  refused: z.array(Refused).describe('The first fifty that were not added, and why.'),
  refusedCount: z.number().int().describe('All of those.'),
  keywordCount: z.number().int().describe('Keywords of the topic now, the pillar keyword among them.'),
});

export const Prompt = z.object({
  id: z.string().describe('The prompt (prm_…).'),
  topicId: z.string().nullable().describe('Its topic.'),
  text: z.string().describe('What answer engines are asked.'),
  branded: z.boolean().describe("True where it names the project's brand: what it measures is no discovery."),
  createdAt: Timestamp.describe('When it was added.'),
});

export const AddedPrompts = z.object({
  prompts: z.array(Prompt).describe('Those that are new, or new to the topic.'),
  present: z.number().int().describe('Those that were there already, case and spaces aside.'),
  refused: z.array(Refused).describe('Those that were not added, and why.'),
});

export const DeletedTopic = Deleted.extend({
  keywords: z.number().int().describe('Keywords that went with it.'),
  prompts: z.number().int().describe('Prompts that went with it.'),
  articles: z.number().int().describe('Articles that stay, and belong to no topic now. Slots of the calendar stay too.'),
});

export type NewPrompts = z.output<typeof NewPrompts>;
export type PromptQuery = z.output<typeof PromptQuery>;
export type NewTopic = z.output<typeof NewTopic>;
export type TopicPatch = z.output<typeof TopicPatch>;
export type TopicQuestion = z.output<typeof TopicQuestion>;
export type TopicRow = z.infer<typeof TopicRow>;
export type Topic = z.infer<typeof Topic>;
export type TopicKeyword = z.infer<typeof TopicKeyword>;
export type AddedTopic = z.infer<typeof AddedTopic>;
export type AddedKeywords = z.infer<typeof AddedKeywords>;
export type Prompt = z.infer<typeof Prompt>;
export type AddedPrompts = z.infer<typeof AddedPrompts>;
export type DeletedTopic = z.infer<typeof DeletedTopic>;
