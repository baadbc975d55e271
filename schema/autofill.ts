import { z } from 'zod';
import { ArticleType } from './article-request.ts';
import { CalendarDay, CalendarSlot } from './calendar.ts';
import { idOf, ProjectId, Refused, Timestamp } from './common.ts';

export const maxAutofillDays = 90;
export const maxAutofillPerWeek = 14;

export const AutofillRequest = z.strictObject({
  days: z.number().int().min(1).max(maxAutofillDays).optional().describe('From tomorrow on. Default 30.'),
  perWeek: z.number().int().min(1).max(maxAutofillPerWeek).optional().describe('Slots a week with those that stand. Default 3.'),
  dryRun: z.boolean().optional().describe('Default true without planId.'),
  planId: idOf('pln').optional().describe('Carries this plan out.'),
  projectId: ProjectId,
});

const Source = z.enum(['topic', 'content_gap', 'radar']);

const AutofillSlot = CalendarSlot.pick({ date: true, time: true, keyword: true }).extend({
  id: CalendarSlot.shape.id.optional().describe('The slot (cal_…), once the plan is carried out.'),
  title: z.string().optional().describe('Left out where whoever writes the article finds one.'),
  articleType: ArticleType.optional().describe('Left out: guide.'),
  topicId: z.string().optional().describe('The topic that its article will belong to.'),
  source: Source.describe('Where it comes from: topics_get, content_gaps_analyze or content_radar_recommend says more.'),
  value: z.number().int().describe('0–100, by the formula of docs/autopilot.md.'),
  why: z.string().describe('Why it is worth an article.'),
  near: z.string().optional().describe('The keyword of what of the project is nearest to it: see whether it is worth another.'),
  lack: z.string().optional().describe('What your documents lack for it: as it is, its article will fail.'),
});

const leftOutFor = z.enum(['taken', 'repeated', 'has_page', 'refresh', 'limit']);

export const AutofillPlan = z
  .object({
    projectId: z.string().describe('The project.'),
    planId: z.string().nullable().describe('The plan (pln_…); null where there is nothing to carry out.'),
    status: z.enum(['planned', 'carried_out']).describe('carried_out: its slots stand in the calendar.'),
    expiresAt: Timestamp.nullable().describe('Until then it can be carried out: 24 hours. Null where it is, or cannot be.'),
    from: CalendarDay.describe("The first day, in the project's time zone."),
    to: CalendarDay.describe('The last.'),
    slots: z
      .array(AutofillSlot)
      .describe('By date, 40 at most: first what your documents carry and nothing is near to, and of that what is worth most.'),
    refused: z.array(Refused).describe('Slots of the plan that the calendar did not take when it was carried out, and why.'),
    leftOut: z
      .array(
        z.object({
          why: leftOutFor.describe(
            'taken: planned, written or published for the same keyword. repeated: the plan has the same keyword. has_page: a page of yours is on it, see content_gaps_analyze. refresh: a page to improve, see content_radar_recommend. limit: no day was left for it.',
          ),
          count: z.number().int().describe('How many.'),
          examples: z.array(z.string()).describe('Three keywords or addresses of them.'),
        }),
      )
      .describe('What was looked at and not planned.'),
    basedOn: z
      .object({
        topic: z.number().int().describe('Pages and keywords of topics.'),
        content_gap: z.number().int().describe('Prompts where competitors are ahead.'),
        radar: z.number().int().describe('Recommendations.'),
      })
      .describe('How much was looked at.'),
    hint: z.string().nullable().describe('What would make it better, or what to do where it is empty.'),
    next: z
      .object({ operation: z.string().describe('Its name.'), arguments: z.record(z.string(), z.unknown()).describe('What to hand to it.') })
      .nullable()
      .describe('The call that carries it out.'),
  })
  .describe('Slots for the calendar, from what a project knows.');

export type AutofillRequest = z.output<typeof AutofillRequest>;
export type AutofillPlan = z.infer<typeof AutofillPlan>;
export type AutofillSlot = AutofillPlan['slots'][number];
export type AutofillSource = z.infer<typeof Source>;
export type LeftOutFor = z.infer<typeof leftOutFor>;
