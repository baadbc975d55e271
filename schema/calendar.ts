import { z } from 'zod';
import { articleFields, ArticleType, Writer } from './article-request.ts';
import { idOf, listOf, ProjectId, Refused, Timestamp } from './common.ts';

export const CalendarDay = z.iso.date('must be a day such as 2026-05-03');
export const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59, such as 09:30');

export const SlotStatus = z.enum(['planned', 'writing', 'ready', 'published', 'failed', 'missed']);

/** What a slot holds for its article. */
const { keyword, title, articleType, targetWordCount, writer, instructions, topicId } = articleFields;

const NewSlot = z.strictObject({
  date: CalendarDay.describe("YYYY-MM-DD in the project's time zone; today or later."),
  time: TimeOfDay.optional().describe('HH:MM there. Default 09:00.'),
  keyword,
  title,
  articleType: articleType.describe('Default guide, which answers any question; how-to needs steps in your documents.'),
  targetWordCount,
  writer,
  instructions,
  topicId,
});

/** Slots that one call may plan. */
export const maxNewSlots = 50;

export const NewSlots = z.strictObject({
  slots: z
    .array(NewSlot)
    .min(1)
    .max(maxNewSlots)
    .describe("date YYYY-MM-DD, time HH:MM (09:00) in the project's zone; the rest as in articles_create."),
  allowDuplicate: z.boolean().optional().describe('Take a keyword twice.'),
  dryRun: z.boolean().optional().describe('Only judge them: plan nothing.'),
  projectId: ProjectId,
});

/** In few words, for as a tool it is a large one: a new slot's fields say more. */
export const SlotPatch = z.strictObject({
  id: idOf('cal').describe('The slot (cal_…).'),
  date: CalendarDay.optional().describe('Day.'),
  time: TimeOfDay.optional().describe('HH:MM.'),
  keyword: keyword.describe('Another; its sources are judged anew.').optional(),
  title: title.unwrap().describe('Given.').nullable().optional(),
  articleType: articleType.describe('As in articles_create.'),
  targetWordCount: targetWordCount.describe('Words.'),
  writer: writer.describe('Who.'),
  instructions: instructions.unwrap().describe('For writers.').nullable().optional(),
  allowDuplicate: z.boolean().optional().describe('Take a keyword twice.'),
});

const SlotError = z.object({
  code: z.string().describe('Stable error code.'),
  message: z.string().describe('What went wrong and what to do.'),
});

export const CalendarSlot = z.object({
  id: z.string().describe('The slot (cal_…).'),
  date: z.string().describe("Its day in the project's time zone, YYYY-MM-DD."),
  time: z.string().describe('Its time there, HH:MM.'),
  dueAt: Timestamp.describe('The instant of both, at which its article is begun.'),
  status: SlotStatus.describe(
    'planned until it is due; then as its article stands: writing (also while it waits for a draft), ready, published, failed. missed: due while nothing ran, and found too late.',
  ),
  keyword: z.string().describe('What to write for.'),
  title: z.string().nullable().describe("Its article's title; before that the one asked for, if any."),
  articleType: ArticleType.nullable().describe('The kind of article; null: guide.'),
  targetWordCount: z.number().int().nullable().describe("Words to aim at; null: the project's default."),
  writer: Writer.describe('Who writes its article: the one asked for, else whoever the project is set up for now.'),
  instructions: z
    .string()
    .nullable()
    .describe('For the writer. A list cuts them at 200 characters, with an ellipsis; calendar_update answers all.'),
  topicId: z.string().nullable().describe('The topic that its article is to belong to.'),
  articleId: z.string().nullable().describe('Its article (art_…), once it is begun; null again if that was deleted.'),
  lateBy: z
    .number()
    .int()
    .nullable()
    .describe('Minutes from dueAt until its article was begun, or will be, where nothing ran when it was due; else null.'),
  error: SlotError.nullable().describe('Why it failed; null otherwise.'),
});

export const CalendarPage = listOf(CalendarSlot).extend({
  timezone: z.string().describe("The project's time zone, in which date and time are."),
  feedUrl: z.string().describe('The calendar as iCal. Who knows this address may read it; projects_update with renewCalendarUrl ends it.'),
});

export const SimilarPiece = z.object({
  type: z.enum(['post', 'page', 'article', 'slot']).describe('page: one that Google shows; slot: it is planned.'),
  id: z.string().optional().describe('Of an article (art_…) or slot (cal_…).'),
  url: z.string().optional().describe('Of a post or page.'),
  keyword: z.string().describe('What it is for; of a page the words of its address.'),
  title: z.string().nullable().describe('Its title.'),
});

/** What nobody may have thought of. */
export const Warnings = z
  .array(
    z.object({
      code: z.enum(['insufficient_sources']).describe('insufficient_sources: as it is, its article will fail.'),
      message: z
        .string()
        .describe(
          'What your documents lack for it, and the section that is nearest; word the keyword anew, or add some with knowledge_create.',
        ),
    }),
  )
  .optional()
  .describe('Left out where there are none.');

const Source = z
  .string()
  .optional()
  .describe('The section of your documents that says most on it, as Title › Heading. Left out where they say too little: see warnings.');

export const ChangedSlot = CalendarSlot.extend({
  source: Source,
  warnings: Warnings.describe('Empty: the documents say enough for it. Left out of a slot that is not planned.'),
});

const PlannedSlot = CalendarSlot.pick({ date: true, time: true, dueAt: true, keyword: true }).extend({
  id: CalendarSlot.shape.id.optional().describe('The slot (cal_…). Left out in a dry run.'),
  title: z.string().optional().describe('The one asked for. Left out where none was: whoever writes the article finds one.'),
  similar: z
    .array(SimilarPiece)
    .optional()
    .describe(
      'Up to three that are near to it, the nearest first; see whether it is worth another article. Left out where nothing is near.',
    ),
  nearTo: CalendarSlot.pick({ date: true, keyword: true })
    .optional()
    .describe('The nearest slot of this request that stands before it and is near to it. Left out where none is.'),
  source: Source,
  warnings: Warnings,
});

export const PlannedSlots = z.object({
  slots: z.array(PlannedSlot).describe('What was planned, or would be, in the order of the request.'),
  writer: Writer.optional().describe(
    'Who will write those that name no writer, as the project is set up now; agent: each will wait for your draft (articles_brief).',
  ),
  refused: z.array(Refused).describe('Slots that are not planned, and why; mend and send those again.'),
});

export type SlotStatus = z.infer<typeof SlotStatus>;
export type NewSlots = z.output<typeof NewSlots>;
export type SlotPatch = z.output<typeof SlotPatch>;
export type CalendarSlot = z.infer<typeof CalendarSlot>;
export type ChangedSlot = z.infer<typeof ChangedSlot>;
export type CalendarPage = z.infer<typeof CalendarPage>;
export type SimilarPiece = z.infer<typeof SimilarPiece>;
export type PlannedSlots = z.infer<typeof PlannedSlots>;
