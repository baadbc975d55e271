import { z } from 'zod';
import { CalendarDay, PlannedSlots } from './calendar.ts';
import { ProjectId, Timestamp } from './common.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export const RecommendationQuery = z.strictObject({
  limit: z.number().int().min(1).max(30).optional().describe('Default 10.'),
  from: CalendarDay.optional().describe('First day. Default tomorrow.'),
  weeks: z.number().int().min(1).max(12).optional().describe('Default 4.'),
  weekdays: z.array(z.enum(weekdays)).min(1).max(7).optional().describe('Default tuesday, thursday.'),
  addToCalendar: z.boolean().optional().describe('Carries the plan out.'),
  projectId: ProjectId,
});

const Evidence = z.object({
  what: z.string().describe('What was seen, in words; titles in it are quoted.'),
  url: z.string().optional().describe('Where.'),
  id: z.string().optional().describe('The change (chg_…), article (art_…) or document (doc_…) that says more.'),
  at: Timestamp.optional().describe('When.'),
});

const part = z.number().nullable();
const Why = z.record(z.string(), z.string());

export const Recommendation = z
  .object({
    kind: z.enum(['write', 'refresh']).describe('A new piece, or one that stands.'),
    keyword: z.string().describe('What it is to be found for.'),
    title: z.string().optional().describe('Of a refresh the present one; a new piece has none yet.'),
    url: z.string().optional().describe('The page to refresh.'),
    reason: z.string().describe('Why, in a sentence.'),
    score: z
      .number()
      .describe('0–100: the greater of clicks and the weighted mean of the other parts that are known; docs/planning.md has the formula.'),
    parts: z
      .object({
        clicks: part.describe('How many clicks are to be won or were lost, by Search Console: 50 in 28 days are a half.'),
        relevance: part.describe("How near it is to the project's own material."),
        demand: part.describe(
          'How many competitors write about it, or how many pages of the only one, and how often Google showed your site for it, where clicks does not say more; null where nobody can tell.',
        ),
        recency: part.describe('How lately one of them did.'),
        gap: part.describe('How little of it the own site says.'),
        need: part.describe('How badly the page needs it: its flags.'),
      })
      .describe('Each 0–1; null where it cannot be told.'),
    why: Why.optional().describe('Why a part is null here, by its name. What holds in all stands in why of the answer.'),
    evidence: z.array(Evidence).describe('What it rests on, the strongest first.'),
    operation: z.string().describe('The call that does it.'),
    arguments: z.record(z.string(), z.unknown()).describe('The arguments of that call.'),
  })
  .describe('A piece to write or refresh.');

export const Recommendations = z
  .object({
    projectId: z.string().describe('The project.'),
    recommendations: z.array(Recommendation).describe('The best first. Half of it to refresh at most, while there is something to write.'),
    why: Why.describe('Why a part is null in all of them, by its name.'),
    leftOut: z
      .object({
        covered: z.number().int().describe('Subjects of competitors and documents that a page of yours is on.'),
        taken: z.number().int().describe('Planned or being written.'),
        brand: z.number().int().describe('Searches for your brand.'),
        unfit: z.number().int().describe('News of a day, headlines, and what has nothing to do with the project.'),
        repeated: z.number().int().describe('What another of the list covers, or is another spelling of.'),
        limit: z.number().int().describe('Beyond limit, or worth less than what was weighed.'),
      })
      .partial()
      .describe(
        'How much was looked at and left out, by why; only what there is. Searches that a page of yours is on stand in its refresh.',
      ),
    plan: z
      .object({
        operation: z.string().describe('The call that plans them.'),
        arguments: z
          .record(z.string(), z.unknown())
          .describe('What is listed to write, one on each free day: what your documents carry first.'),
        insufficientSources: z
          .array(z.string())
          .describe('Keywords of the plan on which no document of yours says enough for an article: add some first (knowledge_create).'),
      })
      .nullable()
      .describe('The ready call for the calendar; null where there is nothing to write, or it was carried out.'),
    planned: PlannedSlots.nullable().describe('What addToCalendar planned; null without it.'),
    basedOn: z
      .object({
        changes: z.number().int().describe('Changes of the last 90 days.'),
        competitorPages: z.number().int().describe("Competitors' pages whose text is known."),
        documentSubjects: z.number().int().describe('Subjects of your documents that nothing covers.'),
        ownPosts: z.number().int().describe('Posts and articles of the project.'),
        shownPages: z.number().int().optional().describe('Pages that are none of them, by Search Console; left out where there are none.'),
        searchConsole: z
          .object({
            source: z.enum(['api', 'import']).describe('api: synced days; import: an export.'),
            since: z.iso.date().describe('First day.'),
            until: z.iso.date().describe('Last day.'),
            quickWins: z.number().int().describe('Searches that Google shows the site for a little too far down.'),
            lowCtr: z
              .number()
              .int()
              .describe('Searches that Google shows the site for further up, and that are clicked less than is usual there.'),
            decaying: z.number().int().describe('Pages that lose clicks the rest of the site keeps.'),
          })
          .optional()
          .describe('The figures of Search Console; left out where none are held.'),
      })
      .describe('What was looked at.'),
    hint: z.string().nullable().describe('What would make it better, where little is known.'),
  })
  .describe('What to write or refresh next.');

export type RecommendationQuery = z.infer<typeof RecommendationQuery>;
export type Recommendation = z.infer<typeof Recommendation>;
export type Recommendations = z.infer<typeof Recommendations>;
export type Weekday = (typeof weekdays)[number];
