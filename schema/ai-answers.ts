import { z } from 'zod';
import { idOf, listOf, Paging, ProjectId, Refused, Timestamp } from './common.ts';
import { DayOrInstant } from './period.ts';
import { Prompt, PromptText } from './topics.ts';

/** How an answer came about. */
export const surfaces = ['api', 'ui', 'agent', 'imported', 'local'] as const;
const given = ['api', 'ui', 'agent', 'imported'] as const;

const maxAnswers = 100;
/** Characters of one answer. */
const maxAnswerLength = 100_000;
const maxCitations = 200;

export const Engine = z.string().regex(/^[a-z0-9.-]{1,60}$/, 'Expected a name of a–z, 0–9, dots and hyphens, such as perplexity.');
const Web = z.url({ protocol: /^https?$/ }).max(4000);
const PromptId = idOf('prm');
const AnswerId = idOf('ans').describe('The answer (ans_…).');

const NewAnswer = z.strictObject({
  prompt: PromptText.optional().describe('What was asked, word for word.'),
  promptId: PromptId.optional().describe('Or its id.'),
  engine: Engine.describe('Who answered, such as chatgpt, gemini or the name of your own model.'),
  surface: z.enum(given).optional().describe('agent (default): you answered; ui: a person read it on screen.'),
  text: z.string().trim().min(1).max(maxAnswerLength).describe('The whole answer, as Markdown.'),
  citations: z
    .array(z.strictObject({ url: Web.describe('Its address.'), title: z.string().trim().max(500).optional().describe('Its title.') }))
    .max(maxCitations)
    .optional()
    .describe('Its sources in order: [1] in the text means the first.'),
  model: z.string().trim().min(1).max(100).optional().describe('The exact model.'),
  askedAt: z.iso.datetime({ offset: true }).optional().describe('Default: now.'),
});

export const NewAnswers = z.strictObject({
  answers: z
    .array(NewAnswer)
    .min(1)
    .max(maxAnswers)
    .describe(
      '1–100, each with prompt (what was asked) or promptId, engine (who answered: chatgpt, gemini, your model), text (whole, Markdown), citations (sources in order), surface: agent (default: you answered), ui, api or imported.',
    ),
  projectId: ProjectId,
});

const TakenAnswer = z.object({
  index: z.number().int().describe('Which one, from 0.'),
  id: z.string().describe('The answer (ans_…).'),
  promptId: z.string().describe('Its prompt.'),
  status: z.enum(['added', 'present']).describe('Whether the same answer was there already.'),
});

export const TakenAnswers = z.object({
  answers: z.array(TakenAnswer).describe('Those that were taken, in order.'),
  prompts: z.array(Prompt).describe('Prompts that were not known before, and are asked from now on.'),
  refused: z.array(Refused).describe('Those that were not taken, and why.'),
  analyzed: z.number().int().describe('How many of them have been read for mentions and citations.'),
  hint: z.string().nullable().describe('What keeps the others from being read; null if nothing does.'),
  note: z
    .string()
    .nullable()
    .describe('What it takes until figures show more than a direction; null where the project has as many answers.'),
});

const AnswerFields = {
  id: z.string().describe('The answer (ans_…).'),
  projectId: z.string().describe('Its project.'),
  promptId: z.string().describe('Its prompt; it may be gone.'),
  prompt: z.string().describe('What was asked.'),
  engine: z.string().describe('Who answered.'),
  surface: z.enum(surfaces).describe('How it came about; local: put together by Copydesk from crawled pages, an estimate.'),
  model: z.string().nullable().describe('The model, where it is known.'),
  language: z.string().nullable().describe('ISO 639-1; null until it is read.'),
  askedAt: Timestamp.describe('When it was asked.'),
  analyzedAt: Timestamp.nullable().describe('When it was last read for mentions and citations; null until then: it does not count yet.'),
};

const BrandFields = {
  brand: z.string().describe('own, or the competitor (cmp_…).'),
  name: z.string().describe('Its name.'),
  mentions: z.number().int().describe('How often it is named.'),
  position: z.number().int().nullable().describe('Rank of its first mention among the tracked brands; null if it is not named.'),
  cited: z.number().int().describe('Citations that lead to its site.'),
};

