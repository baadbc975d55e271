import { z } from 'zod';
import { TimeOfDay } from './calendar.ts';
import { ProjectId, Timestamp } from './common.ts';

const Mode = z.enum(['off', 'review', 'auto']);
const DailyCap = z.number().int().min(1).max(100);
const MinScore = z.number().int().min(0).max(100);
const QuietHours = z
  .strictObject({ from: TimeOfDay.describe('Their beginning.'), to: TimeOfDay.describe('Their end.') })
  .describe("from, to: HH:MM in the project's zone. null: none.");

/** What goes to WordPress and Ghost by itself. */
export const AutoPublish = z
  .object({
    mode: Mode.describe('off: nothing; review: what is ready waits for a person; auto: what no gate objects to.'),
    dailyCap: DailyCap.describe("Articles that go out by themselves on one of the project's days at most."),
    minScore: MinScore.describe('With a lower score an article waits for a person.'),
    quietHours: z
      .object({ from: z.string().describe('Their beginning.'), to: z.string().describe('Their end.') })
      .nullable()
      .describe("HH:MM in the project's time zone: nothing goes out from from until to, also across midnight; null: at any time."),
  })
  .describe('What goes to WordPress and Ghost by itself: see auto_publish_set.');

/** As a project begins. Documented in docs/autopilot.md. */
export const autoPublishAtFirst: AutoPublish = { mode: 'off', dailyCap: 3, minScore: 70, quietHours: null };

export const AutoPublishPatch = z.strictObject({
  mode: Mode.optional().describe('review: all waits for a person.'),
  dailyCap: DailyCap.optional().describe('Articles a day.'),
  minScore: MinScore.optional().describe('With less, one waits for a person.'),
  quietHours: QuietHours.nullable().optional(),
  projectId: ProjectId,
});

const HeldArticle = z.object({
  articleId: z.string().describe('The article (art_…).'),
  title: z.string().describe('Its title.'),
  score: z.number().int().nullable().describe('0–100.'),
  waitsFor: z
    .enum(['turn', 'review', 'score'])
    .describe('turn: the cap or quiet hours hold it; review, score: a person, who sends it with articles_publish.'),
  goesAt: Timestamp.nullable().describe('When it goes out, as things stand; null where it waits for a person.'),
});

export const AutoPublishState = AutoPublish.extend({
  projectId: z.string().describe('The project.'),
  publishedToday: z.number().int().describe("What went out by itself today, or was refused, by the project's day."),
  held: z.array(HeldArticle).describe('What waits: the first ten for their turn, the oldest first, then the first ten for a person.'),
  heldCount: z
    .object({
      turn: z.number().int().describe('All that wait for their turn.'),
      person: z.number().int().describe('All that wait for a person.'),
    })
    .describe('How many wait.'),
  warnings: z
    .array(
      z.object({
        code: z.enum(['publishing_webhook', 'no_target', 'let_go']).describe('Stable code.'),
        message: z.string().describe('The same in words.'),
      }),
    )
    .describe(
      'publishing_webhook: it sends every finished article all the same. no_target: there is no WordPress or Ghost. let_go: what waited waits no longer.',
    ),
}).describe('What goes out by itself, what waits, and when it goes.');

export type AutoPublish = z.infer<typeof AutoPublish>;
export type AutoPublishPatch = z.output<typeof AutoPublishPatch>;
export type AutoPublishState = z.infer<typeof AutoPublishState>;
