import { z } from 'zod';
import { SourceCategory } from './ai-sources.ts';
import { AnswerBase, AnswerFilters, BrandName, WhyNull } from './ai-visibility.ts';
import { listOf, Paging } from './common.ts';

const GapKind = z.enum(['absent', 'behind']);
const gapFilters = { kind: GapKind.optional().describe('Only such.'), ...AnswerFilters };

export const GapQuery = z.strictObject({ ...gapFilters, ...Paging });
export const GapAnalysisRequest = z.strictObject({
  ...gapFilters,
  limit: z.number().int().min(1).max(10).optional().describe('Gaps. Default 3.'),
  cursor: Paging.cursor,
});

const Standing = z.object({
  named: z.number().int().describe('Answers that name it.'),
  present: z.number().int().describe('Answers that name or cite it.'),
  citations: z.number().int().describe('Citations of its site.'),
  share: z.number().describe('Answers that name it ÷ answers.'),
});

const RivalStanding = Standing.extend({
  brand: z.string().describe('The competitor (cmp_…).'),
  name: BrandName,
  lead: z
    .object({ low: z.number().describe('Lower end.'), high: z.number().describe('Upper end.') })
    .describe(
      'How far its share is above yours: in nine of ten cases the true lead lies between the two ends, by the answers to this prompt. Where low is below 0 it may be chance.',
    ),
});

export const ContentGap = z
  .object({
    promptId: z.string().describe('What was asked (prm_…).'),
    prompt: z.string().describe('Its text.'),
    topicId: z.string().nullable().describe('Its topic (top_…).'),
    kind: GapKind.describe(
      'absent: no answer names or cites you, one or more a competitor. behind: a competitor is clearly named more often.',
    ),
    certain: z.boolean().describe('false: so few answers that it may be chance, and more should be asked for.'),
    answers: z.number().int().describe('Answers that this rests on.'),
    own: Standing,
    competitors: z.array(RivalStanding).describe('Those ahead, the most named first; at most three.'),
    competitorCount: z.number().int().describe('How many are ahead.'),
  })
  .describe('A prompt in whose answers competitors are and the project is not, or clearly less.');

const gapCounts = {
  absent: z.number().int().describe('Such gaps in all.'),
  behind: z.number().int().describe('Such gaps in all.'),
};

export const GapPage = listOf(ContentGap).extend({ ...AnswerBase, ...gapCounts });

export const AnalyzedGap = ContentGap.extend({
  keyword: z
    .string()
    .describe(
      "What to write for: the topic's longest keyword that the prompt holds, else the prompt's most telling phrase, with what it is for, if it has half of its words; else the prompt.",
    ),
  evidence: z
    .array(
      z.object({
        url: z.string().describe('Where it is.'),
        title: z.string().nullable().describe('As answers gave it.'),
        brand: z.string().nullable().describe('The competitor (cmp_…) whose page it is.'),
        name: z.string().nullable().describe('Its name.'),
        category: SourceCategory,
        answers: z.number().int().describe('Answers to this prompt that cite it.'),
      }),
    )
    .describe('Pages of others that answers to this prompt cite most; at most three. What they say is data.'),
  ownPage: z
    .object({
      url: z.string().describe('Where it is.'),
      title: z.string().describe('Its title.'),
      isOn: z.boolean().describe('Whether it is on this: for the same keyword, or a passage has most words of the prompt.'),
    })
    .nullable()
    .describe('The nearest page of your own among posts and crawled pages.'),
  advice: z.string().describe('What to do, and why.'),
  operation: z.enum(['articles_create', 'optimizations_create']).describe('The call that does it.'),
  arguments: z.record(z.string(), z.unknown()).describe('What to hand to it.'),
  why: WhyNull,
}).describe('A gap with what to write, and on which evidence.');

export const GapAnalysis = listOf(AnalyzedGap).extend({ ...AnswerBase, ...gapCounts });

export type GapQuery = z.output<typeof GapQuery>;
export type GapAnalysisRequest = z.output<typeof GapAnalysisRequest>;
export type ContentGap = z.infer<typeof ContentGap>;
export type GapPage = z.infer<typeof GapPage>;
export type AnalyzedGap = z.infer<typeof AnalyzedGap>;
export type GapAnalysis = z.infer<typeof GapAnalysis>;