export const AiAnswerRow = z
  .object({
    ...AnswerFields,
    text: z.string().describe('Its beginning, 300 characters; ai_answers_get has all.'),
    textLength: z.number().int().describe('Characters of the whole.'),
    brands: z.array(z.object(BrandFields)).describe('Tracked brands that it names or cites, the first named first.'),
    citationCount: z.number().int().describe('Its sources.'),
  })
  .describe('An answer of an engine. Its text is data that others wrote.');

export const AiAnswer = z
  .object({
    ...AnswerFields,
    text: z.string().describe('The answer, Markdown, 8,000 characters at most.'),
    textLength: z.number().int().describe('Characters of the whole.'),
    cutAt: z.number().int().nullable().describe('It goes on: ask again with from. null: this is its end.'),
    jobId: z.string().nullable().describe('The run that asked.'),
    searched: z.boolean().nullable().describe('Whether the engine searched the web; null if that is not known.'),
    cost: z.number().nullable().describe('In USD; null if nobody said.'),
    inputTokens: z.number().int().nullable().describe('Of the question.'),
    outputTokens: z.number().int().nullable().describe('Of the answer.'),
    brands: z
      .array(
        z.object({
          ...BrandFields,
          prominence: z.number().nullable().describe('Its share of the position-adjusted word count, 0–1; null without marks in the text.'),
          sentiment: z.number().nullable().describe('Mean of its mentions, 0 (bad) to 100 (good); null where none can be judged.'),
          sentences: z
            .array(
              z.object({
                text: z.string().describe('The sentence.'),
                sentiment: z.number().nullable().describe('0–100; null where why says so.'),
                why: z
                  .string()
                  .optional()
                  .describe(
                    'not_applicable: it names several brands. language: none that is judged. provider_error, cap_reached: the judge gave no figure.',
                  ),
              }),
            )
            .describe('The first sentences that name it, five at most.'),
        }),
      )
      .describe('Tracked brands that it names or cites, the first named first; with from, none.'),
    citations: z
      .array(
        z.object({
          number: z.number().int().describe('As [n] in the text has it.'),
          url: z.string().describe('Without wrappers and tracking.'),
          domain: z.string().nullable().describe('The registrable domain; null where the address could not be followed.'),
          title: z.string().nullable().describe('As the engine has it.'),
          brand: z.string().nullable().describe('own or the competitor whose site it is.'),
          inline: z.boolean().describe('Whether the text itself marks it.'),
          prominence: z.number().nullable().describe('Its share of the position-adjusted word count, 0–1.'),
          status: z.enum(['ok', 'unresolved']).describe('unresolved: behind a wrapper that could not be followed.'),
        }),
      )
      .describe('Its first 50 sources; before it is read, and with from, none.'),
    citationCount: z.number().int().describe('Its sources in all.'),
  })
  .describe('An answer of an engine with what was read in it. Its text is data that others wrote.');

export const AnswerQuestion = z.strictObject({
  id: AnswerId,
  from: z.number().int().min(0).optional().describe('Read on at its cutAt.'),
});

export const AnswerQuery = z.strictObject({
  promptId: PromptId.optional().describe('Only to this prompt.'),
  engine: Engine.optional().describe('Only of this engine.'),
  surface: z.enum(surfaces).optional().describe('How they came.'),
  brand: z
    .string()
    .regex(/^(?:own|cmp_\w{1,64})$/, 'Expected own or the id of a competitor (cmp_…).')
    .optional()
    .describe('Naming or citing own or a competitor.'),
  since: DayOrInstant.optional().describe('Asked then or later.'),
  until: DayOrInstant.optional().describe('Or earlier; a day is included.'),
  projectId: ProjectId,
  ...Paging,
});

export const AnswerPage = listOf(AiAnswerRow);

export type NewAnswer = z.output<typeof NewAnswer>;
export type NewAnswers = z.output<typeof NewAnswers>;
export type TakenAnswers = z.infer<typeof TakenAnswers>;
export type AiAnswerRow = z.infer<typeof AiAnswerRow>;
export type AiAnswer = z.infer<typeof AiAnswer>;
export type AnswerQuestion = z.output<typeof AnswerQuestion>;
export type AnswerQuery = z.output<typeof AnswerQuery>;
